"""Cross-fitting: what a training sentence is decoded with was estimated without it.

The sentences to tune on are cut into folds. A fold is decoded with a language model, and with classifiers of
orientation, that were estimated from all of the bitext but the fold: sentences that are not tuned on, because
they are too long or were not drawn, stay in all of them.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rectrix._core import lm as core
from rectrix._core.grammar import BitextIndex
from rectrix.base.errors import UsageError
from rectrix.base.files import writing
from rectrix.lm import LanguageModel, TrainOptions, train_class_lm
from rectrix.lm import train as train_lm
from rectrix.model.translator import Translator
from rectrix.pipeline.sentences import BitextSample
from rectrix.reorder import Events, OrientationModel, write_events
from rectrix.reorder import train as train_orientation
from rectrix.text.classes import read_classes


@dataclass(frozen=True)
class Fold:
    """Some sentences of a sample, and where the models without them lie."""

    sample: BitextSample
    sentences: range
    path: Path  # what all file names of this fold begin with
    language_models: tuple["OwnModel", ...] = ()  # none: the model's own are used as they are
    lm_texts: tuple[Path, ...] = ()  # what else the language model was estimated from
    orientations: tuple[Path, ...] = ()  # the model's own classifiers

    def instead_of(self, own: Path) -> Path:
        """The file in place of one of the model's own."""
        return self.path.with_name(f"{self.path.name}.{own.name}")

    def check(self) -> None:
        """Refuse a fold that leaves less than it takes: what is estimated from so little is of no use."""
        left = len(BitextIndex.open(self.sample.bitext)) - len(self.sentences)
        if left < len(self.sentences):
            raise UsageError(
                f"a fold of {len(self.sentences)} sentences leaves {left} for its language model: tune with "
                "more folds or on fewer sentences"
            )

    def model(self, model: Translator) -> Translator:
        """The model with what was estimated without this fold."""
        language_models = [own.open(self.instead_of(own.file)) for own in self.language_models]
        replaced = {own.name: self.instead_of(own) for own in self.orientations}
        return model.with_parts(language_models or None, replaced)

    def tasks(self) -> "list[Estimation]":
        """What is still to be estimated."""
        own: list[OwnModel | Path] = [*self.language_models, *self.orientations]
        wanted = [Estimation(self, one) for one in own]
        return [task for task in wanted if not task.output.exists()]


@dataclass(frozen=True)
class OwnModel:
    """A language model of the translation model: of words, or of the classes in a file."""

    file: Path
    order: int
    classes: Path | None = None

    def open(self, file: Path) -> core.Model:
        """A model in place of this one."""
        return LanguageModel.open(file, classes=read_classes(self.classes) if self.classes else None).core

    def train(self, texts: Sequence[Path | Iterable[str]], output: Path) -> None:
        """Such a model of other texts."""
        options = TrainOptions(order=self.order)
        if self.classes:
            train_class_lm(texts, self.classes, options, output)
        else:
            train_lm(texts, options, mapped=output, force=True)


@dataclass(frozen=True)
class Estimation:
    """A language model or a classifier in place of one of the model's own."""

    fold: Fold
    own: OwnModel | Path

    @property
    def label(self) -> str:
        return f"estimation of {self.output.name}"

    @property
    def output(self) -> Path:
        """The file that it leaves."""
        return self.fold.instead_of(self.own.file if isinstance(self.own, OwnModel) else self.own)


def estimate(task: Estimation) -> None:
    """From all sentences but the fold's."""
    bitext, fold = BitextIndex.open(task.fold.sample.bitext), task.fold
    left_out = set(fold.sample.chosen(fold.sentences))
    rest = [number for number in range(len(bitext)) if number not in left_out]
    if isinstance(task.own, OwnModel):
        task.own.train([(bitext.target(number) for number in rest), *fold.lm_texts], task.output)
    else:
        _train_orientation(bitext, rest, task.own, task.output)


def _train_orientation(bitext: BitextIndex, numbers: Sequence[int], own: Path, output: Path) -> None:
    settings = OrientationModel(own).settings
    with tempfile.TemporaryDirectory() as folder:
        events, source, target, links = (
            Path(folder) / name for name in ("events", "source", "target", "links")
        )
        for path, lines in ((source, bitext.source), (target, bitext.target), (links, bitext.links)):
            with writing(path) as file:
                file.writelines(f"{lines(number)}\n" for number in numbers)
        write_events(events, source, target, links, settings.events)
        train_orientation(output, Events(events), settings, force=True)


def folds_of(
    model: Translator,
    sample: BitextSample,
    count: int,
    lm_texts: Sequence[Path],
    left_out_lm: bool,
    path: Path,
) -> tuple[Fold, ...]:
    """Contiguous folds of a sample, which was drawn in random order."""
    models = _own_models(model) if left_out_lm else ()
    own = tuple(model.folder.path / name for name in model.folder.settings.orientation.names())
    if not models and not own:
        return ()
    return tuple(
        Fold(sample, part, path.with_name(f"{path.name}-{number}"), models, tuple(lm_texts), own)
        for number, part in enumerate(_parts(len(sample), count))
    )


def _own_models(model: Translator) -> tuple[OwnModel, ...]:
    """The model of words, and of their classes if there is one; classes have seen the whole text."""
    files, opened = model.folder.language_models, model.language_models
    if sum(not one.classes for _, one in files) != 1:
        raise UsageError(
            f"{model.folder.path} has {len(files)} language models, not one: which has seen the bitext? "
            "Set left_out_lm = false to tune with them as they are"
        )
    return tuple(
        OwnModel(path, own.order, model.folder.path / one.classes if one.classes else None)
        for (path, one), own in zip(files, opened, strict=True)
    )


def _parts(sentences: int, count: int) -> Iterator[range]:
    """As equal as can be."""
    borders = [sentences * i // count for i in range(count + 1)]
    for begin, end in pairwise(borders):
        if end > begin:
            yield range(begin, end)
