"""The page of an experiment, HTML without a network: claims, tables, figures, settings, times."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from rectrix.base.files import writing, writing_path
from rectrix.draw.drawing import Drawing
from rectrix.draw.pdf import pdf
from rectrix.draw.svg import svg
from rectrix.evaluate.page import document
from rectrix.reproduce.claim import Judged
from rectrix.reproduce.results import JUDGE, Results, SeedValues, number
from rectrix.reproduce.table import Cells

_STYLE = """
td.theirs { color: var(--soft); font-style: italic; }
.verdict { font-weight: 600; white-space: nowrap; }
.holds { color: var(--up); } .opposite { color: var(--down); }
.claims td { white-space: normal; text-align: left; vertical-align: top; } .claims th { text-align: left; }
figure { margin: 1rem 0; } figcaption { font-size: .9rem; }
figure svg { max-width: 44rem; border-radius: 4px; }
details { margin: .5rem 0; } summary { cursor: pointer; }
dl { display: grid; grid-template-columns: 11rem 1fr; }
dd { margin: 0; overflow-wrap: anywhere; }
"""


@dataclass(frozen=True)
class Shown:
    """A table or figure with its number and caption."""

    number: str
    caption: str
    what: Cells | Drawing
    note: str = ""

    @property
    def file(self) -> str:
        """The name of its files, without an ending."""
        return self.number.lower().replace(" ", "-")


@dataclass(frozen=True)
class ExperimentReport:
    """What a page shows, all of it computed."""

    title: str
    about: Sequence[str]  # paragraphs
    facts: dict[str, str]  # data, seeds, settings, times
    claims: Sequence[tuple[str, Judged]]
    tables: Sequence[Shown]
    figures: Sequence[Shown]
    results: Results
    notes: Sequence[str] = ()
    systems: Mapping[str, dict[str, Any]] = field(default_factory=dict)  # settings of training, by name
    extra: dict[str, Any] = field(default_factory=dict)  # more for the JSON file

    def write(self, folder: Path) -> Path:
        """index.html, report.json, and every table and figure as files of its own; gives the page's path."""
        for shown in self.tables:
            assert isinstance(shown.what, Cells)
            for ending, text in _endings(shown.what).items():
                _write(folder / "tables" / f"{shown.file}.{ending}", text)
        for shown in self.figures:
            assert isinstance(shown.what, Drawing)
            _write(folder / "figures" / f"{shown.file}.svg", svg(shown.what))
            with writing_path(folder / "figures" / f"{shown.file}.pdf", force=True) as path:
                path.write_bytes(pdf(shown.what))
        _write(folder / "report.json", json.dumps(self.plain(), indent=1, ensure_ascii=False) + "\n")
        _write(folder / "index.html", self.html())
        return folder / "index.html"

    def plain(self) -> dict[str, Any]:
        """For programs."""
        return {
            "title": self.title,
            "facts": self.facts,
            "claims": [
                {"claim": text, "verdict": judged.verdict, "evidence": judged.evidence}
                for text, judged in self.claims
            ],
            "systems": dict(self.systems),
            "tables": {s.number: s.what.plain() for s in self.tables if isinstance(s.what, Cells)},
            "conditions": [_plain(self.results, name) for name in _names(self.results)],
            "failures": list(self.results.failures),
            "notes": list(self.notes),
            **self.extra,
        }

    def html(self) -> str:
        """The page."""
        parts = [f"<p>{text}</p>\n" for text in self.about]
        parts += [_facts(self.facts), _failures(self.results), _claims(self.claims)]
        parts += [_table(shown) for shown in self.tables]
        parts += [_figure(shown) for shown in self.figures]
        if self.notes:
            parts.append("<h2>Where this run departs from the paper</h2>\n<ul>")
            parts += [f"<li>{escape(note)}</li>\n" for note in self.notes]
            parts.append("</ul>\n")
        parts += ["<h2>Conditions</h2>\n", _conditions(self.results), _settings(self.systems, self.results)]
        return document(self.title, "".join(parts), _STYLE)


def _endings(grid: Cells) -> dict[str, str]:
    return {"md": grid.markdown(), "tex": grid.latex(), "tsv": grid.tsv()}


def _write(path: Path, text: str) -> None:
    with writing(path, force=True) as file:
        file.write(text)


def _facts(facts: dict[str, str]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts.items())
    return f'<dl class="note">{rows}</dl>\n'


