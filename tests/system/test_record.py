"""Every command that writes leaves its settings beside the output, with a one-line signature."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import UsageError
from rectrix.cli import app


def run(*words: object) -> None:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One run of each early stage of the pipeline."""
    at = tmp_path_factory.mktemp("record")
    text = ["das haus ist klein", "das buch ist alt", "ein haus", "ein buch"]
    (at / "de").write_text("\n".join(text) + "\n")
    (at / "en").write_text("\n".join(["the house is small", "the book is old", "a house", "a book"]) + "\n")
    run("align", at / "de", at / "en", "-o", at / "links", "--model", "ibm1", "-q")
    run("lm", "train", at / "en", "-o", at / "lm.arpa", "-o", at / "lm.rlm", "--order", 2, "-q")
    run("lm", "compile", at / "lm.arpa", "-o", at / "compiled.rlm", "-q")
    run("index", "-s", at / "de", "-t", at / "en", "-a", at / "links", "-o", at / "bitext.rindex", "-q")
    run("grammar", at / "bitext.rindex", at / "de", "-o", at / "store.rgrammar", "--max-span", 7, "-q")
    run("grammar", at / "bitext.rindex", at / "de", "-o", at / "cdec", "-q")
    run("phrases", at / "bitext.rindex", "-o", at / "table.rphrases", "-q")
    run("sample", "-n", 50, "-o", at / "sample", "-q")
    return at


@pytest.mark.parametrize(
    ("path", "command", "changed"),
    [
        ("lm.arpa.toml", "lm train", {"order": 2}),
        ("lm.rlm.toml", "lm train", {"order": 2, "prune": "0"}),
        ("compiled.rlm.toml", "lm compile", {"trie": False}),
        ("bitext.rindex.toml", "index", {}),
        ("store.rgrammar.toml", "grammar", {"max_span": 7, "max_gaps": 2}),
        ("cdec/settings.toml", "grammar", {"max_span": 15}),
        ("table.rphrases.toml", "phrases", {"max_length": 7}),
    ],
)
def test_settings_and_signature_lie_beside_the_output(
    folder: Path, path: str, command: str, changed: dict[str, object]
) -> None:
    text = (folder / path).read_text()
    first, _, _ = text.partition("\n")
    assert first.startswith(f"# {command}|") and "|rectrix=" in first
    values = tomllib.loads(text)
    assert values["command"] == command
    assert {name: values[name] for name in changed} == changed
    assert not {"force", "quiet", "json", "threads", "output"} & set(values)


def test_the_signature_names_what_was_given_and_no_default(folder: Path) -> None:
    first = (folder / "store.rgrammar.toml").read_text().partition("\n")[0]
    assert "|max_span=7|" in first and "max_gaps" not in first


def test_a_commands_own_settings_stay(folder: Path) -> None:
    assert tomllib.loads((folder / "links.toml").read_text())["restart_probability"] == 0.3
    assert {path.name for path in (folder / "sample").glob("*.toml")} == {"sample.toml"}


def test_line_ends_in_names_do_not_break_the_settings(tmp_path: Path) -> None:
    (tmp_path / "a\nb = 1").write_text("the house\n")
    run("lm", "train", tmp_path / "a\nb = 1", "-o", tmp_path / "x.rlm", "--order", 2, "-q")
    values = tomllib.loads((tmp_path / "x.rlm.toml").read_text())
    assert "b" not in values and values["texts"] == [str(tmp_path / "a\nb = 1")]


def test_names_that_are_not_utf8_reach_every_reader(folder: Path, tmp_path: Path, rectrix: Any) -> None:
    de, en, links = (tmp_path / f"{name}-caf\udce9" for name in ("de", "en", "links"))
    for name, path in (("de", de), ("en", en), ("links", links)):
        shutil.copy(folder / name, path)
    index = ["index", "-s", de, "-t", en, "-a", links, "-o", tmp_path / "index\udce9"]
    for command in (
        index,
        ["lm", "train", en, "-o", tmp_path / "lm\udce9.rlm", "-n", 2],
        ["evaluate", en, "-r", en],
    ):
        ran = rectrix(*command, text=False)
        assert ran.returncode == 0, ran.stderr
    assert (
        "caf\ufffd" in tomllib.loads((tmp_path / "lm\udce9.rlm.toml").read_text(encoding="utf-8"))["texts"][0]
    )


def test_force_replaces_our_own_folders_and_no_others(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis/chapter.tex").write_text("years of work")
    (tmp_path / "thesis/pyproject.toml").write_text("[project]\n")
    command = ["text", "learn", str(folder / "de"), "-l", "de", "--force", "-q", "-o"]
    result = CliRunner().invoke(app, [*command, str(tmp_path / "thesis")])
    assert isinstance(result.exception, UsageError) and "holds other files than ours" in str(result.exception)
    assert (tmp_path / "thesis/chapter.tex").read_text() == "years of work"
    for _ in range(2):
        run(*command, tmp_path / "own")
    (tmp_path / "empty").mkdir()
    run(*command, tmp_path / "empty")
    run("sample", "-n", 5, "--force", "-q", "-o", tmp_path / "thesis")
    assert (tmp_path / "thesis/chapter.tex").exists()


def test_a_failed_command_leaves_no_settings(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["lm", "train", str(tmp_path / "none"), "-o", str(tmp_path / "x.rlm")])
    assert result.exit_code != 0
    assert not list(tmp_path.iterdir())
