"""Model folders: whole or refused; weights of other decoders in our units and back."""

from math import log
from pathlib import Path
from random import Random

import pytest

from rectrix.base.errors import ConfigError, DamagedFile, InputError, OutputExists
from rectrix.base.places import HOST
from rectrix.exchange import foreign_weights as foreign
from rectrix.exchange.cdec import export_model, import_model
from rectrix.exchange.joshua import export_joshua
from rectrix.model import checksums
from rectrix.model.checksums import sealed
from rectrix.model.folder import ModelFolder, accept_settings, writing_model
from rectrix.model.settings import LanguageModelFile, ModelSettings
from rectrix.pipeline import Model

GRAMMAR = "[X] ||| das [X,1] ||| the [X,1] ||| EgivenFCoherent=0.25 CountEF=1.5 ||| 0-0\n"
ARPA = "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n0\t<s>\n-0.5\t</s>\n-0.3\tthe\n\n\\end\\\n"
WEIGHTS = (
    "# tuned\nLanguageModel 0.5\nEgivenFCoherent=-0.07\nWordPenalty\t-0.2\nGlue -0.01\nPassThrough_3 0.125\n"
)


def write(path: Path, force: bool = False) -> ModelFolder:
    settings = ModelSettings(columns=("p_ef",), language_models=(LanguageModelFile(file="lm.rlm"),))
    with writing_model(path, settings, {"lm": 0.1, "p_ef": -2.5}, force) as folder:
        (folder / "grammar.rgrammar").write_bytes(b"rules")
        (folder / "lm.rlm").write_bytes(b"ngrams")
    return ModelFolder.open(path)


def test_a_model_comes_back(tmp_path: Path) -> None:
    model = write(tmp_path / "model")
    assert model.weights() == {"lm": 0.1, "p_ef": -2.5}
    assert model.grammar.read_bytes() == b"rules"
    assert [path.name for path, _ in model.language_models] == ["lm.rlm"]


def test_every_flipped_bit_is_noticed(tmp_path: Path) -> None:
    """The settings' own bits, too; that of a comment is the one thing that may change unnoticed."""
    model = write(tmp_path / "model")
    random = Random(1)
    for file in sorted(model.path.iterdir()):
        content = file.read_bytes()
        for _ in range(60):
            damaged = bytearray(content)
            damaged[random.randrange(len(content))] ^= 1 << random.randrange(8)
            file.write_bytes(damaged)
            with pytest.raises((DamagedFile, InputError, ConfigError)):
                ModelFolder.open(model.path)
        file.write_bytes(content)
    ModelFolder.open(model.path)


def test_a_large_file_is_read_once_per_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(checksums, "SMALL", 3)
    model = write(tmp_path / "model")
    read: list[str] = []
    digest = checksums.digest
    monkeypatch.setattr(checksums, "digest", lambda path: read.append(path.name) or digest(path))
    ModelFolder.open(model.path)
    assert not read, "read when it was written"
    ModelFolder.open(model.path, verify=True)
    assert sorted(read) == ["grammar.rgrammar", "lm.rlm", "weights.tsv"]
    (model.path / "lm.rlm").write_bytes(b"ngramz")
    with pytest.raises(DamagedFile, match=r"lm\.rlm: damaged"):
        ModelFolder.open(model.path)


def test_a_user_without_a_home_opens_large_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under the number of a user it does not know."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(checksums, "SMALL", 3)
    assert ModelFolder.open(write(tmp_path / "model").path, verify=True)


def test_settings_changed_on_purpose_are_accepted_when_told_so(tmp_path: Path) -> None:
    model = write(tmp_path / "model").path
    file = model / "model.toml"
    file.write_text(file.read_text().replace("pop_limit = 200", "pop_limit = 300"))
    with pytest.raises(DamagedFile, match=r"rectrix verify .* --accept"):
        ModelFolder.open(model)
    accept_settings(model)
    assert ModelFolder.open(model).settings.decoding.pop_limit == 300


def test_a_model_of_the_first_format_opens(tmp_path: Path) -> None:
    file = write(tmp_path / "model").path / "model.toml"
    file.write_text(file.read_text().replace("format = 2", "format = 1").rpartition("# sha256")[0])
    assert ModelFolder.open(tmp_path / "model").settings.format == 1


def test_a_model_that_a_killed_run_had_moved_away_comes_back(tmp_path: Path) -> None:
    write(tmp_path / "model").path.rename(tmp_path / f".model.{HOST}.999999999.1a.old")
    ModelFolder.open(tmp_path / "model")


