"""What is shown of any experiment: a table of all conditions, scores over seeds, learning curves."""

from collections.abc import Sequence

from rectrix.base.errors import UnknownName
from rectrix.draw.boxes import boxes
from rectrix.draw.drawing import Drawing
from rectrix.draw.plot import Axes, Curve, plot
from rectrix.reproduce.paper import Design, Figure
from rectrix.reproduce.results import Results, bleu, length
from rectrix.reproduce.results import number as measured
from rectrix.reproduce.settings import ExperimentSettings
from rectrix.reproduce.table import Column, PaperRow, PaperTable

_MOST_CURVES = 9  # in one picture


def overview(settings: ExperimentSettings, tests: Sequence[str]) -> Design:
    """The tables, one for each system, and figures of an experiment that is no paper's."""
    experiment = settings.experiment()
    names = [condition.name for condition in experiment.conditions]
    tables = []
    for system in settings.systems:
        own = [condition.name for condition in experiment.conditions if condition.system == system]
        if own:
            baseline = _baseline(settings.baseline, system, own, names)
            number = "Table" if len(settings.systems) == 1 else f"Table {system}"
            tables.append(_table(number, own, tests, baseline, settings.test))
    figures = [_scores_on(test, names) for test in tests]
    figures.append(
        Figure("Learning", "BLEU on the tuning set by epoch.", lambda results: _learning(results, names))
    )
    return Design(experiment, tuple(tables), tuple(figures), ())


def _baseline(wanted: str, system: str, own: Sequence[str], names: Sequence[str]) -> str:
    """The condition that a system's are tested against: its own of that name, if it has one."""
    if not wanted:
        return own[0]
    found = next((name for name in (f"{system}, {wanted}", wanted) if name in names), None)
    if found is None:
        raise UnknownName("baseline", wanted, names)
    return found


def _table(number: str, names: Sequence[str], tests: Sequence[str], baseline: str, by: str) -> PaperTable:
    columns = [column for test in tests for column in _of_test(test)]
    columns += [
        Column("tuning set", measured("tuning")),
        Column("epochs", measured("epochs"), ".0f"),
        Column("features", measured("features"), ",.0f"),
        Column("CPU s", measured("cpu"), ".1f"),
    ]
    note = (
        "Mean ± standard deviation over seeds; without ±, one run. p: how often chance alone makes a "
        f"difference as large as that from {baseline} ({by}); above 0.05 the two may be equally good."
    )
    return PaperTable(
        number, "All conditions.", columns, [PaperRow(name, name) for name in names], baseline, by, note
    )


def _of_test(test: str) -> list[Column]:
    return [Column(test, bleu(test), test=test), Column("length %", length(test), ".1f")]


def _scores_on(test: str, names: Sequence[str]) -> Figure:
    def draw(results: Results) -> Drawing:
        found = {name: results.values(name, bleu(test)) for name in names}
        kept = {name: list(values.each) for name, values in found.items() if values}
        return boxes(kept, f"BLEU on {test}", f"BLEU on {test}")

    return Figure(f"Scores {test}", f"BLEU on {test} over seeds.", draw)


def _learning(results: Results, names: Sequence[str]) -> Drawing:
    curves = [
        Curve(name, [run.curve("tuning") for run in results.runs(name)]) for name in names[:_MOST_CURVES]
    ]
    return plot(curves, Axes("epoch", "BLEU on the tuning set"), "learning curves")
