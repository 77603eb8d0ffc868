"""From raw text to a tuned model: every stage runs once, the model moves, and tuning helps."""

import gzip
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import DamagedFile, InputError, OutputExists, UsageError
from rectrix.base.progress import Progress
from rectrix.cli import app
from rectrix.exchange.cdec import export_model
from rectrix.exchange.moses_export import export_moses
from rectrix.features.weights import write_weights
from rectrix.learn.run import Run
from rectrix.model.folder import ModelFolder
from rectrix.model.settings import OrientationFiles
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train, tune_model
from rectrix.pipeline.mbr import tune_mbr
from rectrix.sample import SampleSettings, write_sample
from rectrix.text import read_sentences

_TUNE = TuneSettings(recipe="kbmira", settings={"rounds": 2}, k=30)
QUICK = TrainSettings(lm_order=3, tune=_TUNE)
TOKENS = TrainSettings(lm_order=3, tune=_TUNE, pretokenized=True)


class Heard(Progress):
    """Remembers what was said."""

    def __init__(self):
        self.lines = []

    def say(self, text, **facts):
        self.lines.append(text)

    def skipped(self):
        return [line.split(":")[0] for line in self.lines if line.endswith("done before")]


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=600, held_out=40, references=1))
    return folder


def trained(sample, output, settings=QUICK, **options):
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    return train(*files, [sample / "dev.ref0.en"], output, settings, **options)


@pytest.fixture(scope="module")
def model(sample, tmp_path_factory):
    output = tmp_path_factory.mktemp("models") / "model"
    trained(sample, output)
    return output


def test_a_second_run_does_nothing_again_and_a_changed_setting_only_what_depends_on_it(sample, model):
    heard = Heard()
    with pytest.raises(OutputExists):
        trained(sample, model)
    trained(sample, model, force=True, run=Run(progress=heard))
    assert heard.skipped() == ["text", "dev", "align", "lm", "classes", "grammar", "untuned", "tune"]
    heard = Heard()
    changed = QUICK.model_copy(update={"lm_order": 2})
    trained(sample, model.with_name("other"), changed, run=Run(progress=heard))
    shutil.copytree(model.with_name("model.work"), model.with_name("third.work"))
    heard = Heard()
    trained(sample, model.with_name("third"), changed, run=Run(progress=heard))
    assert heard.skipped() == ["text", "dev", "align", "classes", "grammar"]


def test_minimum_bayes_risk_is_set_as_its_command_sets_it_for_the_tuned_model(sample, model, tmp_path):
    shutil.copytree(model.with_name("model.work"), tmp_path / "risk.work")
    wanted = QUICK.model_copy(update={"mbr": "bleu+1"})
    trained(sample, tmp_path / "risk", wanted)
    own = ModelFolder.open(tmp_path / "risk")
    found = tune_mbr(model, Texts(sample / "dev.de", [sample / "dev.ref0.en"]), None, "bleu+1")
    assert own.settings.mbr == found.best.settings and own.settings.mbr.kind == "bleu+1"
    assert own.weights() == ModelFolder.open(model).weights()
    heard = Heard()
    trained(sample, tmp_path / "risk", wanted, run=Run(progress=heard), force=True)
    assert "mbr" in heard.skipped()
    assert ModelFolder.open(tmp_path / "risk").settings.mbr == own.settings.mbr


def test_tuning_on_the_sample_raises_bleu_and_is_the_same_for_any_threads(sample, model, tmp_path):
    tuned = []
    for threads in (1, 2):
        output = tmp_path / f"tuned{threads}"
        result = tune_model(
            model.with_name("model.work") / "untuned",
            Texts(sample / "dev.de", [sample / "dev.ref0.en"]),
            output,
            QUICK.tune,
            run=Run(threads=threads),
        )
        assert result.after > result.before
        tuned.append((output / "weights.tsv").read_bytes())
    assert tuned[0] == tuned[1]


def test_a_moved_model_translates_the_same(model, tmp_path):
    lines = ["die frau liest das buch .", "", "unbekanntewörter xyz"]
    before = [output.text for output in Model.open(model).translate(lines)]
    shutil.copytree(model, tmp_path / "moved")
    after = [output.text for output in Model.open(tmp_path / "moved").translate(lines, threads=2)]
    assert before == after
    assert before[1] == "" and "xyz" in before[2]


