"""Figures 4 to 6 of Clark et al. 2014: rankings that no linear model has, but bins of rules' values have.

A hypothesis is the values that its rules give to each feature. Linear models sum them; global bins are of the
sums; local bins are of each value, and counted. Pairs are separable if some weights rank all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

Values = Mapping[str, Sequence[float]]  # by feature: one for each rule
Vector = dict[str, float]


@dataclass(frozen=True)
class SeparabilityExample:
    """Pairs of hypotheses, the better one first, and what the paper says of them."""

    figure: str
    what: str
    pairs: Sequence[tuple[Values, Values]]
    linear: bool
    globally: bool | None  # None: not shown there
    locally: bool


EXAMPLES = (
    SeparabilityExample(
        "Figure 4",
        "collinearity: low values are right in one sentence, high ones in another",
        (({"h": (1, 1)}, {"h": (2, 2)}), ({"h": (3, 3)}, {"h": (2, 2)})),
        linear=False,
        globally=True,
        locally=True,
    ),
    SeparabilityExample(
        "Figure 5",
        "collision: two rules sum up to what one other has",
        (({"h": (2, 2)}, {"h": (4,)}),),
        linear=False,
        globally=False,
        locally=True,
    ),
    SeparabilityExample(
        "Figure 6",
        "a decision boundary that is no line",
        (
            ({"B": (1,)}, {"A": (1, 1)}),
            ({"A": (1, 1), "B": (1,)}, {}),
            ({"B": (-4, 1, 1, 1)}, {"A": (1,)}),
            ({"A": (1,), "B": (-4,)}, {"B": (1, 1)}),
        ),
        linear=False,
        globally=None,
        locally=True,
    ),
)


def linear(values: Values) -> Vector:
    """Sums."""
    return {name: float(sum(each)) for name, each in values.items()}


def globally(values: Values) -> Vector:
    """An indicator of each sum."""
    return {f"{name}:{sum(each):g}": 1.0 for name, each in values.items()}


def locally(values: Values) -> Vector:
    """How many rules have each value."""
    counted: Vector = {}
    for name, each in values.items():
        for value in each:
            counted[f"{name}:{value:g}"] = counted.get(f"{name}:{value:g}", 0.0) + 1
    return counted


def separable(pairs: Sequence[tuple[Values, Values]], features: Callable[[Values], Vector]) -> bool:
    """Whether some weights give every better hypothesis a higher score than its rival."""
    vectors = [(features(better), features(worse)) for better, worse in pairs]
    names = sorted({name for pair in vectors for vector in pair for name in vector})
    differences = np.array(
        [[better.get(name, 0.0) - worse.get(name, 0.0) for name in names] for better, worse in vectors]
    )
    # Weights can be scaled, so that a margin of 1 is as good as any.
    found = linprog(np.zeros(len(names)), A_ub=-differences, b_ub=-np.ones(len(pairs)), bounds=(None, None))
    return bool(found.status == 0)
