"""Exports are what cdec's own readers accept: its lexer of rules, its configuration, its input.

What is asserted of cdec comes from its sources (2020): decoder/rule_lexer.ll, scfg_translator.cc, decoder.cc,
ff_rules.cc, ff_lexical.h, ff_ruleshape.cc, utils/stringlib.cc.
"""

import gzip
import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import InputError, UsageError
from rectrix.base.progress import Progress
from rectrix.cli import app
from rectrix.exchange.cdec import export_model, import_model
from rectrix.exchange.cdec_ini import CdecIni
from rectrix.exchange.cdec_sparse import CDEC_TWINS
from rectrix.exchange.sparse import translate
from rectrix.grammar.hiero import index
from rectrix.lm import compile_arpa
from rectrix.model.folder import ModelFolder, writing_model
from rectrix.model.settings import DecoderSettings, LanguageModelFile, ModelSettings
from rectrix.pipeline import Model, TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample

# A word that cdec reads as one on either side: no gap, no end of a column.
WORD = r"(?!\[[^\t \[\],]+(,[1-9][0-9]?)?\] )(?!\|\|\| )\S+"
GAP = r"\[X,[12]\]"
REAL = r"[-+]?[0-9]+(\.[0-9]*)?"
RULE = re.compile(
    rf"\[X\] \|\|\|( ({GAP}|{WORD}))+ \|\|\|( ({GAP}|{WORD}))* \|\|\|( [^ \t=;]+={REAL})* \|\|\|( \d+-\d+)*\n"
)

ARPA = "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n0\t<s>\n-0.5\t</s>\n-0.3\tthe\n\n\\end\\\n"


