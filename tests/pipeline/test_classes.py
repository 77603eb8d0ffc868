"""Word classes in training: the second language model scores classes, with both decoders."""

import numpy as np
import pytest

from rectrix.base.errors import UsageError
from rectrix.kbest import matrix
from rectrix.lm import LanguageModel, class_lines
from rectrix.model.settings import LM_CLASSES
from rectrix.pipeline import Model, TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample
from rectrix.text.classes import read_classes

LN10 = np.log(10)


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
        tune=TuneSettings.of({"recipe": "kbmira", "settings": {"rounds": 1}, "k": 10, **tune}),
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