def _failures(results: Results) -> str:
    if not results.failures:
        return ""
    rows = "".join(f"<li>{escape(text)}</li>" for text in results.failures)
    return f"<h2>Failed</h2>\n<ul>{rows}</ul>\n"


def _claims(claims: Sequence[tuple[str, Judged]]) -> str:
    if not claims:
        return ""
    rows = []
    for text, judged in claims:
        kind = judged.verdict.replace(" ", "-")
        rows.append(
            f'<tr><td>{escape(text)}</td><td class="verdict {kind}">{judged.verdict}</td>'
            f'<td class="note">{escape(judged.evidence)}</td></tr>'
        )
    head = "<tr><th>claim</th><th>verdict</th><th>measured</th></tr>"
    return f'<h2>Claims</h2>\n<table class="claims">{head}{"".join(rows)}</table>\n'


def _table(shown: Shown) -> str:
    assert isinstance(shown.what, Cells)
    links = ", ".join(
        f'<a href="tables/{shown.file}.{ending}">{name}</a>'
        for ending, name in (("md", "Markdown"), ("tex", "LaTeX"), ("tsv", "TSV"))
    )
    note = f'<p class="note">{escape(shown.note)}</p>\n' if shown.note else ""
    heading = (
        f'<h2>{escape(shown.number)}</h2>\n<p>{escape(shown.caption)} <span class="note">{links}</span></p>\n'
    )
    return heading + shown.what.html() + note


def _figure(shown: Shown) -> str:
    assert isinstance(shown.what, Drawing)
    links = ", ".join(
        f'<a href="figures/{shown.file}.{ending}">{ending.upper()}</a>' for ending in ("svg", "pdf")
    )
    caption = f'<figcaption>{escape(shown.caption)} <span class="note">{links}</span></figcaption>'
    return f"<h2>{escape(shown.number)}</h2>\n<figure>{svg(shown.what)}{caption}</figure>\n"


def _names(results: Results) -> list[str]:
    return list(dict.fromkeys(result.condition for result in results.all))


def _conditions(results: Results) -> str:
    """What every condition was, how long it took and where it is."""
    heads = ("condition", "runs", "tuning set", "length", "epochs", "features", "wall s", "CPU s")
    rows = "".join(f"<tr>{_condition(results, name)}</tr>" for name in _names(results))
    table = "".join(f"<th>{head}</th>" for head in heads)
    return f'<div class="wide"><table><tr>{table}</tr>{rows}</table></div>\n'


def _settings(systems: Mapping[str, dict[str, Any]], results: Results) -> str:
    """Everything by which a condition can be run again, where it is no default."""
    told = {f"system {name}": json.dumps(train, ensure_ascii=False) for name, train in systems.items()}
    for name in _names(results):
        first = results.runs(name)[0]
        told[name] = f"{json.dumps(first.settings, ensure_ascii=False)}\n{first.signature}"
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd><code>{escape(text).replace(chr(10), '<br>')}</code></dd>"
        for name, text in told.items()
    )
    return f"<details><summary>Settings and signatures</summary><dl>{rows}</dl></details>\n"


def _condition(results: Results, name: str) -> str:
    runs = results.runs(name)

    def cell(what: str, form: str) -> str:
        values = results.values(name, number(what))
        return values.text(form) if values else ""

    lengths = [100 * run.lengths[test] for run in runs for test in list(run.lengths)[:1]]
    texts = (
        escape(name),
        str(len(runs)),
        cell("tuning", ".2f"),
        SeedValues(tuple(lengths)).text(".1f") + " %" if lengths else "",
        cell("epochs", ".0f"),
        cell("features", ",.0f"),
        cell("seconds", ".1f"),
        cell("cpu", ".1f"),
    )
    return "".join(f"<td>{text}</td>" for text in texts)


def _plain(results: Results, name: str) -> dict[str, Any]:
    runs = results.runs(name)
    return {
        "condition": name,
        "signature": runs[0].signature,
        "settings": runs[0].settings,
        "runs": [
            {"seed": run.seed, "scores": run.scores, "lengths": run.lengths, "numbers": run.numbers}
            for run in runs
        ],
        "warnings": sorted({warning for run in runs for warning in run.warnings}),
    }


def judged_by() -> str:
    """How scores and p-values were made, in a line."""
    return (
        "BLEU of sacrebleu on the words as they were prepared; p-values: stratified approximate "
        "randomization "
        f"over sentences and runs ({JUDGE.shuffles:,} trials), or paired bootstrap "
        f"({JUDGE.resamples:,} samples)"
    )
