"""Phrase extraction and phrase-based decoding of multi30k: user CPU seconds, one thread, loading included.

Moses on the same data (a quiet machine): lexical tables, extraction, scoring and reordering table 58.7 s;
decoding with cube pruning 35 sentences per second, 20 with distinct 100-best lists; moses2 90.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(__file__).parents[1] / "../shared/data"
GOLDEN = DATA / "golden/phrase"
POPS = (50, 100, 200, 500, 1000, 2000)


def cpu() -> float:
    """User CPU seconds of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def prepare(folder: Path) -> None:
    """The whole table, with the golden model's weights and language model."""
    from rectrix.base.files import open_bytes
    from rectrix.decode.model_folder import PHRASES, ModelFolder, writing_model
    from rectrix.decode.moses import import_moses
    from rectrix.grammar import extract_phrases, index

    texts = [DATA / f"multi30k/train.{language}.xz" for language in ("de", "en")]
    start = cpu()
    bitext = index(*texts, GOLDEN / "train.gdfa.xz", folder / "bitext.rindex")
    indexed = cpu()
    table = extract_phrases(bitext, folder / PHRASES)
    print(f"extraction, scoring, orientation: {cpu() - start:.1f} s, indexing {indexed - start:.1f} s of it")
    print(f"{len(table):,} pairs")
    golden = import_moses(GOLDEN / "moses.ini", folder / "golden")
    with writing_model(folder / "model", golden.settings, golden.weights()) as made:
        (made / PHRASES).hardlink_to(folder / PHRASES)
        (made / "lm0.rlm").hardlink_to(golden.path / "lm0.rlm")
    ModelFolder.open(folder / "model")
    with open_bytes(DATA / "multi30k/test_2016_flickr.de.xz") as reader:
        (folder / "test.de").write_bytes(reader.read())


def measure(folder: Path, pops: int, k: int) -> str:
    """One row: run in a process of its own, so that loading counts."""
    from rectrix._core.decode import StackDecoder, StackOptions
    from rectrix._core.grammar import PhraseTable
    from rectrix._core.kbest import extract
    from rectrix.pipeline.model import Model

    start = cpu()
    model = Model.open(folder / "model")
    table = PhraseTable.open(model.folder.grammar)
    decoder = StackDecoder(table, model.language_models, [], model.space, StackOptions(pop_limit=pops))
    lines = (folder / "test.de").read_text(encoding="utf-8").splitlines()
    if k == 1:
        scores = [score for _, score, _ in decoder.translate(lines, model.weights)]
    else:
        lists, _, _ = extract(decoder, lines, model.weights, size=k)
        scores = [float(lists.scores[first]) for first in lists.list_begin[:-1]]
    seconds = cpu() - start
    return f"| {pops} | {k} | {len(lines) / seconds:.1f} | {sum(scores) / len(scores):.5f} |"


def main() -> None:
    """Print the table, or one of its rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--row", nargs=3, metavar=("FOLDER", "POPS", "K"), help="print one row")
    parser.add_argument("--plot", type=Path, help="write speed against model score to this file")
    arguments = parser.parse_args()
    if arguments.row:
        folder, pops, k = arguments.row
        print(measure(Path(folder), int(pops), int(k)))
        return
    if not DATA.exists():
        sys.exit(f"skipped: {DATA} is not there")
    with tempfile.TemporaryDirectory() as name:
        prepare(Path(name))
        print("| pop limit | list | sentences/s | mean score |\n|---|---|---|---|")
        rows = []
        for pops, k in [*((pops, 1) for pops in POPS), (1000, 100)]:
            command = [sys.executable, __file__, "--row", name, str(pops), str(k)]
            rows.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())
            print(rows[-1], flush=True)
    if arguments.plot:
        plot(rows, arguments.plot)


def plot(rows: list[str], output: Path) -> None:
    """Speed against model score of the 1-best rows."""
    import matplotlib.pyplot as plt

    points = [[float(cell) for cell in row.strip("| ").split("|")] for row in rows]
    best = [point for point in points if point[1] == 1]
    _, axes = plt.subplots()
    axes.plot([point[2] for point in best], [point[3] for point in best], marker="o")
    for pops, _, speed, score in best:
        axes.annotate(f"{pops:.0f}", (speed, score))
    axes.set_xlabel("sentences per CPU second")
    axes.set_ylabel("mean model score")
    plt.savefig(output)


if __name__ == "__main__":
    main()
