"""Where data lies that tests compare with: slices in the repository, larger sets beside it if at all."""

import os
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"

# Other tools' models and outputs, and corpora; tests that need them are skipped where they are not.
DATA = Path(os.environ.get("RECTRIX_DATA") or Path(__file__).parents[2] / "shared" / "data")

# What cdec and Moses decoded: a slice that is always here, and the whole where it is.
DECODED = [
    pytest.param(GOLDEN / "decoding", id="slice"),
    pytest.param(
        DATA / "golden",
        id="whole",
        marks=[
            pytest.mark.slow,
            pytest.mark.skipif(not (DATA / "golden").exists(), reason=f"{DATA / 'golden'} is not there"),
        ],
    ),
]
