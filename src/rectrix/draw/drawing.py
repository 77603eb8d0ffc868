"""Figures as lists of marks, in points from the top left corner: one description for SVG and for PDF."""

from collections.abc import Sequence
from dataclasses import dataclass

# Told apart by most people who see few colors (Okabe & Ito 2008), the dark ones first.
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9", "#e69f00", "#555555", "#000000")
INK, SOFT, GRID = "#1b1f24", "#59626b", "#dde2e7"

Point = tuple[float, float]


def color(number: int) -> str:
    """The color of the series with this number."""
    return PALETTE[number % len(PALETTE)]


@dataclass(frozen=True)
class Path:
    """A line through points, or the area within them."""

    points: Sequence[Point]
    color: str = INK
    width: float = 1.0  # of the line; 0: none
    filled: bool = False
    opacity: float = 1.0
    dashed: bool = False
    title: str = ""  # shown under a pointer


@dataclass(frozen=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float = 2.5
    color: str = INK
    title: str = ""  # shown under a pointer


@dataclass(frozen=True)
class Label:
    """A line of text; its baseline begins, has its middle or ends at a point."""

    x: float
    y: float
    text: str
    anchor: str = "start"  # start, middle or end
    color: str = INK
    size: float = 11.0
    upright: bool = False  # from bottom to top


Mark = Path | Dot | Label


def area(left: float, top: float, right: float, bottom: float, color: str, title: str = "") -> Path:
    """A filled rectangle."""
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return Path(corners, color, filled=True, title=title)


@dataclass(frozen=True)
class Drawing:
    """Marks on a white sheet; later ones lie above earlier ones."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    title: str = ""
