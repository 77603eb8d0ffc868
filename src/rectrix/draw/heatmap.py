"""A score over two weights: a cell for each point, the best one framed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rectrix.draw.drawing import SOFT, Drawing, Label, Mark, Path, area

_WIDTH, _HEIGHT = 860.0, 520.0
_LEFT, _TOP, _BOTTOM, _RIGHT = 90.0, 30.0, 54.0, 120.0
# Light to dark, told apart also without color vision.
_LOW, _HIGH, _FRAME = np.array([247, 251, 255]), np.array([8, 48, 107]), "#c8641b"


def heatmap(
    scores: NDArray[np.float64],
    across: Sequence[float],
    up: Sequence[float],
    names: tuple[str, str],
    metric: str,
    higher_is_better: bool,
) -> Drawing:
    """scores[i, j] at across[i], up[j]; dark is better."""
    goodness = scores if higher_is_better else -scores
    share = (goodness - goodness.min()) / (float(np.ptp(goodness)) or 1.0)
    xs = np.linspace(_LEFT, _WIDTH - _RIGHT, len(across) + 1).tolist()
    ys = np.linspace(_HEIGHT - _BOTTOM, _TOP, len(up) + 1).tolist()
    marks: list[Mark] = []
    for (i, j), score in np.ndenumerate(scores):
        red, green, blue = (_LOW + share[i, j] * (_HIGH - _LOW)).astype(int).tolist()
        said = f"{names[0]} {across[i]:.4g}, {names[1]} {up[j]:.4g}: {score:.6g}"
        marks.append(area(xs[i], ys[j], xs[i + 1], ys[j + 1], f"#{red:02x}{green:02x}{blue:02x}", said))
    i, j = (int(place) for place in np.unravel_index(int(goodness.argmax()), goodness.shape))
    corners = [(xs[i], ys[j]), (xs[i + 1], ys[j]), (xs[i + 1], ys[j + 1]), (xs[i], ys[j + 1])]
    marks.append(Path([*corners, corners[0]], _FRAME, 2))
    best = f"best {scores[i, j]:.6g} at {names[0]} {across[i]:.4g}, {names[1]} {up[j]:.4g}"
    marks.append(Label(_LEFT, 18, f"{metric}: {scores.min():.6g} to {scores.max():.6g}, {best}"))
    return Drawing(_WIDTH, _HEIGHT, (*marks, *_labels(across, up, names, xs, ys)), metric)


def _labels(
    across: Sequence[float], up: Sequence[float], names: tuple[str, str], xs: list[float], ys: list[float]
) -> list[Mark]:
    bottom, marks = _HEIGHT - _BOTTOM, list[Mark]()
    for i in range(0, len(across), max(1, len(across) // 6)):
        marks.append(Label((xs[i] + xs[i + 1]) / 2, bottom + 18, f"{across[i]:.3g}", "middle", SOFT))
    for j in range(0, len(up), max(1, len(up) // 6)):
        marks.append(Label(_LEFT - 8, (ys[j] + ys[j + 1]) / 2 + 4, f"{up[j]:.3g}", "end", SOFT))
    marks.append(Label((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 42, f"weight of {names[0]}", "middle"))
    marks.append(Label(_WIDTH - _RIGHT + 10, _TOP + 14, f"up: {names[1]}"))
    return marks
