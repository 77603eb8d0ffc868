"""rectrix lm train, compile and query, as a user types them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import InputError, OutputExists, UsageError
from rectrix.cli import app

TEXT = "the cat sat\nthe dog sat\na cat ran\n\n"


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, ["lm", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "text").write_text(TEXT)
    return tmp_path / "text"


def test_train_compile_query_agree(tmp_path: Path, corpus: Path):
    both = ["-o", tmp_path / "a.rlm", "-o", tmp_path / "a.arpa.gz"]
    run("train", corpus, *both, "--order", "3", "--prune", "0,0,1", "-q")
    run("compile", tmp_path / "a.arpa.gz", "-o", tmp_path / "b.rlm", "-q")
    expected = run("query", tmp_path / "a.rlm", corpus)
    assert run("query", tmp_path / "b.rlm", corpus) == expected
    assert run("query", tmp_path / "a.arpa.gz", corpus) == expected
    rows = expected.splitlines()
    assert [row.split("\t")[1:] for row in rows[:4]] == [["3", "0"], ["3", "0"], ["3", "0"], ["0", "0"]]
    assert rows[4].startswith("# 4 sentences, 9 words, 0 unknown, log10 -")


def test_words_sum_to_the_sentence(tmp_path: Path, corpus: Path):
    run("train", corpus, "-o", tmp_path / "a.rlm", "-q")
    corpus.write_text("the bird sat\n")
    sentence = json.loads(run("query", tmp_path / "a.rlm", corpus, "--json").splitlines()[0])
    printed = run("query", tmp_path / "a.rlm", corpus, "--words", "--json")
    words = [json.loads(row) for row in printed.splitlines()]
    assert [row["word"] for row in words[:-1]] == ["the", "bird", "sat", "</s>"]
    assert [row["unknown"] for row in words[:-1]] == [False, True, False, False]
    assert sum(row["log10"] for row in words[:-1]) == pytest.approx(sentence["log10"], abs=1e-5)
    assert words[-1]["total"]["unknown"] == 1


def test_wrong_use_is_told(tmp_path: Path, corpus: Path):
    with pytest.raises(UsageError, match=r"give OUT.rlm"):
        run("train", corpus, "-o", tmp_path / "a.bin")
    with pytest.raises(UsageError, match="400M"):
        run("train", corpus, "-o", tmp_path / "a.rlm", "--memory", "lots")
    with pytest.raises(UsageError, match="'0 0 1'"):
        run("train", corpus, "-o", tmp_path / "a.rlm", "--prune", "0 x")
    with pytest.raises(InputError, match="not a language model"):
        run("query", corpus)
    (tmp_path / "a.rlm").write_text("mine")
    with pytest.raises(OutputExists):
        run("train", corpus, "-o", tmp_path / "a.rlm")
    assert (tmp_path / "a.rlm").read_text() == "mine"
