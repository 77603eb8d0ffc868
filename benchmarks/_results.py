"""Results of runs, kept in build/benchmarks/results.json, and the tables that are made of them."""

import json
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path

from _base_models import ROOT, WORK

from rectrix.base.files import writing
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Texts
from rectrix.text import Normalizer, read_sentences

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


def load() -> dict[str, Outcome]:
    """All outcomes by series and name."""
    if not STORE.exists():
        return {}
    rows = [Outcome(**row) for row in json.loads(STORE.read_text(encoding="utf-8"))]
    return {f"{row.series}: {row.name}": row for row in rows}


def keep(outcome: Outcome) -> None:
    """Add an outcome, in place of an older one."""
    rows = load() | {f"{outcome.series}: {outcome.name}": outcome}
    with writing(STORE, force=True) as file:
        json.dump([asdict(row) for row in rows.values()], file, indent=1)


def scored(
    rows: list[Outcome], baseline: str, tests: dict[str, Texts], prepare: Normalizer
) -> list[dict[str, str]]:
    """For each outcome BLEU on every test set and the p-value of its difference from the baseline."""
    first = [row for row in rows if row.name == baseline]
    ordered = [*first, *(row for row in rows if row.name != baseline)]
    cells: dict[str, dict[str, str]] = {row.name: {} for row in ordered}
    for test, texts in tests.items():
        systems = {row.name: [list(read_sentences(Path(row.outputs[test])))] for row in ordered}
        references = [[prepare(line) for line in read_sentences(path)] for path in texts.references]
        found = evaluate(systems, references, Options(metrics=("bleu",), tokenize="none"))
        for result in found.results:
            p = "" if result.p_randomization is None or not first else f"{result.p_randomization:.4f}"
            cells[result.system] |= {test: f"{result.mean:.2f}", f"p {test}": p}
    return [cells[row.name] for row in rows]


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
