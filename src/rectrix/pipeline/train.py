"""The main job: from a bitext to a tuned model folder, stage by stage."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rectrix.base.errors import UsageError
from rectrix.base.files import require_absent
from rectrix.base.locks import holding
from rectrix.base.problems import Problems
from rectrix.base.progress import Progress
from rectrix.features.chosen import Feature
from rectrix.learn.run import Run
from rectrix.pipeline.checks import check_features, check_text, check_tuning
from rectrix.pipeline.model import Model
from rectrix.pipeline.train_settings import TrainSettings
from rectrix.pipeline.training import Training
from rectrix.pipeline.tuning_set import Texts, texts_of
from rectrix.text.formats import BITEXTS, Languages, ReadOptions, require_format
from rectrix.text.formats.collection import Collection

__all__ = ["TrainSettings", "train"]


def train(
    source: Path | str | None,
    target: Path | str | None,
    dev_source: Path | str | None,
    dev_references: Path | str | Sequence[Path | str],
    output: Path | str,
    settings: TrainSettings | Mapping[str, Any] | None = None,
    lm_texts: Sequence[Path | str] = (),
    run: Run | None = None,
    force: bool = False,
    bitexts: Sequence[Path | str] = (),
    columns: tuple[int, int] = (1, 2),
    features: Sequence[Feature] | None = None,
    held_out_source: Path | str | None = None,
    held_out_references: Path | str | Sequence[Path | str] = (),
    config: Path | str | None = None,
) -> Model:
    """Train and tune a model; what an earlier run in the same place has done already is not done again.

    The bitext is source and target, line by line, or files of other formats (bitexts), or both.
    columns: of source and target in TSV files, from 1.
    run: threads, executor, progress. The development set may be missing if settings.tune.on is "train"; if it
    is there, it is watched then. features: sparse ones, in place of settings.templates: names of templates,
    FILE.py:name, module:name, or functions of a rule. held_out_…: sentences to watch while tuning. config: a
    TOML file of settings, which the others change.

    Whatever is wrong with settings and files of any stage is refused before the first one runs.
    """
    output, run, problems = Path(output), run or Run(), Problems()
    with problems.noted():
        require_absent(output, force)
    chosen = _settings(problems, settings, config)
    dev = held_out = lines = None
    with problems.noted():
        dev = texts_of(dev_source, dev_references, "a development set")
    with problems.noted():
        held_out = texts_of(held_out_source, held_out_references, "a held-out set")
    with problems.noted():
        lines = _bitext(source, target, bitexts)
    others = [Path(path) for path in bitexts]
    for path in others:
        with problems.noted():
            require_format(path, BITEXTS)
    check_text(problems, chosen, lines, [*others, *map(Path, lm_texts)])
    with problems.noted():
        chosen.check_reordering(isinstance(settings, Mapping) and "reordering" in settings)
    _check_sets(problems, chosen, run, dev, held_out)
    chosen_features = check_features(problems, chosen, features)
    named = lines or ((dev.source, dev.references[0]) if dev else (None, None))
    with problems.noted():
        chosen.sides(named[0], named[1], Progress())
    problems.settle()
    sides = chosen.sides(named[0], named[1], run.progress)
    if features is not None:  # the settings that are kept with the model name what it has
        chosen = chosen.model_copy(update={"templates": chosen_features.names()})
    work = output.with_name(output.name + ".work")
    training = Training(chosen, sides, work, run, chosen_features)
    with holding(output):  # and so the work folder, which is named after it
        if others or lines is None:
            languages = Languages(sides[0].language, sides[1].language)
            lines = training.collect(Collection(others, languages, ReadOptions(columns=columns)), lines)
        training.prepare(*lines, [Path(path) for path in lm_texts])
        training.prepare_sets(dev, held_out)
        training.build()
        training.tune()
        training.decide()
        training.finish(output, force)
    return Model.open(output, trust=True)


def _settings(
    problems: Problems, given: TrainSettings | Mapping[str, Any] | None, config: Path | str | None
) -> TrainSettings:
    """The settings, or what is right of them."""
    if isinstance(given, TrainSettings):
        with problems.noted():
            if config is not None:
                raise UsageError("give settings as changes of the config, by name")
        return given
    values: Mapping[str, Any] = given or {}
    with problems.noted():
        return TrainSettings.read(Path(config), **values) if config else TrainSettings.of(values, "train")
    return TrainSettings.partly(values)


def _bitext(
    source: Path | str | None, target: Path | str | None, others: Sequence[Path | str]
) -> tuple[Path, Path] | None:
    if bool(source) != bool(target) or not (source or others):
        raise UsageError("a bitext is needed: source and target texts, or files such as TMX or PO")
    return (Path(source), Path(target)) if source and target else None


def _check_sets(
    problems: Problems, settings: TrainSettings, run: Run, dev: Texts | None, held_out: Texts | None
) -> None:
    with problems.noted():
        if settings.tune.on == "dev" and dev is None:
            raise UsageError("tuning needs a development set, or --tune-on train")
        if settings.tune.on == "train" and dev and held_out:
            raise UsageError(
                "tuning on the training text, one set is watched: the development or held-out set"
            )
    with problems.noted():
        if settings.tune.templates is not None:
            raise UsageError("tune.templates is for models that are there: a new one has its templates above")
    with problems.noted():
        if settings.decoder != "phrase" and (settings.stack.rule_counts or settings.stack.sparse_reordering):
            raise UsageError("rule_counts and sparse_reordering (green2013, dense19) are of --decoder phrase")
    check_tuning(problems, settings.tune, run, dev, held_out, settings.start())
