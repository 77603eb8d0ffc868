"""Corpus scores of systems, their spread over optimizer runs and test sentences, and their significance."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from rectrix.base.errors import InputError, UsageError
from rectrix.base.progress import Progress
from rectrix.base.seeds import stream
from rectrix.evaluate.judges import Columns, Judge, judge
from rectrix.evaluate.settings import Options
from rectrix.evaluate.significance import Floats, bootstrap_p_value, bootstrap_sums, randomization_p_value
from rectrix.execute import executor as executor_named


@dataclass(frozen=True)
class Result:
    """One system under one metric."""

    system: str
    metric: str
    runs: tuple[float, ...]  # the corpus score of each optimizer run
    mean: float  # over runs
    s_opt: float | None  # standard deviation over runs; None for a single run
    s_sel: float  # standard deviation over bootstrap samples of the test set, mean over runs
    low: float  # 95 % of the bootstrap samples lie between
    high: float
    difference: float | None = None  # from the first system
    p_bootstrap: float | None = None  # paired bootstrap against the first system; None if nothing differs
    p_randomization: float | None = None  # (stratified) approximate randomization, likewise
    details: dict[str, float] = field(default_factory=dict)  # of all runs: brevity penalty, precisions ...


@dataclass(frozen=True)
class Evaluation:
    """Everything `rectrix evaluate` shows."""

    systems: tuple[str, ...]
    sentences: int
    references: int
    options: Options
    signatures: dict[str, str]  # by metric
    higher_is_better: dict[str, bool]  # by metric
    digits: dict[str, int]  # behind the point, by metric: as many as its scale needs
    results: tuple[Result, ...]
    sentence_scores: dict[tuple[str, str], Floats] = field(repr=False)  # (metric, system), mean over runs

    def result(self, system: str, metric: str) -> Result:
        """The result of one system under one metric."""
        return next(r for r in self.results if (r.system, r.metric) == (system, metric))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, without the scores of single sentences and what does not change them."""
        values = {key: value for key, value in asdict(self).items() if key != "sentence_scores"}
        del values["options"]["threads"]
        values["options"]["metrics"] = list(self.signatures)
        return values


def evaluate(
    systems: Mapping[str, Sequence[Sequence[str]]],
    references: Sequence[Sequence[str]],
    options: Options | None = None,
    progress: Progress | None = None,
    columns: Mapping[str, Sequence[Columns]] | None = None,
    executor: str = "threads",
    workers: int = 0,
) -> Evaluation:
    """Compare systems with the first of them.

    systems: for each name the lines of one or more optimizer runs; references: the lines of one or more.
    columns: for each system and run numbers by name, one for each line, for metrics such as column:comet.
    executor, workers: where metrics and tests of several systems are computed; the result is the same.
    """
    options, progress = options or Options(), progress or Progress()
    judges = [judge(name, options.tokenize, options.lowercase) for name in options.metrics]
    columns = columns or {name: [{}] * len(runs) for name, runs in systems.items()}
    _check(systems, references, columns, any(one.metric.needs_references for one in judges))
    order = [(one, name) for one in judges for name in systems]
    prepared = {one: [one.prepare(lines) for lines in references] for one in judges}
    counts = [
        _Counting(one, systems[name], prepared[one], columns[name], options.threads) for one, name in order
    ]
    crew = workers or (0 if executor.startswith("ray:") else options.threads)
    with (
        executor_named(executor, crew) as pool,
        progress.task("evaluating", total=3 * len(order), unit="steps") as task,
    ):

        def run(function: Any, items: list[Any]) -> list[Any]:
            found = []
            for result in pool.map(function, items):
                found.append(result)
                task.advance()
            return found

        rows = run(_counted, counts)
        samples = run(_sampled, [_Sampling(one, rows[i], options) for i, (one, _) in enumerate(order)])
        first = {one: samples[i * len(systems)] for i, one in enumerate(judges)}
        p_values = run(
            _tested,
            [_Testing(one, first[one].rows, samples[i].rows, options) for i, (one, _) in enumerate(order)],
        )
    results = [
        _result(name, one, samples[i], None if i % len(systems) == 0 else first[one], p_values[i])
        for i, (one, name) in enumerate(order)
    ]
    return Evaluation(
        systems=tuple(systems),
        sentences=len(next(iter(systems.values()))[0]),
        references=len(references),
        options=options,
        signatures={one.name: one.signature(len(references)) for one in judges},
        higher_is_better={one.name: one.metric.higher_is_better for one in judges},
        digits={one.name: _digits(one, [r for r in results if r.metric == one.name]) for one in judges},
        results=tuple(results),
        sentence_scores={
            (one.name, name): one.sentence_scores(rows[i]).mean(axis=0) for i, (one, name) in enumerate(order)
        },
    )


