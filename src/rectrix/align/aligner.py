"""Training in both directions (expectation maximization, Gibbs sampling), and alignment with the result."""

from collections.abc import Callable
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from rectrix._core import align as core
from rectrix._core.align import Alignments
from rectrix.align.settings import AlignSettings, Stage
from rectrix.align.texts import Text, lines_of, reading
from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import writing_path
from rectrix.base.progress import Progress
from rectrix.text import Bitext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rectrix.base.progress import Task

_PAIRS_AT_ONCE = 20_000  # aligned together in a stream


class Aligner:
    """A trained model of both directions, for pairs it has not seen."""

    def __init__(self, model: core.Aligner) -> None:
        self._model = model

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Load a saved model."""
        return cls(core.Aligner.open(Path(path)))

    def save(self, path: Path | str, force: bool = False, least: float = 1e-6) -> None:
        """Write the model; word pairs less probable than `least` in both directions are left out."""
        with writing_path(path, force) as temporary:
            self._model.save(temporary, least)

    def align(
        self,
        source: Text,
        target: Text,
        symmetrize: str = "grow-diag-final-and",
        posterior: bool = False,
        threads: int = 1,
        progress: Progress | None = None,
        threshold: float | None = None,
    ) -> Alignments:
        """Align sentence pairs (files, or lines) with the model as it is."""
        progress = progress or Progress()
        corpus = self._encode(source, target)
        _report_skipped(corpus, progress)
        if threshold is not None or symmetrize.startswith("soft-"):
            return self._model.link(corpus, symmetrize, _or_default(threshold), threads)
        return _both(
            lambda reverse, tick: self._model.align(corpus, reverse, posterior, threads, tick),
            symmetrize,
            len(corpus),
            progress,
        )

    def scores(self, source: Text, target: Text, reverse: bool = False, threads: int = 1) -> list[float]:
        """log p(target | source) of each pair, or (reverse) log p(source | target), per word.

        NaN for pairs with an empty side or one over MAX_LENGTH words.
        """
        return self._model.scores(self._encode(source, target), reverse, threads)

    def lexicon(self, source: Text, target: Text, alignments: Alignments, reverse: bool = False) -> str:
        """Lines `target source p(target | source)`, relative frequencies of links; reverse: the other way."""
        return self._model.lexicon(self._encode(source, target), alignments, reverse)

    def _encode(self, source: Text, target: Text) -> core.Corpus:
        with reading(source, "source") as left, reading(target, "target") as right:
            return self._model.encode(*left, *right)

    def probability(self, source: str, target: str, reverse: bool = False) -> float:
        """p(target | source), or p(source | target) if reverse; 0 for pairs that the model does not keep."""
        return self._model.probability(source, target, reverse)

    def parameters(self, reverse: bool = False) -> list[float]:
        """The numbers of the distortion model, as they are saved."""
        return self._model.parameters(reverse)


def train(
    source: Text | Bitext,
    target: Text | None = None,
    settings: AlignSettings | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    prior: Aligner | None = None,
) -> tuple[Aligner, Alignments]:
    """Train on sentence pairs (two files, two iterables of lines, or a bitext) and align them.

    prior: an earlier model that lends its word probabilities to the fertility model.
    """
    settings, progress = settings or AlignSettings(), progress or Progress()
    if prior is not None and settings.model != "fertility":
        raise UsageError(f"an earlier model is a prior of the fertility model, not of {settings.model}")
    source, target = _sides(source, target)
    with (
        reading(source, "source") as left,
        reading(target, "target") as right,
        progress.task("reading", unit="pairs") as task,
    ):
        tick = _since_last(task)
        trainer = core.Trainer(
            *left,
            *right,
            least_posterior=settings.least(),
            prior=prior._model if prior else None,
            prior_weight=settings.prior_weight,
            tick=tick,
        )
        tick(len(trainer.corpus))
    _report_skipped(trainer.corpus, progress)
    if len(trainer.corpus) == 0:
        raise InputError(f"{left[1]} and {right[1]}: nothing to align, there is no line")
    if settings.model == "fertility":
        _sample(trainer, settings, threads, progress)
    else:
        for stage in settings.stages():
            _run(trainer, stage, settings, threads, progress)
    links = _links(trainer, settings, threads, progress)
    trainer.drop_corpus()  # the aligner keeps the trainer alive
    return Aligner(trainer.aligner), links


def align(
    source: Text | Bitext,
    target: Text | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    **settings: Any,
) -> Alignments:
    """Align sentence pairs (as `train` takes them); settings as in AlignSettings."""
    return train(source, target, AlignSettings.of(settings, "align"), threads, progress)[1]


def _sides(source: Text | Bitext, target: Text | None) -> tuple[Text, Text]:
    if isinstance(source, Bitext):
        if target is not None:
            raise UsageError("a bitext has its own target side; give no second one")
        return (pair.source for pair in source), (pair.target for pair in source)
    if target is None:
        raise UsageError("the target side is missing")
    return source, target


def _run(
    trainer: core.Trainer, stage: Stage, settings: AlignSettings, threads: int, progress: Progress
) -> None:
    for reverse in (False, True):
        trainer.use(reverse, stage.model, _distortion_options(settings, stage))
    prior, pairs = settings.prior(stage.model), len(trainer.corpus)
    iterations: dict[str, Callable[[Callable[[int], None]], float]]
    if settings.agree:
        iterations = {"agreeing": lambda tick: trainer.iterate_agreeing(prior, threads, tick)}
    else:
        iterations = {
            "forward": lambda tick: trainer.iterate(False, prior, threads, tick),
            "reverse": lambda tick: trainer.iterate(True, prior, threads, tick),
        }
    for name, iterate in iterations.items():
        total = stage.iterations * pairs
        with progress.task(f"{stage.model} {name}", total=total, unit="pairs") as task:
            for _ in range(stage.iterations):
                with _whole(task, pairs) as tick:
                    likelihood = iterate(tick)
                task.advance(0, log_likelihood=round(likelihood, 1))


def _sample(trainer: core.Trainer, settings: AlignSettings, threads: int, progress: Progress) -> None:
    options = core.FertilityOptions()
    options.chains, options.seed = settings.chains, settings.seed
    options.sweeps = settings.sweeps_for(len(trainer.corpus))
    options.lexical_sweeps = options.hmm_sweeps = max(2, options.sweeps // 4)
    options.lexical_prior, options.reward = settings.lexical_prior, settings.reward
    if settings.null_probability is not None:
        options.null_probability = settings.null_probability
    total = options.chains * (options.lexical_sweeps + options.hmm_sweeps + options.sweeps)
    with progress.task("fertility", total=total, unit="sweeps") as task, _whole(task, total) as tick:
        trainer.sample(options, threads, tick)


def _links(trainer: core.Trainer, settings: AlignSettings, threads: int, progress: Progress) -> Alignments:
    if settings.by_posteriors:
        return trainer.link(settings.symmetrize, _or_default(settings.threshold), threads)
    return _both(
        lambda reverse, tick: trainer.align(reverse, settings.posterior, threads, tick),
        settings.symmetrize,
        len(trainer.corpus),
        progress,
    )


def _or_default(threshold: float | None) -> float:
    return -1.0 if threshold is None else threshold


def blocks_of(source: Text, target: Text) -> "Iterator[tuple[list[str], list[str]]]":
    """Both sides of some sentence pairs after another; the texts must be equally long."""
    pairs = zip(lines_of(source, "source"), lines_of(target, "target"), strict=True)
    while True:
        try:
            block = list(islice(pairs, _PAIRS_AT_ONCE))
        except ValueError:
            raise InputError("one side has more lines than the other; line n must translate line n") from None
        if not block:
            return
        yield [pair[0] for pair in block], [pair[1] for pair in block]


def _distortion_options(settings: AlignSettings, stage: Stage) -> core.DistortionOptions:
    options = core.DistortionOptions()
    # The empty word's probability is the model's own; a warm start keeps its default.
    if settings.null_probability is not None and stage.model == settings.model:
        options.null_probability = settings.null_probability
    options.tension = settings.tension
    options.learn_tension = settings.learn_tension
    options.favor_diagonal = settings.favor_diagonal
    options.restart_probability = settings.restart_probability
    options.jump_width = settings.jump_width
    return options


def _both(
    directed: Callable[[bool, Callable[[int], None]], Alignments],
    heuristic: str,
    pairs: int,
    progress: Progress,
) -> Alignments:
    found = []
    with progress.task("aligning", total=2 * pairs, unit="pairs, both ways") as task:
        for reverse in (False, True):
            with _whole(task, pairs) as tick:
                found.append(directed(reverse, tick))
    forward, backward = found
    return core.symmetrize(forward, backward, heuristic)


def _report_skipped(corpus: core.Corpus, progress: Progress) -> None:
    if corpus.skipped:
        progress.say(
            f"{corpus.skipped} of {len(corpus)} pairs stay without links: "
            f"one side is empty or has over {core.MAX_LENGTH} words",
            skipped=corpus.skipped,
        )


def _since_last(task: "Task") -> Callable[[int], None]:
    """A tick for the core, which tells how much is done, as steps of a task."""
    done = 0

    def tick(now: int) -> None:
        nonlocal done
        task.advance(now - done)
        done = now

    return tick


@contextmanager
def _whole(task: "Task", steps: int) -> "Iterator[Callable[[int], None]]":
    """The same for a part of a task that has so many steps."""
    tick = _since_last(task)
    yield tick
    tick(steps)
