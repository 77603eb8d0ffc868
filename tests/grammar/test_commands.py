"""The commands index, grammar, import and export, from text to text."""

import gzip
from pathlib import Path

import pytest
from brute import Pair
from making import parse, write_bitext
from typer.testing import CliRunner

from rectrix.base.errors import InputError, OutputExists
from rectrix.cli import app
from rectrix.grammar import GrammarStore


def run(*arguments: object) -> None:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = [
        Pair(
            ["das", "haus", "ist", "klein"],
            ["the", "house", "is", "small"],
            frozenset((i, i) for i in range(4)),
        ),
        Pair(["das", "kleine", "haus"], ["the", "small", "house"], frozenset((i, i) for i in range(3))),
    ]
    write_bitext(tmp_path, corpus)
    (tmp_path / "index").unlink()
    run(
        "index",
        "-s",
        tmp_path / "f",
        "-t",
        tmp_path / "e",
        "-a",
        tmp_path / "a",
        "-o",
        tmp_path / "index",
        "-q",
    )
    return tmp_path


def test_store_and_folder_hold_the_same_rules(folder: Path) -> None:
    run("grammar", folder / "index", folder / "f", "-o", folder / "out.rgrammar", "--quiet")
    run("grammar", folder / "index", folder / "f", "-o", folder / "out", "--quiet", "--threads", 2)
    store = GrammarStore.open(folder / "out.rgrammar")
    texts = [gzip.decompress((folder / f"out/grammar.{n}.gz").read_bytes()) for n in range(2)]
    assert texts == [store.cdec(0), store.cdec(1)]
    assert ("das [X,1] haus", "the [X,1] house") in parse(texts[1].decode())


def test_outputs_are_not_overwritten(folder: Path) -> None:
    run("grammar", folder / "index", folder / "f", "-o", folder / "out", "-q")
    with pytest.raises(OutputExists):
        run("grammar", folder / "index", folder / "f", "-o", folder / "out", "-q")
    run("grammar", folder / "index", folder / "f", "-o", folder / "out", "-q", "--force")


def test_extracted_grammars_can_be_imported_and_exported(folder: Path) -> None:
    run("grammar", folder / "index", folder / "f", "-o", folder / "grammars", "-q")
    (folder / "weights").write_text("EgivenFCoherent -0.5\nGlue 0.25\n")
    given = ("--grammars", folder / "grammars", "--weights", folder / "weights")
    run("import", "cdec", *given, "-o", folder / "model", "-q")
    run("export", "cdec", folder / "model", "-o", folder / "exported", "-q")
    for line in range(2):
        name = f"grammar.{line}.gz"
        assert (folder / "exported/grammars" / name).read_bytes() == (folder / "grammars" / name).read_bytes()
    assert (folder / "exported/weights").read_text() == "EgivenFCoherent -0.5\nGlue 0.25\n"


def test_an_empty_bitext_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "none").write_text("")
    empty = tmp_path / "none"
    with pytest.raises(InputError, match="nothing to index"):
        run("index", "-s", empty, "-t", empty, "-a", empty, "-o", tmp_path / "x.rindex", "-q")
    assert [path.name for path in tmp_path.iterdir()] == ["none"]
