"""Tables of scores: on the terminal, and as Markdown, LaTeX, TSV or JSON for papers and scripts."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rectrix.base.errors import UnknownName
from rectrix.base.progress import counted
from rectrix.evaluate.evaluation import Evaluation, Result

if TYPE_CHECKING:
    from rich.console import Group

FORMATS = ("text", "markdown", "latex", "tsv", "json")
_LATEX = {c: f"\\{c}" for c in "&%$#_{}"} | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_LATEX |= {"\\": r"\textbackslash{}", "–": "--", "↑": r"$\uparrow$", "↓": r"$\downarrow$", "…": r"\ldots{}"}


@dataclass(frozen=True)
class Table:
    """A title, names of columns (the first is of text, the others of numbers), and rows of cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(evaluation: Evaluation) -> list[Table]:
    """Those of all metrics."""
    return [one for metric in evaluation.signatures for one in metric_tables(evaluation, metric)]


def metric_tables(evaluation: Evaluation, metric: str) -> list[Table]:
    """The scores, and a table more of what they are made of where the metric says."""
    made = [_table(evaluation, metric)]
    if evaluation.result(evaluation.systems[0], metric).details:
        made.append(_details(evaluation, metric))
    return made


def _table(evaluation: Evaluation, metric: str) -> Table:
    several, runs = len(evaluation.systems) > 1, len(evaluation.results[0].runs)
    results = [evaluation.result(name, metric) for name in evaluation.systems]
    arrow = "↑" if evaluation.higher_is_better[metric] else "↓"
    columns = ["system", "score", *(["s_opt"] if runs > 1 else []), "95 %", "s_sel"]
    columns += ["diff", "p boot", "p rand"] if several else []
    digits = evaluation.digits[metric]
    rows = [(result.system, *_cells(result, runs, several, digits)) for result in results]
    return Table(f"{title(evaluation.signatures[metric], metric)} {arrow}", tuple(columns), tuple(rows))


def title(signature: str, name: str) -> str:
    """What a metric is called: sums as they were written."""
    return name if "*(" in signature else signature.partition("|")[0]


def _cells(result: Result, runs: int, several: bool, digits: int) -> list[str]:
    def number(value: float | None, sign: str = "") -> str:
        return "" if value is None else f"{value:{sign}.{digits}f}"

    cells = [number(result.mean), *([number(result.s_opt)] if runs > 1 else [])]
    cells += [f"{number(result.low)}–{number(result.high)}", number(result.s_sel)]
    if several and result.difference is None:
        cells += ["first", "", ""]
    elif several:
        p_values = (result.p_bootstrap, result.p_randomization)
        cells += [number(result.difference, "+"), *("same" if p is None else f"{p:.4f}" for p in p_values)]
    return cells


def _details(evaluation: Evaluation, metric: str) -> Table:
    results = [evaluation.result(name, metric) for name in evaluation.systems]
    digits = {"BP": ".3f", "ratio": ".3f"}
    rows = [
        (one.system, *(format(value, digits.get(name, ".1f")) for name, value in one.details.items()))
        for one in results
    ]
    name = f"{title(evaluation.signatures[metric], metric)}, brevity penalty, length ratio, precisions"
    return Table(name, ("system", *results[0].details), tuple(rows))


def notes(evaluation: Evaluation) -> list[str]:
    """Signatures, and how the numbers came about."""
    options, runs = evaluation.options, len(evaluation.results[0].runs)
    text = f"{evaluation.sentences} sentences, {counted(evaluation.references, 'reference')}"
    text += f", {options.resamples} bootstrap samples"
    if len(evaluation.systems) > 1:
        kind = "stratified approximate randomization" if runs > 1 else "approximate randomization"
        text += f"; {kind} with {options.shuffles} trials against {evaluation.systems[0]}"
    return [*evaluation.signatures.values(), f"{text}; seed {options.seed}"]


def table(evaluation: Evaluation) -> "Group":
    """For rich's console: one table per metric, and the signatures below."""
    return drawn(tables(evaluation), notes(evaluation))


def drawn(all_tables: Sequence[Table], below: Sequence[str] = ()) -> "Group":
    """Tables and the lines below them, for rich's console."""
    from rich.console import Group
    from rich.table import Table as Drawn
    from rich.text import Text

    parts: list[Drawn | Text] = []
    for one in all_tables:
        shown = Drawn(title=one.title, title_justify="left")
        for place, name in enumerate(one.columns):
            shown.add_column(name, justify="right" if place else "left")
        for row in one.rows:
            shown.add_row(*map(Text, row))
        parts.append(shown)
    return Group(*parts, *(Text(line, style="dim") for line in below))


def written(all_tables: Sequence[Table], below: Sequence[str], format: str, facts: dict[str, Any]) -> str:
    """The tables as text of a format, with a line end; facts: what JSON holds, all digits."""
    if format == "json":
        return json.dumps(facts, ensure_ascii=False) + "\n"
    if format == "markdown":
        return "\n".join(map(_markdown, all_tables)) + "".join(f"\n`{line}`\n" for line in below)
    if format == "latex":
        return "\n".join(map(_latex, all_tables)) + "".join(f"% {line}\n" for line in below)
    if format == "tsv":
        return _tsv(all_tables)
    raise UnknownName("table format", format, FORMATS)


def _markdown(one: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"

    ruler = ["---", *["---:"] * (len(one.columns) - 1)]
    return f"**{one.title}**\n\n" + "".join(line(row) for row in (one.columns, ruler, *one.rows))


def _latex(one: Table) -> str:
    def line(cells: Sequence[str]) -> str:
        return " & ".join(_escaped(cell) for cell in cells) + " \\\\\n"

    body = line(one.columns) + "\\hline\n" + "".join(map(line, one.rows))
    layout = "l" + "r" * (len(one.columns) - 1)
    return f"% {one.title}\n\\begin{{tabular}}{{{layout}}}\n{body}\\end{{tabular}}\n"


def _escaped(text: str) -> str:
    return re.sub(r"[&%$#_{}~^\\–↑↓…]", lambda match: _LATEX[match[0]], text)


def _tsv(all_tables: Sequence[Table]) -> str:
    """All tables as one: the first column says which, cells that a table has not are empty."""
    columns = list(dict.fromkeys(name for one in all_tables for name in one.columns))
    lines = ["\t".join(["table", *columns])]
    for one in all_tables:
        for row in one.rows:
            cells = dict(zip(one.columns, row, strict=True))
            values = [one.title, *(cells.get(name, "") for name in columns)]
            lines.append("\t".join(re.sub(r"[\t\r\n]", " ", value) for value in values))
    return "\n".join(lines) + "\n"
