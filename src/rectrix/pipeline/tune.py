"""Tuning on a decoder: the tuning set's grammars are made once, then any recipe searches and learns."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from rectrix._core import decode
from rectrix._core.grammar import Bitext, GrammarStore
from rectrix.base.config import Settings
from rectrix.base.errors import InputError
from rectrix.base.progress import Progress
from rectrix.decode.model_folder import INDEX_SUFFIX, ModelFolder, writing_model
from rectrix.grammar import extract_to_store
from rectrix.learn.search import Search
from rectrix.learn.tuning import Decoded
from rectrix.pipeline.model import Model
from rectrix.recipes.tune import Tuned, TuneOptions, tune
from rectrix.score.metrics import metric as metric_by_name
from rectrix.score.references import read_references
from rectrix.text import read_sentences


class TuneSettings(Settings):
    """How weights are tuned on a decoder."""

    recipe: str = "kbmira"
    settings: dict[str, Any] = Field(default_factory=dict)  # changes of the recipe's own settings
    metric: str = "bleu"
    k: int = 100  # hypotheses per sentence
    unique: bool = True  # different strings only


def tuning_set(
    model: Model,
    source: Path,
    references: Sequence[Path],
    settings: TuneSettings,
    threads: int = 1,
    progress: Progress | None = None,
) -> Decoded:
    """A set of sentences with references that learners can search with a model."""
    lines = list(read_sentences(source))
    made = read_references(references)
    if len(made) != len(lines):
        raise InputError.at(source, 0, f"{len(lines)} lines, but the references have {len(made)}")
    if not lines:
        raise InputError.at(source, 0, "no sentences to tune on")
    decoder = _set_decoder(model, source, threads, progress)
    metric = metric_by_name(settings.metric)
    return Decoded(Search(decoder, lines), made, metric, len(lines), settings.k, settings.unique, threads)


def _set_decoder(model: Model, source: Path, threads: int, progress: Progress | None) -> decode.Decoder:
    """The model's decoder; rules that come from an index are extracted once, not again in every epoch."""
    if model.folder.grammar.suffix != INDEX_SUFFIX:
        return model.decoder
    bitext, limits = Bitext.open(model.folder.grammar), model.folder.settings.extraction
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "set.rgrammar"
        extract_to_store(bitext, source, store, limits, threads=threads, progress=progress)
        # Mapped: the file lives as long as the decoder, whatever becomes of its name.
        return model.decoder_for(decode.StoreRules(GrammarStore.open(store)))


def tune_model(
    model: Path,
    source: Path,
    references: Sequence[Path],
    output: Path,
    settings: TuneSettings | None = None,
    start: Mapping[str, float] | None = None,
    held_out: tuple[Path, Sequence[Path]] | None = None,
    threads: int = 1,
    force: bool = False,
    progress: Progress | None = None,
    checkpoints: Path | None = None,
    resume: bool = False,
    patience: int = 0,
) -> Tuned:
    """Tune a model's weights and write a model with them; the large files are shared with the old one."""
    settings, progress = settings or TuneSettings(), progress or Progress()
    opened = Model.open(model)
    tuning = tuning_set(opened, source, references, settings, threads, progress)
    held = tuning_set(opened, *held_out, settings, threads, progress) if held_out else None
    options = TuneOptions(
        start=dict(start) if start is not None else opened.folder.weights(),
        threads=threads,
        progress=progress,
        held_out=held,
        patience=patience,
        checkpoints=checkpoints,
        resume=resume,
    )
    tuned = tune(
        tuning, recipe=settings.recipe, metric=settings.metric, settings=settings.settings, options=options
    )
    write_tuned(opened.folder, tuned, output, force)
    return tuned


def write_tuned(folder: ModelFolder, tuned: Tuned, output: Path, force: bool = False) -> None:
    """A copy of a model with tuned weights and the log of their tuning."""
    settings = folder.settings.model_copy(update={"recipe": tuned.signature, "files": {}})
    nonzero = {name: value for name, value in tuned.weights.items() if value != 0}
    with writing_model(output, settings, nonzero, force) as temporary:
        for name in folder.settings.files:
            if name != folder.settings.weights and name != LOG:
                share(folder.path / name, temporary / name)
        tuned.write_log(temporary / LOG)


LOG = "tuning.jsonl"


def share(old: Path, new: Path) -> None:
    """The same file under another name: a hard link where the file system allows it, else a copy."""
    try:
        new.hardlink_to(old)
    except OSError:
        new.write_bytes(old.read_bytes())