def test_other_weights_than_the_models_own(sample, model, tmp_path):
    lines = list(read_sentences(sample / "dev.de"))[:5]
    own = ModelFolder.open(model).weights()
    write_weights(tmp_path / "same", own)
    write_weights(tmp_path / "short", own | {"word_penalty": 50.0})
    (tmp_path / "text").write_text("".join(f"{line}\n" for line in lines))
    plain = [output.text for output in Model.open(model).translate(lines)]
    found = {}
    for name in ("same", "short"):
        command = ["translate", str(model), str(tmp_path / "text"), "--weights", str(tmp_path / name), "-q"]
        found[name] = CliRunner().invoke(app, command).stdout.splitlines()
    assert found["same"] == plain
    assert sum(map(len, found["short"])) < sum(map(len, plain))  # words are minus one each
    with pytest.raises(UsageError, match="no weight is for a feature"):
        Model.open(model, {"lmm": 1.0})
    edited = shutil.copytree(model, tmp_path / "edited")
    with (edited / "weights.tsv").open("a") as file:
        file.write("lm\t2\n")
    with pytest.raises(DamagedFile, match="--weights"):
        Model.open(edited)


def test_export_needs_the_sentences_of_a_model_that_extracts_on_demand(sample, tmp_path):
    folder = trained(sample, tmp_path / "model", QUICK.model_copy(update={"classes": 0})).folder
    with pytest.raises(UsageError, match="--source"):
        export_model(folder, tmp_path / "cdec")
    assert not (tmp_path / "cdec").exists()
    export_model(folder, tmp_path / "cdec", source=sample / "dev.de")
    grammars = sorted(path.name for path in (tmp_path / "cdec/grammars").iterdir())
    assert len(grammars) == 40 and grammars[0] == "grammar.0.gz"
    assert "EgivenFCoherent" in (tmp_path / "cdec/weights").read_text()


def test_a_kept_text_of_the_language_model_is_what_exports_write(sample, tmp_path):
    changes = {"classes": 0, "keep_arpa": True, "decoder": "phrase", "reordering": "none"}
    settings = QUICK.model_copy(update=changes)
    model = trained(sample, tmp_path / "model", settings).folder
    with gzip.open(model.path / "lm.arpa.gz") as file:
        kept = file.read()
    assert b"ngram 3=" in kept
    export_moses(model, tmp_path / "moses")
    assert (tmp_path / "moses/lm0.arpa").read_bytes() == kept


def test_raw_input_is_prepared_as_the_training_text_was(sample, tmp_path):
    model = trained(sample, tmp_path / "raw", QUICK)
    raw, prepared = "Die Frau liest das Buch.", "die Frau liest das Buch ."
    first, second = model.translate([raw, prepared])
    assert first.words == second.words == model.kbest([raw], k=1).text(0)
    assert first.text == first.words[0].upper() + first.words[1:-2] + ".", "text as people write it"
    assert second.text[0].islower(), "a translation begins as its source does"
    assert sorted(path.name for path in model.folder.path.glob("*.text.toml")) == [
        "source.text.toml",
        "target.text.toml",
    ]


def test_pretokenized_text_is_left_alone(tmp_path):
    write_sample(tmp_path / "tokens", SampleSettings(pairs=300, held_out=10, references=1, tokens=True))
    model = trained(tmp_path / "tokens", tmp_path / "model", TOKENS)
    (output,) = model.translate(["die frau liest , das buch ."])
    assert output.text == output.words and output.text.endswith(" .")
    assert not list(model.folder.path.glob("*.text.toml"))


def test_what_is_asked_for_by_name_is_done_to_pretokenized_text(tmp_path):
    write_sample(tmp_path / "tokens", SampleSettings(pairs=300, held_out=10, references=1, tokens=True))
    split = TrainSettings(lm_order=3, tune=_TUNE, pretokenized=True, source_text={"compounds": True})
    model = trained(tmp_path / "tokens", tmp_path / "model", split)
    assert [path.name for path in model.folder.path.glob("*.text.toml")] == ["source.text.toml"]
    (output,) = model.translate(["die frau liest , das buch ."])
    assert output.text.endswith(" .")
    with pytest.raises(UsageError, match="pretokenized text is not cut into words again by 'moses'"):
        TrainSettings.of({"pretokenized": True, "text": {"tokenize": "moses"}}, where="train")


