"""Tuned systems beside each other: makes the tables of docs/results.md.

    python benchmarks/results.py multi30k [--decoder hiero|phrase] [--only NAME] [--seeds N] [--again]
    python benchmarks/results.py europarl [--pairs N] [--only NAME] [--again]
    python benchmarks/results.py             tables of what was run before

Each run is kept in build/benchmarks/results.json, so that a series can be made in several calls, and an
interrupted one goes on; rows of several seeds have mean and standard deviation. BLEU is sacrebleu's with
`--tokenize none`; p is approximate randomization's.
"""

import argparse
import itertools
import resource
import time
from pathlib import Path

from _base_models import DATA, LOWERCASED, WORK, europarl, europarl_texts, multi30k, multi30k_texts
from _results import Outcome, keep, key_of, load, mean_and_deviation, place, replicates, scored, table
from _runs import EUROPARL, GREEN_SPARSE, MULTI30K, Run

import rectrix as rx
from rectrix.base.files import writing
from rectrix.base.progress import for_terminal
from rectrix.decode.model_folder import StackSettings
from rectrix.exchange.foreign_weights import CDEC, CDEC_GRAMMAR, from_foreign, read_foreign
from rectrix.pipeline import Model, Texts, average_models, tune_model
from rectrix.pipeline.tune import copy_model
from rectrix.text import TextPipeline, read_sentences

# On the same data and alignment, from data/golden/README.md: BLEU on test_2016.
OTHERS = {
    "hiero": (("cdec, PRO", 41.47), ("cdec, cutting-plane MIRA", 40.53), ("cdec, not tuned", 38.92)),
    "phrase": (("Moses, MERT", 39.99), ("Moses, PRO", 40.45), ("Moses, k-best MIRA", 40.45)),
}
CDEC_ROW = "cdec's weights, our search"
MEAN_ROW = "mert, mean of the seeds' weights"
EUROPARL_TESTS = ("devtest", "newstest2010")


def cpu() -> float:
    """CPU seconds of this process, its threads and children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in used)


def translations(model: Model, tests: dict[str, Texts], folder: Path, threads: int) -> dict[str, str]:
    """Translate the test sets to files of a folder."""
    files = {test: folder / f"{test}.out" for test in tests}
    for test, path in files.items():
        with writing(path, force=True) as file:
            lines = model.translate(read_sentences(tests[test].source), threads)
            file.writelines(output.text + "\n" for output in lines)
    return {test: str(path) for test, path in files.items()}


def folder_of(series: str, name: str, seed: int) -> Path:
    """Where the models and translations of a run are."""
    folder = name.replace(" ", "-").replace("/", "-") + (f"-seed-{seed}" if seed > 1 else "")
    return WORK / series.replace(" ", "/") / folder


def run(
    series: str,
    one: Run,
    seed: int,
    base: tuple[Path, Path],
    dev: Texts,
    tests: dict[str, Texts],
    threads: int,
) -> Outcome:
    """Tune a base model and translate the test sets."""
    model, bitext = base
    folder = folder_of(series, one.name, seed)
    stack = StackSettings(sparse_reordering=one.templates == GREEN_SPARSE)
    if one.after:
        model = folder_of(series, one.after, seed) / "model"
    copy_model(model, folder / "start", force=True, templates=one.templates, stack=stack)
    begin, begin_cpu = time.monotonic(), cpu()
    tuned = tune_model(
        folder / "start",
        None if one.sentences else dev,
        folder / "model",
        one.tune(seed),
        bitext=bitext,
        run=rx.Run(threads=threads, progress=for_terminal()),
        force=True,
    )
    seconds, used = time.monotonic() - begin, cpu() - begin_cpu
    outputs = translations(Model.open(folder / "model"), tests, folder, threads)
    return Outcome(
        series=series,
        name=one.name,
        signature=tuned.signature,
        tuned=tuned.after,
        seconds=seconds,
        cpu=used,
        epochs=len(tuned.log),
        features=sum(value != 0 for value in tuned.weights.values()),
        sentences=one.sentences or sum(1 for _ in read_sentences(dev.source)),
        threads=threads,
        outputs=outputs,
        model=str(folder / "model"),
        seed=seed,
    )


def cdec_weights(model: Path, tests: dict[str, Texts], threads: int) -> Outcome:
    """What the weights that cdec learned by PRO are worth in our search: nothing is tuned."""
    weights = from_foreign(read_foreign(DATA / "golden/hiero/weights.txt"), {**CDEC, **CDEC_GRAMMAR})
    opened = Model.open(model, weights)
    folder = WORK / "multi30k/hiero/cdec-weights"
    folder.mkdir(exist_ok=True)
    outputs = translations(opened, tests, folder, threads)
    return Outcome("multi30k hiero", CDEC_ROW, "", 0, 0, 0, 0, len(weights), 0, threads, outputs)


def mean_of_seeds(series: str, tests: dict[str, Texts], threads: int) -> Outcome | None:
    """The mean of MERT's weights over all seeds that were run; none without several."""
    rows = replicates(series, "mert")
    if len(rows) < 2:
        return None
    folder = folder_of(series, MEAN_ROW, 1)
    average_models([Path(row.model) for row in rows], folder / "model", force=True)
    opened = Model.open(folder / "model")
    outputs = translations(opened, tests, folder, threads)
    features = len(opened.folder.weights())
    return Outcome(series, MEAN_ROW, "", 0, 0, 0, 0, features, 0, threads, outputs, str(folder / "model"))


