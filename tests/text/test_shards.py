"""Shards of lines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import UsageError
from rectrix.text import shards


@given(st.integers(0, 500), st.integers(1, 20), st.integers(0, 5))
def test_shards_are_even_and_cover_every_line_once(lines, number, seed):
    if number > max(lines, 1):
        with pytest.raises(UsageError):
            shards(lines, number, seed)
        return
    parts = shards(lines, number, seed)
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(lines))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert all(np.array_equal(a, b) for a, b in zip(parts, shards(lines, number, seed), strict=True))
