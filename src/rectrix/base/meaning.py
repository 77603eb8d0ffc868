"""What the fields of settings and parts mean, as the comments beside them say: written once.

    epochs: int = 10  # passes over the tuning set

A comment behind a field is its meaning; so are lines of comments right above a field that has none behind.
"""

import inspect
import re
from collections.abc import Mapping
from typing import Any

_FIELD = re.compile(r"^    (\w+)\s*:(?!:)")
_ABOVE = re.compile(r"^    # (.*)$")


def meanings(kind: Any) -> Mapping[str, str]:
    """The meaning of each field of a class, inherited ones too; empty where nothing is said."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("rectrix") or base is kind:
            found |= _of_text(_source(base))
    return found


def summary(kind: Any) -> str:
    """The first line of a class' or its module's documentation, whichever says more of where it is from."""
    module = inspect.getdoc(inspect.getmodule(kind)) or ""
    return module.partition("\n\n")[0].replace("\n", " ")


def _source(kind: type[Any]) -> list[str]:
    try:
        return inspect.getsource(kind).splitlines()
    except (OSError, TypeError):
        return []


def _of_text(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    above: list[str] = []
    for place, line in enumerate(lines):
        if comment := _ABOVE.match(line):
            above.append(comment[1])
            continue
        if field := _FIELD.match(line):
            found[field[1]] = _behind(lines, place) or " ".join(above)
        above = []
    return found


def _behind(lines: list[str], place: int) -> str:
    """The comment behind a field, which may go over several lines in brackets."""
    depth = 0
    for line in lines[place:]:
        code, mark, comment = _divided(line)
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
        if mark:
            return comment.strip()
        if depth <= 0:
            return ""
    return ""


def _divided(line: str) -> tuple[str, str, str]:
    """Code, mark and comment of a line; a # in quotes is none."""
    quoted = ""
    for place, letter in enumerate(line):
        if quoted:
            quoted = "" if letter == quoted else quoted
        elif letter in "\"'":
            quoted = letter
        elif letter == "#":
            return line[:place], "#", line[place + 1 :]
    return line, "", ""
