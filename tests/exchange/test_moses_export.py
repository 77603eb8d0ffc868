"""Exports are what Moses reads, and n-best lists what its tuners read.

What is asserted of Moses is from its sources (2025): moses2/Word.cpp, moses/FF/*Feature.cpp, mert/Data.cpp,
RuleTable/LoaderStandard.cpp, scripts/tokenizer/escape-special-chars.perl.
"""

import gzip
import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix._core.features import rule_features, template_names
from rectrix.base.errors import UsageError
from rectrix.cli import app
from rectrix.exchange.moses import import_moses
from rectrix.exchange.moses_export import export_moses
from rectrix.exchange.moses_names import dense_features, our_weights
from rectrix.exchange.moses_sparse import MOSES_TWINS
from rectrix.exchange.moses_table import IN_TABLE
from rectrix.exchange.sparse import template_of, translate
from rectrix.features.weights import write_weights
from rectrix.kbest import files
from rectrix.model.folder import ModelFolder, writing_model
from rectrix.model.settings import StackSettings
from rectrix.pipeline import Model

INI = """\
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TM num-features=4 path=table
LexicalReordering name=LR type=wbe-msd-bidirectional-fe path=values
KENLM name=LM0 path=lm.arpa order=1
Distortion
[weight-file]
sparse
[weight]
TM= 0.5 0.25 0.125 0.1
LR= 1 2 3 4 5 6
LM0= 0.5
WordPenalty0= -1
PhrasePenalty0= 0.2
Distortion0= 0.3
"""
ARPA = "\\data\\\nngram 1=5\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-1\t</s>\n-0.5\tx\n-0.75\t|\n\n\\end\\\n"
TABLE = (
    "a ||| x ||| 0.5 1 0.5 1 ||| 0-0 ||| 2 2 1 ||| dom_news 1 rare -0.5 |||\n"
    "a ||| | ||| 0.5 1 0.5 1 ||| 0-0 ||| 2 2 1 ||| ||| {{x}}\n"
    "b|c ||| y ||| 1 1 1 1 ||| 0-0 ||| 1 1 1 ||| dom_news 1\n"
)
ONES = " ".join(["1"] * 6)


@pytest.fixture
def model(tmp_path: Path) -> ModelFolder:
    (tmp_path / "table").write_text(TABLE)
    (tmp_path / "values").write_text(f"a ||| x ||| {ONES}\na ||| | ||| {ONES}\nb|c ||| y ||| {ONES}\n")
    (tmp_path / "lm.arpa").write_text(ARPA)
    (tmp_path / "sparse").write_text("TM_dom_news 2\nTM_rare 0.25\nTM_gone 1\nWT_a~x 3\n")
    (tmp_path / "moses.ini").write_text(INI)
    return import_moses(tmp_path / "moses.ini", tmp_path / "model")


def test_sparse_scores_of_the_table_count_as_in_moses(model: ModelFolder) -> None:
    weights = model.weights()
    assert weights["sparse:dom_news"] == 2.0 and weights["sparse:rare"] == 0.25
    [with_sparse] = Model(model).translate(["a"])
    [without] = Model(model, {name: w for name, w in weights.items() if "sparse:" not in name}).translate(
        ["a"]
    )
    assert with_sparse.text == "x" and without.text == "x"
    assert with_sparse.score - without.score == pytest.approx(2.0 * 1 + 0.25 * -0.5, abs=1e-5)


def test_weights_without_a_feature_are_told(tmp_path: Path, model: ModelFolder) -> None:
    result = CliRunner().invoke(
        app, ["import", "moses", str(tmp_path / "moses.ini"), "-o", str(tmp_path / "m")]
    )
    assert "weights without a feature in this model: 2: WT_a~x, sparse:gone" in result.output
    assert "2 of them have sparse scores" in result.output


def test_tables_come_back_with_sparse_scores_and_without_bars_in_words(
    tmp_path: Path, model: ModelFolder
) -> None:
    """moses2 divides words at bars: one of bars alone has no factor, which it then follows."""
    export_moses(model, tmp_path / "out")
    lines = gzip.decompress((tmp_path / "out/phrase-table.gz").read_bytes()).decode().splitlines()
    assert "a ||| &#124; ||| 0.5 1 0.5 1 ||| 0-0 ||| 2 2 1 ||| |||" in lines
    assert "a ||| x ||| 0.5 1 0.5 1 ||| 0-0 ||| 2 2 1 ||| dom_news 1 rare -0.5 |||" in lines
    for name in ("phrase-table.gz", "reordering-table.gz"):
        for line in gzip.decompress((tmp_path / "out" / name).read_bytes()).decode().splitlines():
            assert all("|" not in word for side in line.split(" ||| ")[:2] for word in side.split())
    assert "\t&#124;\n" in (tmp_path / "out/lm0.arpa").read_text()
    again = import_moses(tmp_path / "out/moses.ini", tmp_path / "again")
    assert again.weights() == {**model.weights()}
    texts = [output.score for output in Model(again).translate(["a b&#124;c", "q"])]
    assert texts == pytest.approx(
        [output.score for output in Model(model).translate(["a b|c", "q"])], abs=1e-5
    )