@dataclass(frozen=True)
class _Counting:
    """The runs of one system under one metric."""

    judge: Judge
    runs: Sequence[Sequence[str]]
    references: list[list[list[str]]]  # as prepared
    columns: Sequence[Columns]
    threads: int


def _counted(item: _Counting) -> Floats:
    """Statistics [runs, sentences, S]."""
    pairs = zip(item.runs, item.columns, strict=True)
    return np.stack(
        [item.judge.statistics(lines, item.references, own, item.threads) for lines, own in pairs]
    )


@dataclass(frozen=True)
class _Sampling:
    judge: Judge
    rows: Floats
    options: Options


@dataclass(frozen=True)
class _Sample:
    """A system's statistics [runs, sentences, S], its scores, and its scores on resampled test sets."""

    rows: Floats
    scores: tuple[float, ...]
    bootstrap: Floats  # of all runs together
    spread: float  # of each run alone, mean of the standard deviations


def _sampled(item: _Sampling) -> _Sample:
    rows, options, metric = item.rows, item.options, item.judge.metric

    def resampled(one: Floats) -> Floats:
        # The same draw for every system: the test is paired.
        return metric.score(bootstrap_sums(one, options.resamples, stream(options.seed, "bootstrap")))

    alone = [resampled(run) for run in rows]
    together = alone[0] if len(rows) == 1 else resampled(rows.sum(axis=0))
    spread = float(np.mean([scores.std(ddof=1) for scores in alone]))
    return _Sample(rows, tuple(float(metric.score(run.sum(axis=0))) for run in rows), together, spread)


@dataclass(frozen=True)
class _Testing:
    judge: Judge
    first: Floats
    rows: Floats
    options: Options


def _tested(item: _Testing) -> float | None:
    """The p-value of approximate randomization; None for equal statistics, the first system's own too.

    Of equal outputs, the definitions of sacrebleu and MultEval would call the difference of 0 significant.
    """
    if np.array_equal(item.first, item.rows):
        return None
    rng = stream(item.options.seed, "randomization")
    return randomization_p_value(item.first, item.rows, item.judge.metric.score, item.options.shuffles, rng)


def _result(name: str, part: Judge, sample: _Sample, baseline: _Sample | None, p: float | None) -> Result:
    low, high = np.quantile(sample.bootstrap, [0.025, 0.975])
    result: dict[str, Any] = {
        "runs": sample.scores,
        "mean": float(np.mean(sample.scores)),
        "s_opt": float(np.std(sample.scores, ddof=1)) if len(sample.scores) > 1 else None,
        "s_sel": sample.spread,
        "low": float(low),
        "high": float(high),
        "details": part.details(sample.rows.sum(axis=(0, 1))),
    }
    if baseline is not None:
        result["difference"] = result["mean"] - float(np.mean(baseline.scores))
        if p is not None:
            score = part.metric.score
            first, second = (float(score(one.rows.sum(axis=(0, 1)))) for one in (baseline, sample))
            observed = second - first
            result["p_bootstrap"] = bootstrap_p_value(baseline.bootstrap, sample.bootstrap, observed)
            result["p_randomization"] = p
    return Result(name, part.name, **result)


def _digits(part: Judge, results: list[Result]) -> int:
    return 2 if part.metric.in_points else digits_for(max(result.s_sel for result in results))


def digits_for(spread: float) -> int:
    """Digits behind the point that show two of a standard deviation."""
    return int(np.clip(1 - np.floor(np.log10(spread)), 0, 6)) if spread > 0 else 4


def _check(
    systems: Mapping[str, Sequence[Sequence[str]]],
    references: Sequence[Sequence[str]],
    columns: Mapping[str, Sequence[Columns]],
    needs_references: bool,
) -> None:
    if not systems or not all(systems.values()):
        raise UsageError("give at least one system, with at least one run each")
    if needs_references and not references:
        raise UsageError("give at least one reference (-r)")
    runs = {name: len(lines) for name, lines in systems.items()}
    if len(set(runs.values())) > 1:
        raise UsageError(f"every system needs the same number of runs to be compared: {runs}")
    sentences = len(references[0]) if references else len(next(iter(systems.values()))[0])
    if sentences == 0:
        raise InputError("the reference is empty")
    for number, lines in enumerate(references, start=1):
        if len(lines) != sentences:
            raise InputError(f"reference {number} has {len(lines)} lines, the first has {sentences}")
    for name, texts in systems.items():
        for number, lines in enumerate(texts, start=1):
            if len(lines) != sentences:
                raise InputError(
                    f"system {name}, run {number} has {len(lines)} lines; the references have {sentences}"
                )
            for column, values in columns[name][number - 1].items():
                if len(values) != sentences:
                    raise InputError(
                        f"column {column!r} of system {name}, run {number} has {len(values)} numbers for "
                        f"{sentences} lines"
                    )
