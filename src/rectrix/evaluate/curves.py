"""Tuning runs as one HTML page: scores, oracle and prediction (Eidelman 2012), features, weight curves.

A weight curve is the function that discretized features have learned (Clark et al. 2014): at each value, the
sum of the weights of all bins that hold it.
"""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import isfinite

from rectrix.draw.plot import Axes, Curve, plot
from rectrix.draw.scale import padded
from rectrix.draw.svg import svg
from rectrix.evaluate.page import document
from rectrix.evaluate.tuning_log import TuningLog
from rectrix.features.discretize import curves_in

Points = list[tuple[float, float]]


def tuning_page(runs: Sequence[TuningLog], title: str = "Tuning") -> str:
    """The whole page."""
    sections = [
        _over_epochs("Score on the tuning set", runs, "tuning"),
        _over_epochs("Score on held-out sentences", runs, "held_out"),
        _over_epochs("Words of the output for each word of the references", runs, "length"),
        *(_oracles(run, color) for color, run in enumerate(runs)),
        _over_epochs("Features with a weight", runs, "features"),
        _weight_curves(runs),
    ]
    return document(title, _table(runs) + "".join(sections))


def weight_curves(weights: Mapping[str, float]) -> dict[str, Points]:
    """The learned function of each discretized feature, as corners of its steps."""
    return {feature: _steps(bins) for feature, bins in curves_in(weights).items()}


def _steps(bins: Sequence[tuple[float, float, float]]) -> Points:
    """bins: low, high, weight. Bins may overlap (their weights add up) and be missing (weight 0)."""
    bounds = sorted({bound for low, high, _ in bins for bound in (low, high) if isfinite(bound)})
    if not bounds:
        return [(0.0, sum(weight for *_, weight in bins))]
    # The outer bins are endless: they are drawn as wide as a bin is on average.
    width = (bounds[-1] - bounds[0]) / max(1, len(bounds) - 1) or 1.0
    edges = [bounds[0] - width, *bounds, bounds[-1] + width]
    points: Points = []
    for left, right in pairwise(edges):
        middle = (left + right) / 2
        weight = sum(weight for low, high, weight in bins if low <= middle < high)
        points += [(left, weight), (right, weight)]
    return points


def _over_epochs(heading: str, runs: Sequence[TuningLog], field: str) -> str:
    found = [(run.name, run.curve(field)) for run in runs]
    curves = [Curve(name, [points], color=color) for color, (name, points) in enumerate(found) if points]
    units = " or ".join(sorted({run.unit for run in runs}))
    return f"<h2>{heading}</h2>\n{svg(plot(curves, _axes(curves, units), heading))}" if curves else ""


def _oracles(run: TuningLog, color: int) -> str:
    """One run's scores with a bar from prediction to oracle at each epoch."""
    ranges = [
        (epoch["epoch"], min(pair), max(pair))
        for epoch in run.epochs
        if "oracle" in epoch and "prediction" in epoch
        for pair in [(epoch["oracle"], epoch["prediction"])]
    ]
    if not ranges:
        return ""
    curves = [Curve("tuning", [run.curve("tuning")], bars=ranges, color=color)]
    if held := run.curve("held_out"):
        curves.append(Curve("held-out", [held], dashed=True, color=color))
    note = "Bars reach from the score of the predictions to the score of the oracles that were learned from."
    heading = f"Oracles and predictions of {run.name}"
    picture = svg(plot(curves, _axes(curves, run.unit), heading))
    return f'<h2>{escape(heading)}</h2>\n<p class="note">{note}</p>\n{picture}'


def _weight_curves(runs: Sequence[TuningLog]) -> str:
    found: dict[str, list[Curve]] = {}
    for color, run in enumerate(runs):
        for feature, points in weight_curves(run.weights).items():
            found.setdefault(feature, []).append(Curve(run.name, [points], color=color))
    pictures = [
        f"<h3>{escape(feature)}</h3>\n{svg(plot(curves, _axes(curves, 'value', 'weight'), feature))}"
        for feature, curves in sorted(found.items())
    ]
    return "<h2>Weight by value of discretized features</h2>\n" + "".join(pictures) if pictures else ""


def _axes(curves: Sequence[Curve], across: str, up: str = "") -> Axes:
    """With room for all that is drawn."""
    ys = [y for curve in curves for _, y in curve.mean]
    ys += [y for curve in curves for _, *ends in curve.bars for y in ends]
    return Axes(across, up, whole=across != "value", limits=padded(min(ys), max(ys), 0.08))


def _table(runs: Sequence[TuningLog]) -> str:
    names = ("run", "metric", "turns", "tuning", "best", "length", "held out", "features", "seconds")
    head = "".join(f"<th>{name}</th>" for name in names)
    return f'<div class="wide"><table><tr>{head}</tr>{"".join(map(_row, runs))}</table></div>\n'


def _row(run: TuningLog) -> str:
    last = run.epochs[-1]
    cells = (
        escape(run.name),
        escape(run.metric),
        f"{len(run.epochs)} {run.unit}s",
        f"{last['tuning']:.2f}",
        f"{run.best['tuning']:.2f} ({run.unit} {run.best['epoch']:g})",
        f"{last['length']:.3f}" if "length" in last else "",
        f"{last['held_out']:.2f}" if "held_out" in last else "",
        f"{last['features']:,.0f}" if "features" in last else "",
        f"{sum(entry.get('seconds', 0.0) for entry in run.epochs):.1f}",
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
