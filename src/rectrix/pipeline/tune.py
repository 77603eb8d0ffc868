"""Tuning a model: any recipe learns weights on a tuning set, and a model with them is written."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rectrix.base.copies import copy_file
from rectrix.base.errors import UsageError
from rectrix.decode.model_folder import BINS, ModelFolder, writing_model
from rectrix.evaluate.tuning_log import MODEL_LOG, MODEL_TIMES
from rectrix.features.discretize import Discretizer
from rectrix.learn.run import Run
from rectrix.pipeline.discretize import wanted_bins, with_bins
from rectrix.pipeline.model import Model
from rectrix.pipeline.tuning_set import Texts, TuneSettings, training_set
from rectrix.recipes import RECIPES
from rectrix.recipes.recipe import Recipe
from rectrix.recipes.tune import Tuned, tune

LOG = MODEL_LOG
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
) -> Tuned:
    """Tune a model's weights and write a model with them; the large files are shared with the old one.

    texts: what to tune on, unless settings.on is "train"; bitext: then the training bitext's index, if the
    model does not hold it; lm_texts: and what else its language model was estimated from; held_out: texts to
    watch.
    """
    settings, run = settings or TuneSettings(), run or Run()
    recipe: Recipe = RECIPES[settings.recipe].of(settings.settings, where=settings.recipe)
    if settings.on == "dev" and texts is None:
        raise UsageError("there is nothing to tune on: give sentences and references, or tune on train")
    with tempfile.TemporaryDirectory(prefix="rectrix-") as temporary:
        folder = (run.scratch or run.checkpoints or Path(temporary)).absolute()
        opened = Model.open(model)
        weights, bins = opened.folder.weights(), opened.discretizer
        source = (
            training_set(opened, settings, folder, bitext, lm_texts)
            if settings.on == "train" or texts is None
            else texts.open(opened, settings, folder)
        )
        watched = held_out.open(opened, settings, folder) if held_out else None
        if wanted := wanted_bins(opened, settings.discretize, recipe.discretization()):
            source, bins, weights = with_bins(source, wanted, weights, run, folder)
            watched = replace(watched, bins=source.bins) if watched else None
        start = dict(start) if start is not None else weights
        tuned = tune(source, recipe=recipe, start=start, run=replace(run, held_out=watched))
    write_tuned(opened.folder, tuned, output, force, bins)
    return tuned


def write_tuned(
    folder: ModelFolder, tuned: Tuned, output: Path, force: bool = False, bins: Discretizer | None = None
) -> None:
    """A copy of a model with tuned weights, the log of their tuning, and the bins that they are for."""
    changes = {"recipe": tuned.signature, "files": {}, "bins": BINS if bins else ""}
    settings = folder.settings.model_copy(update=changes)
    nonzero = {name: value for name, value in tuned.weights.items() if value != 0}
    with writing_model(output, settings, nonzero, force, unlisted=(TIMES,)) as temporary:
        share_files(folder, temporary, without=(folder.settings.weights, folder.settings.bins, LOG))
        if bins:
            bins.save(temporary / BINS)
        tuned.write_log(temporary / LOG)
        tuned.write_times(temporary / TIMES)


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
            copy_file(folder.path / name, output / name)
