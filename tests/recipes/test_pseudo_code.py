"""Every recipe of a paper opens with its algorithm, and the parts it names exist."""

import ast
import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

import rectrix.recipes

FOLDER = Path(rectrix.recipes.__file__).parent
PAPERS = sorted(path for path in FOLDER.glob("*.py") if path.stem not in ("__init__", "listing", "online"))
PART = re.compile(r"\s([a-z_0-9/]+):(\w+(?:\.\w+)*)$", re.MULTILINE)


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_the_parts_of_the_algorithm_are_there(path):
    parts = PART.findall(ast.get_docstring(ast.parse(path.read_text())))
    assert len(parts) >= 4, "an algorithm has its lines set against the parts that do them"
    for module, name in parts:
        reduce(getattr, name.split("."), import_module(f"rectrix.{module.replace('/', '.')}"))
