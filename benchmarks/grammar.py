"""Speed and size of the rule index and of per-sentence extraction: user CPU seconds, one thread.

Rows "left out" extract leave-one-out for training sentences at even distances. cdec's C++ extractor on the
same multi30k data: 7.6 sentences per CPU second, index of 47 MB in 0.7 s.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from _grammar_data import Files, enlarged, first_quarter, tokenized, words_of
from _measure import peak_megabytes, user_seconds
from _results import kept, write_option

DATA = Path(__file__).parents[1] / "../shared/data"
ROWS = (
    "multi30k",
    "multi30k left out",
    "europarl",
    "europarl /4 left out",
    "europarl left out",
    "europarl x4 left out",
)
HEAD = "| corpus | pairs | index s | MB used | MB kept | sentences | per s | MB | rules | store MB | read/s |"
LEFT_OUT = 1000  # training sentences


def measure(name: str, files: Files, text: Path | None, folder: Path) -> str:
    """One row of the table, in a process of its own for its peak memory. No text: leave one out."""
    from rectrix.grammar import GrammarStore, extract_to_store, index

    start = user_seconds()
    bitext = index(*files, folder / "index", force=True)
    row = f"| {name} | {len(bitext):,} | {user_seconds() - start:.1f} | {peak_megabytes():.0f} "
    numbers: list[int] = []
    if text is None:
        numbers = list(range(0, len(bitext), max(1, len(bitext) // LEFT_OUT)))[:LEFT_OUT]
        text = folder / "left-out"
        text.write_text("".join(f"{bitext.source(n)}\n" for n in numbers))
    start = user_seconds()
    output = folder / "out.rgrammar"
    extract_to_store(bitext, text, output, leave_one_out=bool(numbers), force=True, numbers=numbers)
    extracted = user_seconds() - start
    store = GrammarStore.open(output)
    row += f"| {(folder / 'index').stat().st_size / 1e6:.0f} | {len(store):,} | {len(store) / extracted:.1f} "
    row += f"| {peak_megabytes():.0f} "
    start = user_seconds()
    rules = sum(len(store.rules(n)) for n in range(len(store)))
    read = user_seconds() - start
    return row + f"| {rules:,} | {output.stat().st_size / 1e6:.0f} | {len(store) / read:,.0f} |"


def inputs(name: str, folder: Path) -> tuple[Files, Path | None]:
    """The bitext of a row, and the text whose sentences need rules."""
    left_out = name.endswith("left out")
    if name.startswith("multi30k"):
        data = DATA / "multi30k"
        files = (data / "train.de.xz", data / "train.en.xz", DATA / "golden/train.gdfa.xz")
        return files, None if left_out else data / "test_2016_flickr.de.xz"
    files = tokenized(DATA / "europarl-de-en", folder)
    if "x4" in name:
        return enlarged(files, folder), None
    if "/4" in name:
        return first_quarter(files, folder), None
    return files, None if left_out else words_of(DATA / "europarl-de-en", "dev", folder / "development")[0]


def main() -> None:
    """Print the table, or the row of one corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", choices=ROWS, help="only this row")
    parser.add_argument("--search", action="store_true", help="rules and BLEU by --max-search instead")
    parser.add_argument("--work", type=Path, help="folder for texts and indexes, kept; default: temporary")
    write_option(parser)
    options = parser.parse_args()
    if not DATA.exists():
        print(f"skipped: no corpora at {DATA}")
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.work or Path(temporary)
        if options.search:
            from _grammar_search import compare

            compare(DATA / "europarl-de-en", folder)
            return
        if options.one is not None:
            print(measure(options.one, *inputs(options.one, folder), folder), flush=True)
            return
        print(HEAD + "\n|" + "---|" * HEAD.count(" | ") + "---|", flush=True)
        for name in ROWS:
            inputs(name, folder)  # outside of the row's process, whose memory is measured
            command = [sys.executable, __file__, "--one", name, "--work", str(folder)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            print(done.stdout, end="", flush=True)


if __name__ == "__main__":
    with kept(__file__):
        main()
