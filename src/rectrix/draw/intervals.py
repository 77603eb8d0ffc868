"""Scores with their intervals, and differences of sentences, sorted."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rectrix.draw.drawing import GRID, INK, SOFT, Dot, Drawing, Label, Mark, Path, area, color
from rectrix.draw.pdf import width_of
from rectrix.draw.scale import ticks

_WIDTH, _RIGHT, _ROW = 860.0, 60.0, 30.0
_UP, _DOWN = "#2e8b57", "#c0504d"
_MOST_STEPS = 400  # bars drawn of all sentences
_HEIGHT, _EDGE = 180.0, 14.0


def intervals(rows: Sequence[tuple[str, float, float, float]], digits: int = 2, title: str = "") -> Drawing:
    """A dot with its interval for each (name, value, low, high).

    No bars: the axis begins where differences can be seen, so their lengths would mislead.
    """
    low, high = min(row[2] for row in rows), max(row[3] for row in rows)
    margin = max((high - low) * 0.25, 0.5 * 10.0 ** (2 - digits))
    begin, end = (max(0.0, low - margin) if low >= 0 else low - margin), high + margin
    height, left = _ROW * len(rows) + 34, max(width_of(row[0], 11) for row in rows) + 24

    def x(value: float) -> float:
        return left + (value - begin) / (end - begin) * (_WIDTH - left - _RIGHT)

    marks: list[Mark] = []
    for tick in ticks(begin, end):
        marks.append(Path([(x(tick), 4), (x(tick), height - 24)], GRID))
        marks.append(Label(x(tick), height - 8, f"{tick:g}", "middle", SOFT))
    for number, (name, value, lower, upper) in enumerate(rows):
        y = _ROW * number + 18
        said = f"{name}: {value:.{digits}f} ({lower:.{digits}f} to {upper:.{digits}f})"
        marks.append(Label(left - 12, y + 4, name, "end"))
        marks.append(Path([(x(lower), y), (x(upper), y)], INK, 1.5))
        marks += [Path([(x(end), y - 5), (x(end), y + 5)], INK, 1.5) for end in (lower, upper)]
        marks.append(Dot(x(value), y, 6, color(0), said))
        marks.append(Label(x(upper) + 8, y + 4, f"{value:.{digits}f}"))
    return Drawing(_WIDTH, height, tuple(marks), title)


def differences(change: NDArray[np.float64], sign: int, title: str = "") -> Drawing:
    """Changes of all sentences, sorted; sign: -1 if lower is better, so that gains are always green.

    A few very large changes, of very short sentences mostly, are drawn as far as the axis goes.
    """
    ordered = np.sort(change)[::-1]
    picked = ordered[np.linspace(0, len(ordered) - 1, min(len(ordered), _MOST_STEPS)).astype(int)]
    most = float(np.quantile(np.abs(change), 0.98)) or max(float(np.abs(picked).max()), 1e-6)
    left, zero = 70.0, _HEIGHT / 2
    step = (_WIDTH - left - _RIGHT) / len(picked)

    def y(value: float) -> float:
        return zero - value / most * (zero - _EDGE)

    marks: list[Mark] = []
    for value in (most, 0.0, -most):
        marks.append(Path([(left, y(value)), (_WIDTH - _RIGHT, y(value))], GRID))
        marks.append(Label(left - 8, y(value) + 4, f"{value:+.3g}", "end", SOFT))
    for number, value in enumerate(np.clip(picked, -most, most).tolist()):
        ink = _UP if value * sign > 0 else _DOWN
        marks.append(area(left + number * step, zero, left + (number + 1) * step, y(value), ink))
    return Drawing(_WIDTH, _HEIGHT, tuple(marks), title)
