"""What a benchmark prints, kept for programs: with --write in benchmarks/results/NAME.json, by its command.

    if __name__ == "__main__":
        with kept(__file__):
            main()

Tables are read as they are printed, in Markdown; whatever else is printed is kept as lines. Two such files
are compared by benchmarks/compare.py.
"""

import argparse
import io
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

_NUMBER = re.compile(r"([-+]?\d[\d,]*(?:\.\d+)?)(?: ?%)?")


def write_option(parser: argparse.ArgumentParser, also: str = "") -> None:
    """--write, which `kept` sees to."""
    more = f", and {also}" if also else ""
    parser.add_argument(
        "--write", action="store_true", help=f"keep what is printed in benchmarks/results{more}"
    )


@contextmanager
def kept(script: str) -> Iterator[None]:
    """Write what is printed within, if --write was given; not if the script says that it was skipped."""
    both = _Both(sys.stdout)
    with redirect_stdout(both):
        try:
            yield
        except SystemExit as end:
            if end.code:  # failed, or skipped
                raise
    lines = both.getvalue().splitlines()
    if "--write" not in sys.argv[1:] or not lines or lines[0].startswith("skipped"):
        return
    path = Path(script).parent / "results" / f"{Path(script).stem}.json"
    runs = json.loads(path.read_text())["runs"] if path.exists() else {}
    given = [argument for argument in sys.argv[1:] if argument != "--write"]
    runs[" ".join([f"benchmarks/{Path(script).name}", *given])] = with_machine(found(lines))
    write(path, {"runs": runs})


def found(lines: list[str]) -> dict[str, Any]:
    """The tables among the lines, and the rest."""
    tables, said, rows = [], [], list[list[str]]()
    for line in [*lines, ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
            continue
        if len(rows) > 2:
            tables.append({"columns": rows[0], "rows": [[value(cell) for cell in row] for row in rows[2:]]})
        rows = []
        if line.strip():
            said.append(line)
    return {"tables": tables, "said": said}


def value(cell: str) -> float | str:
    """A number where a cell is one, perhaps in bold or in percent."""
    number = _NUMBER.fullmatch(cell.replace("*", ""))
    return float(number[1].replace(",", "")) if number else cell


def write(path: Path, results: dict[str, Any]) -> None:
    """As JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def with_machine(results: dict[str, Any]) -> dict[str, Any]:
    """Results with what is needed to compare them with those of other machines and builds."""
    return {"facts": facts(), "unit": unit(), **results}


def facts() -> str:
    """How the core was built, and where it runs."""
    command = [Path(sys.executable).parent / "rectrix", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def unit() -> float:
    """CPU seconds of work that never changes: by it, runs on other machines can be compared."""
    rounds = []
    for _ in range(5):
        begin = time.process_time()
        sum(i * i % 7 for i in range(2_000_000))
        rounds.append(time.process_time() - begin)
    return round(min(rounds), 4)


class _Both(io.StringIO):
    """Shows what is written to it, and remembers it."""

    def __init__(self, shown: Any) -> None:
        super().__init__()
        self._shown = shown

    def write(self, text: str) -> int:
        self._shown.write(text)
        return super().write(text)

    def flush(self) -> None:
        self._shown.flush()
