"""The README's picture: BLEU on multi30k against CPU minutes of training, from what was measured before.

    rectrix experiment examples/experiments/multi30k.toml -o multi30k.report -j 2  # tables of docs/results.md
    python benchmarks/neural.py transformer                                         # results/neural.json
    python benchmarks/front.py                                                      # docs/front.svg

Rows of the tables that have a time are points. Systems with a score and no time (cdec, Moses: theirs was
not measured) are lines across. What is not there is left out.
"""

import json
import math
import re
from html import escape
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE, PICTURE = HERE.parent / "docs/results.md", HERE.parent / "docs/front.svg"
CURVES = HERE / "results/neural.json"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 820, 420, 56, 150, 34, 48
BEFORE_TUNING = 11  # CPU seconds of text, alignment, language model and index: docs/results.md
# Rows of the tables, and what the picture calls them.
POINTS = {"kbmira": "k-best MIRA", "sparse, classes": "classes"}
ACROSS = {"*cdec, PRO*": "cdec, PRO", "*Moses, k-best MIRA*": "Moses, k-best MIRA"}
COLORS = {"hiero": "#0b6e6e", "phrase": "#b3541e", "neural": "#6a4fa3", "across": "#667"}


PRESET = re.compile(r"^\| `--preset good` \| \*\*(?P<bleu>[\d.]+)\*\*.*\| (?P<cpu>\d+) \|$", re.MULTILINE)
CURVE = "transformer, 29000"  # of results/neural.json: the same training text
BENEATH = ("k-best MIRA",)  # labels that stand beneath their points, out of the way of others
BELOW = 12  # BLEU under our lowest point, from which on the curve is drawn


class Point(NamedTuple):
    """A system: its score, and the CPU minutes it took."""

    name: str
    minutes: float
    bleu: float


def rows(table: str) -> dict[str, list[str]]:
    """The cells of a table of docs/results.md, by the name of the system."""
    text = (
        PAGE.read_text(encoding="utf-8")
        .partition(f"<!-- multi30k {table} -->")[2]
        .partition("<!-- end -->")[0]
    )
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.strip().splitlines()]
    return {row[0]: row[1:] for row in cells[2:]}


def points(table: str) -> list[Point]:
    found = rows(table)
    kept = [(POINTS[name], found[name]) for name in POINTS if name in found and found[name][-1]]
    return [
        Point(name, (float(row[-1]) + BEFORE_TUNING) / 60, float(row[0].split()[0])) for name, row in kept
    ]


def preset() -> Point:
    """`train --preset good`, whose time is that of the whole command."""
    found = PRESET.search(PAGE.read_text(encoding="utf-8"))
    assert found, f"{PAGE} has no row of the preset"
    return Point("preset good", float(found["cpu"]) / 60, float(found["bleu"]))


def across() -> list[tuple[str, float]]:
    both = rows("hiero") | rows("phrase")
    return [
        (shown, float(re.sub(r"[*]", "", both[name][0]))) for name, shown in ACROSS.items() if name in both
    ]


def transformer(lowest: float) -> list[Point]:
    """What benchmarks/neural.py has measured, from where it is near our systems."""
    found = json.loads(CURVES.read_text()) if CURVES.exists() else {}
    points = [Point("Transformer", one["cpu"] / 60, one["test"]) for one in found.get(CURVE, ())]
    return [point for point in points if point.bleu >= lowest]


def main() -> None:
    ours = {kind: points(kind) for kind in ("hiero", "phrase")}
    ours["hiero"].append(preset())
    drawn = [point for group in ours.values() for point in group]
    theirs = transformer(min(point.bleu for point in drawn) - BELOW)
    everything = [*drawn, *theirs]
    lines = across()
    xs = [math.log2(point.minutes) for point in everything]
    ys = [point.bleu for point in everything] + [bleu for _, bleu in lines]
    scale = _Scale(math.floor(min(xs)), math.ceil(max(xs)), math.floor(min(ys) - 0.3), math.ceil(max(ys)))
    parts = _axes(scale)
    for name, bleu in lines:
        y = scale.y(bleu)
        parts.append(_line(LEFT, y, WIDTH - RIGHT, y, COLORS["across"], dashed=True))
        parts.append(_text(WIDTH - RIGHT + 6, y + 4, name, COLORS["across"]))
    if theirs:
        parts += _curve(theirs, scale)
    for kind, measured in ours.items():
        parts += [mark for point in measured for mark in _mark(point, COLORS[kind], scale)]
    for at, (kind, name) in enumerate(
        (("hiero", "Rectrix, hierarchical"), ("phrase", "Rectrix, phrase-based"))
    ):
        parts.append(f'<circle cx="{LEFT + 12 + 190 * at}" cy="14" r="5" fill="{COLORS[kind]}"/>')
        parts.append(_text(LEFT + 24 + 190 * at, 18, name, COLORS[kind]))
    PICTURE.write_text(_page(parts), encoding="utf-8")
    print(f"{PICTURE.name}: {len(everything)} points, {len(lines)} lines across")


class _Scale(NamedTuple):
    left: float
    right: float
    low: float
    high: float

    def x(self, minutes: float) -> float:
        return LEFT + (math.log2(minutes) - self.left) / (self.right - self.left) * (WIDTH - LEFT - RIGHT)

    def y(self, bleu: float) -> float:
        return HEIGHT - BOTTOM - (bleu - self.low) / (self.high - self.low) * (HEIGHT - TOP - BOTTOM)


def _axes(scale: _Scale) -> list[str]:
    parts = []
    for power in range(int(scale.left), int(scale.right) + 1):
        x = scale.x(2.0**power)
        parts += [
            _line(x, TOP, x, HEIGHT - BOTTOM, "#8883"),
            _text(x, HEIGHT - BOTTOM + 18, f"{2.0**power:g}", anchor="middle"),
        ]
    for bleu in range(int(scale.low), int(scale.high) + 1, 1 if scale.high - scale.low <= 8 else 2):
        y = scale.y(bleu)
        parts += [_line(LEFT, y, WIDTH - RIGHT, y, "#8883"), _text(LEFT - 8, y + 4, str(bleu), anchor="end")]
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(_text(middle, HEIGHT - 8, "CPU minutes of training, from tokenized text", anchor="middle"))
    parts.append(_text(LEFT - 8, TOP - 14, "BLEU", anchor="end"))
    return parts


def _mark(point: Point, color: str, scale: _Scale) -> list[str]:
    x, y = scale.x(point.minutes), scale.y(point.bleu)
    return [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{color}"/>',
        _text(x + 9, y + (18 if point.name in BENEATH else -4), point.name, color),
    ]


def _curve(measured: list[Point], scale: _Scale) -> list[str]:
    places = [(scale.x(point.minutes), scale.y(point.bleu)) for point in measured]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    drawn = f'<polyline points="{path}" fill="none" stroke="{COLORS["neural"]}" stroke-width="2"/>'
    return [drawn, _text(places[-1][0] + 6, places[-1][1] + 4, measured[-1].name, COLORS["neural"])]


def _line(x1: float, y1: float, x2: float, y2: float, color: str, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}"{dashes}/>'


def _text(x: float, y: float, text: str, color: str = "#667", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}">{escape(text)}</text>'


def _page(parts: list[str]) -> str:
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13"'
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    back = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    return "\n".join([opened, back, *parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    main()
