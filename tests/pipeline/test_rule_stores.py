"""Extracted rules lie in stores that are named by what they depend on, so that others find them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from rectrix.lm import TrainOptions
from rectrix.lm import train as train_lm
from rectrix.model.copies import copy_model, writing_copy
from rectrix.model.folder import ModelFolder
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train
from rectrix.pipeline import source as pipeline_source
from rectrix.pipeline.tuning_set import training_set
from rectrix.sample import SampleSettings, write_sample

TUNE = TuneSettings(recipe="kbmira", settings={"rounds": 1, "epochs": 1}, k=5)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=150, held_out=10, references=1, tokens=True))
    return folder


@pytest.fixture(scope="module")
def model(sample, tmp_path_factory):
    settings = TrainSettings(pretokenized=True, lm_order=2, tune=TUNE)
    output = tmp_path_factory.mktemp("models") / "model"
    texts = (sample / "train.de", sample / "train.en", sample / "dev.de", [sample / "dev.ref0.en"])
    return train(*texts, output, settings)


@pytest.fixture
def dev(sample):
    return Texts(sample / "dev.de", [sample / "dev.ref0.en"])


def names(source):
    """Of the files of all its stores, which are made if they are not there."""
    return [source.stored_rules(block).name for block in range(len(source.blocks))]


def with_other_weights_and_language_model(model, sample, output):
    folder = model.folder
    settings = folder.settings.model_copy(update={"files": {}})
    weights = {name: 2 * value + 1 for name, value in folder.weights().items()}
    lm = folder.settings.language_models[0].file
    with writing_copy(folder, output, settings, weights, without=[lm]) as temporary:
        train_lm([sample / "train.en"], TrainOptions(order=3), mapped=temporary / lm)
    return Model.open(output)


def test_training_keeps_the_rules_that_it_tuned_on(model):
    work = model.folder.path.with_name("model.work")
    assert list((work / "rules").glob("*.rgrammar"))


def test_other_weights_language_models_and_lists_need_no_other_rules(
    model, sample, dev, tmp_path, monkeypatch
):
    rules, first = tmp_path / "rules", dev.open(model, TUNE, tmp_path, tmp_path / "rules")
    made = names(first)
    other = with_other_weights_and_language_model(model, sample, tmp_path / "other")

    def refuse(*_, **__):
        raise AssertionError("rules that are there were extracted again")

    monkeypatch.setattr(pipeline_source, "extract_to_store", refuse)
    wide = TUNE.model_copy(update={"k": 50, "unique": False, "metric": "ter"})
    second = dev.open(other, wide, tmp_path, rules)
    assert second.fingerprint() != first.fingerprint()
    assert names(second) == made
    # A cache is how rules are found, not which.
    assert names(replace(second, cache=1)) == made


def test_other_extraction_sentences_or_leave_one_out_are_other_rules(model, sample, dev, tmp_path):
    rules = tmp_path / "rules"
    extraction = model.folder.settings.extraction.model_copy(update={"max_span": 6})
    copy_model(model.folder.path, tmp_path / "short", extraction=extraction)
    left_out = training_set(model, TUNE.model_copy(update={"left_out_lm": False}), tmp_path, rules=rules)
    drawn = tmp_path / "drawn"
    drawn.write_text("".join(f"{line}\n" for line in left_out.sentences.read(range(len(left_out))).source))
    sources = [
        dev.open(model, TUNE, tmp_path, rules),
        dev.open(Model.open(tmp_path / "short"), TUNE, tmp_path, rules),
        Texts(sample / "test.de", [sample / "test.ref0.en"]).open(model, TUNE, tmp_path, rules),
        left_out,
        Texts(drawn, [drawn]).open(model, TUNE, tmp_path, rules),
    ]
    made = [name for source in sources for name in names(source)]
    assert len(set(made)) == len(made) == len(list(rules.iterdir()))


def test_another_index_means_other_rules(model, sample, dev, tmp_path):
    settings = TrainSettings(pretokenized=True, lm_order=2, tune=TUNE)
    lines = {side: (sample / f"train.{side}").read_text().splitlines() for side in ("de", "en")}
    for side, own in lines.items():
        (tmp_path / side).write_text("\n".join(own[:100]) + "\n")
    texts = (tmp_path / "de", tmp_path / "en", sample / "dev.de", [sample / "dev.ref0.en"])
    other = train(*texts, tmp_path / "other", settings)
    found = [names(dev.open(one, TUNE, tmp_path, tmp_path / "rules")) for one in (model, other)]
    assert not set(found[0]) & set(found[1])


def test_the_same_rules_extracted_at_once_do_not_meet(model, dev, tmp_path):
    alone = dev.open(model, TUNE, tmp_path, tmp_path / "alone").stored_rules(0).read_bytes()
    source, begin = dev.open(model, TUNE, tmp_path, tmp_path / "rules"), Barrier(4)

    def extract(_):
        begin.wait()
        return source.stored_rules(0).read_bytes()

    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(extract, range(4))) == {alone}
    assert len(list((tmp_path / "rules").iterdir())) == 1


def test_files_of_a_model_have_the_hashes_that_it_lists(model, tmp_path):
    folder = ModelFolder.open(model.folder.path)
    copied = tmp_path / "copy"
    copied.write_bytes(folder.grammar.read_bytes())
    assert folder.hash_of_file(copied) == folder.hash_of_file(folder.grammar)
