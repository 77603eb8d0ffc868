"""Cross-fitting: what a training sentence is decoded with was estimated without it.

The sentences to tune on are cut into folds. A fold is decoded with a language model, and with classifiers of
orientation, that were estimated from all of the bitext but the fold: sentences that are not tuned on, because
they are too long or were not drawn, stay in all of them.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rectrix._core.grammar import Bitext
from rectrix.base.errors import UsageError
from rectrix.base.files import writing
from rectrix.lm import LanguageModel, TrainOptions
from rectrix.lm import train as train_lm
from rectrix.lm.estimate import Text
from rectrix.model.translator import Translator
from rectrix.pipeline.sentences import BitextSample
from rectrix.reorder import Events, OrientationModel, write_events
from rectrix.reorder import train as train_orientation


@dataclass(frozen=True)
class Fold:
    """Some sentences of a sample, and where the models without them lie."""

    sample: BitextSample
    sentences: range
    path: Path  # what all file names of this fold begin with
    lm_order: int = 0  # 0: the model's own language models are used as they are
    lm_texts: tuple[Path, ...] = ()  # what else the language model was estimated from
    orientations: tuple[Path, ...] = ()  # the model's own classifiers

    @property
    def language_model(self) -> Path:
        """The file."""
        return self.path.with_name(f"{self.path.name}.rlm")

    def orientation(self, own: Path) -> Path:
        """The file in place of one of the model's own."""
        return self.path.with_name(f"{self.path.name}.{own.name}")

    def check(self) -> None:
        """Refuse a fold that leaves less than it takes: what is estimated from so little is of no use."""
        left = len(Bitext.open(self.sample.bitext)) - len(self.sentences)
        if left < len(self.sentences):
            raise UsageError(
                f"a fold of {len(self.sentences)} sentences leaves {left} for its language model: tune with "
                "more folds or on fewer sentences"
            )

    def model(self, model: Translator) -> Translator:
        """The model with what was estimated without this fold."""
        language_models = [LanguageModel.open(self.language_model).core] if self.lm_order else None
        replaced = {own.name: self.orientation(own) for own in self.orientations}
        return model.with_parts(language_models, replaced)

    def tasks(self) -> "list[Estimation]":
        """What is still to be estimated."""
        wanted = [Estimation(self, None)] if self.lm_order else []
        wanted += [Estimation(self, own) for own in self.orientations]
        return [task for task in wanted if not task.output.exists()]


@dataclass(frozen=True)
class Estimation:
    """A fold's language model, or a classifier in place of one of the model's own."""

    fold: Fold
    own: Path | None

    @property
    def label(self) -> str:
        return f"estimation of {self.output.name}"

    @property
    def output(self) -> Path:
        """The file that it leaves."""
        return self.fold.language_model if self.own is None else self.fold.orientation(self.own)


def estimate(task: Estimation) -> None:
    """From all sentences but the fold's."""
    bitext, fold = Bitext.open(task.fold.sample.bitext), task.fold
    left_out = set(fold.sample.chosen(fold.sentences))
    rest = [number for number in range(len(bitext)) if number not in left_out]
    if task.own is None:
        texts: list[Text] = [(bitext.target(number) for number in rest), *fold.lm_texts]
        train_lm(texts, TrainOptions(order=fold.lm_order), mapped=task.output, force=True)
    else:
        _train_orientation(bitext, rest, task.own, task.output)


def _train_orientation(bitext: Bitext, numbers: Sequence[int], own: Path, output: Path) -> None:
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
    models, order = model.language_models, 0
    if left_out_lm:
        if len(models) != 1:
            raise UsageError(
                f"{model.folder.path} has {len(models)} language models, not one: which has seen the bitext? "
                "Set left_out_lm = false to tune with them as they are"
            )
        order = models[0].order
    own = tuple(model.folder.path / name for name in model.folder.settings.orientation.names())
    if not order and not own:
        return ()
    return tuple(
        Fold(sample, part, path.with_name(f"{path.name}-{number}"), order, tuple(lm_texts), own)
        for number, part in enumerate(_parts(len(sample), count))
    )


def _parts(sentences: int, count: int) -> Iterator[range]:
    """As equal as can be."""
    borders = [sentences * i // count for i in range(count + 1)]
    for begin, end in pairwise(borders):
        if end > begin:
            yield range(begin, end)
