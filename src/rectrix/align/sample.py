"""Sentence pairs spread evenly over a text, to train on when all of it would be too much."""

from collections.abc import Iterator

from rectrix.align.texts import Text, lines_of


def count_lines(text: Text) -> int:
    """How many sentences a text has."""
    return sum(1 for _ in lines_of(text, "text"))


def every_nth(text: Text, total: int, wanted: int) -> Iterator[str]:
    """`wanted` of the `total` sentences of a text, the same numbers for either side."""
    for number, line in enumerate(lines_of(text, "text")):
        if (number + 1) * wanted // total > number * wanted // total:
            yield line
