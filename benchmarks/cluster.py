"""Learning on threads, processes and a Ray cluster, and at the size of Simianer et al. 2012.

python benchmarks/cluster.py executors       an epoch of algorithm 4 on every executor
python benchmarks/cluster.py asynchronous    epochs of green2013 by the number of workers
python benchmarks/cluster.py paper           2,290 shards of 132,000 features, K = 100,000
python benchmarks/cluster.py all             algorithm 4 on all 29,000 sentences of multi30k
"""

import argparse
import json
import os
import resource
import tempfile
import time
from hashlib import sha256
from pathlib import Path

import numpy as np
from _base_models import WORK, multi30k, multi30k_texts
from _results import kept, write_option

from rectrix._core.features import FeatureSpace
from rectrix.base.progress import for_terminal
from rectrix.learn.mixers.top_k import TopK
from rectrix.learn.names import NameTable, write_new_names
from rectrix.learn.run import Run
from rectrix.learn.sharded import ShardResult
from rectrix.learn.state import State
from rectrix.model.copies import copy_model
from rectrix.pipeline import Model, TuneSettings, tune_model

TEMPLATES = ("rule_id", "source_bigrams", "target_bigrams", "shape")  # id, ng, shape
EXECUTORS = (
    ("serial", 1),
    ("threads", 1),
    ("threads", 2),
    ("processes", 1),
    ("processes", 2),
    ("ray", 1),
    ("ray", 2),
)


def cpu() -> float:
    """User and system seconds of this process and of those that ended."""
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def peak_megabytes(who: int = resource.RUSAGE_SELF) -> float:
    """The most memory that this process, or the largest of its children, has had."""
    return resource.getrusage(who).ru_maxrss / 1024


def executors(sentences: int, shards: int) -> None:
    """Two epochs on every executor; the second has no extraction in it."""
    base, bitext = multi30k("hiero")
    start = WORK / "cluster" / "start"
    copy_model(base, start, force=True, templates=TEMPLATES)
    settings = TuneSettings(
        recipe="simianer2012",
        settings={"algorithm": 4, "epochs": 2, "shards": shards},
        on="train",
        sentences=sentences,
        left_out_lm=False,
    )
    print("| executor | workers | epoch, wall s | against serial | digest of weights and log |")
    print("|---|---|---|---|---|")
    first = 0.0
    for name, workers in EXECUTORS:
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "model"
            run = Run(executor=name, workers=workers)
            epoch = tune_model(start, None, output, settings, bitext=bitext, run=run).seconds[-1]
            first = first or epoch
            files = [(output / part).read_bytes() for part in ("weights.tsv", "tuning.jsonl")]
            digest = sha256(b"".join(files)).hexdigest()[:12]
            print(f"| {name} | {workers} | {epoch:.1f} | {first / epoch:.2f} | {digest} |", flush=True)


def asynchronous(epochs: int) -> None:
    """What each epoch's weights find on the tuning set, when gradients miss the updates of other workers."""
    base, _ = multi30k("hiero")
    settings = TuneSettings(recipe="green2013", settings={"epochs": epochs})
    print(f"| executor | workers | BLEU of {epochs} epochs on val |\n|---|---|---|")
    for name, workers in (("serial", 1), ("threads", 2), ("processes", 2)):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "model"
            run = Run(executor=name, workers=workers)
            tuned = tune_model(base, multi30k_texts("val"), output, settings, run=run)
            scores = ", ".join(f"{entry['tuning']:.2f}" for entry in tuned.log)
            print(f"| {name} | {workers} | {scores} |", flush=True)


