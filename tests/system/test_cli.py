"""The command line as a user meets it."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import rectrix


def run(*arguments, **options):
    command = [sys.executable, "-m", "rectrix", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **options)


def test_version_comes_from_one_place():
    shown = run("--version").stdout.splitlines()
    assert shown[0] == f"rectrix {version('rectrix')}" == f"rectrix {rectrix.__version__}"
    assert {line.partition(":")[0] for line in shown[1:]} == {"core", "bindings", "Python", "platform"}


def test_the_build_facts_are_those_of_the_compiler():
    from rectrix._core import build_facts

    facts = build_facts()
    name, number = facts["compiler"].split()
    assert name in ("GNU", "Clang", "AppleClang") and number[0].isdigit()
    assert "-O" in facts["flags"] and "nanobind" in facts["bindings"]


def test_commands_have_the_core_that_the_tests_have():
    """Else what is measured, sanitized or debugged here is not what runs there."""
    from rectrix import _core

    script = [Path(sys.executable).with_name("rectrix"), "features"]
    environment = {**os.environ, "PYTHONVERBOSE": "1"}
    by_script = subprocess.run(script, capture_output=True, text=True, env=environment)
    for told in (by_script, run("features", env=environment)):
        assert f"'rectrix._core' loaded from '{_core.__file__}'" in told.stderr


def test_importing_the_package_loads_nothing_slow():
    # Compared with a bare interpreter: what the installation itself loads is not ours.
    shown = "import sys; print(*sorted(sys.modules))"
    bare = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    ours = subprocess.run([sys.executable, "-c", f"import rectrix; {shown}"], capture_output=True, text=True)
    loaded = set(ours.stdout.split()) - set(bare.stdout.split())
    assert "rectrix" in loaded
    slow = {"importlib.metadata", "email", "zipfile", "numpy", "pydantic", "typer", "rich", "rectrix._core"}
    assert not loaded & slow


def test_help_loads_neither_numpy_nor_the_core():
    code = """
import sys
from typer.testing import CliRunner
from rectrix.cli import app
result = CliRunner().invoke(app, ["--help"])
assert result.exit_code == 0, result.output
heavy = {"numpy", "scipy", "sacrebleu", "pydantic", "importlib.metadata", "rectrix._core"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_help_of_a_command_loads_nothing_that_only_its_work_needs():
    code = """
import sys
from typer.testing import CliRunner
from rectrix.cli import COMMANDS, app
heavy = {"numpy", "scipy", "sacrebleu", "zstandard", "concurrent.futures", "rectrix.learn.journey"}
for command in COMMANDS:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0, result.output
    assert not heavy & set(sys.modules), (command, heavy & set(sys.modules))
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_help_lists_commands_in_pipeline_order():
    from rectrix.cli import COMMANDS

    text = run("--help").stdout
    places = [text.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)


def test_unknown_command_is_wrong_use():
    result = run("trian")
    assert result.returncode == 2 and "no such command 'trian'; did you mean train?" in result.stderr
    assert "did you mean" not in run("zzz").stderr


def test_public_names_exist():
    for name in rectrix.__all__:
        assert getattr(rectrix, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = rectrix.nothing


@pytest.fixture
def raw(tmp_path):
    (tmp_path / "raw.de").write_bytes(b"Das Haus, bitte!\n\nEin Baum.\nEin Baum.\n")
    (tmp_path / "raw.en").write_bytes(b"The house, please!\nnothing\nA tree.\nA tree.\n")
    return tmp_path


def test_clean(raw):
    arguments = [
        "clean",
        "-s",
        "raw.de",
        "-t",
        "raw.en",
        "-o",
        "out",
        "--deduplicate",
    ]
    result = run(*arguments, cwd=raw)
    assert result.returncode == 0, result.stderr
    assert (raw / "out/source").read_text() == "Das Haus, bitte!\nEin Baum.\n"
    assert (raw / "out/target").read_text() == "The house, please!\nA tree.\n"
    assert (raw / "out/lines").read_text() == "1\n3\n"
    assert "deduplicate=True" in (raw / "out/settings.toml").read_text().splitlines()[0]
    assert "4 lines read, 2 kept; 1 empty side, 1 duplicate (first: raw.de:2: empty side)" in result.stdout
    again = run(*arguments, cwd=raw)
    assert again.returncode == 2 and "exists already" in again.stderr and "Traceback" not in again.stderr
    assert run(*arguments, "--force", cwd=raw).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-s", "absent.de", "-t", "raw.en"], "error: absent.de: cannot open: No such file or directory"),
        (["-s", "raw.de", "-t", "raw.en", "--on-bad", "error"], "raw.de:2: empty side"),
        (["-s", "raw.de", "-t", "raw.en", "--on-bad", "ignore"], "is not one of"),
        (["-s", "raw.de"], "raw.de:1: 1 columns, but column 2 is wanted"),
        (["-s", "raw.de", "--columns", "x"], "expected two numbers"),
    ],
)
def test_wrong_use_is_one_sentence_and_leaves_nothing(raw, arguments, message):
    result = run("clean", *arguments, "-o", "out", cwd=raw)
    assert result.returncode == 2
    assert message in result.stderr and "Traceback" not in result.stderr
    assert not list(raw.glob("out/*"))
