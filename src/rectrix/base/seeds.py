"""Randomness: one root seed, and an independent stream for every name.

stream(1, "shuffle", epoch)    # the same generator in every run, whatever else was drawn
"""

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

SEED = 1  # of who names none


def derive(seed: int, *names: str | int) -> int:
    """A 64-bit seed that depends on the root seed and the names alone."""
    text = "\x1f".join([str(seed), *map(str, names)])
    return int.from_bytes(sha256(text.encode()).digest()[:8], "little")


def stream(seed: int, *names: str | int) -> "np.random.Generator":
    """An independent random stream for these names."""
    import numpy as np

    return np.random.Generator(np.random.PCG64(derive(seed, *names)))