@pytest.mark.parametrize(
    ("languages", "given", "split"),
    [
        ("de-en", {}, (True, False)),
        ("en-de", {}, (False, False)),
        ("de-en", {"pretokenized": True}, (False, False)),
        ("de-en", {"text": {"compounds": False}}, (False, False)),
        ("en-de", {"target_text": {"compounds": True}}, (False, True)),
        ("de-en", {"source_text": {"case": "keep"}}, (True, False)),
    ],
)
def test_compounds_are_split_in_german_that_is_translated_from(languages, given, split):
    settings = TrainSettings.of({"languages": languages, **given}, where="train")
    assert tuple(side.compounds for side in settings.sides(None, None, Progress())) == split


def test_a_side_has_what_is_said_of_both_and_options_win_over_a_file(sample, tmp_path):
    (tmp_path / "own.toml").write_text('[text]\ncase = "lowercase"\n[source_text]\ncompounds = true\n')
    files = [f"--{name}={sample / file}" for name, file in (("source", "train.de"), ("target", "train.en"))]
    files += [f"--dev-source={sample / 'dev.de'}", f"--dev-reference={sample / 'dev.ref0.en'}"]
    options = ["--config", str(tmp_path / "own.toml"), "--split-compounds", "none", "--set", "rounds=1", "-q"]
    done = CliRunner().invoke(app, ["train", *files, *options, "-o", str(tmp_path / "model")])
    assert done.exit_code == 0, done.output
    settings = ModelFolder.open(tmp_path / "model").text[0].settings
    assert (settings.case, settings.compounds) == ("lowercase", False)


def test_a_language_must_be_known(sample, tmp_path):
    (tmp_path / "corpus.txt").write_text("Das Haus.\n")
    texts = [tmp_path / "corpus.txt", sample / "train.en", sample / "dev.de"]
    with pytest.raises(UsageError, match=r"corpus\.txt: its language is not known; say -l de-en"):
        train(*texts, [sample / "dev.ref0.en"], tmp_path / "model", QUICK)
    with pytest.raises(UsageError, match="expected source and target, such as de-en"):
        train(*texts, [sample / "dev.ref0.en"], tmp_path / "model", {"languages": "german"})


def test_unsegmented_text_and_a_foreign_dev_set_are_warned_of(tmp_path):
    write_sample(tmp_path, SampleSettings(pairs=300, held_out=10, references=1))
    lines = (tmp_path / "train.de").read_text().splitlines()
    (tmp_path / "train.de").write_text(
        "".join(f"{line.replace(' ', '')}{n}\n" * 4 for n, line in enumerate(lines))
    )
    english = (tmp_path / "train.en").read_text().splitlines()
    (tmp_path / "train.en").write_text(
        "".join(f"{line.replace(' ', '')}{n}\n" for n, line in enumerate(english * 4))
    )
    heard = Heard()
    trained(tmp_path, tmp_path / "model", TOKENS, run=Run(progress=heard))
    warnings = [line for line in heard.lines if line.startswith("warning")]
    assert any("the words of the target hardly repeat: 1,200 different ones" in line for line in warnings)
    assert any("copy more than half of the words" in line for line in warnings)


def test_models_of_the_first_format_still_work(model, tmp_path):
    shutil.copytree(model, tmp_path / "old")
    sealed = (tmp_path / "old/model.toml").read_text().splitlines(keepends=True)
    settings = "".join(sealed[:-1]).replace("format = 2", "format = 1")
    old = settings.replace('source_text = "source.text.toml"', "").replace(
        'target_text = "target.text.toml"', 'tokenizer = "moses"\nlowercase = true'
    )
    (tmp_path / "old/model.toml").write_text(
        old.replace("lowercase = false\n", "").replace('tokenizer = "none"\n', "")
    )
    (output,) = Model.open(tmp_path / "old").translate(["Die Frau liest das Buch."])
    assert output.text == output.words, "which had no text to give back"


def test_kbest_lists_are_unique_and_sorted(model):
    lists = Model.open(model).kbest(["die frau liest das buch ."], k=20)
    texts = [lists.text(h) for h in range(lists.hypotheses)]
    assert len(texts) == len(set(texts)) > 5
    assert sorted(lists.scores, reverse=True) == list(lists.scores)