def changed(
    model: ModelFolder, path: Path, weights: dict[str, float] | None = None, **settings: object
) -> ModelFolder:
    """The model with other weights and settings."""
    new = model.settings.model_copy(update=settings)
    with writing_model(path, new, model.weights() | (weights or {})) as folder:
        for file in model.path.iterdir():
            if file.name not in ("model.toml", "weights.tsv"):
                (folder / file.name).write_bytes(file.read_bytes())
    return ModelFolder.open(path)


def test_sparse_weights_have_moses_names_and_functions(tmp_path: Path, model: ModelFolder) -> None:
    weights = {"pair:a|x": 0.5, "del:b%7Cc": 0.25, "ins:x": -1.0, "length:1_2": 2.0}
    export_moses(changed(model, tmp_path / "changed", weights), tmp_path / "out")
    listed = dict(line.split(" ") for line in (tmp_path / "out/sparse.weights").read_text().splitlines())
    assert listed == {
        "TranslationModel0_dom_news": "2",
        "TranslationModel0_rare": "0.25",
        "TranslationModel0_gone": "1",
        "WT_a~x": "0.5",
        "SWD_b&#124;c": "0.25",
        "TWI_x": "-1",
        "PL_1,2": "2",
    }
    ini = (tmp_path / "out/moses.ini").read_text()
    assert "\nWordTranslationFeature name=WT " in ini and "\nPhraseLengthFeature name=PL\n" in ini
    assert f"[weight-file]\n{tmp_path}/out/sparse.weights\n" in ini


def test_every_template_of_rules_can_go_to_moses() -> None:
    """A template that is forgotten here would lose its weights without a word."""
    for template in template_names():
        made = [name for rule in (RULE, LONELY) for name, _ in rule_features(template, *rule)]
        assert made and {template_of(name) for name in made} == {template}
        assert template in MOSES_TWINS or template in IN_TABLE


RULE = ("das haus", "the house", [(0, 0), (1, 1)])
LONELY = ("ja doch", "yes sure", [(0, 0)])


def test_features_of_pairs_stand_in_the_table(tmp_path: Path, model: ModelFolder) -> None:
    """What Moses has no function for is each pair's own sparse score: read back, it weighs what it did."""
    templates = ("rule_id", "source_bigrams", "target_words", "word_pairs")
    weights = {"id:a|x": 0.5, "id:a|%7C": -0.25, "src2:<r>_a": 1.5, "tgt1:x": -1.0, "id:never|seen": 1.0}
    other = changed(model, tmp_path / "changed", weights, templates=templates)
    export_moses(other, tmp_path / "out")
    lines = gzip.decompress((tmp_path / "out/phrase-table.gz").read_bytes()).decode().splitlines()
    assert "a ||| &#124; ||| 0.5 1 0.5 1 ||| 0-0 ||| 2 2 1 ||| id:a|%7C 1 src2:<r>_a 1 |||" in lines
    own = "dom_news 1 rare -0.5 id:a|x 1 src2:<r>_a 1 tgt1:x 1"
    assert f"a ||| x ||| 0.5 1 0.5 1 ||| 0-0 ||| 2 2 1 ||| {own} |||" in lines
    listed = (tmp_path / "out/sparse.weights").read_text().splitlines()
    assert {"TranslationModel0_id:a|x 0.5", "TranslationModel0_tgt1:x -1"} <= set(listed)
    again = import_moses(tmp_path / "out/moses.ini", tmp_path / "again")
    ours = [output.score for output in Model(other).translate(["a b|c", "a", "a a"])]
    theirs = [output.score for output in Model(again).translate(["a b&#124;c", "a", "a a"])]
    assert theirs == pytest.approx(ours, abs=1e-5)
    assert ours != pytest.approx([o.score for o in Model(model).translate(["a b|c", "a", "a a"])], abs=1e-3)


def test_sparse_weights_that_moses_has_no_feature_for_are_refused(tmp_path: Path, model: ModelFolder) -> None:
    other = changed(model, tmp_path / "changed", {"lo:before_mono|a": 0.5, "pair:a|x": 1.0})
    with pytest.raises(UsageError, match="Moses has no features for these weights: 1 of sparse_reordering"):
        export_moses(other, tmp_path / "out")
    export_moses(other, tmp_path / "out", without_sparse=True)
    assert "WT" not in (tmp_path / "out/sparse.weights").read_text()
    assert translate({"lo:before_mono|a": 0.0}, MOSES_TWINS, False).left_out == {}
    with pytest.raises(UsageError, match=r"2 of longer \(a function in Python\)"):
        translate({"longer": 1.0, "longer:x": 2.0}, {}, False, python=["longer"]).require("cdec", False)


