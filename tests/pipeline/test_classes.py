"""Word classes in training: the second language model scores classes, with both decoders."""

import numpy as np
import pytest

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.exchange.cdec import export_model
from rectrix.exchange.joshua import export_joshua
from rectrix.exchange.moses_export import export_moses
from rectrix.kbest import matrix
from rectrix.learn.run import Run
from rectrix.lm import LanguageModel, class_lines
from rectrix.model.settings import LM_CLASSES
from rectrix.pipeline import Model, TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample
from rectrix.text.classes import read_classes

LN10 = np.log(10)
QUICK = {"recipe": "kbmira", "settings": {"rounds": 1}, "k": 10}


class Said(Progress):
    """Remembers what it was told."""

    def __init__(self):
        self.lines = []

    def say(self, text, **facts):
        self.lines.append(text)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=300, held_out=20, references=1, tokens=True))
    return folder


def settings(decoder, **tune):
    return TrainSettings(
        decoder=decoder,
        pretokenized=True,
        lm_order=3,
        classes=8,
        class_lm_order=4,
        templates=("class_word_pairs",),
        tune=TuneSettings.of({**QUICK, **tune}),
    )


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def model(sample, tmp_path_factory, request):
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    output = tmp_path_factory.mktemp("models") / request.param
    return train(*files, [sample / "dev.ref0.en"], output, settings(request.param))


def test_second_model_scores_the_classes_of_the_words(sample, model):
    lines = [*(sample / "test.de").read_text().splitlines()[:5], "unbekanntes wort"]
    lists = model.kbest(lines, 5)
    folder = model.folder.path
    classes = read_classes(folder / LM_CLASSES)
    alone = LanguageModel.open(folder / "class_lm.rlm")  # reads classes themselves
    values = matrix(lists)[:, [model.space.find("lm2")]].toarray().ravel()
    texts = [lists.text(hypothesis) for hypothesis in range(lists.hypotheses)]
    expected = [alone.score(line) * LN10 for line in class_lines(texts, classes)]
    assert len(texts) > 10
    np.testing.assert_allclose(values, expected, rtol=1e-5)


def test_templates_over_classes_have_weights(model):
    assert any(name.startswith("class_") for name in model.folder.weights())


def test_tuning_again_with_other_features_keeps_the_class_model(sample, model, tmp_path):
    chosen = {"recipe": "kbmira", "settings": {"rounds": 1}, "k": 5}
    for templates in (["shape"], ["class_word_pairs"]):
        output = tmp_path / templates[0]
        model.tune(sample / "dev.de", sample / "dev.ref0.en", output, **chosen, features=templates)
        assert Model.open(output).folder.settings.language_models[1].classes == LM_CLASSES


def test_training_sentences_are_decoded_with_class_models_without_them(sample, tmp_path):
    chosen = settings("hiero", on="train", sentences=40)
    made = train(sample / "train.de", sample / "train.en", None, [], tmp_path / "model", chosen)
    assert made.folder.weights()["lm2"] != 0


def test_classes_and_files_of_classes_are_refused_together(sample, tmp_path):
    both = settings("hiero").model_copy(update={"target_classes": sample / "train.en"})
    with pytest.raises(UsageError, match="--classes"):
        train(sample / "train.de", sample / "train.en", None, [], tmp_path / "model", both)


def test_files_of_classes_take_the_place_of_learned_ones(tmp_path):
    for preset in ("fast", "good", "best"):
        assert TrainSettings(preset=preset).classes == 100
        assert TrainSettings(preset=preset, target_classes=tmp_path / "classes").classes == 0


def test_the_default_has_a_class_model_and_is_not_exported(sample, tmp_path):
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    for decoder, exports in (("hiero", (export_model, export_joshua)), ("phrase", (export_moses,))):
        chosen = {"pretokenized": True, "decoder": decoder, "tune": QUICK}
        output = tmp_path / decoder
        made = train(*files, [sample / "dev.ref0.en"], output, chosen).folder
        assert [one.feature for one in made.settings.language_models] == ["lm", "lm2"]
        assert made.weights()["lm2"] != 0
        classes = {line.split()[1] for line in (output / LM_CLASSES).read_text().splitlines()}
        assert 50 < len(classes) <= 100  # learning may empty some
        for export in exports:
            with pytest.raises(UsageError, match=r"train again with --classes 0: .* only tuning"):
                export(made, tmp_path / "exported")
        assert not (tmp_path / "exported").exists()


def test_a_class_model_is_left_out_by_tuning_again_alone(sample, tmp_path):
    """As the refusal of an export says."""
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    said = Said()
    for classes in ({}, {"classes": 0}):
        said.lines.clear()
        chosen = {"pretokenized": True, "tune": QUICK, **classes}
        run = Run(progress=said)
        made = train(*files, [sample / "dev.ref0.en"], tmp_path / "model", chosen, run=run, force=True).folder
    before = {line.split(":")[0] for line in said.lines if line.endswith("done before")}
    assert before == {"text", "dev", "align", "lm", "grammar"}
    assert len(made.settings.language_models) == 1 and "lm2" not in made.weights()
    assert not made.settings.target_classes
    export_model(made, tmp_path / "exported", source=sample / "test.de")
    assert (tmp_path / "exported" / "cdec.ini").exists()


@pytest.mark.parametrize("decoder", ["hiero", "phrase"])
@pytest.mark.parametrize(
    ("german", "english"),
    [
        (["das haus ist alt .", "die tür ist rot ."] * 2, ["the house is old .", "the door is red ."] * 2),
        (["a a a a a"] * 5, ["b b b b b"] * 5),
    ],
)
def test_texts_of_fewer_words_than_classes_train_and_learn(tmp_path, decoder, german, english):
    for name, lines in (("train.de", german), ("train.en", english)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    files = [tmp_path / name for name in ("train.de", "train.en", "train.de")]
    chosen = {"pretokenized": True, "decoder": decoder, "tune": QUICK}
    model = train(*files, [tmp_path / "train.en"], tmp_path / "model", chosen)
    types = len({word for line in english for word in line.split()})
    assert len((tmp_path / "model" / LM_CLASSES).read_text().splitlines()) == types
    learner = model.learner()
    learner.learn("neue wörter", "new words")
    assert [output.text for output in learner.translate(["neue wörter"])] == ["new words"]
