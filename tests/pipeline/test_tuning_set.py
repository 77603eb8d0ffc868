"""Tuning on the training bitext: no sentence profits from itself, and text is prepared as for training."""

from dataclasses import replace

import numpy as np
import pytest

from rectrix._core.grammar import BitextIndex
from rectrix.base.errors import ConfigError, UsageError
from rectrix.features.prefix import prefix_of
from rectrix.kbest import matrix
from rectrix.learn.run import Run
from rectrix.learn.sparse import Sparse
from rectrix.lm import TrainOptions
from rectrix.lm import train as train_lm
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train, tune_model
from rectrix.pipeline.cross_fit import estimate
from rectrix.pipeline.sentences import BitextSample
from rectrix.pipeline.source import unreadable
from rectrix.pipeline.training_sample import draw
from rectrix.pipeline.tuning_set import length_ratio, training_set
from rectrix.reorder import OrientationModel
from rectrix.sample import SampleSettings, write_sample

SHARDED = TuneSettings(
    recipe="simianer2012",
    settings={"epochs": 2, "shards": 3, "rate": 0.001},
    k=20,
    on="train",
    sentences=30,
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A bitext in which one pair of words occurs once."""
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=300, held_out=20, references=1, tokens=True))
    for name, line in (("train.de", "xyzzy"), ("train.en", "plugh")):
        lines = (folder / name).read_text().splitlines()
        (folder / name).write_text("\n".join([*lines[:100], line, *lines[100:]]) + "\n")
    return folder


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def model(sample, tmp_path_factory, request):
    """Trained without a development set."""
    output = tmp_path_factory.mktemp("models") / request.param
    settings = TrainSettings(
        decoder=request.param, pretokenized=True, lm_order=3, templates=("shape",), tune=SHARDED
    )
    return train(sample / "train.de", sample / "train.en", None, [], output, settings)


def index_of(model):
    return model.folder.path.with_name(model.folder.path.name + ".work") / "grammar.rindex"


def lines_of(source):
    return source.sentences.read(range(len(source))).source


def searched(source, model, sentence, k):
    """The k-best list of a sentence under the model's weights."""
    tuning = source.open(range(len(source)))
    weights = Sparse.named(model.folder.weights()).over(tuning.space)
    return tuning.lists([sentence], weights, k)[0]


def test_a_sentence_is_translated_without_the_rules_that_it_alone_supports(model, tmp_path):
    everything = SHARDED.model_copy(update={"sentences": 0, "max_words": 100, "left_out_lm": False})
    source = training_set(model, everything, tmp_path, index_of(model))
    assert len(source) == 301
    number = lines_of(source).index("xyzzy")
    # Drawn in random order: wrong numbers would leave other sentences out.
    assert number != 100
    assert searched(source, model, number, 1).text(0) == "xyzzy"
    assert [output.text for output in model.translate(["xyzzy"])] == ["plugh"]


def test_held_out_sentences_set_the_length(model, sample, tmp_path):
    watched, index = Texts(sample / "dev.de", [sample / "dev.ref0.en"]), index_of(model)

    def tuned(name, fit):
        # What it begins with makes translations that are too short.
        start = model.folder.weights() | {"word_penalty": 2.0}
        settings = SHARDED.model_copy(update={"fit_held_out": fit})
        return tune_model(model.folder.path, None, tmp_path / name, settings, start, watched, bitext=index)

    plain, fitted = tuned("plain", ""), tuned("fitted", "word_penalty")
    assert fitted.held_out[1] > plain.held_out[1]
    assert {name for name in plain.weights if plain.weights[name] != fitted.weights[name]} == {"word_penalty"}
    assert fitted.signature == f"{plain.signature}|fit_held_out=word_penalty"
    with pytest.raises(UsageError, match="fit=length: there is no such feature"):
        tuned("wrong", "length")


def test_a_sample_is_as_long_as_the_held_out_sentences(model, sample, tmp_path):
    """Held out are long translations: more long ones are drawn, from the same model and seed."""
    pairs = zip(*((sample / f"train.{side}").read_text().splitlines() for side in ("de", "en")), strict=True)
    long = [pair for pair in pairs if len(pair[1].split()) > len(pair[0].split())]
    for name, lines in zip(("long.de", "long.en"), zip(*long, strict=True), strict=True):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    watched = Texts(tmp_path / "long.de", [tmp_path / "long.en"])
    ratios = []
    for like in (False, True):
        place = tmp_path / f"like-{like}"
        settings = SHARDED.model_copy(update={"like_held_out": like, "sentences": 60})
        run = Run(checkpoints=place)
        tune_model(model.folder.path, None, place / "out", settings, None, watched, index_of(model), run=run)
        (drawn,) = (path for path in place.glob("sample-*") if path.is_file())
        ratios.append(length_ratio(BitextSample(index_of(model), drawn, 60)))
    assert ratios[1] > ratios[0] + 0.03


def test_held_out_sentences_set_dense_weights_and_scale_templates(model, sample, tmp_path):
    watched, index = Texts(sample / "dev.de", [sample / "dev.ref0.en"]), index_of(model)
    sparse = SHARDED.model_copy(update={"templates": ("rule_id", "shape")})

    def tuned(fit):
        settings = sparse.model_copy(update={"fit_held_out": fit})
        start = model.folder.weights() | {"word_penalty": 2.0}
        output = tmp_path / f"fit-{fit}"
        return tune_model(model.folder.path, None, output, settings, start, watched, bitext=index)

    plain, fitted = tuned(""), tuned("dense")
    assert fitted.held_out[1] > plain.held_out[1]
    assert fitted.signature == f"{plain.signature}|fit_held_out=dense"
    assert fitted.weights["word_penalty"] != plain.weights["word_penalty"]
    factors: dict[str, list[float]] = {}
    for name, value in plain.weights.items():
        if (prefix := prefix_of(name)) and value:
            factors.setdefault(prefix, []).append(fitted.weights.get(name, 0.0) / value)
    assert set(factors) == {"id", "shape"}
    assert len(factors["id"]) > 5
    for found in factors.values():
        assert max(found) == pytest.approx(min(found))


def test_lists_are_made_with_the_pop_limit_of_tuning(model, sample, tmp_path):
    texts = Texts(sample / "dev.de", [sample / "dev.ref0.en"])
    hasty = SHARDED.model_copy(update={"pop_limit": 1})
    found, own = (texts.open(model, chosen, tmp_path) for chosen in (hasty, SHARDED))
    assert (
        found.fingerprint() != own.fingerprint()
    )  # a run with the one does not go on with the other's lists
    sizes = [
        sum(searched(source, model, sentence, 50).hypotheses for sentence in range(10))
        for source in (found, own)
    ]
    assert sizes[0] < sizes[1]
    # As a model would translate whose own limit it is.
    expected = model.searching(1).kbest(lines_of(own)[:10], 50)
    assert sizes[0] == expected.hypotheses


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_shards_of_the_training_text_tune_the_same_on_any_executor(model, tmp_path, executor):
    written = []
    for how in (Run(executor="serial"), Run(executor=executor, workers=2)):
        output = tmp_path / str(len(written))
        tune_model(model.folder.path, None, output, SHARDED, bitext=index_of(model), run=how)
        written.append(
            [(output / name).read_bytes() for name in ("weights.tsv", "tuning.jsonl", "model.toml")]
        )
    assert written[0] == written[1]


def test_what_cannot_be_tuned_on_is_said(model, sample, tmp_path):
    dev = TuneSettings()
    with pytest.raises(UsageError, match="nothing to tune on"):
        tune_model(model.folder.path, None, tmp_path / "out", dev)
    with pytest.raises(ConfigError, match="shards"):
        settings = TuneSettings(recipe="kbmira", settings={"shards": 3})
        tune_model(
            model.folder.path, Texts(sample / "dev.de", [sample / "dev.ref0.en"]), tmp_path / "out", settings
        )
    with pytest.raises(UsageError, match="between 1 and"):
        training_set(model, SHARDED.model_copy(update={"max_words": 0}), tmp_path, index_of(model))


def test_a_phrase_model_asks_for_its_bitext(model, tmp_path):
    if model.folder.settings.decoder == "hiero":
        assert len(training_set(model, SHARDED, tmp_path)) == 30
    else:
        with pytest.raises(UsageError, match="--index"):
            training_set(model, SHARDED, tmp_path)


@pytest.mark.parametrize("sentences", [30, 0])
def test_the_language_model_of_a_fold_has_seen_all_but_the_fold(model, tmp_path, sentences):
    settings = SHARDED.model_copy(update={"sentences": sentences})
    bitext, source = (
        BitextIndex.open(index_of(model)),
        training_set(model, settings, tmp_path, index_of(model)),
    )
    assert len(source.folds) == 5 and sum(len(fold.sentences) for fold in source.folds) == len(source)
    fold = source.folds[2]
    for task in fold.tasks():  # the model of words, and that of their classes
        estimate(task)
    left_out = set(source.sentences.chosen(fold.sentences))
    rest = [bitext.target(n) for n in range(len(bitext)) if n not in left_out]
    expected, _ = train_lm([rest], TrainOptions(order=3))
    sentence = fold.sentences.start
    lists = searched(source, model, sentence, 5)
    scores = matrix(lists)[:, [lists.space.find("lm")]].toarray()[:, 0]
    assert scores == pytest.approx([expected.score(lists.text(h)) * np.log(10) for h in range(5)], rel=1e-4)
    # The model's own knows the sample.
    own = training_set(model, settings.model_copy(update={"left_out_lm": False}), tmp_path, index_of(model))
    kept = searched(own, model, sentence, 1)
    assert matrix(kept)[:, [kept.space.find("lm")]].toarray()[0, 0] > scores[0] + 0.5


def test_a_fold_that_leaves_too_little_is_refused(model, tmp_path):
    source = training_set(model, SHARDED, tmp_path, index_of(model))
    with pytest.raises(UsageError, match="leaves 1 for its language model"):
        replace(source.folds[0], sentences=range(300)).check()


def test_classifiers_of_orientation_are_cross_fitted(sample, tmp_path):
    tune = SHARDED.model_copy(update={"settings": {"epochs": 1, "shards": 2, "rate": 0.001}})
    settings = TrainSettings(decoder="phrase", reordering="dual", lm_order=2, tune=tune)
    model = train(sample / "train.de", sample / "train.en", None, [], tmp_path / "model", settings)
    source = training_set(model, tune, tmp_path, index_of(model))
    tasks = source.folds[0].tasks()
    assert [task.output.name.split(".", 1)[1] for task in tasks] == [
        "lm.rlm",
        "class_lm.rlm",
        "previous.rreorder",
        "next.rreorder",
    ]
    estimate(tasks[2])
    own, other = (OrientationModel(path) for path in (tasks[2].own, tasks[2].output))
    assert other.settings == own.settings
    assert other.core.weights.tobytes() != own.core.weights.tobytes()


def test_samples_are_seeded_and_keep_to_the_length(model):
    bitext = BitextIndex.open(index_of(model))
    one, again, other = (draw(bitext, 50, 8, seed) for seed in (1, 1, 2))
    assert one == again and one != other
    assert len(set(one)) == 50
    assert max(len(side(n).split()) for n in one for side in (bitext.source, bitext.target)) <= 8
    with pytest.raises(IndexError):
        bitext.source(len(bitext))


def test_raw_tuning_text_is_prepared_as_the_training_text_was(sample, tmp_path):
    tune = TuneSettings(settings={"rounds": 1}, k=10)
    settings = TrainSettings(lm_order=2, text={"case": "lowercase"}, tune=tune)
    dev = (sample / "dev.de", [sample / "dev.ref0.en"])
    train(sample / "train.de", sample / "train.en", *dev, tmp_path / "model", settings)
    (tmp_path / "raw.de").write_text("Die Frau liest das Buch.\n")
    (tmp_path / "raw.en").write_text("The woman reads the book.\n")
    model = Model.open(tmp_path / "model")
    source = Texts(tmp_path / "raw.de", [tmp_path / "raw.en"]).open(model, tune, tmp_path)
    part = source.sentences.read(range(1))
    assert part.source == ["die frau liest das buch ."]
    assert part.references == [["the woman reads the book ."]]


def test_workers_that_cannot_read_the_model_are_refused_at_once(model, tmp_path):
    source = training_set(model, SHARDED, tmp_path, index_of(model))
    assert unreadable(source) == ""
    assert "cannot read it" in unreadable(replace(source, model=tmp_path / "elsewhere"))


@pytest.mark.parametrize(("settings", "expected"), [({}, 7), ({"oracle": "max-bleu", "long": 900}, 900)])
def test_max_bleu_takes_a_long_list(sample, model, tmp_path, settings, expected):
    """Whatever k is; all others take as many hypotheses as they are told."""
    chosen = TuneSettings.of({"recipe": "eidelman2012", "settings": settings, "k": 7})
    texts = Texts(sample / "dev.de", [sample / "dev.ref0.en"])
    assert texts.open(model, chosen, tmp_path).k == expected
