"""Forced translations from the model's own interface and from the command line."""

from __future__ import annotations

import io
import json
from math import log
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix._core.grammar import read_moses
from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.cli import app
from rectrix.decode import SentenceConstraints, SpanConstraint
from rectrix.grammar.text import import_text
from rectrix.lm import compile_arpa
from rectrix.model.folder import writing_model
from rectrix.model.settings import LanguageModelFile, ModelSettings
from rectrix.pipeline import Model
from rectrix.text import TextPipeline, TextSettings
from rectrix.text.glossary import Glossary, Term

WORDS = {"das": "the", "haus": "house", "ist": "is", "klein": "small", ".": "."}
ARPA = "\\data\\\nngram 1=8\n\n\\1-grams:\n" + "".join(
    f"-1\t{word}\n" for word in ("<unk>", "<s>", "</s>", *WORDS.values())
)
WEIGHTS = {"lm": 0.1, "distortion": 1.0, "glue": -0.1}


@pytest.fixture(params=["phrase", "hiero"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Model:
    """A model that translates word by word, with the words of a tokenized and lowercased text."""
    (tmp_path / "lm.arpa").write_text(ARPA + "\n\\end\\\n")
    compile_arpa(tmp_path / "lm.arpa", tmp_path / "lm.rlm")
    settings = ModelSettings(
        decoder=request.param,
        tokenizer="moses",
        lowercase=True,
        source_language="de",
        target_language="en",
        grammar="rules",
        language_models=(LanguageModelFile(file="lm.rlm"),),
    )
    with writing_model(tmp_path / "model", settings, WEIGHTS) as folder:
        (folder / "lm.rlm").write_bytes((tmp_path / "lm.rlm").read_bytes())
        write_rules(request.param, folder / "rules", tmp_path)
    return Model.open(tmp_path / "model")


def write_rules(decoder: str, path: Path, folder: Path) -> None:
    if decoder == "phrase":
        lines = "".join(f"{source} ||| {target} ||| 1 ||| 0-0 |||\n" for source, target in WORDS.items())
        read_moses(io.BytesIO(lines.encode()), "pairs", None, "", "", path, folder)
        return
    lines = "".join(f"[X] ||| {source} ||| {target} ||| p=0.5 ||| 0-0\n" for source, target in WORDS.items())
    (folder / "grammar").write_text(lines)
    import_text(folder / "grammar", path)


LINE = "Das Haus ist klein."


def translate(model: Model, line: str = LINE, **demands: object) -> str:
    return next(iter(model.translate([line], **demands))).text


def test_constraints_in_the_models_own_words(model: Model) -> None:
    [output, plain] = model.translate(
        [LINE, LINE],
        constraints=[SentenceConstraints((SpanConstraint(0, 2, "our home"), SpanConstraint(3, 4, ""))), None],
    )
    assert (output.text, plain.text) == ("our home is .", "the house is small .")
    assert output.alignment == [(0, 0), (1, 1), (2, 2), (4, 3)]
    assert plain.alignment == [(i, i) for i in range(5)]
    lists = model.kbest([LINE], 5, constraints=[SentenceConstraints((SpanConstraint(1, 2, "flat"),))])
    assert lists.hypotheses > 0
    assert all("flat" in lists.text(h).split() for h in range(lists.hypotheses))


def test_a_glossary_finds_terms_whatever_their_case(model: Model) -> None:
    terms = Glossary((Term("das HAUS", "The Building"), Term("Klein.", "tiny!")))
    assert translate(model, glossary=terms) == "the building is tiny !"
    assert translate(model, "Das Auto", glossary=terms) == "the auto"


def test_markup_comes_before_a_glossary(model: Model) -> None:
    terms = Glossary((Term("das Haus", "the building"), Term("klein", "tiny")))
    line = 'Das <n translation="Hut">Haus</n> ist klein.'
    assert translate(model, line, xml="exclusive", glossary=terms) == "the hut is tiny ."
    assert translate(model, line, xml="ignore", glossary=terms) == "the building is tiny ."
    assert "translation" in translate(model, line, xml="pass-through")


def test_probabilities_choose_between_alternatives(model: Model) -> None:
    line = 'Das <n translation="hut||shed" prob="{}">Haus</n> ist klein.'
    assert translate(model, line.format("0.2||0.8"), xml="exclusive") == "the shed is small ."
    assert translate(model, line.format("0.8||0.2"), xml="exclusive") == "the hut is small ."
    weak = Model.open(model.folder.path, {**WEIGHTS, "forced": -1.0})
    assert translate(weak, line.format("0.8||0.2"), xml="exclusive") == "the shed is small ."


def test_constraints_must_be_as_many_as_lines_and_lie_in_them(model: Model) -> None:
    nothing = SentenceConstraints()
    for given, message in (([nothing], "not for line 2"), ([nothing] * 3, "more than the 2 lines")):
        with pytest.raises(UsageError, match=message):
            list(model.translate([LINE, LINE], constraints=given))
    with pytest.raises(UsageError, match=r"sentence 0: .*span 4-6"):
        translate(model, constraints=[SentenceConstraints((SpanConstraint(4, 6, "x"),))])
    with pytest.raises(UnknownName, match="policy"):
        SpanConstraint(0, 1, "x", "exclude")
    with pytest.raises(UsageError, match="positive"):
        SpanConstraint(0, 1, "x", probability=0.0)
    with pytest.raises(UsageError, match="at least one word"):
        SpanConstraint(1, 1, "x")


def test_walls_are_for_phrases_and_glossary_terms_do_not_cross_them(model: Model) -> None:
    terms = Glossary((Term("das Haus", "a b"), Term("ist klein", "c d")))
    line = "Das <wall/> Haus ist klein."
    if model.folder.settings.decoder == "phrase":
        assert translate(model, line, xml="exclusive", glossary=terms) == "the house c d ."
        crossing = SentenceConstraints((SpanConstraint(0, 2, "x"),), walls=(1,))
        with pytest.raises(UsageError, match="crosses a wall"):
            translate(model, constraints=[crossing])
    else:
        with pytest.raises(UsageError, match="phrase-based"):
            translate(model, line, xml="exclusive")


def test_the_command(model: Model, tmp_path: Path) -> None:
    (tmp_path / "in").write_text(f'{LINE}\nDas <n translation="Hut||Hof" prob="0.9||0.1">Haus</n>.\n')
    (tmp_path / "terms.tsv").write_text("klein\ttiny\n")
    arguments = ["translate", str(model.folder.path), str(tmp_path / "in"), "--xml", "exclusive", "-q"]
    run = CliRunner().invoke(app, [*arguments, "--glossary", str(tmp_path / "terms.tsv")])
    assert run.stdout.splitlines() == ["the house is tiny .", "the hut ."]
    run = CliRunner().invoke(app, [*arguments, "--nbest", "3", "--nbest-format", "json"])
    found = [json.loads(line) for line in run.stdout.splitlines()]
    best = next(one for one in found if one["id"] == 1)
    assert best["features"]["forced"] == pytest.approx(log(0.9))
    (tmp_path / "in").write_text("das haus\nDas <n translation=Haus>\n")
    run = CliRunner().invoke(app, arguments)
    assert isinstance(run.exception, InputError)
    assert str(run.exception).startswith(f"{tmp_path / 'in'}:2: column 5: ")
    run = CliRunner().invoke(app, [*arguments[:3], "--xml", "exclude"])
    assert run.exit_code == 2 and "exclude" in run.output


def test_lines_with_markup_are_protected_like_others(model: Model) -> None:
    """Placeholders beside and within spans come back; those of a given translation stay as they are."""
    for side, language in (("source_text", "de"), ("target_text", "en")):
        setattr(model, side, TextPipeline(TextSettings(language=language, case="lowercase")))
    span = '<n translation="cafe\u0301 %s x@y.org">Haus {0} e\u0301</n>'
    line = f"Das %1$d {span} http://a.b/c &lt;b&gt;ist&lt;/b&gt; klein."
    assert translate(model, line, xml="exclusive") == (
        "the %1$d café %s x@y.org http://a.b/c <b>is</b> small."
    )
    for policy in ("exclusive", "inclusive"):
        line = 'Das <n translation="{1} of {0}" prob="1">Haus {0} {1}</n>'
        assert translate(model, line, xml=policy) == "the {1} of {0}"
    assert (
        translate(model, "Das %d%% Haus", xml="exclusive")
        == translate(model, "Das %d%% Haus")
        == "the %d%% house"
    )
    assert translate(model, LINE, glossary=Glossary((Term("Haus", "a.txt"),))) == "the a.txt is small."


HOSTILE = [
    "\u202eDas\u202c \u200fHaus\u2066 ist\u2069 klein.",  # marks of direction
    "Das 👩\u200d👩\u200d👧🇩🇪 e\u0301 \u0301 क्\u200dष Hau\u200cs",
    "<b>Das <i>Haus</b> ist </u> <a href='x",
    "Das" + "x" * 1_000_000,
    "\U0010ff01 %s \U0010fe00",
    "\u2581 ￭ ￭x ||| \\",
]


def test_hostile_lines_come_through(model: Model) -> None:
    """Nothing is lost but marks of direction; unknown words are copied, letter by letter."""
    for side, language in (("source_text", "de"), ("target_text", "en")):
        setattr(model, side, TextPipeline(TextSettings(language=language, case="keep", normalize="none")))
    known = str.maketrans(dict.fromkeys("\u202e\u202c\u200f\u2066\u2069 "))
    for line, output in zip(HOSTILE, model.translate(HOSTILE), strict=True):
        wanted = line.replace("ist", "is").replace("klein", "small")
        assert output.text.translate(known) == wanted.translate(known)


def test_mended_lines_are_told(model: Model, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(f"{LINE}\n".encode() * 300 + b"a \xed\xa0\x80 b\n")  # a lone surrogate
    run = CliRunner().invoke(app, ["translate", str(model.folder.path), str(tmp_path / "in")])
    assert run.exit_code == 0 and len(run.stdout.splitlines()) == 301
    assert "1 invalid UTF-8 (first:" in run.stderr and "in:301" in run.stderr
