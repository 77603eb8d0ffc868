"""Results of runs, kept in build/benchmarks/results.json, and the tables that are made of them."""

import json
import re
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from _base_models import ROOT, WORK

from rectrix.base.files import writing
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Texts
from rectrix.text import TextPipeline, read_sentences

STORE = WORK / "results.json"
PAGE = ROOT / "docs/results.md"


@dataclass(frozen=True)
class Outcome:
    """What a run left: numbers, and the translations of test sets, in files."""

    series: str
    name: str
    signature: str
    tuned: float  # BLEU on the tuning set
    seconds: float  # of tuning
    cpu: float
    epochs: int
    features: int  # that weigh something
    sentences: int  # tuned on
    threads: int
    outputs: dict[str, str] = field(default_factory=dict)  # files by test set
    model: str = ""
    seed: int = 1

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return key_of(self.series, self.name, self.seed)


def key_of(series: str, name: str, seed: int = 1) -> str:
    """The key of a run's outcome."""
    return f"{series}: {name}, seed {seed}"


def load() -> dict[str, Outcome]:
    """All outcomes by series, name and seed."""
    if not STORE.exists():
        return {}
    rows = [Outcome(**row) for row in json.loads(STORE.read_text(encoding="utf-8"))]
    return {row.key: row for row in rows}


def replicates(series: str, name: str) -> list[Outcome]:
    """The outcomes of a run with every seed that was tried."""
    rows = [row for row in load().values() if (row.series, row.name) == (series, name)]
    return sorted(rows, key=lambda row: row.seed)


def keep(outcome: Outcome) -> None:
    """Add an outcome, in place of an older one."""
    rows = load() | {outcome.key: outcome}
    with writing(STORE, force=True) as file:
        json.dump([asdict(row) for row in rows.values()], file, indent=1)


def scored(
    systems: list[list[Outcome]], baseline: str, tests: dict[str, Texts], prepare: TextPipeline
) -> list[dict[str, str]]:
    """For each system BLEU on every test set and the p-value of its difference from the baseline.

    A system is the outcomes of one run with several seeds. They are compared with as many of the baseline.
    """
    first = next((rows for rows in systems if rows[0].name == baseline), None)
    options = Options(metrics=("bleu",), tokenize="none")
    cells: list[dict[str, str]] = [{} for _ in systems]
    for test, texts in tests.items():
        references = [prepare.apply_lines(list(read_sentences(path))) for path in texts.references]
        for rows, row_cells in zip(systems, cells, strict=True):
            pair = [first[: len(rows)], rows] if first and first is not rows else [rows]
            translations = {
                own[0].name: [list(read_sentences(Path(one.outputs[test]))) for one in own] for own in pair
            }
            result = evaluate(translations, references, options).results[-1]
            p = "" if result.p_randomization is None else f"{result.p_randomization:.4f}"
            row_cells |= {test: mean_and_deviation(result.runs), f"p {test}": p}
    return cells


def mean_and_deviation(values: Sequence[float]) -> str:
    """Of several seeds; the value itself where there is but one."""
    if len(values) == 1:
        return f"{values[0]:.2f}"
    return f"{statistics.mean(values):.2f} ± {statistics.stdev(values):.2f}"


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def place(marker: str, text: str) -> None:
    """Put a table between its markers in docs/results.md."""
    page = PAGE.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- {re.escape(marker)} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"{PAGE} has no markers for {marker}")
    with writing(PAGE, force=True) as file:
        file.write(pattern.sub(lambda match: f"{match[1]}{text}\n{match[2]}", page))