def test_damaged_models_are_refused(model, tmp_path):
    shutil.copytree(model, tmp_path / "cut")
    grammar = tmp_path / "cut" / "grammar.rindex"
    data = grammar.read_bytes()
    grammar.unlink()
    grammar.write_bytes(data[: len(data) // 2])
    with pytest.raises(DamagedFile, match=r"grammar\.rindex"):
        Model.open(tmp_path / "cut")
    with pytest.raises(InputError, match=r"model\.toml"):
        Model.open(tmp_path)


def test_wrong_input_is_said_before_long_work(sample, tmp_path):
    absent = Path("absent.de")
    with pytest.raises(InputError, match=r"absent\.de"):
        train(absent, sample / "train.en", sample / "dev.de", [sample / "dev.ref0.en"], tmp_path / "m", QUICK)
    with pytest.raises(InputError, match=r"absent\.de"):
        train(
            sample / "train.de", sample / "train.en", absent, [sample / "dev.ref0.en"], tmp_path / "m", QUICK
        )
    assert not list(tmp_path.iterdir())
    with pytest.raises(UsageError, match="reference"):
        train(sample / "train.de", sample / "train.en", sample / "dev.de", [], tmp_path / "m", QUICK)
    with pytest.raises(InputError, match="lines"):
        train(
            sample / "train.de",
            sample / "dev.de",
            sample / "dev.de",
            [sample / "dev.ref0.en"],
            tmp_path / "m",
            QUICK,
        )
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("reordering", ["dual", "both"])
def test_orientation_classifiers_are_part_of_the_model(sample, tmp_path, reordering):
    settings = QUICK.model_copy(update={"decoder": "phrase", "reordering": reordering})
    made = trained(sample, tmp_path / "model", settings)
    weights = made.folder.weights()
    assert {"reorder:previous", "reorder:next"} <= {name for name, weight in weights.items() if weight}
    assert ("reordering:backward_swap" in weights) == (reordering == "both")
    tune_model(
        tmp_path / "model",
        Texts(sample / "dev.de", [sample / "dev.ref0.en"]),
        tmp_path / "again",
        TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=10),
    )
    shutil.move(tmp_path / "again", tmp_path / "moved")
    moved = Model.open(tmp_path / "moved")
    lines = (sample / "dev.de").read_text(encoding="utf-8").splitlines()[:5]
    assert all(found.text for found in moved.translate(lines))
    with pytest.raises(UsageError, match="orientation classifiers"):
        moved.folder.require_scores()
    swapped = moved.folder.settings.model_copy(
        update={"orientation": OrientationFiles(previous="next.rreorder")}
    )
    with pytest.raises(UsageError, match="backward orientation model"):
        Model(ModelFolder(moved.folder.path, swapped))


def test_word_classes_travel_with_the_model(sample, tmp_path):
    words = sorted({word for line in (sample / "train.de").read_text().splitlines() for word in line.split()})
    (tmp_path / "classes").write_text("".join(f"{word} {len(word)}\n" for word in words))
    settings = {
        "decoder": "phrase",
        "templates": ("class_word_pairs",),
        "source_classes": tmp_path / "classes",
        "tune": TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=10),
    }
    trained(sample, tmp_path / "model", TrainSettings(lm_order=3, **settings))
    (tmp_path / "classes").unlink()
    model = Model.open(tmp_path / "model")
    assert any(name.startswith("class_pair:4|") for name in model.folder.weights())
    assert len(list(model.translate(["das haus"]))) == 1


def test_align_and_lm_prepare_text_as_a_model_does(sample, model, tmp_path):
    def run(*arguments):
        result = CliRunner().invoke(app, [*map(str, arguments), "-q"], catch_exceptions=False)
        assert result.exit_code == 0, result.output

    prepared = [model.with_name("model.work") / name for name in ("train.source", "train.target")]
    raw, quick = [sample / "train.de", sample / "train.en"], ["--model", "ibm1", "--iterations", "1"]
    run("align", *prepared, "-o", tmp_path / "a", *quick)
    run("align", *raw, "-o", tmp_path / "b", "--text", model, *quick)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    run("lm", "train", prepared[1], "-o", tmp_path / "a.arpa", "--order", "2")
    run("lm", "train", raw[1], "-o", tmp_path / "b.arpa", "--order", "2", "--text", model)
    assert (tmp_path / "a.arpa").read_bytes() == (tmp_path / "b.arpa").read_bytes()


