"""Which lines of the C++ core its own tests reach: sums up what gcov says of a build with RECTRIX_COVERAGE.

python tools/core_coverage.py BUILD [--all] prints the files with the smallest share, and the total.
"""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

CORE = Path(__file__).parents[1] / "src" / "core"
SHOWN = 25


def counts(build: Path) -> dict[Path, dict[int, int]]:
    """How often each line of each source was run; headers are those of all who include them."""
    found: dict[Path, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    data = sorted(str(path.absolute()) for path in build.rglob("*.gcda"))
    if not data:
        sys.exit(f"{build}: nothing was measured; make core-coverage builds and runs the tests")
    made = subprocess.run(
        ["gcov", "--json-format", "--stdout", *data], cwd=build, check=True, capture_output=True, text=True
    )
    for text in made.stdout.splitlines():
        measured = json.loads(text)
        for file in measured["files"]:
            path = Path(measured["current_working_directory"], file["file"]).resolve()
            if path.is_relative_to(CORE):
                for line in file["lines"]:
                    found[path][line["line_number"]] += line["count"]
    return found


def main(build: Path, everything: bool) -> None:
    rows = []
    for path, lines in counts(build).items():
        rows.append((sum(1 for count in lines.values() if count), len(lines), path.relative_to(CORE)))
    rows.sort(key=lambda row: (row[0] / row[1], row[2]))
    for reached, total, path in rows if everything else rows[:SHOWN]:
        print(f"{path!s:<44} {reached:>5} of {total:>5} lines {reached / total:6.1%}")
    reached, total = sum(row[0] for row in rows), sum(row[1] for row in rows)
    print(f"{f'{len(rows)} files of src/core':<44} {reached:>5} of {total:>5} lines {reached / total:6.1%}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--all" in sys.argv)
