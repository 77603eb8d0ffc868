"""Alignment files in Pharaoh format: a line per pair, `0-0 1-2`, source-target, counted from 0."""

from collections.abc import Iterable
from pathlib import Path

from rectrix._core.align import Alignments, Gold
from rectrix.base.files import open_bytes, shown, writing


def read_alignments(path: Path | str, first: int = 0) -> Alignments:
    """An alignment file; `first` is what it calls the first word of a sentence."""
    with open_bytes(path) as file:
        return Alignments.read(file, shown(path), first)


def read_gold(path: Path | str, first: int = 0) -> Gold:
    """A gold standard: `3-4` is a sure link, `3?4` and `3p4` are possible ones."""
    with open_bytes(path) as file:
        return Gold.read(file, shown(path), first)


def write_alignments(
    alignments: Alignments | Iterable[Alignments], path: Path | str, force: bool = False
) -> None:
    """Write a Pharaoh file, from one set of alignments or several one after another."""
    blocks = [alignments] if isinstance(alignments, Alignments) else alignments
    with writing(path, force) as file:
        for block in blocks:
            file.write(block.text())
