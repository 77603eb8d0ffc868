"""Lines over epochs or values as inline SVG, drawn by hand, with a vertical bar where a point has a range."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rectrix.draw.plots import LABELS, WIDTH, ticks

_LEFT, _RIGHT, _TOP, _BOTTOM, _HEIGHT = 60, LABELS, 12, 44, 280
COLORS = 8

STYLE = """
:root { --c0: #3b76b8; --c1: #c8641b; --c2: #2e8b57; --c3: #8a57b0; --c4: #a07a00; --c5: #c0405d;
  --c6: #2f8f9d; --c7: #6a737d; }
@media (prefers-color-scheme: dark) { :root { --c0: #6aa3dd; --c1: #f0975a; --c2: #5cc08b; --c3: #b78fdb;
  --c4: #d8b44a; --c5: #ec7f96; --c6: #67c3d0; --c7: #a4adb6; } }
.line { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; }
.dashed { stroke-dasharray: 6 4; }
.dot { fill: var(--c); } .range { stroke: var(--c); stroke-width: 7; opacity: .3; }
.name { fill: var(--c) !important; }
"""

# What a page gives its pictures, for one that stands alone.
_ALONE = "text { font: 12px system-ui, sans-serif; fill: #6a737d; } .axis { stroke: #8a929a; opacity: .4; }\n"


@dataclass(frozen=True)
class Line:
    """One curve; points with a range get a bar from low to high behind them."""

    name: str
    points: Sequence[tuple[float, float]]
    color: int = 0
    dashed: bool = False
    ranges: Sequence[tuple[float, float, float]] = ()  # x, low, high


def chart(lines: Sequence[Line], across: str, whole: bool = True) -> str:
    """All lines in one picture; across: what the horizontal axis is; whole: it has whole numbers only."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    ys += [y for line in lines for _, low, high in line.ranges for y in (low, high)]
    scale = _Scale(*_padded(min(xs), max(xs), 0.02), *_padded(min(ys), max(ys), 0.08))
    parts = [f'<svg viewBox="0 0 {WIDTH} {_HEIGHT}" role="img" aria-label="{escape(across)}">']
    parts += _axes(scale, across, whole)
    for line, y in zip(lines, _label_heights(lines, scale), strict=True):
        parts.append(_drawn(line, scale, y))
    return "".join(parts) + "</svg>\n"


def standing_alone(drawn: str) -> str:
    """A picture as a file of its own, not a part of a page."""
    head, _, rest = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).partition(">")
    return f"{head}><style>{STYLE}{_ALONE}</style>{rest}"


@dataclass(frozen=True)
class _Scale:
    left: float
    right: float
    low: float
    high: float

    def x(self, value: float) -> float:
        return _LEFT + (value - self.left) / (self.right - self.left) * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - self.low) / (self.high - self.low) * (_HEIGHT - _TOP - _BOTTOM)


def _padded(low: float, high: float, share: float) -> tuple[float, float]:
    """A little more than the range; never empty."""
    margin = (high - low) * share or max(abs(low) * 0.05, 0.5)
    return low - margin, high + margin


def _axes(scale: _Scale, across: str, whole: bool) -> list[str]:
    parts = []
    for tick in ticks(scale.low, scale.high):
        y = scale.y(tick)
        parts.append(f'<line class="axis" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="soft" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:,.6g}</text>'
        )
    for tick in ticks(scale.left, scale.right):
        if not whole or tick == int(tick):
            parts.append(
                f'<text class="soft" x="{scale.x(tick):.1f}" y="{_HEIGHT - _BOTTOM + 18}" '
                f'text-anchor="middle">{tick:,.6g}</text>'
            )
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    parts.append(
        f'<text class="soft" x="{middle}" y="{_HEIGHT - 6}" text-anchor="middle">{escape(across)}</text>'
    )
    return parts


def _label_heights(lines: Sequence[Line], scale: _Scale) -> list[float]:
    """Where each line's name stands: at its end, moved down as far as the name above needs."""
    ends = [scale.y(line.points[-1][1]) for line in lines]
    heights, last = [0.0] * len(lines), float("-inf")
    for i in sorted(range(len(lines)), key=ends.__getitem__):
        last = heights[i] = max(ends[i], last + 14)
    over = max(0.0, last - (_HEIGHT - _BOTTOM))
    return [height - over for height in heights]


def _drawn(line: Line, scale: _Scale, label: float) -> str:
    parts = [f'<g style="--c: var(--c{line.color % COLORS})">']
    for x, low, high in line.ranges:
        parts.append(
            f'<line class="range" x1="{scale.x(x):.1f}" y1="{scale.y(low):.1f}" '
            f'x2="{scale.x(x):.1f}" y2="{scale.y(high):.1f}"><title>{low:.2f} to {high:.2f}</title></line>'
        )
    path = " ".join(f"{scale.x(x):.1f},{scale.y(y):.1f}" for x, y in line.points)
    kind = "line dashed" if line.dashed else "line"
    parts.append(f'<polyline class="{kind}" points="{path}"/>')
    for x, y in line.points:
        parts.append(
            f'<circle class="dot" cx="{scale.x(x):.1f}" cy="{scale.y(y):.1f}" r="3">'
            f"<title>{escape(line.name)}, {x:g}: {y:.6g}</title></circle>"
        )
    short = line.name if len(line.name) <= 24 else "…" + line.name[-23:]
    parts.append(
        f'<text class="name" x="{WIDTH - _RIGHT + 10}" y="{label + 4:.1f}">{escape(short)}'
        f"<title>{escape(line.name)}</title></text></g>"
    )
    return "".join(parts)
