"""Even random shards of a bitext: each line in one shard, sizes that differ by one at most."""

from typing import TYPE_CHECKING

from rectrix.base.errors import UsageError
from rectrix.base.seeds import stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def shards(lines: int, number: int, seed: int = 1) -> "list[NDArray[np.int64]]":
    """The line indexes (from 0, ascending) of each of `number` shards of a text with `lines` lines."""
    import numpy as np

    if not 1 <= number <= max(lines, 1):
        raise UsageError(f"cannot split {lines} lines into {number} shards")
    order = stream(seed, "shards", lines, number).permutation(lines)
    return [np.sort(part) for part in np.array_split(order, number)]
