"""User CPU seconds to read 141,000 hypotheses with 14 features and to count each metric's statistics."""

import argparse
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

from _results import kept, write_option

from rectrix import kbest, score

FOLDER = Path(__file__).parents[2] / "shared/data/golden/tune"


def timed(what: str, work: Callable[[], Any]) -> Any:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    result = work()
    seconds = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
    print(f"| {what} | {seconds:.3f} |", flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    write_option(parser)
    parser.parse_args()
    if not FOLDER.exists():
        print(f"skipped: no {FOLDER}")
        return
    print("| work | CPU s |\n|---|---|")
    first = timed("read run 1 (gzip)", lambda: kbest.read(FOLDER / "run1.best100.out.gz"))
    second = timed("read run 2 (gzip)", lambda: kbest.read(FOLDER / "run2.best100.out.gz", space=first.space))
    lists = timed("merge", lambda: kbest.merge(first, second))
    references = score.read_references([FOLDER / "reference.en"])
    for name in score.METRICS:
        timed(f"statistics of {name}", lambda name=name: score.metric(name).statistics(lists, references))
    timed("matrix", lambda: kbest.matrix(lists))
    print(f"{first.hypotheses} + {second.hypotheses} hypotheses, {lists.hypotheses} different")


if __name__ == "__main__":
    with kept(__file__):
        main()
