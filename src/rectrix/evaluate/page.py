"""An evaluation as one HTML page without a network: tables, scores with intervals, changes by sentence."""

from collections.abc import Sequence
from html import escape

from rectrix.base.progress import counted
from rectrix.draw.intervals import differences, intervals
from rectrix.draw.svg import svg
from rectrix.evaluate.evaluation import Evaluation
from rectrix.evaluate.significance import Floats
from rectrix.evaluate.table import Table, metric_tables
from rectrix.evaluate.table import title as heading_of

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #6a737d; --line: #d5dae0; --bar: #3b76b8;
  --up: #2e8b57; --down: #c0504d; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #97a1ab; --line: #3a414a;
  --bar: #6aa3dd;  --up: #5cc08b; --down: #e07b78; --paper: #14181d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
h3 { font-size: 1rem; font-weight: 600; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } .wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere;
  min-width: 9rem; } th { color: var(--soft); font-weight: 500; }
code, .note { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; margin: .8rem 0; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.drawing { max-width: 54rem; border-radius: 4px; }
@media (prefers-color-scheme: dark) { .drawing { filter: invert(.92) hue-rotate(180deg); } }
"""


def page(evaluation: Evaluation, title: str = "Evaluation", more: str = "", style: str = "") -> str:
    """The whole page; more: further sections, style: their rules."""
    sections = "".join(_section(evaluation, metric) for metric in evaluation.signatures)
    options = evaluation.options
    note = (
        f"{counted(evaluation.sentences, 'sentence')}, {counted(evaluation.references, 'reference')}. "
        f"Intervals and s_sel from {options.resamples} bootstrap samples of the test set, p-values from "
        f"these and from {options.shuffles} trials of approximate randomization against "
        f"{escape(evaluation.systems[0])}; seed {options.seed}."
    )
    return document(title, f'<p class="note">{note}</p>\n{sections}{more}', style)


def document(title: str, body: str, style: str = "") -> str:
    """A page with our colors and fonts; style: further rules."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}{style}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def _section(evaluation: Evaluation, metric: str) -> str:
    signature = evaluation.signatures[metric]
    results = [evaluation.result(name, metric) for name in evaluation.systems]
    better = "higher is better" if evaluation.higher_is_better[metric] else "lower is better"
    heading = f'<h2>{escape(heading_of(signature, metric))} <span class="note">{better}</span></h2>\n'
    shown = "".join(map(_html, metric_tables(evaluation, metric)))
    rows = [(r.system, r.mean, r.low, r.high) for r in results]
    plots = svg(intervals(rows, evaluation.digits[metric], "scores with 95 % intervals"))
    first = evaluation.systems[0]
    for name in evaluation.systems[1:]:
        change = evaluation.sentence_scores[metric, name] - evaluation.sentence_scores[metric, first]
        sign = 1 if evaluation.higher_is_better[metric] else -1
        plots += f"<h3>{escape(name)} against {escape(first)}, sentence by sentence</h3>\n"
        plots += f'<p class="note">{_counts(sign * change)}</p>\n'
        plots += svg(differences(change, sign, "differences by sentence, sorted"))
    return f"{heading}<code>{escape(signature)}</code>\n{shown}{plots}\n"


def _counts(gain: Floats) -> str:
    up, down = int((gain > 0).sum()), int((gain < 0).sum())
    return f"better in {up}, equal in {len(gain) - up - down}, worse in {down} sentences"


def _html(one: Table) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    rows = "".join(line(row, "td") for row in one.rows)
    return f'<div class="wide"><table>{line(one.columns, "th")}{rows}</table></div>\n'
