"""Plots as inline SVG, drawn by hand: scores with intervals, and sorted differences by sentence."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

WIDTH = 860
LABELS = 170  # left of the plot
_MOST_STEPS = 400  # points drawn of a curve


def scores(rows: Sequence[tuple[str, float, float, float]], digits: int = 2) -> str:
    """A dot with its interval for each (name, value, low, high).

    No bars: the axis begins where differences can be seen, so their lengths would mislead.
    """
    low, high = min(row[2] for row in rows), max(row[3] for row in rows)
    margin = max((high - low) * 0.25, 0.5 * 10.0 ** (2 - digits))
    begin, end = low - margin, high + margin
    if low >= 0:
        begin = max(0.0, begin)
    height = 30 * len(rows) + 34

    def x(value: float) -> float:
        return LABELS + (value - begin) / (end - begin) * (WIDTH - LABELS - 60)

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="scores with 95 % intervals">']
    for tick in ticks(begin, end):
        parts.append(f'<line class="axis" x1="{x(tick):.1f}" y1="4" x2="{x(tick):.1f}" y2="{height - 24}"/>')
        parts.append(
            f'<text class="soft" x="{x(tick):.1f}" y="{height - 8}" text-anchor="middle">{tick:g}</text>'
        )
    for i, (name, value, lower, upper) in enumerate(rows):
        top = 30 * i + 8
        middle = top + 10
        short = name if len(name) <= 24 else name[:23] + "…"
        parts.append(f'<text x="{LABELS - 8}" y="{middle + 4}" text-anchor="end">{escape(short)}</text>')
        parts.append(_interval(x(lower), x(upper), middle))
        parts.append(
            f'<circle class="bar" cx="{x(value):.1f}" cy="{middle}" r="6">'
            f"<title>{escape(name)}: {value:.{digits}f} ({lower:.{digits}f} to {upper:.{digits}f})"
            "</title></circle>"
        )
        parts.append(f'<text x="{x(upper) + 8:.1f}" y="{middle + 4}">{value:.{digits}f}</text>')
    return "".join(parts) + "</svg>\n"


def differences(change: NDArray[np.float64], sign: int) -> str:
    """Changes of all sentences, sorted; sign: -1 if lower is better, so that gains are always green.

    A few very large changes, of very short sentences mostly, are drawn as far as the axis goes.
    """
    ordered = np.sort(change)[::-1]
    picked = ordered[np.linspace(0, len(ordered) - 1, min(len(ordered), _MOST_STEPS)).astype(int)]
    most = float(np.quantile(np.abs(change), 0.98)) or max(float(np.abs(picked).max()), 1e-6)
    picked = np.clip(picked, -most, most)
    height, step = 180, (WIDTH - LABELS - 60) / len(picked)
    zero = height / 2

    parts = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="differences by sentence, sorted">']
    for value in (most, 0.0, -most):
        y = zero - value / most * (zero - 14)
        parts.append(f'<line class="axis" x1="{LABELS}" y1="{y:.1f}" x2="{WIDTH - 60}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="soft" x="{LABELS - 8}" y="{y + 4:.1f}" text-anchor="end">{value:+.3g}</text>'
        )
    for i, value in enumerate(picked.tolist()):
        size = abs(value) / most * (zero - 14)
        top = zero - size if value > 0 else zero
        kind = "up" if value * sign > 0 else "down"
        parts.append(
            f'<rect class="{kind}" x="{LABELS + i * step:.2f}" y="{top:.1f}" '
            f'width="{step:.2f}" height="{size:.1f}"/>'
        )
    return "".join(parts) + "</svg>\n"


def _interval(left: float, right: float, y: float) -> str:
    path = f"M{left:.1f} {y - 5} v10 M{left:.1f} {y} H{right:.1f} M{right:.1f} {y - 5} v10"
    return f'<path class="interval" d="{path}" fill="none"/>'


def ticks(begin: float, end: float) -> list[float]:
    """Four to eight round numbers between."""
    raw = (end - begin) / 6
    power = 10.0 ** np.floor(np.log10(raw))
    step = float(next(m * power for m in (1, 2, 5, 10) if m * power >= raw))
    count = int((end - np.ceil(begin / step) * step) / step) + 1
    return [round(float(np.ceil(begin / step) * step + i * step), 10) for i in range(count)]
