"""Minimum Bayes risk and combination behind a model folder: both decoders, on the sample."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import consensus
from rectrix.base.errors import UsageError
from rectrix.cli import app
from rectrix.kbest.risk import choose, shares
from rectrix.model.consensus import DecoderInput, decide
from rectrix.model.folder import ModelFolder
from rectrix.model.mbr import MbrSettings
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train
from rectrix.pipeline.combined import Combined, chosen, combine
from rectrix.pipeline.mbr import grid, tune_mbr
from rectrix.pipeline.oracle import oracles
from rectrix.pipeline.union import names, start_weights, union
from rectrix.sample import SampleSettings, write_sample

from .test_consensus import LIST


def lists_of(*lists: dict[str, float]) -> Lists:
    made = Lists(FeatureSpace())
    for one in lists:
        made.begin_sentence()
        for text, score in sorted(one.items(), key=lambda pair: -pair[1]):
            made.add(text, score, [])
    return made


def test_list_mbr_of_the_worked_example() -> None:
    lists = lists_of(LIST)
    place = {lists.text(i): i for i in range(4)}
    at = [place[text] for text in LIST]
    probabilities = shares(lists, lists.scores, 1.0)
    np.testing.assert_allclose(probabilities[at], [0.288651, 0.236328, 0.213838, 0.261183], atol=1e-6)
    gains = consensus(lists, probabilities, "bleu+1", 1)
    np.testing.assert_allclose(gains[at], [0.599448, 0.598505, 0.638563, 0.421519], atol=1e-6)
    assert choose(lists, lists.scores, "bleu+1", 1.0).tolist() == [place["the cat sat on the mat"]]
    sharp = consensus(lists, shares(lists, lists.scores, 5.0), "bleu+1", 1)
    assert sharp.max() == pytest.approx(0.664559, abs=1e-6)
    assert choose(lists, lists.scores, "bleu+1", 5.0).tolist() == [place["the cat sat on mat"]]


def test_a_union_of_a_list_with_itself_changes_nothing() -> None:
    lists = lists_of(LIST, {"b": -2.0, "a b": -1.0}, {})
    both = union([lists, lists])
    assert both.lists.list_begin.tolist() == lists.list_begin.tolist()
    texts = [lists.text(i) for i in range(lists.hypotheses)]
    assert [both.lists.text(i) for i in range(lists.hypotheses)] == texts
    best = chosen(both.lists, start_weights(2))
    assert best == chosen(union([lists]).lists, start_weights(1)) == [0, 4, -1]
    assert both.origins == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 0), (0, 1)]


def test_features_of_a_union() -> None:
    first, second = lists_of({"a b": 3.0, "b": 1.0}), lists_of({"c": 100.0, "a b": 50.0})
    made = union([first, second]).lists
    assert [made.text(i) for i in range(made.hypotheses)] == ["a b", "b", "c"]
    table = np.zeros((3, len(names(2))))
    for i in range(3):
        span = slice(made.feature_begin[i], made.feature_begin[i + 1])
        table[i, made.feature_ids[span]] = made.feature_values[span]
    columns = dict(zip(made.space.names(np.arange(len(made.space))), table.T, strict=True))
    # Scores have mean 0 and deviation 1 in each list; what is not there has the lowest.
    np.testing.assert_allclose(columns["model1:score"], [1, -1, -1])
    np.testing.assert_allclose(columns["model2:score"], [-1, -1, 1])
    np.testing.assert_allclose(columns["model1:in"], [1, 1, 0])
    np.testing.assert_allclose(columns["model2:rank"], [0.5, 0, 1])
    np.testing.assert_allclose(columns["words"], [2, 1, 1])
    # exp(1) to exp(-1) of each model's vote: "a b" has the first's larger and the second's smaller part.
    large, small = np.exp(1) / (np.exp(1) + np.exp(-1)), np.exp(-1) / (np.exp(1) + np.exp(-1))
    ab, b, c = (large + small) / 2, small / 2, large / 2
    np.testing.assert_allclose(columns["agree:votes"], [(ab + ab + b) / 2, ab + b, c], rtol=1e-5)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=300, held_out=30, references=1))
    return folder


@pytest.fixture(scope="module")
def models(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder, made = tmp_path_factory.mktemp("models"), {}
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    for decoder in ("hiero", "phrase"):
        made[decoder] = folder / decoder
        settings = TrainSettings(decoder=decoder, lm_order=3, tune=TuneSettings(settings={"rounds": 2}, k=20))
        train(*files, [sample / "dev.ref0.en"], made[decoder], settings)
    return made


def dev(sample: Path) -> Texts:
    return Texts(sample / "dev.de", [sample / "dev.ref0.en"])


@pytest.mark.parametrize("decoder", ["hiero", "phrase"])
def test_mbr_is_tuned_kept_and_used(
    models: dict[str, Path], sample: Path, tmp_path: Path, decoder: str
) -> None:
    lines = (sample / "dev.de").read_text().splitlines()[:10]
    plain = Model.open(models[decoder])
    likeliest = [one.text for one in plain.translate(lines)]
    for kind in ("forest", "counts", "consensus", "bleu+1", "chrf"):
        output = tmp_path / kind
        found = tune_mbr(models[decoder], dev(sample), output, kind)
        assert len(found.tried) == len(grid(kind))
        assert found.best.score == max(one.score for one in found.tried)
        opened = Model.open(output)
        assert opened.mbr() == found.best.settings
        chosen_ones = list(opened.translate(lines))
        assert [one.text for one in opened.translate(lines, mbr="none")] == likeliest
        given = list(plain.translate(lines, mbr=found.best.settings, threads=2))
        assert [one.text for one in given] == [one.text for one in chosen_ones]
        assert all(one.alignment for one in chosen_ones)
    # With all the weight on the model's score, the likeliest derivation comes out.
    model = MbrSettings(kind="forest", model=1e6)
    assert [one.text for one in plain.translate(lines, mbr=model)] == likeliest


def test_settings_that_are_tried_together_differ_in_numbers_alone(models: dict[str, Path]) -> None:
    model = Model.open(models["hiero"])
    asked = DecoderInput(model.decoder, ["ein haus"], model.weights)
    with pytest.raises(UsageError, match="same kind"):
        decide(asked, [MbrSettings(kind="forest"), MbrSettings(kind="counts")])


def test_oracles_are_above_each_other(models: dict[str, Path], sample: Path) -> None:
    for path in models.values():
        found = oracles(Model.open(path), sample / "dev.de", [sample / "dev.ref0.en"], k=10)
        assert found.first.bleu < found.lists.bleu < found.forest.bleu


def test_models_are_combined_into_one_folder(models: dict[str, Path], sample: Path, tmp_path: Path) -> None:
    output = tmp_path / "both"
    arguments = ["combine", *map(str, models.values()), "-o", str(output), "-s", str(sample / "dev.de")]
    arguments += ["-r", str(sample / "dev.ref0.en"), "--k", "20", "--quiet"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    opened = Model.open(output)
    assert isinstance(opened, Combined)
    assert len(opened.members) == 2
    lines = (sample / "dev.de").read_text().splitlines()[:10]
    texts = [one.text for one in opened.translate(lines)]
    assert all(texts)
    written = tmp_path / "out"
    result = CliRunner().invoke(
        app, ["translate", str(output), str(sample / "dev.de"), "-o", str(written), "--quiet"]
    )
    assert result.exit_code == 0, result.output
    assert written.read_text().splitlines()[:10] == texts
    with pytest.raises(UsageError, match="combines models"):
        ModelFolder.open(output)
    result = CliRunner().invoke(app, ["translate", str(output), str(sample / "dev.de"), "--nbest", "2"])
    assert isinstance(result.exception, UsageError) and "combines models" in str(result.exception)
    with pytest.raises(UsageError, match="leave out mbr"):
        next(opened.translate(lines, mbr="forest"))
    with pytest.raises(UsageError, match="tuned when it is made"):
        opened.tune(None, [], tmp_path / "x")
    file = output / "combined.toml"
    file.write_text(file.read_text().replace("k = 20", "k = 30"))
    with pytest.raises(Exception, match="changed since it was written"):
        Model.open(output)


def test_a_combination_of_a_model_with_itself_translates_as_it_does(
    models: dict[str, Path], sample: Path, tmp_path: Path
) -> None:
    tuned = combine(
        [models["hiero"], models["hiero"]],
        dev(sample),
        tmp_path / "twice",
        recipe="mert",
        settings={"restarts": 0, "rounds": 0},
        k=10,
    )
    assert tuned.weights["model1:score"] == tuned.weights["model2:score"] == 0.5
    lines = (sample / "dev.de").read_text().splitlines()[:10]
    alone = [one.text for one in Model.open(models["hiero"]).translate(lines)]
    assert [one.text for one in Model.open(tmp_path / "twice").translate(lines)] == alone
