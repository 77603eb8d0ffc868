"""Significance of differences between systems, from statistics alone: no test here names a metric.

Paired bootstrap (Koehn 2004) and approximate randomization (Riezler & Maxwell 2005), both two-sided; with
several optimizer runs per system, randomization is stratified over sentences and runs (Clark et al. 2011,
MultEval): run r of one system changes places with run r of the other, sentence by sentence. A trial counts
when its difference is at least as large as the observed one; p = (c + 1) / (trials + 1), as Riezler & Maxwell
have it. Departures from sacrebleu: it counts strictly larger differences alone, so that one changed sentence,
which can only make the observed difference or its opposite, would seem significant; its bootstrap takes
absolutes before it centers the differences, and so counts one tail.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from rectrix.base.errors import UsageError

Floats = NDArray[np.float64]
Score = Callable[[Floats], Floats]  # sums of statistics, any leading axes -> scores

_CELLS_AT_ONCE = 1 << 22  # trials x sentences held in memory


def bootstrap_sums(rows: Floats, trials: int, rng: np.random.Generator) -> Floats:
    """Sums over sentences drawn with replacement, [trials, S]; the same seed draws the same sentences."""
    sentences = len(rows)
    return np.concatenate([_draws(count, sentences, rng) @ rows for count in _batches(trials, sentences)])


def _draws(trials: int, sentences: int, rng: np.random.Generator) -> Floats:
    """How often each sentence is drawn in each trial."""
    drawn = rng.integers(sentences, size=(trials, sentences))
    drawn += np.arange(trials)[:, None] * sentences
    counts = np.bincount(drawn.ravel(), minlength=trials * sentences)
    return counts.reshape(trials, sentences).astype(np.float64)


def bootstrap_p_value(baseline: Floats, system: Floats, observed: float) -> float:
    """Of paired bootstrap scores: how often their difference, centered on 0, is as large as the observed one.

    Centered it is what resampling makes of systems that are equally good; both directions count.
    """
    differences = system - baseline
    return _p_value(np.abs(differences - differences.mean()), abs(observed))


def randomization_p_value(
    baseline: Floats, system: Floats, score: Score, trials: int, rng: np.random.Generator
) -> float:
    """Of statistics [runs, sentences, S] of two systems: how often chance makes as large a difference."""
    if baseline.shape != system.shape:
        raise UsageError(
            "the stratified test pairs the runs of two systems: give both the same number, "
            f"not {len(baseline)} and {len(system)}"
        )
    width = baseline.shape[-1]
    first, second = baseline.reshape(-1, width), system.reshape(-1, width)
    change, total = second - first, (first + second).sum(axis=0)
    observed = abs(float(score(first.sum(axis=0)) - score(second.sum(axis=0))))
    differences = []
    for count in _batches(trials, len(first)):
        swapped = rng.integers(2, size=(count, len(first)), dtype=np.uint8)
        one = first.sum(axis=0) + swapped.astype(np.float64) @ change
        differences.append(np.abs(score(one) - score(total - one)))
    return _p_value(np.concatenate(differences), observed)


def _p_value(samples: Floats, observed: float) -> float:
    # Sums in another order may differ in the last bits, which must not make a difference smaller. +1: the
    # observed labelling is itself one of the possible ones.
    return (int((samples >= observed - 1e-9).sum()) + 1) / (len(samples) + 1)


def _batches(trials: int, sentences: int) -> Iterator[int]:
    most = max(1, _CELLS_AT_ONCE // max(sentences, 1))
    for begin in range(0, trials, most):
        yield min(most, trials - begin)