def test_n_best_lists_as_text(model, tmp_path):
    (tmp_path / "in").write_text("Die Frau liest das Buch.\n")
    result = CliRunner().invoke(
        app,
        ["translate", str(model), str(tmp_path / "in"), "--nbest", "2", "--unique", "--nbest-format", "text"],
    )
    rows = [line.split(" ||| ") for line in result.stdout.splitlines()]
    assert len(rows) == 2 and all(number == "0" and text.endswith(".") for number, text, _ in rows)
    assert all(text[0].isupper() and " ." not in text for _, text, _ in rows)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tune": {"recipe": "kbmria"}}, "unknown recipe 'kbmria'"),
        ({"tune": {"recipe": "kbmira", "settings": {"foo": 1}}}, "foo: unknown key"),
        ({"tune": {"metric": "blue"}}, "unknown metric 'blue'"),
        ({"templates": ["foo"]}, "unknown feature template 'foo'"),
    ],
)
def test_names_that_a_late_stage_would_not_know_are_refused_at_once(sample, tmp_path, change, message):
    with pytest.raises(UsageError, match=message):
        trained(sample, tmp_path / "model", TrainSettings.of(change))
    assert not list(tmp_path.iterdir())


def test_a_reference_of_another_length_is_refused_at_once_by_its_own_name(sample, tmp_path):
    (tmp_path / "short.en").write_text("one line\n")
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    with pytest.raises(InputError, match=r"short.en: 1 lines, but .*dev.de has 40"):
        train(*files, [tmp_path / "short.en"], tmp_path / "model", QUICK)
    assert not (tmp_path / "model.work").exists()


def test_presets_of_features_add_up():
    from rectrix.pipeline.presets import PRESETS, with_presets

    found = with_presets(["dense19", "green2013", "shape", "rule_id"])
    assert found["stack"] == {"rule_counts": True, "sparse_reordering": True}
    assert found["templates"] == ["rule_id", "word_pairs", "deletions", "shape"]
    for name in PRESETS:
        TrainSettings.of(with_presets([name]))


def test_presets_of_features_for_a_model_that_is_there():
    from rectrix.pipeline.presets import features_of

    assert features_of(["eidelman2012", "word_pairs"]) == ["word_pairs", "insertion_pairs", "target_bigrams"]
    with pytest.raises(UsageError, match="green2013 has more than sparse features"):
        features_of(["green2013"])


def test_presets_of_training_lie_beneath_what_is_given():
    good = TrainSettings.of({"preset": "good", "tune": {"settings": {"epochs": 2}, "k": 50}})
    assert good.tune.recipe == "green2013" and good.tune.on == "train" and good.tune.k == 50
    assert good.tune.settings == {"epochs": 2, "l1": 0.01, "staleness": 3}
    assert "rule_id" in good.templates and good.mbr == "bleu+1"
    assert TrainSettings.of({"preset": "good", "mbr": "none"}).mbr == "none"
    other = TrainSettings.of({"preset": "good", "templates": ["shape"], "tune": {"recipe": "kbmira"}})
    assert other.templates == ("shape",) and other.tune.on == "train" and not other.tune.settings
    best = TrainSettings.of({"preset": "best"})
    assert (best.tune.sentences, best.tune.settings["epochs"], best.mbr) == (0, 2, "bleu+1")
    assert TrainSettings.of({"preset": "fast"}) == TrainSettings()
    assert TrainSettings.of(best.model_dump()) == best  # as a model keeps them


def test_the_preset_best_trains_without_a_development_set(sample, tmp_path):
    options = ["-l", "de-en", "--preset", "best", "--tune-sentences", "30", "--set", "epochs=1", "--k", "10"]
    files = ["-s", str(sample / "train.de"), "-t", str(sample / "train.en")]
    done = CliRunner().invoke(
        app,
        ["train", *files, "-o", str(tmp_path / "model"), *options, "--seeds", "2"],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    folder = ModelFolder.open(tmp_path / "model")
    assert folder.settings.recipe.startswith("seeds=2|recipe=green2013")
    assert "no development set could set the scale of mbr" in done.output
    assert folder.settings.mbr.kind == "none"
    assert any(name.startswith("id:") for name in folder.weights())
