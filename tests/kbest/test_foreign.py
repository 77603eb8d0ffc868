"""Lists of other systems: each shape is told by its content or its name, and nothing it holds is lost.

Marian: src/translator/output_printer.h of marian-dev; fairseq: fairseq_cli/generate.py; Sockeye:
TranslatorOutput.json() of sockeye/inference.py; ESPnet: espnet2/bin/asr_inference.py; icefall:
store_transcripts of icefall/utils.py; comet-score: comet/cli.
"""

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError, UsageError
from rectrix.kbest import Lists, read, sentences, stream, write
from rectrix.kbest.files import read_merged
from rectrix.kbest.values import read_values
from rectrix.rerank import report

MARIAN = (
    "0 ||| das haus ||| WordCounts=2,3 ||| 0-0 1-1 ||| WordScores= -0.1 -0.2 -0.05"
    " ||| F0= -1.2 F1= -3 ||| -0.4\n"
    "0 ||| ein haus ||| WordCounts=2,3 ||| 0-0 1-1 ||| WordScores= -0.3 -0.2 -0.1"
    " ||| F0= -1.5 F1= -2 ||| -0.5\n"
    "1 ||| ja ||| WordCounts=1,2 ||| 0-0 ||| WordScores= -0.1 -0.1 ||| F0=-0.2 F1= -1 ||| -0.1\n"
)
FAIRSEQ = (
    "2026-01-01 | INFO | fairseq_cli.generate | loading\n"
    "S-1\tja @@wohl\nT-1\tyes\n"
    "H-1\t-0.5\tye@@ s\nD-1\t-0.5\tyes\nP-1\t-0.2500 -0.7500\n"
    "H-1\t-0.9\ty@@ eah\nD-1\t-0.9\tyeah\nP-1\t-0.9 -0.9\nA-1\t0-0 1-1\n"
    "S-0\tdas haus\nH-0\t-0.1\tthe house\nP-0\t-0.1 -0.1\n"
    "Generate test with beam=5: BLEU4 = 12.3\n"
)
SOCKEYE = (
    json.dumps({"sentence_id": 0, "translation": "ein Test", "score": 0.1,
                "translations": ["ein Test", "der Test"],
                "scores": [0.1, 0.3], "alignments": [[[0, 0], [1, 1]], [[0, 1]]]}) + "\n"
    + json.dumps({"sentence_id": 1, "translation": "ja", "score": 0.2, "translations": ["ja", "doch"],
                  "scores": [0.2, 0.4]}) + "\n"
)  # fmt: skip
SENTENCES = (
    json.dumps({"id": "doc-1", "source": "x", "hypotheses": [
        {"text": "a b", "features": {"lm": -1}, "metrics": {"comet": 0.5}, "logprobs": [1]},
        {"text": "b", "features": {"lm": -2}, "metrics": {"comet": 0.25}}]}) + "\n"
    + json.dumps({"id": "doc-2", "hypotheses": [
        {"text": "c", "features": {"lm": -3}, "metrics": {"comet": 1}}]})
)  # fmt: skip


def file(tmp_path: Path, text: str, name: str = "lists") -> Path:
    (tmp_path / name).write_text(text)
    return tmp_path / name


def texts(lists: Lists) -> list[list[str]]:
    return [[lists.text(h) for h in own] for own in sentences(lists)]


def values(lists: Lists, name: str) -> list[float]:
    from rectrix.kbest import matrix

    index = lists.space.find(name)
    assert index is not None
    return [round(float(value), 6) for value in matrix(lists).toarray()[:, index]]


@pytest.mark.parametrize("format", ["auto", "marian"])
def test_marian_keeps_alignment_and_word_scores(tmp_path: Path, format: str) -> None:
    lists = read(file(tmp_path, MARIAN), format)
    assert texts(lists) == [["das haus", "ein haus"], ["ja"]]
    assert values(lists, "F0") == [-1.2, -1.5, -0.2]
    assert values(lists, "F1") == [-3, -2, -1]
    assert lists.scores.tolist() == [-0.4, -0.5, -0.1]
    assert lists.notes("alignment") == ["0-0 1-1", "0-0 1-1", "0-0"]
    assert lists.notes("word_scores")[1] == "-0.3 -0.2 -0.1"