class Heard(Progress):
    """Remembers what was said."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str, **facts: object) -> None:
        self.lines.append(text)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=300, held_out=10, references=1))
    (folder / "source").write_text("Die Frau liest das Buch.\n\nDer Xyzzy sieht das Buch.\n")
    return folder


@pytest.fixture(scope="module")
def model(sample: Path) -> ModelFolder:
    templates = (
        "rule_id",
        "source_bigrams",
        "target_bigrams",
        "shape",
        "word_pairs",
        "insertions",
        "deletions",
    )
    settings = TrainSettings(
        lm_order=3,
        classes=0,  # cdec and Joshua have none
        templates=templates,
        tune=TuneSettings(recipe="kbmira", settings={"rounds": 2}, k=30),
    )
    train(
        sample / "train.de",
        sample / "train.en",
        sample / "dev.de",
        [sample / "dev.ref0.en"],
        sample / "model",
        settings,
    )
    return ModelFolder.open(sample / "model")


def keys(ini: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in ini.read_text().splitlines():
        key, _, value = line.partition("=")
        found.setdefault(key, []).append(value)
    return found


def test_scores_are_the_same_by_what_cdec_reads(sample: Path, model: ModelFolder, tmp_path: Path) -> None:
    """Rules, copied words, weights and language model of an export give our scores, sparse features aside."""
    dense = {name: value for name, value in model.weights().items() if ":" not in name}
    source = sample / "source"
    export_model(model, tmp_path / "out", source=source, without_sparse=True)
    ini = keys(tmp_path / "out/cdec.ini")
    assert "add_pass_through_rules" not in ini, "cdec only looks whether the key is there"
    again, _ = import_model(
        "cdec",
        tmp_path / "out/grammars",
        tmp_path / "out/lm.arpa",
        Path(ini["weights"][0]),
        tmp_path / "again",
        DecoderSettings(pass_through="unknown", span_limit=int(ini["scfg_max_span_limit"][0])),
    )
    segments = (tmp_path / "out/input.sgm").read_text().splitlines()
    lines = [re.fullmatch(r'<seg id="\d+" grammar="[^"]+"> (.*) </seg>', line)[1] for line in segments]
    found = list(Model(again).translate(lines))
    expected = list(Model(model, dense).translate(source.read_text().splitlines()))
    assert [output.score for output in found] == pytest.approx(
        [output.score for output in expected], abs=1e-4
    )
    assert [output.words for output in found] == [output.words for output in expected]


def test_every_rule_is_one_that_cdecs_lexer_reads(sample: Path, model: ModelFolder, tmp_path: Path) -> None:
    export_model(model, tmp_path / "out", source=sample / "source")
    grammars = [
        gzip.decompress((tmp_path / f"out/grammars/grammar.{n}.gz").read_bytes()).decode() for n in range(3)
    ]
    for grammar in grammars:
        for line in grammar.splitlines(keepends=True):
            assert RULE.fullmatch(line), line
    assert "[X] ||| Xyzzy ||| Xyzzy ||| PassThrough=1 ||| 0-0\n" in grammars[2]
    assert "||| das ||| das ||| PassThrough" not in grammars[0], "it has a rule of its own"


def test_words_that_cdec_takes_for_gaps_or_columns_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "de").write_text("das [X,1] a|||b\n")
    (tmp_path / "en").write_text("the [1] |||\n")
    (tmp_path / "links").write_text("0-0 1-1 2-2\n")
    (tmp_path / "source").write_text("das [X,1] a|||b [X] [ ] []\n")
    (tmp_path / "lm.arpa").write_text(ARPA.replace("\tthe", "\t[1]"))
    settings = ModelSettings(grammar="grammar.rindex", language_models=(LanguageModelFile(file="lm.rlm"),))
    with writing_model(tmp_path / "model", settings, {"p_ef": 1.0}) as folder:
        index(tmp_path / "de", tmp_path / "en", tmp_path / "links", folder / "grammar.rindex")
        compile_arpa(tmp_path / "lm.arpa", folder / "lm.rlm")
    heard = Heard()
    export_model(ModelFolder.open(tmp_path / "model"), tmp_path / "out", False, heard, tmp_path / "source")
    rules = gzip.decompress((tmp_path / "out/grammars/grammar.0.gz").read_bytes()).decode()
    for line in rules.splitlines(keepends=True):
        assert RULE.fullmatch(line), line
    assert "[X] ||| das &#91;X,1&#93; ||| the &#91;1&#93; ||| " in rules
    assert "[X] ||| a&#124;&#124;&#124;b ||| &#124;&#124;&#124; ||| " in rules
    assert "[X] ||| &#91;X&#93; ||| &#91;X&#93; ||| PassThrough=1 ||| 0-0\n" in rules
    assert "[X] ||| [] ||| [] ||| PassThrough=1 ||| 0-0\n" in rules, "no gap, so it stays as it is"
    text = (tmp_path / "out/input.sgm").read_text()
    assert "> das &#91;X,1&#93; a&#124;&#124;&#124;b &#91;X&#93; [ ] [] </seg>" in text
    assert "\t&#91;1&#93;\n" in (tmp_path / "out/lm.arpa").read_text()
    assert any("escaped, also in what cdec writes: [1]" in line for line in heard.lines)


def test_input_and_script_work_from_anywhere(sample: Path, model: ModelFolder, tmp_path: Path) -> None:
    """The script gives cdec a configuration and input whose files are there, also in a folder that moved."""
    export_model(model, tmp_path / "out", source=sample / "source")
    (tmp_path / "cdec").write_text('#!/bin/sh\ncat "$2"\necho "$3"\ncat\n')
    (tmp_path / "cdec").chmod(0o755)
    (tmp_path / "elsewhere").mkdir()
    moved = (tmp_path / "out").rename(tmp_path / "elsewhere/moved")
    result = subprocess.run(
        [moved / "translate.sh", "-k"],
        cwd="/",
        env={"CDEC": str(tmp_path / "cdec"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\n-k\n" in result.stdout
    files = re.findall(r'(?:weights=|KLanguageModel |grammar=")([^"\n]+)', result.stdout)
    assert len(files) == 2 + 3 and all(Path(file).is_relative_to(moved) for file in files)
    assert all(Path(file).is_file() for file in files)
    assert '<seg id="0" grammar="' in result.stdout and "> die Frau liest das Buch . </seg>" in result.stdout


def test_sparse_weights_have_cdecs_names_and_functions(
    sample: Path, model: ModelFolder, tmp_path: Path
) -> None:
    export_model(model, tmp_path / "out", source=sample / "source")
    functions = keys(tmp_path / "out/cdec.ini")["feature_function"]
    assert functions[0] == "WordPenalty" and functions[1].startswith("KLanguageModel /")
    assert sorted(functions[2:]) == [
        "LexicalFeatures 1 1 1",
        "RuleIdentityFeatures",
        "RuleShape",
        "RuleSourceBigramFeatures",
        "RuleTargetBigramFeatures",
    ]
    written = dict(line.split(" ") for line in (tmp_path / "out/weights").read_text().splitlines())
    ours = [name for name, value in model.weights().items() if ":" in name and value != 0]
    theirs = [name for name in written if re.match(r"R:X:|RB[ST]:|Shape_S[01]{5}_T[01]{5}$|L[TDI]:", name)]
    assert ours and len(theirs) == len(ours)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("id:das_[X1]_haus|the_[X1]_house", "R:X:das_NX_haus:the_N1_house"),
        ("id:[X1]_a%5Fb_[X2]|[X2]_=x_[X1]", "R:X:NX_a_b_NX:N2__x_N1"),
        ("src2:<r>_[X]", "RBS:<r>_X"),
        ("src2:das_</r>", "RBS:das_</r>"),
        ("tgt2:the_[X2]", "RBT:the_X2"),
        ("shape:S11010_T01110", "Shape_S11010_T01110"),
        ("pair:haus|a%3Ab", "LT:haus:a:b"),
        ("del:%3D", "LD:_"),
        ("ins:%7C", "LI:|"),
    ],
)
def test_names_are_those_that_cdec_makes(ours: str, theirs: str) -> None:
    assert translate({ours: 0.5, "lm": 1.0}, CDEC_TWINS, False).sparse == {theirs: 0.5}


def test_weights_that_cdec_has_no_feature_for_are_refused_or_told(
    sample: Path, model: ModelFolder, tmp_path: Path
) -> None:
    weights = model.weights() | {"length:2_3": 0.5, "class_pair:1|2": 0.25}
    changed = tmp_path / "model"
    with writing_model(changed, model.settings, weights) as folder:
        for file in model.path.iterdir():
            if file.name not in ("model.toml", "weights.tsv"):
                (folder / file.name).write_bytes(file.read_bytes())
    with pytest.raises(UsageError, match="1 of phrase_length, 1 of class_word_pairs; --without-sparse"):
        export_model(ModelFolder.open(changed), tmp_path / "out", source=sample / "source")
    assert not (tmp_path / "out").exists()
    heard = Heard()
    export_model(ModelFolder.open(changed), tmp_path / "out", False, heard, sample / "source", None, True)
    assert any("1 of phrase_length" in line and "of rule_id" in line for line in heard.lines)


def test_another_language_model_is_refused(sample: Path, model: ModelFolder, tmp_path: Path) -> None:
    own = tmp_path / "own.arpa"
    run = CliRunner()
    assert run.invoke(app, ["lm", "export", str(model.path), "-o", str(own), "-q"]).exit_code == 0
    export_model(model, tmp_path / "out", source=sample / "source", lm=own)
    assert (tmp_path / "out/lm.arpa").read_bytes() == own.read_bytes()
    text = own.read_text()
    first = text.index("\\2-grams:")
    (tmp_path / "order").write_text(re.sub(r"ngram [23]=.*\n", "", text[:first]) + "\n\\end\\\n")
    (tmp_path / "text").write_text(re.sub(r"(?m)^-(\d)", r"-1\1", text))
    for name, reason in (("order", "it is of order 1, not 3"), ("text", "other words or probabilities")):
        with pytest.raises(InputError, match=reason):
            export_model(model, tmp_path / name / "out", source=sample / "source", lm=tmp_path / name)


def test_lines_that_cdec_misreads_are_refused_by_number(tmp_path: Path) -> None:
    (tmp_path / "grammar").write_text("[X] ||| das ||| the ||| A=1 ||| 0-0\n")
    (tmp_path / "weights").write_text("A 1\n")
    model, _ = import_model("cdec", tmp_path / "grammar", None, tmp_path / "weights", tmp_path / "model")
    for text in ("das </seg> das", "((('a',1,1),),)"):
        (tmp_path / "source").write_text(f"das\n{text}\n")
        with pytest.raises(InputError, match=r"source:2: cdec takes this line for"):
            export_model(model, tmp_path / "out", source=tmp_path / "source")
    with pytest.raises(UsageError, match="spaces"):
        export_model(model, tmp_path / "with blank")


def test_a_grammar_for_all_lines_is_named_and_unknown_words_get_rules(tmp_path: Path) -> None:
    (tmp_path / "grammar").write_text("[X] ||| das ||| the ||| A=1 ||| 0-0\n")
    (tmp_path / "weights").write_text("A 1\nPassThrough -1\n")
    (tmp_path / "source").write_text("das xy\n")
    unknown = DecoderSettings(pass_through="unknown")
    model, _ = import_model(
        "cdec", tmp_path / "grammar", None, tmp_path / "weights", tmp_path / "model", unknown
    )
    export_model(model, tmp_path / "out", source=tmp_path / "source")
    assert keys(tmp_path / "out/cdec.ini")["grammar"] == [str(tmp_path / "out/grammars")]
    rules = (tmp_path / "out/copies/grammar.0").read_text()
    assert rules == "[X] ||| xy ||| xy ||| PassThrough=1 ||| 0-0\n"


def test_grammars_and_lines_must_be_as_many(tmp_path: Path) -> None:
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars/grammar.0").write_text("[X] ||| das ||| the ||| A=1 ||| 0-0\n")
    (tmp_path / "weights").write_text("A 1\n")
    (tmp_path / "source").write_text("das\ndas\n")
    model, _ = import_model("cdec", tmp_path / "grammars", None, tmp_path / "weights", tmp_path / "model")
    with pytest.raises(UsageError, match="2 source lines for the 1 grammars"):
        export_model(model, tmp_path / "out", source=tmp_path / "source")


INI = """\
formalism=scfg  # a comment
grammar=grammar
weights=weights
feature_function=WordPenalty
feature_function=KLanguageModel lm.arpa
feature_function=RuleShape
density_prune=80
"""


def test_cdec_ini_is_read_with_cdecs_defaults(tmp_path: Path) -> None:
    (tmp_path / "grammar").write_text("[X] ||| das ||| the ||| A=1 ||| 0-0\n")
    (tmp_path / "weights").write_text("A 1\nLanguageModel 1\n")
    (tmp_path / "lm.arpa").write_text(ARPA)
    (tmp_path / "cdec.ini").write_text(INI)
    run = CliRunner()
    result = run.invoke(app, ["import", "cdec", str(tmp_path / "cdec.ini"), "-o", str(tmp_path / "model")])
    assert result.exit_code == 0, result.output
    assert "not taken over" in result.output and "density_prune, RuleShape" in result.output
    decoding = ModelFolder.open(tmp_path / "model").settings.decoding
    assert (decoding.span_limit, decoding.pop_limit, decoding.pass_through) == (10, 200, "unknown")
    (tmp_path / "cdec.ini").write_text(INI + "add_pass_through_rules=false\nscfg_max_span_limit=12\n")
    command = [
        "import",
        "cdec",
        str(tmp_path / "cdec.ini"),
        "-o",
        str(tmp_path / "other"),
        "--span-limit",
        "7",
    ]
    assert run.invoke(app, command).exit_code == 0
    decoding = ModelFolder.open(tmp_path / "other").settings.decoding
    assert (decoding.span_limit, decoding.pass_through) == (7, "all"), "cdec takes any value for yes"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("formalism=scfg", "formalism=pb", r"cdec.ini:1: formalism 'pb'"),
        ("grammar=grammar", "grammar=gone", r"cdec.ini:2: no file 'gone'"),
        ("grammar=grammar", "grammar=grammar\ngrammar=weights", r"cdec.ini:3: a second grammar"),
        ("density_prune=80", "density_prune", r"cdec.ini:7: 'density_prune' is not"),
        ("density_prune=80", "scfg_max_span_limit=x", r"cdec.ini:7: scfg_max_span_limit needs"),
    ],
)
def test_wrong_configurations_are_explained(tmp_path: Path, old: str, new: str, message: str) -> None:
    for name in ("grammar", "weights", "lm.arpa"):
        (tmp_path / name).write_text("")
    (tmp_path / "cdec.ini").write_text(INI.replace(old, new))
    with pytest.raises(InputError, match=message):
        ini = CdecIni.read(tmp_path / "cdec.ini")
        assert ini.file("grammar") and ini.decoding()
