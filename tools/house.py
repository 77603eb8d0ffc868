"""Draw docs/house.svg: the rooms of src/rectrix and how data flows; with --check, fail if it is stale."""

import sys
from pathlib import Path

from check_includes import layers

from rectrix.draw.drawing import INK, SOFT, Drawing, Label, Mark, area, color
from rectrix.draw.drawing import Path as Line
from rectrix.draw.svg import svg

FILE = Path(__file__).parent.parent / "docs/house.svg"
WIDE, HIGH, ACROSS, DOWN = 104.0, 40.0, 134.0, 78.0
# Room: column, row, what it holds. Data flows from left to right, then down.
ROOMS = {
    "text": (0, 0, "words, documents"),
    "sample": (0, 1, "a bitext of ours"),
    "align": (1, 0, "word alignment"),
    "grammar": (2, 0, "rules, phrases"),
    "lm": (1, 1, "n-grams"),
    "reorder": (2, 1, "orientations"),
    "features": (3, 1, "names, templates"),
    "decode": (3, 0, "search, forests"),
    "kbest": (4, 0, "k-best lists"),
    "score": (5, 0, "metrics, gains"),
    "model": (4, 1, "folder, translator"),
    "learn": (5, 1, "loops, six axes"),
    "forest": (2, 2, "oracles, envelopes"),
    "exchange": (3, 2, "cdec, Moses, Joshua"),
    "recipes": (5, 2, "one per paper"),
    "rerank": (6, 1, "anybody's lists"),
    "evaluate": (6, 0, "significance, pages"),
    "pipeline": (4, 2, "train, tune"),
    "adapt": (4, 3, "corrections"),
    "reproduce": (6, 2, "papers' tables"),
    "serve": (5, 3, "HTTP, inspector"),
    "cli": (6, 3, "commands"),
    "testing": (3, 3, "checks of parts"),
}
BELOW = {"base": "errors, files, settings", "execute": "threads, processes, Ray", "draw": "SVG, PDF"}
FLOW = (
    "sample text, text align, text lm, align grammar, grammar decode, lm decode, reorder decode,"
    "features decode, decode kbest, decode forest, kbest score, decode model, exchange model, score learn,"
    "score evaluate, learn recipes, learn rerank, recipes pipeline, pipeline model, pipeline adapt,"
    "evaluate reproduce, reproduce cli, adapt serve, serve cli"
)


def house() -> Drawing:
    """All rooms; those that every other may use lie below as one floor."""
    marks: list[Mark] = []
    for flow in FLOW.split(","):
        marks += _arrow(*(ROOMS[name][:2] for name in flow.split()))
    for name, (column, row, holds) in ROOMS.items():
        marks += _room(name, holds, 16 + ACROSS * column, 16 + DOWN * row, WIDE, column)
    floor, wide = 16 + DOWN * 4, (ACROSS * 6 + WIDE - 60) / 3
    for number, (name, holds) in enumerate(BELOW.items()):
        marks += _room(name, holds, 16 + number * (wide + 30), floor, wide, 7)
    size = 32 + ACROSS * 6 + WIDE, floor + HIGH + 36
    marks.append(
        Label(16, size[1] - 10, "every room may use base, execute, draw and the rooms before it", color=SOFT)
    )
    return Drawing(*size, tuple(marks), "the rooms of Rectrix and the flow of data")


def _room(name: str, holds: str, x: float, y: float, wide: float, hue: int) -> list[Mark]:
    ink = color(hue)
    back = Line([(x, y), (x + wide, y), (x + wide, y + HIGH), (x, y + HIGH)], ink, filled=True, opacity=0.16)
    middle = x + wide / 2
    white = area(x, y, x + wide, y + HIGH, "#ffffff")
    return [
        white,
        back,
        Label(middle, y + 17, name, "middle", INK, 13),
        Label(middle, y + 32, holds, "middle", SOFT, 10),
    ]


def _arrow(begin: tuple[int, int], end: tuple[int, int]) -> list[Mark]:
    """A line between the middles of two rooms, which cover its ends, with its tip at the border."""
    (x0, y0), (x1, y1) = ((16 + ACROSS * x + WIDE / 2, 16 + DOWN * y + HIGH / 2) for x, y in (begin, end))
    dx, dy = x1 - x0, y1 - y0
    share = min(WIDE / 2 / abs(dx) if dx else 9.0, HIGH / 2 / abs(dy) if dy else 9.0)
    tip, size = (x1 - share * dx, y1 - share * dy), (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / size * 7, dy / size * 7
    wings = [tip, (tip[0] - ux - uy / 2, tip[1] - uy + ux / 2), (tip[0] - ux + uy / 2, tip[1] - uy - ux / 2)]
    return [Line([(x0, y0), tip], SOFT, 1.2), Line(wings, SOFT, filled=True)]


def main() -> int:
    named = {room.strip() for layer in layers() for room in layer.split(":")}
    if different := named ^ (ROOMS.keys() | BELOW.keys()):
        print(f"pyproject.toml and tools/house.py differ in {', '.join(sorted(different))}", file=sys.stderr)
        return 1
    made = svg(house())
    if "--check" in sys.argv:
        fresh = FILE.exists() and FILE.read_text(encoding="utf-8") == made
        print(
            "the picture of the house is up to date"
            if fresh
            else "docs/house.svg is stale: run tools/house.py"
        )
        return 0 if fresh else 1
    FILE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