def dense(line: str) -> list[tuple[str, int]]:
    """The dense features of a line as Moses' tuners find them: names with '_' are sparse, of one value."""
    found: list[tuple[str, int]] = []
    items = iter(line.split(" ||| ")[2].split())
    for item in items:
        if not item.endswith("="):
            found[-1] = (found[-1][0], found[-1][1] + 1)
            float(item)
        elif "_" in item:
            float(next(items))
        else:
            found.append((item[:-1], 0))
    return found


def test_n_best_lists_have_all_dense_features_in_every_line(tmp_path: Path, model: ModelFolder) -> None:
    (tmp_path / "text").write_text("a b|c\nq\n")
    changed(model, tmp_path / "changed", {"pair:a|x": 0.5}, templates=("word_pairs",))
    command = ["translate", str(tmp_path / "changed"), str(tmp_path / "text"), "--nbest", "5", "-q"]
    result = CliRunner().invoke(app, [*command, "--nbest-format", "moses"])
    lines = [line for line in result.stdout.splitlines() if " ||| | " not in line]
    assert {line.split(" ||| ")[0] for line in lines} == {"0", "1"}
    for line in lines:
        assert dense(line) == [
            ("LexicalReordering0", 6),
            ("Distortion0", 1),
            ("LM0", 1),
            ("WordPenalty0", 1),
            ("PhrasePenalty0", 1),
            ("TranslationModel0", 4),
            ("UnknownWordPenalty0", 1),
        ]
    assert "Sparse0_pair:a|x= 1" in lines[0] and "UnknownWordPenalty0= -100" in lines[-1]


def test_weights_tuned_on_such_lists_come_back(tmp_path: Path, model: ModelFolder) -> None:
    """Features times weights, both by Moses' names, are the scores; the same weights translate."""
    own, layout = model.weights(), dense_features(model)
    theirs = {
        (name if len(values) == 1 else f"{name}_{place}"): own[feature] / scale
        for name, values in layout
        for place, (feature, scale) in enumerate(values)
    } | {f"Sparse0_{name}": own[name] for name in own if name.startswith("sparse:")}
    assert our_weights(theirs, layout) == pytest.approx(own)
    write_weights(tmp_path / "weights", theirs)
    (tmp_path / "text").write_text("a b|c a\nq\n")
    command = ["translate", str(model.path), str(tmp_path / "text"), "-q"]
    run = CliRunner()
    other = run.invoke(app, [*command, "--weights", str(tmp_path / "weights")])
    assert other.stdout == run.invoke(app, command).stdout
    run.invoke(app, [*command, "--nbest", "3", "-o", str(tmp_path / "list")])
    lists = files.read(tmp_path / "list", "moses")
    for number in range(lists.hypotheses):
        places = range(lists.feature_begin[number], lists.feature_begin[number + 1])
        values = {lists.space.name(int(lists.feature_ids[i])): float(lists.feature_values[i]) for i in places}
        score = sum(theirs[name] * value for name, value in values.items())
        assert score == pytest.approx(lists.scores[number], abs=1e-4)


def test_search_settings_go_and_come_back(tmp_path: Path, model: ModelFolder) -> None:
    stack = StackSettings(stack=50, threshold=3.0, distortion_limit=4, unknown="drop", distortion_ahead=True)
    export_moses(changed(model, tmp_path / "changed", stack=stack), tmp_path / "out")
    found = import_moses(tmp_path / "out/moses.ini", tmp_path / "again").settings.stack
    assert found.model_copy(update={"threshold": 3.0}) == stack and found.threshold == pytest.approx(3.0)


def test_the_script_works_from_anywhere(tmp_path: Path, model: ModelFolder) -> None:
    """Moses looks for files from where it runs: paths are absolute, and follow a folder that has moved."""
    export_moses(model, tmp_path / "out")
    (tmp_path / "moses").write_text('#!/bin/sh\ncat "$2"\n')
    (tmp_path / "moses").chmod(0o755)
    moved = (tmp_path / "out").rename(tmp_path / "moved")
    env = {"MOSES": str(tmp_path / "moses"), "PATH": "/usr/bin:/bin"}
    result = subprocess.run(
        [moved / "translate.sh"], cwd="/", env=env, capture_output=True, text=True, check=True
    )
    files = re.findall(r"(?m)path=(\S+)|^(/\S+)$", result.stdout)
    assert len(files) == 4 and all(Path(first or second).parent == moved for first, second in files)
    assert all(Path(first or second).is_file() for first, second in files)