def paper(shards: int, entries: int, union: int, keep: int) -> None:
    """One epoch's files as shards write them; then what the driver does with them."""
    with tempfile.TemporaryDirectory(dir=WORK) as name:
        folder = Path(name)
        _in_child(_write_shards, folder, shards, entries, union)
        sizes = [path.stat().st_size for path in sorted(folder.iterdir())]
        states, names = sum(sizes[::2]), sum(sizes[1::2])
        begin, used = time.monotonic(), cpu()
        results = [ShardResult.read(path) for path in sorted(folder.glob("shard-*[0-9]"))]
        mixed = TopK(keep=keep).mix(
            [result.weights for result in results], [1000] * shards, results[0].weights
        )
        table = NameTable(folder)
        table.learn(mixed.keys, [result.names for result in results])
        print(
            f"{shards:,} shards of {entries:,} features, {union:,} in all, {len(mixed.keys):,} kept: "
            f"{cpu() - used:.1f} CPU s, {time.monotonic() - begin:.1f} s, at most {peak_megabytes():.0f} MB "
            f"in the driver and {peak_megabytes(resource.RUSAGE_CHILDREN):.0f} MB in a worker; states "
            f"{states / 1e9:.2f} GB ({states / shards / 1e6:.2f} MB a shard), names until the end of the "
            f"epoch {names / 1e9:.2f} GB, mixed weights {16 * len(mixed.keys) / 1e6:.1f} MB"
        )
        assert len(table.known) == keep


def _in_child(work: object, *arguments: object) -> None:
    """So that its memory is told apart from the driver's."""
    child = os.fork()
    if not child:
        work(*arguments)  # type: ignore[operator]
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def _write_shards(folder: Path, shards: int, entries: int, union: int) -> None:
    """Features are met by their frequency (Zipf), so that shards share the frequent ones."""
    for shard in range(shards):
        random, space = np.random.default_rng(shard), FeatureSpace()
        rank = np.unique((union ** random.random(4 * entries)).astype(np.int64))
        rare = random.integers(0, union, 2 * entries)
        chosen = np.unique(np.concatenate([rank, rare]))
        for number in random.choice(chosen, entries, replace=False).tolist():
            space.add(f"source_bigrams:wort{number % 9973}_wort{number}")
        state = State(random.normal(size=entries) * 1e-3)
        output = folder / f"shard-{shard:05}"
        write_new_names(output.with_name(f"{output.name}.names"), space, 0)
        record = state.record(space)
        record.write(output)


def everything(epochs: int, workers: int, executor: str) -> None:
    """The whole training text of multi30k, a thousand sentences a shard."""
    base, bitext = multi30k("hiero")
    start, output = WORK / "cluster" / "start-all", WORK / "cluster" / "all"
    copy_model(base, start, force=True, templates=TEMPLATES)
    settings = TuneSettings(
        recipe="simianer2012",
        settings={"algorithm": 4, "epochs": epochs, "shards": 29},
        on="train",
        sentences=0,
        max_words=100,
    )
    begin, used = time.monotonic(), cpu()
    run = Run(
        executor=executor,
        workers=workers,
        progress=for_terminal(),
        checkpoints=WORK / "cluster" / "all.checkpoints",
        resume=True,
    )
    val = multi30k_texts("val")
    tuned = tune_model(start, None, output, settings, held_out=val, bitext=bitext, run=run, force=True)
    children = peak_megabytes(resource.RUSAGE_CHILDREN)
    facts = {
        "epochs": len(tuned.log),
        "features": tuned.log[-1]["features"],
        "held out": [round(entry["held_out"], 2) for entry in tuned.log],
        "wall s": round(time.monotonic() - begin),
        "CPU s": round(cpu() - used),
        "driver MB": round(peak_megabytes()),
        "worker MB": round(children),
        "seconds": [round(seconds) for seconds in tuned.seconds],
    }
    lines = multi30k_texts("test_2016_flickr")
    print(
        json.dumps(facts | {"weights": len(Model.open(output).folder.weights()), "test": str(lines.source)})
    )


def main() -> None:
    """Run one of them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["executors", "asynchronous", "paper", "all"])
    parser.add_argument("--sentences", type=int, default=2000, help="of `executors`")
    parser.add_argument("--shards", type=int, default=0, help="2 of `executors`, 2,290 of `paper`")
    parser.add_argument("--epochs", type=int, default=5, help="of `all` and `asynchronous`")
    parser.add_argument("--workers", type=int, default=2, help="of `all`")
    parser.add_argument("--executor", default="processes", help="of `all`")
    write_option(parser)
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    if arguments.what == "executors":
        executors(arguments.sentences, arguments.shards or 2)
    elif arguments.what == "asynchronous":
        asynchronous(arguments.epochs)
    elif arguments.what == "paper":
        paper(arguments.shards or 2290, 132_000, 4_700_000, 100_000)
    else:
        everything(arguments.epochs, arguments.workers, arguments.executor)


if __name__ == "__main__":
    with kept(__file__):
        main()
