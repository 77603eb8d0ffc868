"""What to tune on: sentences with references from files, or sentences of the training bitext itself."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from rectrix.base.config import Settings
from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import require_lines, writing
from rectrix.features.discretize import DiscretizeSettings
from rectrix.learn.recipe import Recipe
from rectrix.model.folder import hash_of
from rectrix.model.settings import INDEX_SUFFIX
from rectrix.model.translator import Translator
from rectrix.pipeline.cross_fit import folds_of
from rectrix.pipeline.sentences import BitextSample, TextFiles, TuningText
from rectrix.pipeline.source import ModelSource
from rectrix.pipeline.training_sample import draw, open_bitext
from rectrix.recipes import DEFAULT, recipe_of
from rectrix.score.metrics import DEFAULT as METRIC
from rectrix.score.metrics import MEANING as METRICS_MEANING
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import read_sentences


class TuneSettings(Settings):
    """How weights are tuned on a decoder."""

    recipe: str = DEFAULT  # how to tune: see `rectrix recipes`
    settings: dict[str, Any] = Field(default_factory=dict)  # changes of the recipe's own settings
    # How many runs, with seeds in turn, side by side; of several, the mean of their weights is taken.
    seeds: int = Field(default=1, ge=1)
    metric: str = Field(default=METRIC, description=f"metric to optimize: {METRICS_MEANING}")
    discretize: DiscretizeSettings | None = None  # bins for the grammar's scores; None: what the recipe wants
    without: tuple[str, ...] = ()  # scores of the grammar to leave out, such as count_ef
    start: Literal["model", "zero"] = "model"  # weights to begin with: the model's, or none
    k: int = Field(default=100, ge=2, le=1_000_000)  # hypotheses per sentence
    unique: bool = True  # different strings only
    # The development set, or a sample of the training bitext, leave-one-out: a sentence's own rules are
    # excluded, and language models are estimated without it.
    on: Literal["dev", "train"] = "dev"
    sentences: int = Field(default=2000, ge=0)  # sentences of that sample; 0: all
    max_words: int = Field(default=40, ge=1)  # sentences of the sample are not longer, on both sides
    folds: int = Field(
        default=5, ge=2
    )  # folds of the sample; the models that translate a fold are estimated without it
    left_out_lm: bool = True  # language models without the sentences of a fold; false: the model's own
    # Sparse features: templates, FILE.py:name, module:name; none: those that the model has.
    templates: tuple[str, ...] | None = None
    source_classes: Path | None = (
        None  # classes of source words, for templates over them (class_word_pairs...)
    )
    target_classes: Path | None = None  # the same of target words

    def made(self) -> Recipe:
        """The recipe with its settings."""
        return recipe_of(self.recipe, self.settings)

    @property
    def seed(self) -> int:
        """The recipe's, which draws the sample, too."""
        return self.made().seed


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
) -> ModelSource:
    """Sentences of the model's training bitext, none of which sees what was learned from itself.

    Leave-one-out: a sentence's own rules are excluded, since its longest ones would copy its reference
    (Simianer et al. 2012, Green et al. 2013). Nor may the language model have seen it, or tuning would learn
    to trust it too much: see cross_fit. Folder and rules: as in Texts.open.
    """
    path, indexed = open_bitext(model, bitext)
    numbers = draw(indexed, settings.sentences, settings.max_words, settings.seed)
    name = sha256(f"{hash_of(model.folder.path)}|{path}|{numbers}|{settings.folds}".encode()).hexdigest()[:16]
    sample = BitextSample.write(path.absolute(), numbers, folder / f"sample-{name}")
    folds = folds_of(model, sample, settings.folds, lm_texts, settings.left_out_lm, folder / f"fold-{name}")
    return _source(model, sample, settings, rules or folder, folds)


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
