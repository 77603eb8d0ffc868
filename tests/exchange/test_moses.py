"""Moses' configuration: what is read, and what is refused with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import InputError, UsageError
from rectrix.cli import app
from rectrix.exchange.moses import import_moses
from rectrix.exchange.moses_export import export_moses
from rectrix.exchange.moses_names import reordering_names
from rectrix.pipeline.model import Model

INI = """\
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TM num-features=2 path=table
LexicalReordering name=LR type=hier-mslr-backward-fe path=values
Distortion
# a comment
[distortion-limit]
3
[weight]
TM= 0.5 0.25
LR= 1 2 3 4
WordPenalty0= -1
PhrasePenalty0= 0.2
Distortion0= 0.3
"""


def write(folder: Path, ini: str = INI) -> Path:
    (folder / "table").write_text("a ||| x ||| 0.5 1\nb ||| y ||| 1 1\n")
    (folder / "values").write_text("a ||| x ||| 0.5 0.5 0.5 0.5\nb ||| y ||| 1 1 1 1\n")
    (folder / "moses.ini").write_text(ini)
    return folder / "moses.ini"


def test_weights_and_limits_have_our_names(tmp_path: Path) -> None:
    folder = import_moses(write(tmp_path), tmp_path / "model")
    assert folder.settings.stack.distortion_limit == 3
    assert folder.weights() == {
        "tm_1": 0.5,
        "tm_2": 0.25,
        "word_penalty": -1.0,
        "phrase_penalty": 0.2,
        "distortion": 0.3,
        "unknown": -100.0,
        "reordering:backward_monotone": 1.0,
        "reordering:backward_swap": 2.0,
        "reordering:backward_left": 3.0,
        "reordering:backward_right": 4.0,
    }
    [output] = Model.open(tmp_path / "model").translate(["a b"])
    assert output.text == "x y"


def test_collapsed_reordering_has_one_feature_for_each_direction() -> None:
    assert reordering_names("wbe-msd-bidirectional-fe-collapseff") == [
        "reordering:backward",
        "reordering:forward",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[feature]", "[features]", "no section"),
        ("path=table", "path=gone", r"moses.ini:5: TM: no file 'gone'"),
        ("num-features=2", "num-features=3", "TM needs 3 numbers, not 2"),
        ("TM= 0.5 0.25", "TM= 0.5 many", "moses.ini:12: .*weights"),
        ("LR= 1 2 3 4", "LR= 1 2 3", "LR needs 4 numbers, not 3"),
        (
            "Distortion\n",
            "Distortion\nGlobalLexicalModel name=G\n[weight]\nG= 1\n",
            "GlobalLexicalModel is not supported",
        ),
        ("3\n", "three\n", "moses.ini:10: .*whole number"),
    ],
)
def test_wrong_configurations_are_explained(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        import_moses(write(tmp_path, INI.replace(old, new, 1)), tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_commands_import_translate_and_export(tmp_path: Path) -> None:
    ini, model, text = write(tmp_path), tmp_path / "model", tmp_path / "text"
    text.write_text("b a q\n")
    run = CliRunner()
    assert run.invoke(app, ["import", "moses", str(ini), "-o", str(model), "-q"]).exit_code == 0
    result = run.invoke(app, ["translate", str(model), str(text), "-q"])
    assert result.stdout == "y x q\n"
    assert run.invoke(app, ["export", "moses", str(model), "-o", str(tmp_path / "out"), "-q"]).exit_code == 0
    again = import_moses(tmp_path / "out" / "moses.ini", tmp_path / "again")
    assert again.weights() == Model.open(model).folder.weights()


ARPA = "\\data\\\nngram 1=4\n\n\\1-grams:\n-1 <unk>\n-99 <s>\n-1 </s>\n-0.5 x\n\n\\end\\\n"


def test_export_takes_the_language_model_along(tmp_path: Path) -> None:
    (tmp_path / "lm.arpa").write_text(ARPA)
    ini = INI.replace("Distortion\n", "Distortion\nKENLM name=LM0 path=lm.arpa order=1\n", 1) + "LM0= 0.5\n"
    folder = import_moses(write(tmp_path, ini), tmp_path / "model")
    export_moses(folder, tmp_path / "out")
    assert (tmp_path / "out" / "lm0.arpa").read_text() == ARPA
    again = import_moses(tmp_path / "out" / "moses.ini", tmp_path / "again")
    assert again.weights() == folder.weights()
    (tmp_path / "lm.arpa").unlink()
    (tmp_path / "other").write_text(ARPA.replace("=4", "=5").replace("-0.5 x", "-0.5 x\n-0.5 y"))
    with pytest.raises(InputError, match=r"not the ARPA text of .*lm0.rlm: it has other n-grams"):
        export_moses(folder, tmp_path / "wrong", language_models=[tmp_path / "other"])
    with pytest.raises(UsageError, match="2 ARPA files for the 1 language model"):
        export_moses(folder, tmp_path / "wrong", language_models=[tmp_path / "other"] * 2)
    export_moses(folder, tmp_path / "without")
    listed = (tmp_path / "without" / "lm0.arpa").read_text().split()
    assert sorted(listed) == sorted(ARPA.split()), "listed from the mapped form"


def test_what_moses_does_by_default_is_done_here(tmp_path: Path) -> None:
    stack = import_moses(
        write(tmp_path, INI.replace("[distortion-limit]\n3\n", "")), tmp_path / "model"
    ).settings.stack
    assert (stack.stack, stack.distortion_limit, stack.pop_limit, stack.table_limit) == (200, -1, 1000, 20)
    assert stack.threshold == pytest.approx(11.5129, abs=1e-4) and stack.unknown == "copy"


def test_how_to_search_is_taken_over_or_told(tmp_path: Path) -> None:
    ini = INI + (
        "[drop-unknown]\ntrue\n[beam-threshold]\n0.01\n[stack]\n70\n[early-distortion-cost]\n[search-algorithm]\n0\n"
        "[monotone-at-punctuation]\n1\n[threads]\n8\n"
    )
    command = ["import", "moses", str(write(tmp_path, ini)), "-o", str(tmp_path / "model")]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    stack = Model.open(tmp_path / "model").folder.settings.stack
    assert stack.unknown == "drop" and stack.stack == 70 and stack.distortion_ahead
    assert stack.threshold == pytest.approx(4.60517, abs=1e-4)
    output = " ".join(result.output.split())
    assert "search-algorithm 0: here it is cube pruning, with pop limit 1000" in output
    assert "not taken over from" in output and "moses.ini: monotone-at-punctuation " in output + " "
    assert "threads" not in output


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("[search-algorithm]\n3\n", r"moses.ini:18: search algorithm 3 is not for phrases"),
        ("[drop-unknown]\nperhaps\n", r"moses.ini:18: \[drop-unknown\] is true or false"),
        ("[beam-threshold]\nx\n", r"moses.ini:18: \[beam-threshold\] needs a number"),
        ("[weight-file]\ngone\n", r"moses.ini:18: \[weight-file\]: no file 'gone'"),
    ],
)
def test_wrong_sections_are_explained(tmp_path: Path, section: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        import_moses(write(tmp_path, INI + section), tmp_path / "model")


def test_what_is_wrong_is_refused_before_the_table_is_read(tmp_path: Path) -> None:
    """A table whose second line is broken: another error comes first."""
    kenlm = INI.replace("Distortion\n", "Distortion\nKENLM name=LM0 path=lm.bin order=1\n", 1) + "LM0= 0.5\n"
    scores = INI.replace("num-features=2", "num-features=3").replace("TM= 0.5 0.25", "TM= 0.5 0.25 1")
    for ini, message in ((kenlm, "KenLM's binary form"), (scores, "begins with 2 scores")):
        path = write(tmp_path, ini)
        (tmp_path / "table").write_text("a ||| x ||| 0.5 1\nb ||| y ||| broken\n")
        (tmp_path / "lm.bin").write_bytes(b"mmap lm http://kheafield.com/code format version 5\n\0")
        with pytest.raises(InputError, match=message):
            import_moses(path, tmp_path / "model")
    with pytest.raises(InputError, match=r"table:2: 'broken'"):
        (tmp_path / "moses.ini").write_text(INI)
        import_moses(tmp_path / "moses.ini", tmp_path / "model")


def test_sparse_scores_that_are_not_numbers_are_refused_by_line(tmp_path: Path) -> None:
    path = write(tmp_path)
    (tmp_path / "table").write_text(
        "a ||| x ||| 0.5 1 ||| ||| ||| dom 1\nb ||| y ||| 1 1 ||| ||| ||| dom one |||\n"
    )
    with pytest.raises(InputError, match=r"table:2: sparse scores are names with numbers, not 'dom one'"):
        import_moses(path, tmp_path / "model")
    many = " ".join(f"n{number} 1" for number in range(300))
    (tmp_path / "table").write_text(f"a ||| x ||| 0.5 1 ||| ||| ||| {many} |||\n")
    with pytest.raises(InputError, match=r"table:1: more than 256 kinds"):
        import_moses(path, tmp_path / "model")
