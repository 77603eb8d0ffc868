"""The main job: from a bitext to a tuned model folder, stage by stage."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rectrix._core.features import stateful_names, template_names
from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.base.files import require_absent
from rectrix.base.locks import holding
from rectrix.execute import require_executor
from rectrix.learn.run import Run
from rectrix.pipeline.model import Model
from rectrix.pipeline.stages import identity
from rectrix.pipeline.train_settings import TrainSettings
from rectrix.pipeline.training import Training
from rectrix.recipes import RECIPES
from rectrix.score.metrics import metric
from rectrix.text import read_sentences
from rectrix.text.formats import BITEXTS, Languages, ReadOptions, require_format
from rectrix.text.formats.collection import Collection

__all__ = ["TrainSettings", "train"]


def train(
    source: Path | str | None,
    target: Path | str | None,
    dev_source: Path | str | None,
    dev_references: Sequence[Path | str],
    output: Path | str,
    settings: TrainSettings | Mapping[str, Any] | None = None,
    lm_texts: Sequence[Path | str] = (),
    run: Run | None = None,
    force: bool = False,
    bitexts: Sequence[Path | str] = (),
    columns: tuple[int, int] = (1, 2),
) -> Model:
    """Train and tune a model; what an earlier run in the same place has done already is not done again.

    The bitext is source and target, line by line, or files of other formats (bitexts), or both.
    columns: of source and target in TSV files, from 1.
    run: threads, executor, progress. The development set may be missing if settings.tune.on is "train"; if it
    is there, it is watched then.
    """
    output = Path(output)
    require_absent(output, force)
    if not isinstance(settings, TrainSettings):
        settings = TrainSettings.of(settings or {}, "train")
    if bool(dev_source) != bool(dev_references):
        raise UsageError("a development set needs sentences and at least one reference")
    if not dev_source and settings.tune.on == "dev":
        raise UsageError("tuning needs a development set, or --tune-on train")
    if bool(source) != bool(target) or not (source or bitexts):
        raise UsageError("a bitext is needed: source and target texts, or files such as TMX or PO")
    lines = (Path(source), Path(target)) if source and target else None
    others = [Path(path) for path in bitexts]
    for path in (*(lines or ()), *others, *([dev_source] if dev_source else []), *dev_references, *lm_texts):
        identity(Path(path))  # a wrong path is told before anything is done or made
    for path in others:
        require_format(path, BITEXTS)
    run = run or Run()
    _check(settings, run)
    if dev_source:
        _check_lines(Path(dev_source), [Path(path) for path in dev_references])
    work = output.with_name(output.name + ".work")
    dev = (Path(dev_source), Path(dev_references[0])) if dev_source else (None, None)
    named = lines or dev  # files whose names may tell the languages
    sides = settings.sides(named[0], named[1], run.progress)
    training = Training(settings, sides, work, run)
    with holding(output):  # and so the work folder, which is named after it
        if others or lines is None:
            languages = Languages(sides[0].language, sides[1].language)
            lines = training.collect(Collection(others, languages, ReadOptions(columns=columns)), lines)
        training.prepare(*lines, [Path(path) for path in lm_texts])
        if dev_source:
            training.prepare_dev(Path(dev_source), [Path(path) for path in dev_references])
        training.align()
        training.language_model()
        training.index()
        training.phrases()
        training.orientation()
        training.untuned()
        training.tune()
        training.finish(output, force)
    return Model.open(output)


def _check(settings: TrainSettings, run: Run) -> None:
    """Refuse names that a later stage would not know, before the first one runs."""
    RECIPES[settings.tune.recipe].of(settings.tune.settings, where=settings.tune.recipe)
    metric(settings.tune.metric)
    known = [*template_names(), *stateful_names()]
    for name in settings.templates:
        if name not in known and name.removeprefix("class_") not in known:
            raise UnknownName("feature template", name, known)
    if isinstance(run.executor, str):
        require_executor(run.executor)


def _check_lines(source: Path, references: Sequence[Path]) -> None:
    """As many references as sentences of the development set."""
    lines = sum(1 for _ in read_sentences(source))
    for path in references:
        if (count := sum(1 for _ in read_sentences(path))) != lines:
            raise InputError.at(path, 0, f"{count} lines, but {source} has {lines}")
