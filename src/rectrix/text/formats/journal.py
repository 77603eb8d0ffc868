"""Journals of corrections (`rectrix learn`): lines of JSON, each a confirmed pair or {"undo": id}.

A last line without its end was cut off by a crash before it was answered, and does not count.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rectrix.base.errors import InputError
from rectrix.text.formats.unit import Languages, ReadOptions, Unit

Changes = Mapping[str, Mapping[str, float]]  # by array (weights, what an update remembers) and feature
_KEYS = {"id": int, "source": str, "target": str, "model": str, "links": str, "changes": dict, "time": str}


@dataclass(frozen=True)
class JournalEntry:
    """All that learning the pair again needs: nothing is searched for when a journal is replayed."""

    id: int
    source: str  # as people write it
    target: str
    model: str  # a hash of the model that links and changes belong to
    links: str  # in Pharaoh format, between the words of the prepared texts
    changes: Changes = field(default_factory=dict)
    time: str = ""


@dataclass(frozen=True)
class Content:
    """What a journal says."""

    entries: tuple[JournalEntry, ...]  # without those that were undone
    last: int  # the highest id that was ever given
    size: int  # bytes of whole lines


def read(path: Path, languages: Languages, options: ReadOptions) -> Iterator[Unit]:
    """The pairs in force."""
    if not path.exists():
        raise InputError.at(path, 0, "there is no such journal")
    for entry in read_journal(path).entries:
        yield Unit(entry.source, entry.target, f"{path}:{entry.id}")


def read_journal(path: Path) -> Content:
    """All that is in force; a file that is not there is empty."""
    entries: dict[int, JournalEntry] = {}
    last = size = 0
    for number, line in enumerate(_lines(path), start=1):
        size += len(line)
        values = _parsed(path, number, line)
        if "undo" in values:
            if entries.pop(values["undo"], None) is None:
                raise InputError.at(path, number, f"there is no pair {values['undo']!r} to undo")
            continue
        entry = JournalEntry(**values)
        if entry.id <= last:
            raise InputError.at(path, number, f"pair {entry.id} comes behind pair {last}")
        entries[entry.id], last = entry, entry.id
    return Content(tuple(entries.values()), last, size)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield line
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError.at(path, 0, f"cannot read: {error.strerror or error}") from None


def _parsed(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        values = json.loads(line.decode("utf-8", "surrogateescape"))
        whole = isinstance(values, dict) and (
            (values.keys() == {"undo"} and isinstance(values["undo"], int))
            or (values.keys() == _KEYS.keys() and all(isinstance(values[k], t) for k, t in _KEYS.items()))
        )
    except (ValueError, RecursionError):
        whole = False
    if not whole:
        raise InputError.at(path, number, "not a line of a journal of corrections; mend or remove it")
    return dict(values)