def run_series(
    series: str,
    runs: tuple[Run, ...],
    base: tuple[Path, Path],
    dev: Texts,
    tests: dict[str, Texts],
    arguments: argparse.Namespace,
) -> None:
    """Every run that was not made before."""
    wanted = [one for one in runs if arguments.only in one.name]
    for one, seed in itertools.product(wanted, range(1, arguments.seeds + 1)):
        key = key_of(series, one.name, seed)
        if key in load() and not arguments.again:
            print(f"{key}: done before", flush=True)
            continue
        print(f"== {key}", flush=True)
        keep(run(series, one, seed, base, dev, tests, arguments.threads))


def multi30k_table(decoder: str) -> None:
    """Write the table of a decoder."""
    series = f"multi30k {decoder}"
    names = [*(one.name for one in MULTI30K), CDEC_ROW]
    names.insert(names.index("mert") + 1, MEAN_ROW)
    systems = [rows for name in names if (rows := replicates(series, name))]
    if not systems:
        return
    tests = {"test_2016": multi30k_texts("test_2016_flickr")}
    cells = scored(systems, "kbmira", tests, TextPipeline())
    lines = [
        [rows[0].name, cell["test_2016"], cell["p test_2016"], *_tuning_cells(rows)]
        for rows, cell in zip(systems, cells, strict=True)
    ]
    lines += [[f"*{name}*", f"*{bleu}*", "", "", "", "", "", ""] for name, bleu in OTHERS[decoder]]
    header = ["system", "BLEU", "p", "tuning set", "rounds", "features", "wall s", "CPU s"]
    place(series, table(header, lines))


def _tuning_cells(rows: list[Outcome]) -> list[str]:
    """Numbers of tuning; times and features are those of the first seed."""
    first = rows[0]
    if not first.seconds:
        return ["", "", f"{first.features:,}", "", ""]
    where = " (train)" if first.name.endswith("on train") else ""
    numbers = [f"{first.features:,}", f"{first.seconds:.0f}", f"{first.cpu:.0f}"]
    return [mean_and_deviation([row.tuned for row in rows]) + where, str(first.epochs or ""), *numbers]


def europarl_table(pairs: int) -> None:
    """Write the table of europarl."""
    series = f"europarl {pairs}"
    systems = [rows for one in EUROPARL if (rows := replicates(series, one.name))]
    if not systems:
        return
    tests = {test: europarl_texts(test) for test in EUROPARL_TESTS}
    prepare = TextPipeline(LOWERCASED.model_copy(update={"language": "en"}))
    cells = scored(systems, EUROPARL[0].name, tests, prepare)
    lines = [
        [
            row.name,
            *(cell[name] for test in EUROPARL_TESTS for name in (test, f"p {test}")),
            f"{row.features:,}",
            f"{row.sentences:,}",
            str(row.epochs),
            f"{row.seconds / row.epochs:.0f}",
            f"{row.cpu / row.epochs:.0f}",
        ]
        for (row, *_), cell in zip(systems, cells, strict=True)
    ]
    names = [name for test in EUROPARL_TESTS for name in (test, "p")]
    header = ["system", *names, "features", "sentences", "epochs", "wall s per epoch", "CPU s per epoch"]
    place("europarl", table(header, lines))


def main() -> None:
    """Run a series, or only make the tables."""
    as_it_is = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_it_is)
    parser.add_argument("series", nargs="?", choices=("multi30k", "europarl"))
    parser.add_argument("--decoder", choices=("hiero", "phrase"), help="only this one")
    parser.add_argument("--only", default="", help="only runs whose name has this in it")
    parser.add_argument("--seeds", type=int, default=1, help="of each run")
    parser.add_argument("--again", action="store_true", help="also what was run before")
    parser.add_argument("--pairs", type=int, default=220_000, help="of europarl")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    if not DATA.exists():
        raise SystemExit(f"skipped: {DATA} is not there")
    decoders = [arguments.decoder] if arguments.decoder else ["hiero", "phrase"]
    if arguments.series == "multi30k":
        dev, tests = multi30k_texts("val"), {"test_2016": multi30k_texts("test_2016_flickr")}
        for decoder in decoders:
            base = multi30k(decoder)
            run_series(f"multi30k {decoder}", MULTI30K, base, dev, tests, arguments)
            if mean := mean_of_seeds(f"multi30k {decoder}", tests, arguments.threads):
                keep(mean)
            if decoder == "hiero":
                keep(cdec_weights(base[0], tests, arguments.threads))
    if arguments.series == "europarl":
        base = europarl(arguments.pairs, arguments.threads)
        tests = {test: europarl_texts(test) for test in EUROPARL_TESTS}
        run_series(f"europarl {arguments.pairs}", EUROPARL, base, europarl_texts("dev"), tests, arguments)
    for decoder in decoders:
        multi30k_table(decoder)
    europarl_table(arguments.pairs)


if __name__ == "__main__":
    main()