def test_marian_soft_alignment_and_a_score_like_text(tmp_path: Path) -> None:
    lists = read(
        file(tmp_path, "0 ||| 0-0 ||| 0.9,0.1 0.2,0.8 ||| F0= -1 ||| -1\n0 ||| b ||| F0= -2 ||| -2 ||| 0-0\n")
    )
    assert texts(lists) == [["0-0", "b"]]
    assert lists.notes("alignment") == ["0.9,0.1 0.2,0.8", "0-0"]


@pytest.mark.parametrize("format", ["auto", "fairseq"])
def test_fairseq_is_sorted_and_detokenized(tmp_path: Path, format: str) -> None:
    text = FAIRSEQ if format == "fairseq" else FAIRSEQ.partition("\n")[2]
    lists = read(file(tmp_path, text), format)
    assert texts(lists) == [["the house"], ["yes", "yeah"]]
    assert values(lists, "score") == [-0.1, -0.5, -0.9]
    assert lists.notes("word_scores") == ["-0.1 -0.1", "-0.2500 -0.7500", "-0.9 -0.9"]
    assert lists.notes("alignment") == ["", "", "0-0 1-1"]


def test_sockeye(tmp_path: Path) -> None:
    for format in ("auto", "sockeye"):
        lists = read(file(tmp_path, SOCKEYE), format)
        assert texts(lists) == [["ein Test", "der Test"], ["ja", "doch"]]
        assert values(lists, "score") == [0.1, 0.3, 0.2, 0.4]
        assert lists.notes("alignment") == ["0-0 1-1", "0-1", "", ""]


def test_a_sentence_a_line_with_names(tmp_path: Path) -> None:
    lists = read(file(tmp_path, SENTENCES))
    assert lists.ids == ["doc-1", "doc-2"]
    assert texts(lists) == [["a b", "b"], ["c"]]
    assert lists.column("comet").tolist() == [0.5, 0.25, 1]


def test_sentences_without_ids_are_counted(tmp_path: Path) -> None:
    text = '{"candidates": ["a", "b"]}\n{"candidates": [{"text": "c", "score": 2}]}\n'
    lists = read(file(tmp_path, text))
    assert texts(lists) == [["a", "b"], ["c"]] and not lists.ids
    assert [texts(batch) for batch in stream(tmp_path / "lists", sentences=1)] == [[["a", "b"]], [["c"]]]


def test_tables(tmp_path: Path) -> None:
    with_header = "id\ttext\tlm\tcolumn:comet\nq1\ta b\t-1\t0.5\nq1\tb\t-2\t0.25\nq2\tc\t-3\t1\n"
    lists = read(file(tmp_path, with_header))
    assert lists.ids == ["q1", "q2"] and texts(lists) == [["a b", "b"], ["c"]]
    assert values(lists, "lm") == [-1, -2, -3] and lists.column("comet").tolist() == [0.5, 0.25, 1]
    bare = read(file(tmp_path, "0\ta b\t-1\n0\tb\t-2\n1\tc\t-3\n"))
    assert texts(bare) == [["a b", "b"], ["c"]] and values(bare, "score") == [-1, -2, -3] and not bare.ids
    blocks = read(file(tmp_path, "-1\ta b\n-2\tb\n-3\tc\n-4\td\n"), "tsv:2")
    assert texts(blocks) == [["a b", "b"], ["c", "d"]] and values(blocks, "score") == [-1, -2, -3, -4]


def test_plain_lines_in_blocks(tmp_path: Path) -> None:
    path = file(tmp_path, "a b\n\nc\nd\n")
    assert texts(read(path, "lines:2")) == [["a b", ""], ["c", "d"]]
    with pytest.raises(InputError, match="4 lines are no multiple of 3"):
        read(path, "lines:3")
    with pytest.raises(UsageError, match="lines:5"):
        read(path, "lines")
    with pytest.raises(InputError, match="give --format"):
        read(path)