def test_nothing_is_overwritten_unasked_and_nothing_half_stays(tmp_path: Path) -> None:
    write(tmp_path / "model")
    with pytest.raises(OutputExists):
        write(tmp_path / "model")
    write(tmp_path / "model", force=True)
    with pytest.raises(RuntimeError), writing_model(tmp_path / "other", ModelSettings(), {}):
        raise RuntimeError
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_damaged_models_are_refused(tmp_path: Path) -> None:
    model = write(tmp_path / "model")
    (model.path / "lm.rlm").write_bytes(b"ngramz")
    with pytest.raises(DamagedFile, match=r"lm\.rlm: damaged"):
        ModelFolder.open(model.path)
    (model.path / "lm.rlm").write_bytes(b"n")
    with pytest.raises(DamagedFile, match=r"lm\.rlm: has 1 bytes, expected 6"):
        ModelFolder.open(model.path)
    (model.path / "lm.rlm").unlink()
    with pytest.raises(DamagedFile, match="is missing"):
        ModelFolder.open(model.path)
    with pytest.raises(InputError, match="not a model"):
        ModelFolder.open(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("format = 2", "format = 3\nnew_key = 1", DamagedFile),
        ("format = 2", "format = 2\nnew_key = 1", ConfigError),
        ('"hiero"', '"neural"', ConfigError),
        ('[files."lm.rlm"]', '[files."../lm.rlm"]', DamagedFile),
        ('[files."lm.rlm"]', '[files."weights.rlm"]', DamagedFile),
    ],
)
def test_wrong_settings_are_refused(tmp_path: Path, old: str, new: str, error: type[Exception]) -> None:
    settings = write(tmp_path / "model").path / "model.toml"
    head, _, text = settings.read_text().partition("\n")
    assert old in text
    text, _, _ = text.rpartition("# sha256")
    settings.write_text(sealed(f"{head}\n{text.replace(old, new)}"))
    with pytest.raises(error):
        ModelFolder.open(tmp_path / "model")


def test_scores_do_not_change_with_the_units() -> None:
    # Four words, log10 p = -7: cdec has LanguageModel=-7 and WordPenalty=-4/ln 10.
    theirs = {"LanguageModel": 0.3, "WordPenalty": -0.2, "CountEF": 0.7, "PassThrough_2": 2.0}
    ours = foreign.from_foreign(theirs, foreign.CDEC)
    score = 0.3 * -7 + -0.2 * (-4 / log(10)) + 0.7 * 1.5 + 2.0
    assert ours["lm"] * -7 * log(10) + ours["word_penalty"] * -4 + ours["CountEF"] * 1.5 + ours[
        "pass_through_2"
    ] == pytest.approx(score, rel=1e-14)
    assert foreign.to_foreign(ours, foreign.CDEC) == pytest.approx(theirs, rel=1e-15)


def test_weights_of_our_columns_fit_cdecs_columns() -> None:
    # p = 1/100: p_ef is ln p, EgivenFCoherent 2.
    exported = foreign.to_foreign({"p_ef": 0.5, "lex_fe": 1.0, "singleton_f": 3.0}, foreign.CDEC_GRAMMAR)
    assert exported["EgivenFCoherent"] * 2 == pytest.approx(0.5 * log(0.01))
    assert exported["MaxLexFgivenE"] == pytest.approx(-log(10)) and exported["IsSingletonF"] == 3.0


@pytest.mark.parametrize(
    "line", ["LanguageModel", "LanguageModel x", "LanguageModel nan", "= 3", "Glue 1\nGlue 2"]
)
def test_wrong_weights_are_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "w").write_text(f"PassThrough 1\n{line}\n")
    with pytest.raises(InputError, match=r"w:[23]: "):
        foreign.read_foreign(tmp_path / "w")


def test_binary_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(b"_PHWf\0\0\0")
    with pytest.raises(InputError, match="binary"):
        foreign.read_foreign(tmp_path / "w")


