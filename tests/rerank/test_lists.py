"""Lists and references as people have them: files, pandas, plain lists; what is added to them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import rectrix as rx
from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.kbest import Lists, matrix, read, stream
from rectrix.rerank import Additions
from rectrix.score.metrics import metric

PLAIN = [
    [("the house", {"lm": -3.0, "qe": 0.8}), ("a house", {"lm": -4.0, "qe": 0.7})],
    [],
    [("yes", {"lm": -1.0})],
]
NBEST = (
    "0 ||| the house ||| lm=-3 qe=0.8 ||| -3\n"
    "0 ||| a house ||| lm=-4 qe=0.7 ||| -4\n"
    "2 ||| yes ||| lm=-1 ||| -1\n"
)


def column(lists: Lists, name: str) -> list[float]:
    index = lists.space.find(name)
    assert index is not None
    return [round(float(value), 6) for value in matrix(lists).toarray()[:, index]]


def test_plain_lists_are_what_a_file_holds(tmp_path: Path) -> None:
    (tmp_path / "nbest").write_text(NBEST)
    plain, given = rx.rerank.lists_of(PLAIN), rx.rerank.lists_of(tmp_path / "nbest")
    for name in ("lm", "qe"):
        assert column(plain, name) == column(given, name)
    assert plain.list_begin.tolist() == given.list_begin.tolist() == [0, 2, 2, 3]


def test_pandas() -> None:
    frame = pd.DataFrame(
        {"id": ["u2", "u2", "u1"], "text": ["a b", "b", "c"], "lm": [-1, -2, -3], "comet": [0.5, 0.25, 1.0],
         "note": ["x", "y", "z"]}
    )  # fmt: skip
    lists = rx.rerank.lists_of(frame, columns=["comet"])
    assert lists.ids == ["u2", "u1"] and column(lists, "lm") == [-1, -2, -3]
    assert lists.column("comet").tolist() == [0.5, 0.25, 1.0] and lists.columns == ["comet"]
    renamed = frame.rename(columns={"id": "segment", "text": "hyp"})
    assert rx.rerank.lists_of(renamed, id="segment", text="hyp").hypotheses == 3
    with pytest.raises(UsageError, match="no column 'id'; it has segment"):
        rx.rerank.lists_of(renamed)
    with pytest.raises(InputError, match="feature lm is nan"):
        rx.rerank.lists_of(frame.assign(lm=[1, np.nan, 2]))
    with pytest.raises(InputError, match="cannot be named 'my lm'"):
        rx.rerank.lists_of(frame.rename(columns={"lm": "my lm"}))


def test_wrong_plain_lists() -> None:
    with pytest.raises(UsageError, match="sentence 0: expected"):
        rx.rerank.lists_of([[("a", 1.0)]])
    with pytest.raises(InputError, match="feature lm is inf"):
        rx.rerank.lists_of([[("a", {"lm": float("inf")})]])
    with pytest.raises(InputError, match="cannot be named '#1'"):
        rx.rerank.lists_of([[("a", {"#1": 1.0})]])


def test_references_are_matched_by_name(tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": ["u2", "u1"], "text": ["a", "b"], "lm": [1, 2]})
    lists = rx.rerank.lists_of(frame)
    (tmp_path / "text").write_text("u1 first words\nu2 second\nu3\n")
    found = rx.rerank.references_for(lists, tmp_path / "text")
    assert found is not None and [found.text(s) for s in range(2)] == ["second", "first words"]
    plain = rx.rerank.references_for(lists, ["x y", "z"])
    assert plain is not None and plain.text(0) == "x y"
    (tmp_path / "text").write_text("u1 first words\n")
    with pytest.raises(InputError, match="no reference for sentence 'u2'"):
        rx.rerank.references_for(lists, tmp_path / "text")


def test_ready_features(tmp_path: Path) -> None:
    (tmp_path / "nbest").write_text(NBEST)
    (tmp_path / "src").write_text("das haus\n\nja\n")
    arpa = "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-0.5\t</s>\n-0.25\thouse\n\n\\end\\\n"
    (tmp_path / "lm.arpa").write_text(arpa)
    more = Additions(
        ready=("length", "ratio", "rank", "score", "votes", "mbr:bleu", "mbr:chrf"),
        lms=(("lm2", tmp_path / "lm.arpa"),),
        source=tmp_path / "src",
    )
    lists = more.to(read(tmp_path / "nbest"))
    assert column(lists, "length") == [2, 2, 1] and column(lists, "ratio") == [1, 1, 1]
    assert column(lists, "rank") == [1, 2, 1] and column(lists, "score") == [-3, -4, -1]
    assert column(lists, "votes") == [0.75, 0.75, 1] and column(lists, "mbr_chrf")[2] == 1
    assert column(lists, "lm2") == [-1.75, -1.75, -1.5]
    streamed = list(more.stream(stream(tmp_path / "nbest", sentences=1)))
    for name in ("length", "ratio", "rank", "votes", "mbr_bleu", "lm2"):
        assert [value for batch in streamed for value in column(batch, name)] == column(lists, name)


def test_features_and_columns_of_files(tmp_path: Path) -> None:
    (tmp_path / "nbest").write_text(NBEST)
    (tmp_path / "qe").write_text("1\n2\n3\n")
    (tmp_path / "more").write_text("1\n2\n3\n4\n")
    more = Additions((("new", tmp_path / "qe"),), (("comet", tmp_path / "qe"),))
    lists = more.to(read(tmp_path / "nbest"))
    assert column(lists, "new") == [1, 2, 3] and lists.column("comet").tolist() == [1, 2, 3]
    assert column(lists, "lm") == [-3, -4, -1] and lists.scores.tolist() == [-3, -4, -1]
    for wrong, message in (
        (Additions((("new", tmp_path / "more"),)), "4 numbers for 3 hypotheses"),
        (Additions((("lm", tmp_path / "qe"),)), "have a feature lm already"),
    ):
        with pytest.raises((InputError, UsageError), match=message):
            list(wrong.stream([read(tmp_path / "nbest")]))
    with pytest.raises(InputError, match="cannot be named 'a b'"):
        Additions((("a b", tmp_path / "qe"),))
    with pytest.raises(UnknownName, match="known: length, mbr:bleu"):
        Additions(ready=("lenght",))
    with pytest.raises(UsageError, match="--source"):
        Additions(ready=("ratio",))


def test_too_many_numbers_are_refused(tmp_path: Path) -> None:
    lists = rx.rerank.lists_of([[("a", {"lm": 1.0}), ("b", {"lm": 2.0})]])
    (tmp_path / "scores").write_text("1\n2\n3\n")
    with pytest.raises(InputError, match="scores: 3 numbers for 2 hypotheses"):
        Additions(features=(("q", tmp_path / "scores"),)).to(lists)


@pytest.mark.parametrize("name", ["err", "hter", "my.cost", "nll", "WER"])
def test_a_column_that_sounds_like_an_error_needs_a_direction(name: str) -> None:
    with pytest.raises(UsageError, match=f"column:{name}:lower"):
        metric(f"column:{name}")


def test_a_metric_that_fails_is_named_with_its_sentence() -> None:
    def broken(hypothesis: str, references: list[str]) -> float:
        raise KeyError("boo")

    lists = rx.rerank.lists_of([[("ein haus", {"lm": 1.0}), ("b", {"lm": 2.0})]])
    with pytest.raises(InputError, match="metric broken fails on 'ein haus': KeyError"):
        rx.rerank.tune(lists, ["ein haus"], metric=broken)
