"""Curves with their replicates as bands, readable axes and a legend.

The vertical axis is that of what comes after the first point of each curve; first points far outside of it,
as of an epoch that began with nothing, are drawn at its edge with their value. Bars stretch the axis by as
much again on either side at most, and are cut there.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from statistics import fmean

from rectrix.draw.drawing import GRID, INK, SOFT, Dot, Drawing, Label, Mark, Path, Point, color
from rectrix.draw.pdf import width_of
from rectrix.draw.scale import padded, ticks

WIDTH, HEIGHT = 640.0, 330.0  # wider if a name in the legend needs it
_LEFT, _RIGHT, _TOP, _BOTTOM = 62.0, 170.0, 16.0, 48.0
ROOM = 1.2  # for names: screens without Helvetica show wider letters
_FAR = 0.6  # of the range of all later points: first points further away do not stretch the axis


@dataclass(frozen=True)
class Curve:
    """A series, as one run or several; bars reach from low to high at an x."""

    name: str
    runs: Sequence[Sequence[Point]]
    dashed: bool = False
    bars: Sequence[tuple[float, float, float]] = ()
    dots: bool = True
    color: int | None = None  # None: by its place among the curves

    @property
    def mean(self) -> list[Point]:
        """The mean of the runs at every x that all of them have."""
        return [(x, fmean(ys)) for x, ys in self._by_x()]

    @property
    def band(self) -> list[tuple[float, float, float]]:
        """Lowest and highest of the runs at every x."""
        return [(x, min(ys), max(ys)) for x, ys in self._by_x()]

    def _by_x(self) -> list[tuple[float, list[float]]]:
        if len(self.runs) == 1:  # which may have two points at one x: a step
            return [(x, [y]) for x, y in self.runs[0]]
        tables = [dict(run) for run in self.runs]
        shared = [x for x in tables[0] if all(x in table for table in tables)]
        return [(x, [table[x] for table in tables]) for x in sorted(shared)]


@dataclass(frozen=True)
class Axes:
    """What the axes are."""

    across: str
    up: str
    whole: bool = True  # only whole numbers across
    logarithmic: bool = False  # across
    limits: tuple[float, float] | None = None  # upwards
    span: float = 0.0  # upwards, at least, so that what is nearly equal looks so


def _at_least(span: float, low: float, high: float) -> tuple[float, float]:
    """Limits that are wide enough, around the same middle."""
    more = max(0.0, span - (high - low)) / 2
    return low - more, high + more


@dataclass(frozen=True)
class _Frame:
    """From numbers to places."""

    axes: Axes
    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        value = log10(value) if self.axes.logarithmic else value
        return _LEFT + (value - self.left) / (self.right - self.left) * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        value = min(max(value, self.low), self.high)
        return HEIGHT - _BOTTOM - (value - self.low) / (self.high - self.low) * (HEIGHT - _TOP - _BOTTOM)


def plot(curves: Sequence[Curve], axes: Axes, title: str = "") -> Drawing:
    """All curves in one picture."""
    curves = [curve for curve in curves if curve.runs and curve.mean]
    if not curves:
        return Drawing(WIDTH, 40, (Label(10, 25, "no run has these numbers yet", color=SOFT),), title)
    frame = _frame(curves, axes)
    marks: list[Mark] = _grid(frame)
    for number, curve in enumerate(curves):
        aside = 6.0 * (number - (len(curves) - 1) / 2)  # so that bars stand beside each other
        marks += _bands(curve, _ink(number, curve), frame, aside)
    for number, curve in enumerate(curves):
        marks += _line(curve, _ink(number, curve), frame)
    marks += _strays(curves, frame)
    names = ROOM * max(width_of(curve.name, 11) for curve in curves)
    width, height = WIDTH - _RIGHT + 50 + names, _TOP + 24 + 17 * len(curves)
    return Drawing(max(WIDTH, width), max(HEIGHT, height), (*marks, *_legend(curves)), title)


def _ink(number: int, curve: Curve) -> str:
    return color(number if curve.color is None else curve.color)


def _frame(curves: Sequence[Curve], axes: Axes) -> _Frame:
    xs = [x for curve in curves for x, *_ in (*curve.band, *curve.bars)]
    if axes.logarithmic:
        xs = [log10(x) for x in xs]
    low, high = axes.limits or _at_least(axes.span, *padded(*_typical(curves), share=0.08))
    return _Frame(axes, *padded(min(xs), max(xs), share=0.02), low, high)


def _typical(curves: Sequence[Curve]) -> tuple[float, float]:
    """The range upwards, without first points that lie far from all others."""
    first = [value for curve in curves for value in curve.band[0][1:]]
    later = [value for curve in curves for _, *values in curve.band[1:] for value in values]
    low, high = (min(later), max(later)) if later else (min(first), max(first))
    far = _FAR * (high - low)
    near = [value for value in first if low - far <= value <= high + far]
    low, high = min([low, *near]), max([high, *near])
    bars = [value for curve in curves for _, *values in curve.bars for value in values]
    most = max(high - low, 1.0)
    return max(min([low, *bars]), low - most), min(max([high, *bars]), high + most)


def _grid(frame: _Frame) -> list[Mark]:
    axes, bottom, right = frame.axes, HEIGHT - _BOTTOM, WIDTH - _RIGHT
    marks: list[Mark] = []
    for tick in ticks(frame.low, frame.high):
        y = frame.y(tick)
        marks.append(Path([(_LEFT, y), (right, y)], GRID))
        marks.append(Label(_LEFT - 7, y + 4, number_text(tick), "end", SOFT))
    for tick in _across(frame):
        marks.append(Path([(frame.x(tick), bottom), (frame.x(tick), bottom + 4)], SOFT))
        marks.append(Label(frame.x(tick), bottom + 17, number_text(tick), "middle", SOFT))
    marks.append(Path([(_LEFT, bottom), (right, bottom)], SOFT))
    marks.append(Label((_LEFT + right) / 2, HEIGHT - 10, axes.across, "middle"))
    marks.append(Label(14, (_TOP + bottom) / 2, axes.up, "middle", upright=True))
    return marks


def _across(frame: _Frame) -> list[float]:
    found = ticks(frame.left, frame.right)
    if frame.axes.logarithmic:
        powers = range(int(frame.left) - 1, int(frame.right) + 2)
        steps = (1, 2, 5) if frame.right - frame.left < 3 else (1,)
        found = [step * 10.0**power for power in powers for step in steps]
        return [tick for tick in found if frame.left <= log10(tick) <= frame.right]
    return [tick for tick in found if not frame.axes.whole or tick == int(tick)]


def _bands(curve: Curve, ink: str, frame: _Frame, aside: float) -> list[Mark]:
    marks: list[Mark] = []
    band = curve.band
    if len(curve.runs) > 1 and len(band) > 1:
        upper = [(frame.x(x), frame.y(high)) for x, _, high in band]
        lower = [(frame.x(x), frame.y(low)) for x, low, _ in reversed(band)]
        marks.append(Path([*upper, *lower], ink, filled=True, opacity=0.18))
    for x, low, high in curve.bars:
        ends = [(frame.x(x) + aside, frame.y(low)), (frame.x(x) + aside, frame.y(high))]
        marks.append(Path(ends, ink, width=4, opacity=0.25, title=f"{low:.2f} to {high:.2f}"))
    return marks


def _line(curve: Curve, ink: str, frame: _Frame) -> list[Mark]:
    mean = curve.mean
    places = [(frame.x(x), frame.y(y)) for x, y in mean]
    marks: list[Mark] = [Path(places, ink, width=1.8, dashed=curve.dashed)] if len(places) > 1 else []
    for (x, y), (across, up) in zip(mean, places, strict=True):
        if frame.low <= y <= frame.high and (curve.dots or len(mean) == 1):
            marks.append(Dot(across, up, color=ink, title=f"{curve.name}, {x:g}: {y:.5g}"))
    return marks


def _strays(curves: Sequence[Curve], frame: _Frame) -> list[Mark]:
    """A triangle at the edge, and the value, for each point outside; those at one place are stacked."""
    marks: list[Mark] = []
    stacked: Counter[tuple[float, bool]] = Counter()
    for number, curve in enumerate(curves):
        for x, y in curve.mean:
            if frame.low <= y <= frame.high:
                continue
            below = y < frame.low
            step = 11.0 * stacked[x, below] * (-1 if below else 1)
            stacked[x, below] += 1
            marks += _stray(
                frame.x(x), frame.y(y) + step, number_text(round(y, 2)), _ink(number, curve), below
            )
    return marks


def _stray(x: float, y: float, value: str, ink: str, below: bool) -> list[Mark]:
    tip = 7 if below else -7
    marker = Path([(x - 5, y - tip), (x + 5, y - tip), (x, y)], ink, filled=True)
    return [marker, Label(x + 8, y - 1 if below else y + 9, value, color=ink, size=9)]


def number_text(value: float) -> str:
    """As it stands in a figure."""
    return f"{value:,.6g}".replace("-", "−")


def _legend(curves: Sequence[Curve]) -> list[Mark]:
    marks: list[Mark] = []
    for number, curve in enumerate(curves):
        x, y = WIDTH - _RIGHT + 14, _TOP + 10 + 17 * number
        marks.append(Path([(x, y), (x + 20, y)], _ink(number, curve), width=2.4, dashed=curve.dashed))
        marks.append(Label(x + 26, y + 4, curve.name, color=INK))
    if any(len(curve.runs) > 1 for curve in curves):
        y = _TOP + 14 + 17 * len(curves)
        marks.append(Label(WIDTH - _RIGHT + 14, y + 4, "bands: lowest to highest run", color=SOFT, size=9))
    return marks
