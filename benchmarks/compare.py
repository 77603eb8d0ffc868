"""What got slower: two files of results, such as the kept one and that of today.

    python benchmarks/compare.py benchmarks/results/quick.json build/benchmarks/quick.json [--limit 1.15]

Times are in units of work that never changes, measured in the same run, so that the machines may differ.
Ends with status 1 if something takes more than --limit times as long, or as much memory, as before.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LIMIT = 1.15
LEAST = {"cpu": 0.2, "mb": 20}  # differences that are smaller, in seconds and megabytes, are noise


def compare(old: dict[str, Any], new: dict[str, Any], limit: float = LIMIT) -> Iterator[str]:
    """A line for each measurement: before, now, ratio, and a word if it is worse."""
    for name in old["measured"] | new["measured"]:
        if name not in old["measured"] or name not in new["measured"]:
            yield f"{name}: {'new' if name in new['measured'] else 'gone'}"
            continue
        for what, faster in (("cpu", new["unit"] / old["unit"]), ("mb", 1.0)):
            before, now = old["measured"][name][what] * faster, new["measured"][name][what]
            ratio = now / before if before else 1.0
            worse = ratio > limit and now - before > LEAST[what]
            better = ratio < 1 / limit and before - now > LEAST[what]
            verdict = " SLOWER" if worse else " quicker" if better else ""
            if what == "mb":
                verdict = " MORE MEMORY" if worse else " less memory" if better else ""
            yield f"{name}, {what}: {before:.2f} -> {now:.2f}, {ratio:.2f} times{verdict}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--limit", type=float, default=LIMIT)
    given = parser.parse_args()
    lines = list(compare(json.loads(given.old.read_text()), json.loads(given.new.read_text()), given.limit))
    print("\n".join(lines))
    return int(any(line.endswith(("SLOWER", "MORE MEMORY")) for line in lines))


if __name__ == "__main__":
    sys.exit(main())
