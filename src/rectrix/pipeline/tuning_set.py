"""What to tune on: sentences with references from files, or sentences of the training bitext itself."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import require_lines, writing
from rectrix.model.folder import hash_of
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.model.translator import Translator
from rectrix.pipeline.cross_fit import folds_of
from rectrix.pipeline.sentences import BitextSample, TextFiles, TuningText
from rectrix.pipeline.source import ModelSource
from rectrix.pipeline.training_sample import draw, open_bitext
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import read_sentences


@dataclass(frozen=True)
class Texts:
    """Sentences and their translations, in files."""

    source: Path
    references: Sequence[Path]
    prepared: bool = False  # already, as the model's training text was

    def check(self) -> None:
        """Refuse files that cannot be read, have no lines or not the same number of them."""
        if not require_lines(self.source, self.references):
            raise InputError.at(self.source, 0, "no sentences to tune on")

    def open(
        self, model: Translator, settings: TuneSettings, folder: Path, rules: Path | None = None
    ) -> ModelSource:
        """As a source; what has to be prepared is left in the folder, rules in a folder of their own."""
        paths = [self.source, *self.references]
        if not self.prepared:
            paths = _prepare(model, paths, folder)
        source, *references = (path.absolute() for path in paths)
        lines = require_lines(source, references)
        return _source(model, TextFiles(source, tuple(references), lines), settings, rules or folder)


def texts_of(
    source: Path | str | None, references: Path | str | Sequence[Path | str], what: str
) -> Texts | None:
    """Sentences with one reference or more; None if there are neither."""
    paths = [references] if isinstance(references, Path | str) else references
    if bool(source) != bool(paths):
        raise UsageError(f"{what} needs sentences and at least one reference")
    return Texts(Path(source), [Path(path) for path in paths]) if source else None


def training_set(
    model: Translator,
    settings: TuneSettings,
    folder: Path,
    bitext: Path | None = None,
    lm_texts: Sequence[Path] = (),
    rules: Path | None = None,
    ratio: float | None = None,
) -> ModelSource:
    """Sentences of the model's training bitext, none of which sees what was learned from itself.

    Leave-one-out: a sentence's own rules are excluded, since its longest ones would copy its reference
    (Simianer et al. 2012, Green et al. 2013). Nor may the language model have seen it, or tuning would learn
    to trust it too much: see cross_fit. Folder and rules: as in Texts.open; ratio: as in draw.
    """
    path, indexed = open_bitext(model, bitext)
    chosen = (settings.sentences, settings.max_words, settings.seed, settings.neighbors)
    numbers = draw(indexed, *chosen, ratio)
    name = sha256(f"{hash_of(model.folder.path)}|{path}|{numbers}|{settings.folds}".encode()).hexdigest()[:16]
    sample = BitextSample.write(path.absolute(), numbers, folder / f"sample-{name}")
    folds = folds_of(model, sample, settings.folds, lm_texts, settings.left_out_lm, folder / f"fold-{name}")
    return _source(model, sample, settings, rules or folder, folds)


def length_ratio(text: TuningText) -> float:
    """Target words for a source word; of several references, on average."""
    lines = text.read(range(len(text)))
    source, *targets = (sum(len(line.split()) for line in side) for side in (lines.source, *lines.references))
    if not source:
        raise UsageError("the held-out sentences have no words")
    return sum(targets) / len(targets) / source


def _source(
    model: Translator,
    sentences: TuningText,
    settings: TuneSettings,
    rules: Path,
    folds: tuple[Any, ...] = (),
) -> ModelSource:
    path, grammar = model.folder.path, model.folder.grammar
    extracts = grammar.suffix == INDEX_SUFFIX
    return ModelSource(
        path.absolute(),
        hash_of(path),
        sentences,
        metric_by_name(settings.metric),
        rules,
        model.folder.hash_of_file(sentences.bitext or grammar) if extracts else "",
        settings.made().hypotheses(settings.k),
        settings.unique,
        folds=folds,
        trust=model.trust,
        pop_limit=settings.pop_limit,
    )


def _prepare(model: Translator, paths: Sequence[Path], folder: Path) -> list[Path]:
    """The lines of files as the model's training text was prepared."""
    if model.source_text.settings.prepared and model.target_text.settings.prepared:
        return list(paths)
    made = []
    for number, path in enumerate(paths):
        text = model.target_text if number else model.source_text
        name = sha256(os.fsencode(path.absolute())).hexdigest()[:16]
        made.append(folder / f"prepared-{name}-{min(number, 1)}")
        with writing(made[-1], force=True) as file:
            file.writelines(f"{line}\n" for line in text.apply_lines(list(read_sentences(path))))
    return made
