"""Weights by feature name: text lines `name<TAB>value` with 17 significant digits, and a compact binary twin.

The binary twin keeps stable 64-bit keys beside the names, sorted by key. Both refuse NaN and repeated names.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_bytes, open_text, writing, writing_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rectrix._core.features import FeatureSpace

Weights: TypeAlias = dict[str, float]

_MAGIC = b"RECTRIX\n"


def read_weights(path: Path | str) -> Weights:
    """Weights from a text or binary file, whichever it is.

    Text lines may separate name and value by spaces, as cdec does; lines that begin with # are comments.
    """
    with open_bytes(path) as file:
        begin: bytes = file.peek(len(_MAGIC)) if str(path) != "-" else b""  # type: ignore[attr-defined]
    binary = begin.startswith(_MAGIC)
    if binary:
        from rectrix._core.features import load_weights

        names, values = load_weights(Path(path))
        return dict(zip(names, values.tolist(), strict=True))
    weights: Weights = {}
    with open_text(path) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip() and not line.startswith("#"):
                name, value = _parse(line, path, number)
                if name in weights:
                    raise InputError.at(path, number, f"the weight of {name!r} is given twice")
                weights[name] = value
    return weights


def write_weights(path: Path | str, weights: Mapping[str, float], force: bool = False) -> None:
    """Write weights as text; those that are 0 too."""
    _check(path, weights)
    with writing(path, force=force) as file:
        for name, value in weights.items():
            file.write(f"{name}\t{value:.17g}\n")


def write_binary_weights(path: Path | str, weights: Mapping[str, float], force: bool = False) -> None:
    """Write the compact binary twin."""
    import numpy as np

    from rectrix._core.features import save_weights

    _check(path, weights)
    with writing_path(path, force=force) as temporary:
        save_weights(temporary, list(weights), np.array(list(weights.values()), dtype=np.float64))


def mean(all_weights: Sequence[Mapping[str, float]]) -> Weights:
    """The mean of several runs' weights, each scaled to the size (sum of absolutes) of the first.

    Scores may be multiplied by any number without another translation; a sum without scaling would follow the
    run with the largest weights. A feature that a run has not weighs 0 there.
    """
    if len(all_weights) < 2:
        raise UsageError("a mean needs two runs at least")
    sizes = [sum(map(abs, weights.values())) for weights in all_weights]
    if 0 in sizes:
        raise UsageError(f"run {sizes.index(0) + 1} has no weight but 0: it has no mean with others")
    total: Weights = {}
    for weights, size in zip(all_weights, sizes, strict=True):
        for name, value in weights.items():
            total[name] = total.get(name, 0.0) + value * (sizes[0] / size)
    return {name: value / len(all_weights) for name, value in total.items()}


def vector(weights: Mapping[str, float], space: "FeatureSpace") -> "NDArray[np.float64]":
    """The weights as an array over the space's indexes; features without a weight weigh 0."""
    import numpy as np

    values = np.zeros(len(space))
    for name, value in weights.items():
        index = space.find(name)
        if index is not None:
            values[index] = value
    return values


def named(values: Iterable[float], space: "FeatureSpace") -> Weights:
    """The weights of an array over the space's indexes, by name."""
    return {space.name(index): float(value) for index, value in enumerate(values)}


def _parse(line: str, path: Path | str, number: int) -> tuple[str, float]:
    name, _, text = line.strip().replace("\t", " ").rpartition(" ")
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not name.strip() or not isfinite(value) or "_" in text:
        raise InputError.at(path, number, f"expected 'name<TAB>finite value', saw {line.strip()!r}")
    return name.strip(), value


def _check(path: Path | str, weights: Mapping[str, float]) -> None:
    for name, value in weights.items():
        if not isfinite(value):
            raise InputError.at(
                path, 0, f"the weight of {name!r} is {value}; only finite weights are written"
            )
        if not name or any(c in name for c in " \t\r\n") or name.startswith("#"):
            raise InputError.at(path, 0, f"a feature cannot be named {name!r} in a file of weights")
