"""Tuning on the training bitext: no sentence profits from itself, and text is prepared as for training."""

import numpy as np
import pytest

from rectrix._core.grammar import Bitext
from rectrix.base.errors import ConfigError, UsageError
from rectrix.kbest import matrix
from rectrix.lm import TrainOptions
from rectrix.lm import train as train_lm
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train, tune_model
from rectrix.pipeline.training_sample import draw
from rectrix.pipeline.tuning_set import training_set, tuning_set
from rectrix.text.sample import SampleSettings, write_sample

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
    write_sample(folder, SampleSettings(pairs=300, held_out=20, references=1))
    for name, line in (("train.de", "xyzzy"), ("train.en", "plugh")):
        lines = (folder / name).read_text().splitlines()
        (folder / name).write_text("\n".join([*lines[:100], line, *lines[100:]]) + "\n")
    return folder


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def model(sample, tmp_path_factory, request):
    """Trained without a development set."""
    output = tmp_path_factory.mktemp("models") / request.param
    settings = TrainSettings(decoder=request.param, lm_order=3, templates=("shape",), tune=SHARDED)
    return train(sample / "train.de", sample / "train.en", None, [], output, settings)


def index_of(model):
    return model.folder.path.with_name(model.folder.path.name + ".work") / "grammar.rindex"


def test_a_sentence_is_translated_without_the_rules_that_it_alone_supports(model):
    everything = SHARDED.model_copy(update={"sentences": 10_000, "max_words": 100})
    with pytest.raises(UsageError, match="whole bitext"):
        training_set(model, everything, index_of(model))
    settings = everything.model_copy(update={"left_out_lm": False})
    tuning = training_set(model, settings, index_of(model))
    assert len(tuning) == 301
    number = tuning.decoder.lines.index("xyzzy")
    # Drawn in random order: wrong numbers would leave other sentences out.
    assert number != 100
    lists = tuning.decoder.decode([number], model.weights, 1, True, 1)
    assert lists.text(0) == "xyzzy"
    assert [output.text for output in model.translate(["xyzzy"])] == ["plugh"]


def test_shards_of_the_training_text_tune_the_same_for_any_threads(model, tmp_path):
    written = []
    for threads in (1, 2):
        output = tmp_path / str(threads)
        tune_model(model.folder.path, None, output, SHARDED, bitext=index_of(model), threads=threads)
        written.append((output / "weights.tsv").read_bytes())
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
        training_set(model, SHARDED.model_copy(update={"max_words": 0}), index_of(model))


def test_a_phrase_model_asks_for_its_bitext(model):
    if model.folder.settings.decoder == "hiero":
        assert len(training_set(model, SHARDED)) == 30
    else:
        with pytest.raises(UsageError, match="--bitext"):
            training_set(model, SHARDED)


def test_the_language_model_has_not_seen_the_sample(model):
    bitext = Bitext.open(index_of(model))
    tuning = training_set(model, SHARDED, index_of(model))
    rest = [bitext.target(n) for n in range(len(bitext)) if bitext.source(n) not in set(tuning.decoder.lines)]
    expected, _ = train_lm([rest], TrainOptions(order=3))
    lists = tuning.decoder.decode([0], model.weights, 5, True, 1)
    scores = matrix(lists)[:, [lists.space.find("lm")]].toarray()[:, 0]
    assert scores == pytest.approx([expected.score(lists.text(h)) * np.log(10) for h in range(5)], rel=0.02)
    # The model's own knows the sample.
    kept = training_set(model, SHARDED.model_copy(update={"left_out_lm": False}), index_of(model))
    lists = kept.decoder.decode([0], model.weights, 1, True, 1)
    own = matrix(lists)[:, [lists.space.find("lm")]].toarray()[0, 0]
    assert own > scores[0] + 1


def test_samples_are_seeded_and_keep_to_the_length(model):
    bitext = Bitext.open(index_of(model))
    one, again, other = (draw(bitext, 50, 8, seed) for seed in (1, 1, 2))
    assert one == again and one != other
    assert len(set(one.numbers)) == 50
    assert max(len(text.split()) for text in one.source + one.target) <= 8
    assert all(bitext.target(n) == text for n, text in zip(one.numbers, one.target, strict=True))
    with pytest.raises(IndexError):
        bitext.source(len(bitext))


def test_raw_tuning_text_is_prepared_as_the_training_text_was(sample, tmp_path):
    tune = TuneSettings(settings={"rounds": 1}, k=10)
    settings = TrainSettings(lm_order=2, tokenizer="moses", lowercase=True, tune=tune)
    dev = (sample / "dev.de", [sample / "dev.ref0.en"])
    model = train(sample / "train.de", sample / "train.en", *dev, tmp_path / "model", settings)
    (tmp_path / "raw.de").write_text("Die Frau liest das Buch.\n")
    (tmp_path / "raw.en").write_text("The woman reads the book.\n")
    (tmp_path / "ready.de").write_text("die frau liest das buch .\n")
    (tmp_path / "ready.en").write_text("the woman reads the book .\n")
    raw, ready = (
        tuning_set(Model.open(tmp_path / "model"), tmp_path / f"{name}.de", [tmp_path / f"{name}.en"], tune)
        for name in ("raw", "ready")
    )
    assert raw.decoder.lines == ready.decoder.lines
    assert raw.score(model.weights) == ready.score(model.weights) > 0
