"""The mean of the weights over all steps, at the price of the features that each step touched."""

import numpy as np
from numpy.typing import NDArray

from rectrix.learn.state import State

_TOTAL, _HELD, _SINCE = "average.total", "average.held", "average.since"


def begin(state: State) -> None:
    """Start to average; the start weights themselves are not counted."""
    state.memory(_TOTAL)[:] = 0
    state.memory(_HELD)[:] = state.weights
    state.memory(_SINCE)[:] = state.steps
    state.counters["average.begin"] = state.steps


def note(state: State, ids: NDArray[np.int64]) -> None:
    """Account for the step just made, which changed `ids` alone."""
    total, held, since = state.memory(_TOTAL), state.memory(_HELD), state.memory(_SINCE)
    last = state.steps - 1
    total[ids] += held[ids] * (last - np.maximum(since[ids], state.counters["average.begin"]))
    held[ids] = state.weights[ids]
    since[ids] = last


def mean(state: State) -> NDArray[np.float64]:
    """The mean weights of all steps noted so far; the current weights if there was none."""
    begin_step = state.counters["average.begin"]
    steps = state.steps - begin_step
    if steps == 0:
        return state.weights.copy()
    since = np.maximum(state.memory(_SINCE), begin_step)
    return np.asarray((state.memory(_TOTAL) + state.memory(_HELD) * (state.steps - since)) / steps)
