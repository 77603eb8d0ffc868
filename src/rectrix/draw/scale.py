"""Round numbers on an axis, and how much room is left around values."""

from math import ceil, floor, log10


def ticks(begin: float, end: float) -> list[float]:
    """Four to eight round numbers between."""
    raw = (end - begin) / 6
    power = 10.0 ** floor(log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
    first = ceil(begin / step)
    return [round((first + i) * step, 10) for i in range(int((end - first * step) / step) + 1)]


def padded(low: float, high: float, share: float) -> tuple[float, float]:
    """A little more than the range; never empty."""
    margin = (high - low) * share or max(abs(low) * 0.05, 0.5)
    return low - margin, high + margin
