"""Speed and size of the rule index and of per-sentence extraction: user CPU seconds, one thread.

cdec's C++ extractor on the same multi30k data: 7.6 sentences per CPU second, index of 47 MB in 0.7 s.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from _measure import peak_megabytes, user_seconds

DATA = Path(__file__).parents[1] / "../shared/data"
CORPORA = ("multi30k", "europarl-de-en")
HEAD = "| corpus | pairs | index s | MB used | MB kept | sentences | per s | MB | rules | store MB | read/s |"


def measure(name: str, source: Path, target: Path, alignment: Path, text: Path, folder: Path) -> str:
    """One row of the table; run in a process of its own, so that its peak memory is its own."""
    from rectrix.grammar import GrammarStore, extract_to_store, index

    start = user_seconds()
    bitext = index(source, target, alignment, folder / "index", force=True)
    row = f"| {name} | {len(bitext):,} | {user_seconds() - start:.1f} | {peak_megabytes():.0f} "
    start = user_seconds()
    extract_to_store(bitext, text, folder / "out.rgrammar", force=True)
    extracted = user_seconds() - start
    store = GrammarStore.open(folder / "out.rgrammar")
    row += f"| {(folder / 'index').stat().st_size / 1e6:.0f} | {len(store):,} | {len(store) / extracted:.1f} "
    row += f"| {peak_megabytes():.0f} "
    start = user_seconds()
    rules = sum(len(store.rules(n)) for n in range(len(store)))
    read = user_seconds() - start
    size = (folder / "out.rgrammar").stat().st_size / 1e6
    return row + f"| {rules:,} | {size:.0f} | {len(store) / read:,.0f} |"


def aligned(folder: Path) -> Path:
    """Our own alignment of europarl with the diagonal model, made once for a work folder."""
    output = folder / "europarl.gdfa"
    if not output.exists():
        data = DATA / "europarl-de-en"
        texts = [str(data / "train.de.xz"), str(data / "train.en.xz")]
        command = [sys.executable, "-c", "from rectrix.cli import main; main()", "align", *texts]
        subprocess.run([*command, "-o", str(output), "--model", "diagonal", "--quiet"], check=True)
    return output


def main() -> None:
    """Print the table, or the row of one corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", choices=CORPORA, help="only this corpus")
    parser.add_argument("--work", type=Path, help="folder for indexes and alignments; default: temporary")
    options = parser.parse_args()
    if not DATA.exists():
        print(f"skipped: no corpora at {DATA}")
        return
    if options.one is None:
        print(HEAD + "\n|" + "---|" * HEAD.count(" | ") + "---|", flush=True)
        work = ["--work", str(options.work)] if options.work else []
        for name in CORPORA:
            subprocess.run([sys.executable, __file__, "--one", name, *work], check=True)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.work or Path(temporary)
        data = DATA / options.one
        if options.one == "multi30k":
            links, text = DATA / "golden/train.gdfa.xz", data / "test_2016_flickr.de.xz"
        else:
            links, text = aligned(folder), data / "dev.de.xz"
        print(
            measure(options.one, data / "train.de.xz", data / "train.en.xz", links, text, folder), flush=True
        )


if __name__ == "__main__":
    main()
