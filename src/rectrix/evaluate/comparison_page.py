"""A comparison of systems as a piece of HTML without styles: tables, bars, sentences side by side."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape

from rectrix.evaluate.comparison import Bucket, Comparison, ExampleSentence, NgramDifference

_WIDTH, _LABEL, _BAR, _GAP, _NUMBER = 640, 90, 12, 10, 50
_COLORS = 8

COMPARISON_STYLE = """
.compare .s0 { fill: #3b76b8; } .compare .s1 { fill: #c8641b; } .compare .s2 { fill: #2e8b57; }
.compare .s3 { fill: #8a57b0; } .compare .s4 { fill: #a07a00; } .compare .s5 { fill: #c0405d; }
.compare .s6 { fill: #2f8f9d; } .compare .s7 { fill: #6a737d; }
.compare svg { width: 40rem; max-width: 100%; height: auto; }
.compare svg.key { display: inline-block; margin: 0; width: 10px; }
.compare svg text { font-size: 12px; }
.compare .example { border-top: 1px solid var(--line); padding: .6rem 0; }
.compare dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .2rem .8rem;
  margin: 0; }
.compare dt { color: var(--soft); overflow-wrap: anywhere; }
.compare dd { margin: 0; overflow-wrap: anywhere; }
.compare mark { background: none; color: inherit; text-decoration: underline 2px var(--down); }
.compare ins { text-decoration: underline dotted var(--up); }
.compare .score { color: var(--soft); font-size: .85em; }
@media (max-width: 40rem) { .compare dl { grid-template-columns: 1fr; } }
"""


def comparison_html(found: Comparison) -> str:
    """The whole piece."""
    parts = [
        _standings(found),
        _bars(
            "Words by their frequency in the references",
            "F1 of the words; a rare word that comes out right shows what a system has learned.",
            found.words,
            found,
        ),
        _bars(
            "Sentences by the length of the reference",
            f"Mean of sentence {found.metric}.",
            found.lengths,
            found,
        ),
        *_ngrams(found),
        _examples(found),
    ]
    return f'<div class="compare">{"".join(parts)}</div>\n'


def _standings(found: Comparison) -> str:
    rows = []
    metrics = list(dict.fromkeys(one.metric for one in found.standings))
    for system, brevity in zip(found.systems, found.brevity, strict=True):
        cells = [f'<th scope="row">{escape(system)}</th>']
        for one in found.standings:
            if one.system == system:
                cells.append(f"<td>{one.score:.2f}</td><td>{_interval(one.low, one.high)}</td>")
        cells.append(f"<td>{brevity.ratio:.3f}</td><td>{brevity.penalty:.3f}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    head = "".join(f'<th scope="col">{escape(name)}</th><th scope="col">difference</th>' for name in metrics)
    return (
        "<h2>Scores and lengths</h2>\n"
        f'<p class="note">{found.sentences} sentences. Differences from {escape(found.systems[0])}: 95 % of '
        "the bootstrap samples lie between. Length: words for each word of the closest references.</p>\n"
        f'<div class="wide" tabindex="0" role="region" aria-label="Scores and lengths"><table><thead><tr>'
        f'<th scope="col">system</th>{head}<th scope="col">length</th>'
        '<th scope="col">brevity penalty</th></tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>\n"
    )


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:+.2f} … {high:+.2f}"


def _bars(heading: str, note: str, buckets: Sequence[Bucket], found: Comparison) -> str:
    """Groups of horizontal bars, one for each bucket."""
    systems = len(found.systems)
    group = systems * _BAR + _GAP
    height = len(buckets) * group + 10
    longest = max((value for one in buckets for value in one.values), default=0.0)
    scale = (_WIDTH - _LABEL - _NUMBER) / (longest or 1.0)
    parts = [
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(_spoken(heading, buckets, found))}">'
    ]
    for place, one in enumerate(buckets):
        top = place * group + 5
        middle = top + systems * _BAR / 2 + 4
        parts.append(f'<text x="{_LABEL - 8}" y="{middle:g}" text-anchor="end">{escape(one.name)}</text>')
        for number, value in enumerate(one.values):
            y = top + number * _BAR
            width = max(0.0, value) * scale
            parts.append(
                f'<rect class="s{number % _COLORS}" x="{_LABEL}" y="{y}" '
                f'width="{width:.1f}" height="{_BAR - 2}"/>'
                f'<text x="{_LABEL + width + 4:.1f}" y="{y + _BAR - 2}">{value:.1f}</text>'
            )
    return f'<h2>{heading}</h2>\n<p class="note">{note} {_legend(found)}</p>\n{"".join(parts)}</svg>\n'


def _spoken(heading: str, buckets: Sequence[Bucket], found: Comparison) -> str:
    """The numbers of a picture, for those who do not see it."""
    groups = [
        f"{one.name} ({one.size}): "
        + ", ".join(f"{name} {value:.1f}" for name, value in zip(found.systems, one.values, strict=True))
        for one in buckets
    ]
    return f"{heading}. " + "; ".join(groups)


def _legend(found: Comparison) -> str:
    return " ".join(
        f'<svg class="key" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">'
        f'<rect class="s{n % _COLORS}" width="10" height="10"/></svg> {escape(name)}'
        for n, name in enumerate(found.systems)
    )


def _ngrams(found: Comparison) -> Iterator[str]:
    first = escape(found.systems[0])
    for name, (better, worse) in found.ngrams.items():
        yield (
            f"<h2>N-grams of {escape(name)} against {first}</h2>\n"
            '<p class="note">How often an n-gram of the references is in the output, too.</p>\n'
            f'<div class="wide" tabindex="0" role="region" aria-label="N-grams of {escape(name)}">'
            f"{_ngram_table('more often right', better, name, first)}"
            f"{_ngram_table('less often right', worse, name, first)}</div>\n"
        )


def _ngram_table(caption: str, rows: Sequence[NgramDifference], name: str, first: str) -> str:
    if not rows:
        return f'<p class="note">None is {caption}.</p>'
    body = "".join(
        f'<tr><th scope="row">{escape(row.ngram)}</th><td>{row.first}</td><td>{row.second}</td></tr>'
        for row in rows
    )
    head = f'<th scope="col">n-gram</th><th scope="col">{first}</th><th scope="col">{escape(name)}</th>'
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _examples(found: Comparison) -> str:
    what = "Sentences that differ most" if len(found.systems) > 1 else "Sentences with the lowest scores"
    note = (
        "Underlined: words that the reference lacks there; dotted: words of the reference that no output has."
    )
    shown = "".join(_example(one, found) for one in found.examples)
    return (
        f'<h2>{what}</h2>\n<p class="note">By {found.metric}. {note}</p>\n{shown or "<p>None differs.</p>"}'
    )


def _example(one: ExampleSentence, found: Comparison) -> str:
    marked = [_marked(output, one.reference) for output in one.outputs]
    everywhere = set.intersection(*(missing for _, missing in marked))
    rows = [("source", escape(one.source))] if one.source else []
    rows.append(("reference", _with_missing(one.reference, everywhere)))
    for name, (text, _), score in zip(found.systems, marked, one.scores, strict=True):
        rows.append((escape(name), f'{text} <span class="score">{score:.1f}</span>'))
    items = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in rows)
    return f'<div class="example"><h3>Sentence {one.number}</h3><dl>{items}</dl></div>'


_LONGEST = 300  # words that are compared one by one


def _marked(output: str, reference: str) -> tuple[str, set[int]]:
    """An output with marks around what the reference lacks, and the places of the reference that it lacks."""
    own, other = output.split(), reference.split()
    if max(len(own), len(other)) > _LONGEST:
        return escape(output), set()
    missing: set[int] = set()
    parts: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, own, other, autojunk=False).get_opcodes():
        text = escape(" ".join(own[a:b]))
        if kind != "equal":
            missing.update(range(c, d))
        if text:
            parts.append(text if kind == "equal" else f"<mark>{text}</mark>")
    return " ".join(parts), missing


def _with_missing(reference: str, missing: set[int]) -> str:
    words = [escape(word) for word in reference.split()]
    return " ".join(f"<ins>{word}</ins>" if n in missing else word for n, word in enumerate(words))
