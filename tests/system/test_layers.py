"""The import contract and the include contract catch an upward dependency."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_includes  # noqa: E402

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.mark.slow
def test_planted_upward_import_is_caught(tmp_path):
    shutil.copytree(
        ROOT / "src/rectrix", tmp_path / "rectrix", ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    planted = tmp_path / "rectrix/base/errors.py"

    def lint():
        command = [sys.executable, "-S", "-c", LINT, "--no-cache"]
        env = {"PYTHONPATH": f".:{Path(pytest.__file__).parents[1]}", "PATH": "/usr/bin:/bin"}
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)

    clean = lint()
    assert clean.returncode == 0, clean.stdout + clean.stderr
    planted.write_text(planted.read_text() + "\nfrom rectrix.text import lines\n")
    broken = lint()
    assert broken.returncode == 1
    assert "rectrix.base.errors -> rectrix.text" in broken.stdout


def test_planted_upward_include_is_caught(tmp_path):
    order = check_includes.layers()
    assert check_includes.violations(ROOT / "src/core", order) == []
    (tmp_path / "text").mkdir()
    (tmp_path / "text/a.hpp").write_text('#include "base/hash.hpp"\n#include "lm/model.hpp"\n')
    assert check_includes.violations(tmp_path, order) == [
        f"{tmp_path}/text/a.hpp: stage 'text' must not include 'lm'"
    ]
