"""What reranking gained and could still gain: first, tuned, oracle, random, worst; which features matter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from rectrix._core.kbest import Lists
from rectrix.base.progress import Progress
from rectrix.base.seeds import stream
from rectrix.evaluate.evaluation import digits_for
from rectrix.evaluate.significance import bootstrap_p_value, bootstrap_sums, randomization_p_value
from rectrix.evaluate.table import Table, title
from rectrix.features.weights import vector
from rectrix.kbest.rerank import best
from rectrix.learn.stored import StoredLists
from rectrix.learn.tune import Tuned
from rectrix.rerank.choices import Choices, Chosen
from rectrix.rerank.given import Given, GivenReferences, lists_of, references_for
from rectrix.rerank.scaling import deviations
from rectrix.score.metrics import MetricLike

_MOST_FEATURES = 30
_DRAWS = 100  # random texts


@dataclass(frozen=True)
class Line:
    """One way to choose."""

    name: str  # first, tuned, oracle, random, worst
    score: float
    difference: float | None = None  # from the first
    p_bootstrap: float | None = None
    p_randomization: float | None = None


@dataclass(frozen=True)
class Without:
    """A feature left out: its weight 0, and (if asked for) the others learned again without it."""

    feature: str
    weight: float
    score: float
    difference: float  # from the tuned score
    retuned: float | None = None


@dataclass(frozen=True)
class MetricReport:
    """All lines under one metric."""

    metric: str
    signature: str
    higher_is_better: bool
    digits: int
    lines: tuple[Line, ...]
    gaining: int  # sentences whose best hypothesis is better than the one chosen
    features: tuple[Without, ...] = ()


@dataclass(frozen=True)
class RerankReport:
    """Everything `rectrix rerank report` shows."""

    sentences: int
    hypotheses: int
    metrics: tuple[MetricReport, ...]
    options: dict[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)

    def tables(self) -> list[Table]:
        """For `rectrix.evaluate.table`: two for each metric."""
        made = []
        for one in self.metrics:
            made.append(_lines_table(one))
            if one.features:
                made.append(_features_table(one))
        return made

    def notes(self) -> list[str]:
        """How the numbers came about."""
        lines = []
        for one in self.metrics:
            chosen = one.lines[1].name if one.lines[1].name == "tuned" else "first"
            lines.append(
                f"{title(one.signature, one.metric)}: the oracle is better than the {chosen} hypothesis "
                f"in {one.gaining} of {self.sentences} sentences"
            )
        options = self.options
        lines += [one.signature for one in self.metrics]
        lines.append(
            f"{self.hypotheses} hypotheses; random: mean of {_DRAWS} texts; p-values against first: "
            f"{options['resamples']} bootstrap samples, {options['shuffles']} trials of approximate "
            f"randomization; seed {options['seed']}"
        )
        return lines

    def __str__(self) -> str:
        from rich.console import Console

        from rectrix.evaluate.table import drawn

        console = Console(width=120, force_terminal=False, color_system=None)
        with console.capture() as capture:
            console.print(drawn(self.tables(), self.notes()))
        return str(capture.get())


def report(
    lists: Given,
    references: GivenReferences = None,
    weights: Mapping[str, float] | Tuned | None = None,
    metrics: Sequence[MetricLike] = ("bleu",),
    resamples: int = 1000,
    shuffles: int = 10000,
    seed: int = 1,
    threads: int = 1,
    retune: Callable[[Lists, MetricLike], float] | None = None,
    progress: Progress | None = None,
) -> RerankReport:
    """Compare the choices under each metric.

    weights: of the tuned choice; retune: the score that is reached on lists without one of the features.
    """
    own, progress = lists_of(lists), progress or Progress()
    given = references_for(own, references)
    named = weights.weights if isinstance(weights, Tuned) else weights
    options = {"resamples": resamples, "shuffles": shuffles, "seed": seed}
    made = []
    with progress.task("comparing", total=len(metrics), unit="metrics") as task:
        for metric in metrics:
            source = StoredLists.of(own, given, metric, threads)
            name = metric if isinstance(metric, str) else source.metric.signature.partition("|")[0]
            features = () if named is None else _without(source, named, metric, retune)
            made.append(_reported(name, source, named, options, features))
            task.advance()
    return RerankReport(len(own), own.hypotheses, tuple(made), options)


def _reported(
    name: str,
    source: StoredLists,
    weights: Mapping[str, float] | None,
    options: dict[str, int],
    features: tuple[Without, ...],
) -> MetricReport:
    choices = Choices(source)
    first = choices.first()
    chosen = first if weights is None else best(source.lists, vector(weights, source.space))
    oracle, worst = choices.extreme(1), choices.extreme(-1)
    random = float(choices.random(_DRAWS, options["seed"]).mean())
    base = choices.score(first)
    lines = [Line("first", base)]
    if weights is not None:
        lines.append(_tested("tuned", choices, chosen, first, options))
    lines.append(_tested("oracle", choices, oracle, first, options))
    lines.append(Line("random", random, random - base))
    lines.append(Line("worst", choices.score(worst), choices.score(worst) - base))
    alone = choices.sign * choices.sentence_scores()
    spread = 0.0 if source.metric.in_points else _spread(choices, first, options)
    return MetricReport(
        name,
        source.metric.signature,
        source.metric.higher_is_better,
        2 if source.metric.in_points else digits_for(spread),
        tuple(lines),
        int(((chosen >= 0) & (alone[oracle] > alone[chosen])).sum()),
        features,
    )


def _tested(name: str, choices: Choices, chosen: Chosen, first: Chosen, options: dict[str, int]) -> Line:
    metric = choices.stored.metric
    own, other = choices.rows(chosen), choices.rows(first)
    score, base = choices.score(chosen), choices.score(first)
    if np.array_equal(own, other):
        return Line(name, score, score - base)
    samples = [
        metric.score(bootstrap_sums(rows, options["resamples"], stream(options["seed"], "bootstrap")))
        for rows in (other, own)
    ]
    rng = stream(options["seed"], "randomization")
    p = randomization_p_value(other[None], own[None], metric.score, options["shuffles"], rng)
    return Line(name, score, score - base, bootstrap_p_value(samples[0], samples[1], score - base), p)


def _spread(choices: Choices, chosen: Chosen, options: dict[str, int]) -> float:
    rows = choices.rows(chosen)
    sums = bootstrap_sums(rows, options["resamples"], stream(options["seed"], "bootstrap"))
    return float(choices.stored.metric.score(sums).std(ddof=1))


def _without(
    source: StoredLists,
    weights: Mapping[str, float],
    metric: MetricLike,
    retune: Callable[[Lists, MetricLike], float] | None,
) -> tuple[Without, ...]:
    """The features that move the scores most, each left out."""
    from rectrix._core.kbest import with_features

    values = vector(weights, source.space)
    strength = np.abs(values) * deviations(source.lists)
    order = [i for i in np.argsort(-strength, kind="stable")[:_MOST_FEATURES].tolist() if values[i]]
    tuned, found = source.score_of(values), []
    for index in order:
        left = values.copy()
        left[index] = 0.0
        score, again = source.score_of(left), None
        if retune is not None:
            factors = np.ones(len(source.space))
            factors[index] = 0.0
            again = retune(with_features(source.lists, [], np.zeros(0), factors), metric)
        found.append(Without(source.space.name(index), float(values[index]), score, score - tuned, again))
    return tuple(found)


def _lines_table(one: MetricReport) -> Table:
    arrow = "↑" if one.higher_is_better else "↓"
    rows = []
    for line in one.lines:
        change = "" if line.difference is None else f"{line.difference:+.{one.digits}f}"
        p_values = ["" if p is None else f"{p:.4f}" for p in (line.p_bootstrap, line.p_randomization)]
        rows.append((line.name, f"{line.score:.{one.digits}f}", change, *p_values))
    columns = ("choice", "score", "diff", "p boot", "p rand")
    return Table(f"{title(one.signature, one.metric)} {arrow}", columns, tuple(rows))


def _features_table(one: MetricReport) -> Table:
    retuned = any(line.retuned is not None for line in one.features)
    columns = ("without", "weight", "score", "diff", *(["tuned again"] if retuned else []))
    rows = tuple(
        (
            line.feature,
            f"{line.weight:.4g}",
            f"{line.score:.{one.digits}f}",
            f"{line.difference:+.{one.digits}f}",
            *([f"{line.retuned:.{one.digits}f}"] if line.retuned is not None else []),
        )
        for line in one.features
    )
    return Table(f"{title(one.signature, one.metric)}, one feature left out", columns, rows)
