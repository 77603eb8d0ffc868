"""Tuning a model: any recipe learns weights on a tuning set, and a model with them is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.decode.model_folder import BINS, ModelFolder, writing_model
from rectrix.features.discretize import Discretizer
from rectrix.learn.tuning import Decoded
from rectrix.pipeline.discretize import learn_bins, wanted_bins, with_bins
from rectrix.pipeline.model import Model
from rectrix.pipeline.tuning_set import TuneSettings, training_set, tuning_set
from rectrix.recipes import RECIPES
from rectrix.recipes.recipe import Recipe
from rectrix.recipes.tune import Tuned, TuneOptions, tune

LOG = "tuning.jsonl"


@dataclass(frozen=True)
class Texts:
    """Sentences and their translations, in files."""

    source: Path
    references: Sequence[Path]
    prepared: bool = False  # tokenized and lowercased already, as the model's training text was

    def open(self, model: Model, settings: TuneSettings, threads: int, progress: Progress) -> Decoded:
        """As learners want them."""
        return tuning_set(model, self.source, self.references, settings, threads, progress, self.prepared)


def tune_model(
    model: Path,
    texts: Texts | None,
    output: Path,
    settings: TuneSettings | None = None,
    start: Mapping[str, float] | None = None,
    held_out: Texts | None = None,
    bitext: Path | None = None,
    lm_texts: Sequence[Path] = (),
    threads: int = 1,
    force: bool = False,
    progress: Progress | None = None,
    checkpoints: Path | None = None,
    resume: bool = False,
    patience: int = 0,
) -> Tuned:
    """Tune a model's weights and write a model with them; the large files are shared with the old one.

    texts: what to tune on, unless settings.on is "train"; bitext: then the training bitext's index, if the
    model does not hold it; lm_texts: and what else its language model was estimated from; held_out: texts to
    watch.
    """
    settings, progress = settings or TuneSettings(), progress or Progress()
    recipe: Recipe = RECIPES[settings.recipe].of(settings.settings, where=settings.recipe)
    opened = Model.open(model)
    weights, bins = opened.folder.weights(), opened.discretizer
    if settings.on == "train":
        tuning = training_set(opened, settings, bitext, lm_texts, threads, progress)
    elif texts is None:
        raise UsageError("there is nothing to tune on: give sentences and references, or tune on train")
    else:
        tuning = texts.open(opened, settings, threads, progress)
    held = held_out.open(opened, settings, threads, progress) if held_out else None
    if wanted := wanted_bins(opened, settings.discretize, recipe.discretization()):
        bins, weights = learn_bins(tuning, wanted, weights, progress)
        tuning, held = with_bins(tuning, bins), with_bins(held, bins) if held else None
    options = TuneOptions(
        start=dict(start) if start is not None else weights,
        threads=threads,
        progress=progress,
        held_out=held,
        patience=patience,
        checkpoints=checkpoints,
        resume=resume,
    )
    tuned = tune(tuning, recipe=recipe, options=options)
    write_tuned(opened.folder, tuned, output, force, bins)
    return tuned


def write_tuned(
    folder: ModelFolder, tuned: Tuned, output: Path, force: bool = False, bins: Discretizer | None = None
) -> None:
    """A copy of a model with tuned weights, the log of their tuning, and the bins that they are for."""
    changes = {"recipe": tuned.signature, "files": {}, "bins": BINS if bins else ""}
    settings = folder.settings.model_copy(update=changes)
    nonzero = {name: value for name, value in tuned.weights.items() if value != 0}
    with writing_model(output, settings, nonzero, force) as temporary:
        share_files(folder, temporary, without=(folder.settings.weights, folder.settings.bins, LOG))
        if bins:
            bins.save(temporary / BINS)
        tuned.write_log(temporary / LOG)


def copy_model(model: Path, output: Path, force: bool = False, **changes: Any) -> None:
    """A copy of a model with other settings, such as more templates, whose features weigh nothing yet."""
    folder = ModelFolder.open(model)
    settings = folder.settings.model_copy(update={**changes, "files": {}})
    with writing_model(output, settings, folder.weights(), force) as temporary:
        share_files(folder, temporary, without=(folder.settings.weights,))


def share_files(folder: ModelFolder, output: Path, without: Sequence[str]) -> None:
    """All files of a model but some."""
    for name in folder.settings.files:
        if name not in without:
            share(folder.path / name, output / name)


def share(old: Path, new: Path) -> None:
    """The same file under another name: a hard link where the file system allows it, else a copy."""
    try:
        new.hardlink_to(old)
    except OSError:
        new.write_bytes(old.read_bytes())
