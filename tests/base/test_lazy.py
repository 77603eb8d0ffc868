"""What folders show: loaded late, and what the lines for type checkers say."""

import subprocess
import sys
import zipfile
from importlib import import_module

import pytest

FOLDERS = "adapt align decode evaluate features grammar kbest lm model pipeline reorder reproduce rerank"
LAZY = [f"rectrix.{name}" for name in f"{FOLDERS} sample score score.gains text".split()]


@pytest.mark.parametrize("name", LAZY)
def test_a_folder_shows_the_names_that_it_lists(name):
    folder = import_module(name)
    for shown in folder.__all__:
        assert getattr(folder, shown) is not None and shown in dir(folder)
    assert set(folder._places) == set(folder.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = folder.nothing


def run(code):
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)


@pytest.mark.parametrize("name", LAZY)
def test_a_folder_loads_nothing_of_its_own_before_it_is_asked(name):
    code = f"import sys, {name}; print(*(m for m in sys.modules if m.startswith('{name}.')))"
    assert run(code).stdout.split() == []


def test_a_file_does_not_hide_the_function_of_its_name():
    """`from rectrix.align import score` must not depend on who has imported align/score.py before."""
    for folder, name in (("align", "score"), ("kbest", "matrix"), ("rerank", "report")):
        loaded = f"import rectrix.{folder}.{name}; from rectrix.{folder} import {name}"
        run(f"{loaded}; assert not hasattr({name}, '__file__'), {name}")


def test_a_folder_with_the_name_of_its_function_can_be_called():
    import rectrix.evaluate

    with pytest.raises(TypeError, match="evaluate"):
        rectrix.evaluate(nothing=1)


def test_a_zipped_folder_shows_its_names_too(tmp_path):
    """The lines for type checkers are read from the module's loader, not from a file beside it."""
    page = "from typing import TYPE_CHECKING\nfrom rectrix.base.lazy import lazily\n"
    page += "if TYPE_CHECKING:\n    from zipped.inner import answer\nlazily(__name__)\n"
    with zipfile.ZipFile(tmp_path / "zipped.zip", "w") as archive:
        archive.writestr("zipped/__init__.py", page)
        archive.writestr("zipped/inner.py", "answer = 42\n")
    found = f"import sys; sys.path.insert(0, {str(tmp_path / 'zipped.zip')!r})"
    assert run(f"{found}; import zipped; print(zipped.answer)").stdout == "42\n"
