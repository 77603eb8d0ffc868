"""An evaluation as a table on the terminal."""

from typing import TYPE_CHECKING

from rectrix.evaluate.evaluation import Evaluation, Result

if TYPE_CHECKING:
    from rich.console import Group


def table(evaluation: Evaluation) -> "Group":
    """One table per metric, and the signatures below."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    parts: list[Table | Text] = []
    several = len(evaluation.systems) > 1
    runs = len(evaluation.results[0].runs)
    for metric, signature in evaluation.signatures.items():
        title = signature.partition("|")[0] + (" ↑" if evaluation.higher_is_better[metric] else " ↓")
        shown = Table(title=title, title_justify="left")
        shown.add_column("system")
        for column in _columns(runs, several):
            shown.add_column(column, justify="right")
        for name in evaluation.systems:
            shown.add_row(Text(name), *_cells(evaluation.result(name, metric), runs, several))
        parts.append(shown)
    parts += [Text(signature, style="dim") for signature in evaluation.signatures.values()]
    parts.append(Text(_footer(evaluation, runs, several), style="dim"))
    return Group(*parts)


def _columns(runs: int, several: bool) -> list[str]:
    columns = ["score", "95 %", "s_sel"]
    if runs > 1:
        columns.insert(1, "s_opt")
    return columns + (["diff", "p boot", "p rand"] if several else [])


def _cells(result: Result, runs: int, several: bool) -> list[str]:
    cells = [f"{result.mean:.2f}", f"{result.low:.2f}–{result.high:.2f}", f"{result.s_sel:.2f}"]
    if runs > 1:
        cells.insert(1, f"{result.s_opt:.2f}")
    if several and result.difference is None:
        cells += ["first", "", ""]
    elif several:
        p_values = (result.p_bootstrap, result.p_randomization)
        cells += [f"{result.difference:+.2f}", *("same" if p is None else f"{p:.4f}" for p in p_values)]
    return cells


def _footer(evaluation: Evaluation, runs: int, several: bool) -> str:
    options = evaluation.options
    text = f"{evaluation.sentences} sentences, {evaluation.references} reference(s)"
    text += f", {options.resamples} bootstrap samples"
    if several:
        kind = "stratified approximate randomization" if runs > 1 else "approximate randomization"
        text += f"; {kind} with {options.shuffles} trials against {evaluation.systems[0]}"
    return text + f"; seed {options.seed}"
