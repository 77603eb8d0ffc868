"""Tuning a model: any recipe learns weights on a tuning set, and a model with them is written."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rectrix.base.copies import copy_file
from rectrix.base.errors import UsageError
from rectrix.base.files import require_absent, writing, writing_folder
from rectrix.base.problems import Problems
from rectrix.evaluate.tuning_log import MODEL_LOG, MODEL_TIMES
from rectrix.features.chosen import ChosenFeatures, Feature
from rectrix.features.weights import read_weights, write_weights
from rectrix.learn.run import Run
from rectrix.learn.seeds import learn_seeds
from rectrix.learn.tune import Tuned
from rectrix.model.copies import with_features, writing_copy
from rectrix.model.folder import ModelFolder
from rectrix.model.settings import BINS, WEIGHTS
from rectrix.model.translator import Translator
from rectrix.pipeline.checks import check_tuning
from rectrix.pipeline.discretize import wanted_bins, with_bins
from rectrix.pipeline.held_out import held_out_fit
from rectrix.pipeline.presets import features_of
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.pipeline.tuning_set import Texts, length_ratio, training_set

LOG = MODEL_LOG
RECIPE = "recipe"  # the signature of what made weights, beside them
TIMES = MODEL_TIMES  # apart from the log, and from the checksums: no run repeats them


def tune_model(
    model: Path,
    texts: Texts | None,
    output: Path,
    settings: TuneSettings | None = None,
    start: Mapping[str, float] | None = None,
    held_out: Texts | None = None,
    bitext: Path | None = None,
    lm_texts: Sequence[Path] = (),
    run: Run | None = None,
    force: bool = False,
    trust: bool = False,
    features: Sequence[Feature] | None = None,
) -> Tuned:
    """Tune a model's weights and write a model with them; the large files are shared with the old one.

    texts: what to tune on, unless settings.on is "train"; bitext: then the training bitext's index, if the
    model does not hold it; lm_texts: and what else its language model was estimated from; held_out: texts to
    watch. features: sparse ones in place of the model's own and of settings.templates. trust: the model's own
    features written in Python may run.
    """
    settings, run = settings or TuneSettings(), run or Run()
    folder, chosen = _checked(model, texts, output, settings, held_out, run, force, trust, features)
    with tempfile.TemporaryDirectory(prefix="rectrix-") as temporary:
        place = (run.checkpoints or Path(temporary)).absolute()  # that all workers see
        if chosen is not None:
            model = place / "model"
            with_features(folder, chosen, model, force=True)
        opened = Translator.open(model, trust=trust or chosen is not None)
        kept = place / "tuned"
        tuned = learn_model(opened, texts, kept, settings, start, held_out, bitext, lm_texts, run)
        with writing_tuned(opened.folder, kept, output, force):
            pass
    return tuned


def learn_model(
    model: Translator,
    texts: Texts | None,
    output: Path,
    settings: TuneSettings,
    start: Mapping[str, float] | None,
    held_out: Texts | None,
    bitext: Path | None,
    lm_texts: Sequence[Path],
    run: Run,
) -> Tuned:
    """Learn weights, and leave them with bins and log in a folder; what else is needed lies beside it."""
    recipe, place = settings.made(), output.parent.absolute()
    weights, bins = model.folder.weights(), model.discretizer
    rules = (run.scratch or place).absolute()
    as_it_translates = settings.model_copy(update={"pop_limit": None})
    watched = held_out.open(model, as_it_translates, place, rules) if held_out else None
    ratio = length_ratio(watched.sentences) if watched and settings.like_held_out else None
    source = (
        training_set(model, settings, place, bitext, lm_texts, rules, ratio)
        if settings.on == "train" or texts is None
        else texts.open(model, settings, place, rules)
    )
    wanted = wanted_bins(model, settings.discretize, recipe.discretization(), settings.without)
    if wanted or settings.without:
        source, bins, weights = with_bins(source, wanted, weights, run, place, settings.without)
        watched = replace(watched, bins=source.bins) if watched else None
    if start is None:
        start = {} if settings.start == "zero" else weights
    if watched is None and settings.fit_held_out:
        run.progress.say(
            f"{settings.fit_held_out} weights stay as learned: no held-out sentences could set them"
        )
    if watched is None and settings.like_held_out:
        run.progress.say("training sentences are drawn as they come: no held-out ones tell a length")
    run = replace(run, held_out=watched, fit_held_out=held_out_fit(settings))
    tuned = learn_seeds(recipe, source, start, run, settings.seeds)
    with writing_folder(output, force=True) as folder:
        write_weights(folder / WEIGHTS, {name: value for name, value in tuned.weights.items() if value != 0})
        tuned.write_log(folder / LOG)
        tuned.write_times(folder / TIMES)
        if bins:
            bins.save(folder / BINS)
        with writing(folder / RECIPE) as file:
            file.write(tuned.signature)
    return tuned


def _checked(
    model: Path,
    texts: Texts | None,
    output: Path,
    settings: TuneSettings,
    held_out: Texts | None,
    run: Run,
    force: bool,
    trust: bool,
    features: Sequence[Feature] | None,
) -> tuple[ModelFolder, ChosenFeatures | None]:
    """The model and its new features, if it gets any; whatever is wrong is refused before any work."""
    problems, folder, chosen = Problems(), None, None
    given = settings.templates if features is None else features
    with problems.noted():
        require_absent(output, force)
    with problems.noted():
        folder = ModelFolder.open(model)
    with problems.noted():
        if given is not None:
            own = folder.class_files if folder else (None, None)
            classes = settings.source_classes or own[0], settings.target_classes or own[1]
            decoder = folder.settings.decoder if folder else "hiero"
            chosen = ChosenFeatures.of(features_of(given), *classes, decoder)
        elif folder is not None:
            folder.sources(trust)
    with problems.noted():
        if settings.on == "dev" and texts is None:
            raise UsageError("there is nothing to tune on: give sentences and references, or tune on train")
    check_tuning(problems, settings, run, texts, held_out, folder.weights() if folder else {})
    problems.settle()
    assert folder is not None
    return folder, chosen


@contextmanager
def writing_tuned(
    folder: ModelFolder, tuned: Path, output: Path, force: bool = False, **changes: Any
) -> Iterator[Path]:
    """A copy of a model with what `learn_model` has left, and other settings; the block may add files."""
    bins = [BINS] if (tuned / BINS).exists() else []
    recipe = (tuned / RECIPE).read_text(encoding="utf-8")
    learned = {"recipe": recipe, "files": {}, "bins": BINS if bins else ""}
    settings = folder.settings.model_copy(update={**learned, **changes})
    gone = (folder.settings.bins, LOG)
    weights = read_weights(tuned / WEIGHTS)
    with writing_copy(folder, output, settings, weights, force, gone, unlisted=(TIMES,)) as temporary:
        for name in (LOG, TIMES, *bins):
            copy_file(tuned / name, temporary / name)
        yield temporary
