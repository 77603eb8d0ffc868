"""What got slower: two files of results, such as the kept one and that of today.

    python benchmarks/compare.py benchmarks/results/quick.json build/benchmarks/quick.json [--limit 1.15]

Of other benchmarks (`python benchmarks/NAME.py --write`) every number that differs is shown, without a
verdict: whether more is better depends on the column. Times of quick.py are in units of work that never
changes, measured in the same run, so that the machines may differ; there the status is 1 if something takes
more than --limit times as long, or as much memory, as before.
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


def changed(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """A line for each number of a table that is another one now; rows are known by their words."""
    for command in old["runs"] | new["runs"]:
        before, now = (numbers(one["runs"].get(command, {"tables": []})) for one in (old, new))
        for name in before | now:
            if name not in before or name not in now:
                yield f"{command}: {name}: {'new' if name in now else 'gone'}"
            elif before[name] != now[name]:
                yield f"{command}: {name}: {before[name]:g} -> {now[name]:g}"


def numbers(run: dict[str, Any]) -> dict[str, float]:
    """The numbers of a run's tables, by row and column."""
    found: dict[str, float] = {}
    for table in run["tables"]:
        for row in table["rows"]:
            words = [str(row[0]), *(cell for cell in row[1:] if isinstance(cell, str) and cell)]
            for column, cell in list(zip(table["columns"], row, strict=False))[1:]:
                if isinstance(cell, float):
                    found[f"{', '.join(words)}, {column}"] = cell
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--limit", type=float, default=LIMIT)
    given = parser.parse_args()
    old, new = (json.loads(path.read_text()) for path in (given.old, given.new))
    if "runs" in old and "runs" in new:
        print("\n".join(changed(old, new)))
        return 0
    lines = list(compare(old, new, given.limit))
    print("\n".join(lines))
    return int(any(line.endswith(("SLOWER", "MORE MEMORY")) for line in lines))


if __name__ == "__main__":
    sys.exit(main())
