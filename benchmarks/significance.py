"""Significance pruning of the multi30k phrase table: its size, and BLEU of test_2016 with unchanged weights.

The weights are the golden ones, tuned for the whole table; no threshold was chosen on these numbers.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path

from _results import kept, write_option

DATA = Path(__file__).parents[1] / "../shared/data"
GOLDEN = DATA / "golden/phrase"
ROWS: tuple[tuple[str | float, int], ...] = (
    ("none", 0),
    ("none", 20),
    ("alpha-epsilon", 0),
    ("alpha+epsilon", 0),
    (20.0, 0),
    (50.0, 0),
    ("alpha+epsilon", 20),
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    write_option(parser)
    parser.parse_args()
    if not DATA.exists():
        sys.exit(f"skipped: {DATA} is not there")
    from sacrebleu.metrics import BLEU

    from rectrix._core.decode import StackDecoder, StackOptions
    from rectrix.base.files import open_text
    from rectrix.exchange.moses import import_moses
    from rectrix.grammar import PhraseSettings, extract_phrases, index
    from rectrix.pipeline.model import Model

    def read(name: str) -> list[str]:
        with open_text(DATA / "multi30k" / name) as file:
            return [line.rstrip("\n") for line in file]

    texts = [DATA / f"multi30k/train.{language}.xz" for language in ("de", "en")]
    source, reference = (read(f"test_2016_flickr.{language}.xz") for language in ("de", "en"))
    bleu = BLEU(tokenize="none", force=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bitext = index(*texts, GOLDEN / "train.gdfa.xz", folder / "bitext.rindex")
        model = Model.open(import_moses(GOLDEN / "moses.ini", folder / "golden").path)
        print("| significance | limit | pairs | megabytes | seconds | BLEU |\n|---|---|---|---|---|---|")
        for significance, limit in ROWS:
            start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            chosen = PhraseSettings.of({"significance": significance, "limit": limit})
            table = extract_phrases(bitext, folder / "table", chosen, force=True)
            seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - start
            size = (folder / "table").stat().st_size / 1e6
            decoder = StackDecoder(table, model.language_models, [], model.space, StackOptions())
            found = [text for text, _, _ in decoder.translate(source, model.weights)]
            score = bleu.corpus_score(found, [reference]).score
            numbers = f"{len(table):,} | {size:.1f} | {seconds:.1f} | {score:.2f}"
            print(f"| {significance} | {limit or 'all'} | {numbers} |")
    print(bleu.get_signature())


if __name__ == "__main__":
    with kept(__file__):
        main()
