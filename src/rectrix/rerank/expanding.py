"""A line for each hypothesis, as scorers such as comet-score want them, with its source and references."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from rectrix._core.kbest import Lists
from rectrix.base.errors import InputError
from rectrix.base.files import open_text
from rectrix.rerank.given import references_for


def expanded(lists: Lists, source: Path | None, references: Sequence[Path] | None) -> dict[str, list[str]]:
    """Lines by the ending of a file's name; several references are numbered."""
    files = {"hypothesis": [lists.text(h) for h in range(lists.hypotheses)]}
    if source is not None:
        with open_text(source) as file:
            lines = [line.rstrip("\n") for line in file]
        if len(lines) != len(lists):
            raise InputError.at(source, 0, f"{len(lines)} lines for the lists of {len(lists)} sentences")
        files["source"] = _repeated(lists, lines)
    given = references_for(lists, None if references is None else list(references))
    if given is not None:
        if len(given) != len(lists):
            raise InputError(f"{len(given)} references for the lists of {len(lists)} sentences")
        for number in range(given.per_sentence):
            ending = "reference" if given.per_sentence == 1 else f"reference{number}"
            files[ending] = _repeated(lists, [given.text(s, number) for s in range(len(given))])
    return files


def _repeated(lists: Lists, lines: list[str]) -> list[str]:
    sizes = (end - begin for begin, end in pairwise(lists.list_begin.tolist()))
    return [line for line, size in zip(lines, sizes, strict=True) for _ in range(size)]