def test_kaldi_keys_and_scores_by_key(tmp_path: Path) -> None:
    lists = read(file(tmp_path, "utt-1-1 a b\nutt-1-2 b\nutt-2-1\n"), "kaldi")
    assert lists.ids == ["utt-1", "utt-2"] and texts(lists) == [["a b", "b"], [""]]
    scores = read_values(file(tmp_path, "utt-2-1 3\nutt-1-2 2\nutt-1-1 1\n", "costs"))
    assert scores.take(lists, 0).tolist() == [1, 2, 3]
    with pytest.raises(InputError, match="no number for the hypothesis 'utt-2-1'"):
        read_values(file(tmp_path, "utt-1-1 1\nutt-1-2 2\n", "fewer")).take(lists, 0)


def test_espnets_folder(tmp_path: Path) -> None:
    for n, (one, two) in enumerate(
        [("a b -1", "c -2"), ("b tensor(-3.5)", "d tensor(-4.5, device='cuda:0')")], 1
    ):
        folder = tmp_path / f"{n}best_recog"
        folder.mkdir()
        pairs = [line.split(" ", 1) if "tensor" in line else line.rsplit(" ", 1) for line in (one, two)]
        file(folder, "".join(f"u{i} {text}\n" for i, (text, _) in enumerate(pairs)), "text")
        file(folder, "".join(f"u{i} {score}\n" for i, (_, score) in enumerate(pairs)), "score")
    lists = read(tmp_path)
    assert lists.ids == ["u0", "u1"] and texts(lists) == [["a b", "b"], ["c", "d"]]
    assert values(lists, "score") == [-1, -3.5, -2, -4.5]


def test_names_in_columns_and_their_order(tmp_path: Path) -> None:
    text = "b ||| x ||| f=1 ||| 1\nb ||| y ||| f=2 ||| 1\n7 ||| z ||| f=3 ||| 1\n"
    assert read(file(tmp_path, text)).ids == ["b", "7"]
    assert [batch.ids for batch in stream(tmp_path / "lists", sentences=1)] == [["b"], ["7"]]
    with pytest.raises(InputError, match="lists:4: sentence 'b' again"):
        read(file(tmp_path, text + "b ||| x ||| f=1 ||| 1\n"))
    with pytest.raises(InputError, match="lists:2: sentence 'b' has a name, those above have numbers"):
        read(file(tmp_path, "0 ||| x ||| f=1 ||| 1\nb ||| y ||| f=2 ||| 1\n"))


@pytest.mark.parametrize("text", [MARIAN, SOCKEYE, SENTENCES])
def test_json_holds_everything(tmp_path: Path, text: str) -> None:
    lists = read(file(tmp_path, text))
    write(tmp_path / "copy", lists, "json")
    copy = read(tmp_path / "copy")
    assert texts(copy) == texts(lists) and copy.ids == lists.ids and copy.columns == lists.columns
    for name in lists.note_names:
        assert copy.notes(name) == lists.notes(name)
    write(tmp_path / "again", copy, "json")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "copy").read_bytes()


# As icefall's store_transcripts prints them: a Python list of words each, the reference first.
RECOGS = """\
1089-134686-0000-0:\tref=['HE', "DIDN'T", 'SAY']
1089-134686-0000-0:\thyp=['HE', "DIDN'T", 'STAY']
1089-134686-0001-1:\tref=['STUFF', 'IT']
1089-134686-0001-1:\thyp=['STUFF', 'IT']
"""


