"""What can be known to be wrong before the first stage runs, of all stages at once."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rectrix.base.errors import UsageError
from rectrix.base.files import open_bytes, require_file, require_lines
from rectrix.base.problems import Problems
from rectrix.execute import require_executor
from rectrix.features.chosen import ChosenFeatures, Feature
from rectrix.learn.fit import OneWeight
from rectrix.learn.run import Run
from rectrix.pipeline.held_out import held_out_fit
from rectrix.pipeline.train_settings import TrainSettings
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.pipeline.tuning_set import Texts
from rectrix.score.edits import NAME as F_SCORE
from rectrix.score.metrics import metric
from rectrix.score.weighted import is_sum, terms_of
from rectrix.text.tokenize import tokenizer


def check_tuning(
    problems: Problems,
    settings: TuneSettings,
    run: Run,
    texts: Texts | None,
    held_out: Texts | None,
    start: Mapping[str, float],
) -> None:
    """Recipe, its settings and gain, metric, executor, and the files with their numbers of lines."""
    with problems.noted():
        recipe = settings.made()
        if not (settings.discretize or recipe.discretization()):
            own = OneWeight(recipe.fit) if recipe.fit else None
            for which in filter(None, (own, held_out_fit(settings))):
                which.check(start)
    with problems.noted():
        check_metric(settings.metric)
    with problems.noted():
        if isinstance(run.executor, str):
            require_executor(run.executor)
    if settings.on == "train" and held_out is None:
        held_out, texts = texts, None
    with problems.noted():
        if run.patience and held_out is None:
            raise UsageError("patience needs held-out sentences to watch: --held-out-source and -reference")
    for one in (texts, held_out):
        if one is not None:
            with problems.noted():
                one.check()


def check_metric(asked: str) -> None:
    """A metric that translations can be judged by."""
    metric(asked)
    for name in [name for _, name in terms_of(asked)] if is_sum(asked) else [asked]:
        if name.startswith("column:") or F_SCORE.fullmatch(name):
            raise UsageError(f"the metric {name} is for n-best lists: translations have no columns")


def check_text(
    problems: Problems, settings: TrainSettings, bitext: tuple[Path, Path] | None, more: Sequence[Path]
) -> None:
    """Files of the bitext and of more target text, the lines of the bitext, and tokenizers."""
    with problems.noted():
        if bitext and not require_lines(bitext[0], [bitext[1]]):
            raise UsageError(f"{bitext[0]} has no lines")
    for path in more:
        with problems.noted():
            require_file(path)
            open_bytes(path).close()
    for side in (settings.source_text or settings.text, settings.target_text or settings.text):
        with problems.noted():
            tokenizer(side.tokenize, side.language or "en")


def check_features(
    problems: Problems, settings: TrainSettings, given: Sequence[Feature] | None
) -> ChosenFeatures:
    """The sparse features of a model to be trained."""
    chosen = ChosenFeatures()
    with problems.noted():
        if settings.classes and (settings.source_classes or settings.target_classes):
            raise UsageError("--classes learns word classes; with files of them, say --classes 0")
    with problems.noted():
        chosen = ChosenFeatures.of(
            settings.templates if given is None else given,
            settings.source_classes,
            settings.target_classes,
            settings.decoder,
            learned_classes=settings.classes > 0,
        )
    return chosen