def test_cdec_models_come_in_and_go_out_again(tmp_path: Path) -> None:
    (tmp_path / "grammars").mkdir()
    (tmp_path / "grammars/grammar.0").write_text(GRAMMAR)
    (tmp_path / "lm.arpa").write_text(ARPA)
    (tmp_path / "weights").write_text(WEIGHTS + "Unheard 1\n")
    model, idle = import_model(
        "cdec", tmp_path / "grammars", tmp_path / "lm.arpa", tmp_path / "weights", tmp_path / "model"
    )
    assert idle == ["Unheard"]
    assert model.weights()["lm"] == pytest.approx(0.5 / log(10))
    assert model.weights()["EgivenFCoherent"] == -0.07  # the column keeps cdec's values, so its weight stays
    decoding = model.settings.decoding
    assert decoding.pass_through == "all" and decoding.length_buckets and decoding.cdec_order
    export_model(model, tmp_path / "out", lm=tmp_path / "lm.arpa")
    assert (tmp_path / "out/lm.arpa").read_text() == ARPA
    line = f"\nfeature_function=KLanguageModel {tmp_path}/out/lm.arpa\n"
    assert line in (tmp_path / "out/cdec.ini").read_text()
    given = foreign.read_foreign(tmp_path / "weights")
    assert foreign.read_foreign(tmp_path / "out/weights") == pytest.approx(given, rel=1e-15)
    again, _ = import_model(
        "cdec", tmp_path / "out/grammars", None, tmp_path / "out/weights", tmp_path / "again"
    )
    assert again.grammar.read_bytes() == model.grammar.read_bytes()


def test_joshua_models_come_in(tmp_path: Path) -> None:
    (tmp_path / "grammar.gz").write_text("[X] ||| das [X,1] ||| the [X,1] ||| 0.25 lexfe=1.5\n")
    (tmp_path / "weights").write_text("tm_pt_0 0.5\nlexfe 0.1\nlm_0 1\ntm_glue_0 0.3\nWordPenalty -1\n")
    model, idle = import_model(
        "joshua", tmp_path / "grammar.gz", None, tmp_path / "weights", tmp_path / "model"
    )
    assert idle == []
    weights = model.weights()
    assert weights["glue"] == -0.3  # Joshua's glue rule has the value -1, ours 1
    assert weights["tm_pt_0"] == 0.5 and weights["lm"] == pytest.approx(1 / log(10))


JOSHUA_ARPA = (
    "\\data\\\nngram 1=6\nngram 2=3\n\n\\1-grams:\n-2\t<unk>\n-99\t<s>\t-0.5\n-1\t</s>\n"
    "-1.25\tthe\t-0.25\n-1.5\thouse\t-0.125\n-1.75\tsmall\t-0.25\n\n"
    "\\2-grams:\n-0.75\t<s> the\n-0.25\tthe house\n-0.5\tsmall </s>\n\n\\end\\\n"
)


def test_a_joshua_model_scores_as_worked_out_by_hand_and_goes_out_again(tmp_path: Path) -> None:
    """Dense scores by position and named ones, language model in log10, a word -1 / ln 10, a glue rule -1."""
    (tmp_path / "grammar").write_text(
        "[X] ||| das [X,1] ||| the [X,1] ||| 0.3 1.2 lexfe=0.5 ||| 0-0\n"
        "[X] ||| haus ||| house ||| 0.1 0.4 ||| 0-0\n"
        "[X] ||| klein ||| small ||| 0.2 0.7 lexfe=0.25 ||| 0-0\n"
    )
    (tmp_path / "lm.arpa").write_text(JOSHUA_ARPA)
    (tmp_path / "weights").write_text(
        "tm_pt_0 -0.5\ntm_pt_1 -0.25\nlexfe -2\nlm_0 1.5\ntm_glue_0 0.3\nWordPenalty -1\nOOVPenalty 1\n"
    )
    # The pieces das [haus] and klein, one glue rule between them.
    rules = -0.5 * (0.3 + 0.1 + 0.2) - 0.25 * (1.2 + 0.4 + 0.7) - 2 * (0.5 + 0.25)
    # <s> the, the house, small after the back-off of house, small </s>
    lm = 1.5 * (-0.75 - 0.25 + (-0.125 - 1.75) - 0.5)
    expected = rules + lm + 0.3 * -1 + -1 * (-3 / log(10))

    grammar, weights = tmp_path / "grammar", tmp_path / "weights"
    for round_trip in range(2):
        model, idle = import_model(
            "joshua", grammar, tmp_path / "lm.arpa", weights, tmp_path / f"model{round_trip}"
        )
        assert idle == ["OOVPenalty"]
        [found] = Model.open(model.path).translate(["das haus klein"])
        assert found.text == "the house small"
        assert found.score == pytest.approx(expected, abs=1e-5)
        export_joshua(model, tmp_path / f"out{round_trip}", lm=tmp_path / "lm.arpa")
        grammar, weights = tmp_path / f"out{round_trip}/grammar.gz", tmp_path / f"out{round_trip}/weights"
    config = (tmp_path / "out0/joshua.config").read_text()
    assert "tm = thrax pt 15 grammar.gz\n" in config and "\nlm = kenlm 2 " in config
