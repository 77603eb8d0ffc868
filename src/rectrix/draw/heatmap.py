"""A score over two weights as inline SVG: a cell for each point, the best one framed."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from rectrix.draw.plots import WIDTH

_LEFT, _TOP, _BOTTOM, _RIGHT, _HEIGHT = 90, 30, 54, 120, 520
# Light to dark, told apart also without color vision.
_LOW, _HIGH = np.array([247, 251, 255]), np.array([8, 48, 107])


def heatmap(
    scores: NDArray[np.float64],
    across: Sequence[float],
    up: Sequence[float],
    names: tuple[str, str],
    metric: str,
    higher_is_better: bool,
) -> str:
    """scores[i, j] at across[i], up[j]; dark is better."""
    goodness = scores if higher_is_better else -scores
    span = float(np.ptp(goodness)) or 1.0
    share = (goodness - goodness.min()) / span
    wide, high = (WIDTH - _LEFT - _RIGHT) / len(across), (_HEIGHT - _TOP - _BOTTOM) / len(up)
    best = np.unravel_index(int(goodness.argmax()), goodness.shape)
    parts = [f'<svg viewBox="0 0 {WIDTH} {_HEIGHT}" role="img" aria-label="{escape(metric)}">']
    for i, x in enumerate(across):
        for j, y in enumerate(up):
            red, green, blue = (_LOW + share[i, j] * (_HIGH - _LOW)).astype(int).tolist()
            parts.append(
                f'<rect x="{_LEFT + i * wide:.2f}" y="{_HEIGHT - _BOTTOM - (j + 1) * high:.2f}" '
                f'width="{wide + 0.3:.2f}" '
                f'height="{high + 0.3:.2f}" fill="rgb({red},{green},{blue})">'
                f"<title>{escape(names[0])} {x:.4g}, {escape(names[1])} {y:.4g}: "
                f"{scores[i, j]:.6g}</title></rect>"
            )
    i, j = int(best[0]), int(best[1])
    parts.append(
        f'<rect x="{_LEFT + i * wide:.2f}" y="{_HEIGHT - _BOTTOM - (j + 1) * high:.2f}" width="{wide:.2f}" '
        f'height="{high:.2f}" fill="none" stroke="#c8641b" stroke-width="2"/>'
    )
    parts += _labels(across, up, names, wide, high)
    parts.append(
        f'<text x="{_LEFT}" y="18">{escape(metric)}: {scores.min():.6g} to {scores.max():.6g}, best '
        f"{scores[i, j]:.6g} at {escape(names[0])} {across[i]:.4g}, {escape(names[1])} {up[j]:.4g}</text>"
    )
    return "".join(parts) + "</svg>\n"


def _labels(
    across: Sequence[float], up: Sequence[float], names: tuple[str, str], wide: float, high: float
) -> list[str]:
    parts = []
    bottom = _HEIGHT - _BOTTOM
    for i in range(0, len(across), max(1, len(across) // 6)):
        x = _LEFT + (i + 0.5) * wide
        parts.append(
            f'<text class="soft" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{across[i]:.3g}</text>'
        )
    for j in range(0, len(up), max(1, len(up) // 6)):
        y = bottom - (j + 0.5) * high + 4
        parts.append(f'<text class="soft" x="{_LEFT - 8}" y="{y:.1f}" text-anchor="end">{up[j]:.3g}</text>')
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{bottom + 42}" text-anchor="middle">weight of {escape(names[0])}</text>'
    )
    parts.append(f'<text x="{WIDTH - _RIGHT + 10}" y="{_TOP + 14}">up: {escape(names[1])}</text>')
    return parts
