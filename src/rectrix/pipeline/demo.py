"""The demonstration: models of the sample bitext with both decoders, and what tuning gains."""

from dataclasses import dataclass
from pathlib import Path

from rectrix.base.progress import Progress
from rectrix.evaluate import Evaluation, Options, Result, evaluate
from rectrix.learn.run import Run
from rectrix.model.copies import copy_model
from rectrix.pipeline.model import Model
from rectrix.pipeline.stages import Stages
from rectrix.pipeline.train import TrainSettings, train
from rectrix.pipeline.tune import tune_model
from rectrix.pipeline.tune_settings import TuneSettings
from rectrix.pipeline.tuning_set import Texts
from rectrix.text import read_sentences

DENSE = TuneSettings(recipe="kbmira", settings={"rounds": 5})
# Of four settings the one with the best BLEU on devtest (63.73; 63.38 to 63.71 the others, 63.29 dense; all
# without word classes).
SPARSE = TuneSettings(recipe="green2013", settings={"epochs": 4, "rate": 0.1, "l1": 0.01, "staleness": 0})
TEMPLATES = ("shape", "source_bigrams", "target_bigrams", "word_pairs")


@dataclass(frozen=True)
class DemoResult:
    """What the demonstration shows."""

    evaluation: Evaluation
    gains: tuple[Result, ...]  # of sparse against dense, by metric
    source: list[str]
    translations: dict[str, list[str]]  # by system
    reference: list[str]


def run_demo(folder: Path, references: int, threads: int, progress: Progress) -> DemoResult:
    """Train, tune and evaluate on the sample in a folder; models are left there."""
    source, target, dev_source = (folder / name for name in ("train.de", "train.en", "dev.de"))
    dev = [folder / f"dev.ref{k}.en" for k in range(references)]
    dense, phrase = folder / "dense", folder / "phrase"
    for output, settings in (
        (dense, TrainSettings(tune=DENSE)),
        (phrase, TrainSettings(decoder="phrase", tune=DENSE)),
    ):
        run = Run(threads=threads, progress=progress)
        train(source, target, dev_source, dev, output, settings, run=run, force=True)
    sparse = _tune_sparse(folder, dense, dev, threads, progress)
    untuned = folder / "dense.work" / "untuned"
    translations = {
        name: _translate(path, folder / "test.de", threads, progress)
        for name, path in (("untuned", untuned), ("dense", dense), ("sparse", sparse), ("phrase", phrase))
    }
    judges = [list(read_sentences(folder / f"test.ref{k}.en")) for k in range(references)]
    options = Options(metrics=("bleu", "chrf"), threads=threads)
    systems = {name: [lines] for name, lines in translations.items()}
    evaluation = evaluate(systems, judges, options, progress)
    pair = evaluate({name: systems[name] for name in ("dense", "sparse")}, judges, options, progress)
    gains = tuple(result for result in pair.results if result.system == "sparse")
    return DemoResult(evaluation, gains, list(read_sentences(folder / "test.de")), translations, judges[0])


def _tune_sparse(folder: Path, dense: Path, dev: list[Path], threads: int, progress: Progress) -> Path:
    """The dense model with sparse templates, tuned on from its weights."""
    widened, sparse = folder / "dense.work" / "widened", folder / "sparse"

    def work() -> None:
        copy_model(dense, widened, force=True, templates=TEMPLATES)
        texts = Texts(folder / "dev.de", dev)
        run = Run(threads=threads, progress=progress)
        tune_model(widened, texts, sparse, SPARSE, run=run, force=True)

    settings = {"templates": TEMPLATES, "tune": SPARSE.model_dump()}
    files = [dense / "model.toml", folder / "dev.de", *dev]
    Stages(folder / "dense.work", progress).run("sparse", work, settings, files, outputs=[sparse])
    return sparse


def _translate(model: Path, source: Path, threads: int, progress: Progress) -> list[str]:
    outputs = Model.open(model).translate(read_sentences(source), threads)
    return [
        output.text for output in progress.track(outputs, f"translating with {model.name}", unit="sentences")
    ]
