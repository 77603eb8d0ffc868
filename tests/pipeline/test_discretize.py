"""Discretized scores from tuning to translation, with both decoders on the sample bitext."""

import pytest
import sacrebleu
from typer.testing import CliRunner

from rectrix.base.errors import UsageError
from rectrix.base.progress import Progress
from rectrix.cli import app
from rectrix.evaluate.tuning_log import TuningLog
from rectrix.exchange.cdec import export_model
from rectrix.features.settings import DiscretizeSettings
from rectrix.learn.run import Run
from rectrix.learn.site import opened_site
from rectrix.learn.sparse import Sparse
from rectrix.model.folder import ModelFolder
from rectrix.pipeline import Model, Texts, TrainSettings, TuneSettings, train
from rectrix.pipeline.discretize import with_bins
from rectrix.sample import SampleSettings, write_sample

QUICK = {"lm_order": 3, "tune": TuneSettings(recipe="kbmira", settings={"rounds": 1}, k=20)}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sample")
    write_sample(folder, SampleSettings(pairs=800, held_out=120, references=1, tokens=True))
    return folder


@pytest.fixture(scope="module", params=["hiero", "phrase"])
def untuned(request, sample, tmp_path_factory):
    output = tmp_path_factory.mktemp("models") / request.param
    files = [sample / name for name in ("train.de", "train.en", "dev.de")]
    train(
        *files,
        [sample / "dev.ref0.en"],
        output,
        TrainSettings(decoder=request.param, pretokenized=True, **QUICK),
    )
    return output.with_name(f"{output.name}.work") / "untuned"


def bleu(model, sample):
    """On the tuning set: so few other sentences cannot tell a good model from a bad one."""
    lines = (sample / "dev.de").read_text().splitlines()
    texts = [output.text for output in Model.open(model).translate(lines)]
    references = [(sample / "dev.ref0.en").read_text().splitlines()]
    return sacrebleu.corpus_bleu(texts, references, tokenize="none", force=True)


def score_of_lists(model, sample, folder):
    """BLEU of the best of k-best lists, as tuning measures it."""
    opened = Model.open(model)
    source = Texts(sample / "dev.de", [sample / "dev.ref0.en"]).open(opened, TuneSettings(), folder)
    with opened_site("serial", 1, None, Progress(), 1) as site:
        return source.score(Sparse.named(opened.folder.weights()), site)


def tune(model, sample, output, *options):
    files = ["-s", str(sample / "dev.de"), "-r", str(sample / "dev.ref0.en"), "-o", str(output), "--k", "50"]
    return CliRunner().invoke(app, ["tune", str(model), *files, *options], catch_exceptions=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["--recipe", "clark2014", "--set", "rounds=3", "--set", "bits=4"],
        [
            "--recipe",
            "kbmira",
            "--set",
            "rounds=2",
            "--discretize",
            "3",
            "--discretize-scores",
            "p_ef",
            "--keep-scores",
        ],
    ],
    ids=["clark2014", "kbmira"],
)
def test_tuned_bins_improve_bleu_and_come_back_with_the_model(untuned, sample, tmp_path, options):
    ran = tune(untuned, sample, tmp_path / "tuned", *options)
    assert ran.exit_code == 0, ran.output
    found = bleu(tmp_path / "tuned", sample)
    assert found.score > bleu(untuned, sample).score + 0.5
    best = TuningLog.read(tmp_path / "tuned").best
    assert best["tuning"] == pytest.approx(score_of_lists(tmp_path / "tuned", sample, tmp_path))
    # Bins give many translations exactly the same score, of which lists and 1-best search may take another.
    assert best["tuning"] == pytest.approx(found.score, abs=0.5)
    assert best["length"] == pytest.approx(found.sys_len / found.ref_len, abs=0.01)
    bins, weights = (
        ModelFolder.open(tmp_path / "tuned").discretizer(),
        Model.open(tmp_path / "tuned").folder.weights(),
    )
    assert bins is not None and any(name in weights for name in bins.chains["p_ef"])
    assert ("p_ef" in weights) == ("--keep-scores" in options)
    page = tmp_path / "page.html"
    drawn = CliRunner().invoke(app, ["plot", str(tmp_path / "tuned"), "-o", str(page)])
    assert drawn.exit_code == 0 and "<h3>p_ef</h3>" in page.read_text()
    # Tuned once more, the bins stay what they are.
    ran = tune(tmp_path / "tuned", sample, tmp_path / "again", "--set", "rounds=1")
    assert ran.exit_code == 0
    assert (tmp_path / "again/bins.json").read_bytes() == (tmp_path / "tuned/bins.json").read_bytes()
    with pytest.raises(UsageError, match="discretized already"):
        tune(tmp_path / "tuned", sample, tmp_path / "third", "--discretize", "2")
    with pytest.raises(UsageError, match="other decoders cannot read"):
        export_model(ModelFolder.open(tmp_path / "tuned"), tmp_path / "cdec")


def test_scores_that_are_left_out_are_no_features_of_search_lists_or_model(untuned, sample, tmp_path):
    options = [
        "--recipe",
        "kbmira",
        "--set",
        "rounds=1",
        "--without",
        "p_ef,lex_ef",
        "--start",
        "zero",
    ]
    ran = tune(untuned, sample, tmp_path / "tuned", *options)
    assert ran.exit_code == 0, ran.output
    tuned = Model.open(tmp_path / "tuned")
    lines = (sample / "dev.de").read_text().splitlines()[:20]
    lists = tuned.kbest(lines, 5)
    assert not {"p_ef", "lex_ef"} & set(lists.space.names(lists.feature_ids))
    weights = tuned.folder.weights()
    assert "lex_fe" in weights and not {"p_ef", "lex_ef"} & weights.keys()
    # The same search as with the whole model, where what was left out weighs nothing.
    whole = Model.open(untuned, weights)
    assert [out.score for out in tuned.translate(lines)] == pytest.approx(
        [out.score for out in whole.translate(lines)], rel=1e-6
    )
    with pytest.raises(UsageError, match="no score 'nix'; its scores are"):
        tune(untuned, sample, tmp_path / "none", "--without", "nix")


def test_bins_are_learned_again_where_an_interrupted_run_has_left_them(untuned, sample, tmp_path):
    source = Texts(sample / "dev.de", [sample / "dev.ref0.en"]).open(
        Model.open(untuned), TuneSettings(), tmp_path
    )
    run = Run(executor="serial")
    first, again = (with_bins(source, DiscretizeSettings(bits=2), {}, run, tmp_path) for _ in range(2))
    assert first[1].chains == again[1].chains
