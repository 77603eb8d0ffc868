"""Parts behind names, and named random streams."""

import subprocess
import sys

import numpy as np
import pytest

from rectrix.base.errors import UnknownName
from rectrix.base.registry import Registry
from rectrix.base.seeds import derive, stream


def test_unknown_name_lists_the_known_ones():
    registry = Registry("loss", {"hinge": "math:sin", "logistic": "math:cos"})
    with pytest.raises(UnknownName, match="unknown loss 'hing'; known: hinge, logistic"):
        registry["hing"]


def test_parts_load_on_first_use():
    code = """
import sys
from rectrix.base.registry import Registry
registry = Registry("format", {"xml": "xml.dom:Node"})
assert list(registry) == ["xml"] and "xml.dom" not in sys.modules
assert registry["xml"].__name__ == "Node"
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_streams_are_fixed_and_independent():
    # A changed value here would change every published result.
    assert derive(1, "shuffle", 2) == 16084794486099365187
    assert np.array_equal(stream(1, "a").random(5), stream(1, "a").random(5))
    assert not np.array_equal(stream(1, "a").random(5), stream(1, "b").random(5))
    assert derive(1, "ab", "c") != derive(1, "a", "bc")
