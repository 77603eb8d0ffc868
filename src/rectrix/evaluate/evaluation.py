"""Corpus scores of systems, their spread over optimizer runs and test sentences, and their significance."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from rectrix.base.errors import InputError, UsageError
from rectrix.base.progress import Progress
from rectrix.base.seeds import stream
from rectrix.evaluate.judges import Judge, judge
from rectrix.evaluate.significance import Floats, bootstrap_p_value, bootstrap_sums, randomization_p_value


@dataclass(frozen=True)
class Options:
    """How to evaluate."""

    metrics: tuple[str, ...] = ("bleu", "chrf", "ter")
    tokenize: str = "13a"  # sacrebleu's tokenizer for BLEU; none for text that is tokenized already
    lowercase: bool = False  # for BLEU and chrF; TER never sees case
    resamples: int = 1000  # bootstrap samples of the test set
    shuffles: int = 10000  # trials of approximate randomization
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True)
class Result:
    """One system under one metric, in points."""

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


@dataclass(frozen=True)
class Evaluation:
    """Everything `rectrix evaluate` shows."""

    systems: tuple[str, ...]
    sentences: int
    references: int
    options: Options
    signatures: dict[str, str]  # by metric
    higher_is_better: dict[str, bool]  # by metric
    results: tuple[Result, ...]
    sentence_scores: dict[tuple[str, str], Floats] = field(repr=False)  # (metric, system), mean over runs

    def result(self, system: str, metric: str) -> Result:
        """The result of one system under one metric."""
        return next(r for r in self.results if (r.system, r.metric) == (system, metric))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, without the scores of single sentences."""
        return {key: value for key, value in asdict(self).items() if key != "sentence_scores"}


def evaluate(
    systems: Mapping[str, Sequence[Sequence[str]]],
    references: Sequence[Sequence[str]],
    options: Options | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Compare systems with the first of them.

    systems: for each name the lines of one or more optimizer runs; references: the lines of one or more.
    """
    options, progress = options or Options(), progress or Progress()
    _check(systems, references)
    judges = [judge(name, options.tokenize, options.lowercase) for name in options.metrics]
    results: list[Result] = []
    sentence_scores: dict[tuple[str, str], Floats] = {}
    with progress.task("evaluating", total=len(judges) * len(systems), unit="scores") as task:
        for part in judges:
            prepared = part.references(references)
            baseline: _Sample | None = None
            for name, runs in systems.items():
                rows = np.stack([part.statistics(lines, prepared, options.threads) for lines in runs])
                sample = _Sample.of(part, rows, options)
                results.append(_result(name, part, sample, baseline, options))
                sentence_scores[part.name, name] = part.sentence_scores(rows).mean(axis=0)
                baseline = baseline or sample
                task.advance()
    return Evaluation(
        systems=tuple(systems),
        sentences=len(references[0]),
        references=len(references),
        options=options,
        signatures={part.name: part.signature(len(references)) for part in judges},
        higher_is_better={part.name: part.metric.higher_is_better for part in judges},
        results=tuple(results),
        sentence_scores=sentence_scores,
    )


@dataclass(frozen=True)
class _Sample:
    """A system's statistics [runs, sentences, S], its scores, and its scores on resampled test sets."""

    rows: Floats
    scores: tuple[float, ...]
    bootstrap: Floats  # of all runs together
    spread: float  # of each run alone, mean of the standard deviations

    @classmethod
    def of(cls, part: Judge, rows: Floats, options: Options) -> "_Sample":
        def resampled(one: Floats) -> Floats:
            # The same draw for every system: the test is paired.
            return part.metric.score(
                bootstrap_sums(one, options.resamples, stream(options.seed, "bootstrap"))
            )

        alone = [resampled(run) for run in rows]
        together = alone[0] if len(rows) == 1 else resampled(rows.sum(axis=0))
        spread = float(np.mean([scores.std(ddof=1) for scores in alone]))
        return cls(rows, tuple(part.corpus_score(run) for run in rows), together, spread)


def _result(name: str, part: Judge, sample: _Sample, baseline: _Sample | None, options: Options) -> Result:
    low, high = np.quantile(sample.bootstrap, [0.025, 0.975])
    result: dict[str, Any] = {
        "runs": sample.scores,
        "mean": float(np.mean(sample.scores)),
        "s_opt": float(np.std(sample.scores, ddof=1)) if len(sample.scores) > 1 else None,
        "s_sel": sample.spread,
        "low": float(low),
        "high": float(high),
    }
    if baseline is not None:
        result["difference"] = result["mean"] - float(np.mean(baseline.scores))
        # Of equal outputs, sacrebleu's and MultEval's definition would call the difference of 0 significant.
        if not np.array_equal(baseline.rows, sample.rows):
            result |= _p_values(part, baseline, sample, options)
    return Result(name, part.name, **result)


def _p_values(part: Judge, baseline: _Sample, sample: _Sample, options: Options) -> dict[str, float]:
    score = part.metric.score
    first, second = (float(score(one.rows.sum(axis=(0, 1)))) for one in (baseline, sample))
    rng = stream(options.seed, "randomization")
    return {
        "p_bootstrap": bootstrap_p_value(baseline.bootstrap, sample.bootstrap, second - first),
        "p_randomization": randomization_p_value(baseline.rows, sample.rows, score, options.shuffles, rng),
    }


def _check(systems: Mapping[str, Sequence[Sequence[str]]], references: Sequence[Sequence[str]]) -> None:
    if not systems or not references:
        raise UsageError("give at least one system and one reference")
    sentences = len(references[0])
    if sentences == 0:
        raise InputError("the reference is empty")
    for number, lines in enumerate(references, start=1):
        if len(lines) != sentences:
            raise InputError(f"reference {number} has {len(lines)} lines, the first has {sentences}")
    runs = {name: len(lines) for name, lines in systems.items()}
    if len(set(runs.values())) > 1:
        raise UsageError(f"every system needs the same number of runs to be compared: {runs}")
    for name, texts in systems.items():
        if not texts:
            raise UsageError(f"system {name} has no run")
        for number, lines in enumerate(texts, start=1):
            if len(lines) != sentences:
                raise InputError(
                    f"system {name}, run {number} has {len(lines)} lines; the references have {sentences}"
                )