def test_icefall_results_of_several_scales(tmp_path: Path) -> None:
    first, second = tmp_path / "recogs-a.txt", tmp_path / "recogs-b.txt"
    first.write_text(RECOGS)
    second.write_text(RECOGS.replace("'STAY'", "'SAY'").replace("hyp=['STUFF', 'IT']", "hyp=[]"))
    lists = read_merged([first, second])
    assert list(lists.ids) == ["1089-134686-0000-0", "1089-134686-0001-1"]
    assert [lists.text(i) for i in range(lists.hypotheses)] == [
        "HE DIDN'T STAY",
        "HE DIDN'T SAY",
        "STUFF IT",
        "",
    ]
    assert report(lists, first, metrics=["wer"]).as_dict()  # the references are those of the file itself


@pytest.mark.parametrize(
    ("text", "format", "message"),
    [
        ("H-0\t-1\n", "fairseq", "lists:1: expected score<TAB>text"),
        ("H-0\tx\ttext\n", "fairseq", "lists:1: expected a finite number"),
        ("H-99999999\t-1\ttext\n", "fairseq", "numbered from 0"),
        ("id\ttext\tmy score\n", "tsv", "cannot be named 'my score'"),
        ("id\ttext\t#x\n", "tsv", "cannot be named '#x'"),
        ("id\ttext\tlm#2\n", "tsv", "cannot be named 'lm#2'"),
        ("cut-1:\thyp=['a', 3]\n", "icefall", "lists:1: expected a list of words"),
        ("cut-1:\thyp=['a'\n", "icefall", "lists:1: expected a list of words"),
        ("cut-1:\thyp=['a']\ncut-1 b\n", "icefall", "lists:2: expected NAME:<TAB>hyp="),
        ("0\ta\t1\n0\tb\n", "tsv", "lists:2: 2 columns"),
        ("0\ta\tb\n", "tsv", "cannot tell the columns"),
        ("0\ta\tnan\n", "tsv", "lists:1: expected a finite number"),
        ("utt text\n", "kaldi", "lists:1: expected a key such as utt-1-3"),
        ('{"translations": ["a"], "scores": [1, 2]}\n', "json", "lists:1: 2 scores for 1 hypotheses"),
        ('{"hypotheses": [{"features": {}}]}\n', "json", '"text" is missing'),
    ],
)
def test_damaged_lists_are_refused(tmp_path: Path, text: str, format: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(file(tmp_path, text), format)
    assert message in str(error.value)


@given(
    st.binary(max_size=120), st.sampled_from(["auto", "fairseq", "tsv", "lines:2", "kaldi", "json", "marian"])
)
def test_arbitrary_bytes_never_crash(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, format: str
) -> None:
    for prefix in (b"", b"H-0\t", b'{"hypotheses": [', b"0 ||| a ||| 0-0 ||| WordScores= "):
        path = tmp_path_factory.getbasetemp() / "bytes"
        path.write_bytes(prefix + data)
        with suppress(InputError):
            texts(read(path, format))


def test_values_of_scorers(tmp_path: Path) -> None:
    comet = "hyp.txt\tSegment 0\tscore: 0.8612\nhyp.txt\tSegment 1\tscore: -0.2\nhyp.txt\tscore: 0.33\n"
    metricx = '{"source": "x", "prediction": 3.5}\n{"prediction": 1}\n'
    for text, expected in ((comet, [0.8612, -0.2]), (metricx, [3.5, 1]), ("1\n2e-3\n", [1, 0.002])):
        assert read_values(file(tmp_path, text)).numbers.tolist() == expected
    for text, message in (
        ("1\nx\n", ":2: expected a finite number"),
        ("nan\n", ":1: "),
        ("\n1\n", ":1: "),
        ("a 1\n2\n", "others"),
    ):
        with pytest.raises(InputError, match=message):
            read_values(file(tmp_path, text))
    lists = read(file(tmp_path, "0 ||| a ||| f=1\n0 ||| b ||| f=1\n", "nbest"))
    values = read_values(file(tmp_path, "1\n2\n3\n"))
    np.testing.assert_array_equal(values.take(lists, 1), [2, 3])
    with pytest.raises(InputError, match="3 numbers for 2 hypotheses"):
        values.require_used(2)
