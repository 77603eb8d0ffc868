"""Box plots of scores over runs: median, mean, quartiles, standard deviation, runs beyond it."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, median, pstdev

import numpy as np

from rectrix.draw.drawing import GRID, INK, SOFT, Dot, Drawing, Label, Mark, Path, color
from rectrix.draw.pdf import width_of
from rectrix.draw.plot import ROOM, number_text
from rectrix.draw.scale import padded, ticks

_PLOT = 420.0  # width without names
_RIGHT, _ROW, _BOTTOM = 48.0, 46.0, 44.0


def boxes(groups: Mapping[str, Sequence[float]], across: str, title: str = "") -> Drawing:
    """A box for each group; a group of one value is a dot."""
    groups = {name: values for name, values in groups.items() if values}
    if not groups:
        return Drawing(_PLOT, 40, (Label(10, 25, "no run has these numbers yet", color=SOFT),), title)
    every = [value for values in groups.values() for value in values]
    low, high = padded(min(every), max(every), 0.08)
    height = _ROW * len(groups) + _BOTTOM
    left = ROOM * max(width_of(name, 11) for name in groups) + 24
    width = left + _PLOT + _RIGHT

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * _PLOT

    marks: list[Mark] = []
    for tick in ticks(low, high):
        marks.append(Path([(x(tick), 6), (x(tick), height - _BOTTOM)], GRID))
        marks.append(Label(x(tick), height - _BOTTOM + 16, number_text(tick), "middle", SOFT))
    for number, (name, values) in enumerate(groups.items()):
        middle = _ROW * (number + 0.5) + 4
        marks.append(Label(left - 12, middle - 1, name, "end"))
        count = "1 run" if len(values) == 1 else f"{len(values)} runs"
        marks.append(Label(left - 12, middle + 12, count, "end", SOFT, 9))
        marks += _box(values, middle, color(number), x)
    marks.append(Label(left + _PLOT / 2, height - 8, across, "middle"))
    return Drawing(width, height, tuple(marks), title)


def _box(values: Sequence[float], y: float, ink: str, x: Callable[[float], float]) -> list[Mark]:
    mean = fmean(values)
    if len(values) == 1:
        return [Dot(x(mean), y, 4.5, ink, f"{mean:.2f}"), Label(x(mean) + 9, y + 4, f"{mean:.2f}")]
    first, third = (float(value) for value in np.quantile(values, [0.25, 0.75]))
    spread = pstdev(values)
    low, high = mean - spread, mean + spread
    corners = [(x(first), y - 10), (x(third), y - 10), (x(third), y + 10), (x(first), y + 10)]
    marks: list[Mark] = [Path([(x(low), y), (x(high), y)], ink, 1.4)]
    marks += [Path([(x(end), y - 5), (x(end), y + 5)], ink, 1.4) for end in (low, high)]
    marks.append(Path(corners, ink, filled=True, opacity=0.25))
    marks.append(Path([*corners, corners[0]], ink, 1.2))
    marks.append(Path([(x(median(values)), y - 10), (x(median(values)), y + 10)], ink, 2.4))
    marks += [Dot(x(value), y, 2, SOFT, f"{value:.2f}") for value in values if not low <= value <= high]
    marks.append(Label(x(mean), y + 4, "×", "middle", INK, 13))
    return marks
