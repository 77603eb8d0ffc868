"""Names of features and columns, and numbers, as they stand in other people's files."""

from math import isfinite
from pathlib import Path

from rectrix.base.errors import InputError


def require_name(name: str, path: Path | str, line: int = 0) -> str:
    """Refuses what no file of weights could hold."""
    if not name or "#" in name or any(c <= " " or c == "\x7f" for c in name):
        raise InputError.at(
            path,
            line,
            f"a feature or column cannot be named {name!r}: names have neither spaces nor '#'",
        )
    return name


def require_number(text: str, path: Path | str, line: int) -> float:
    """A finite number, within what a feature can hold."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or abs(value) > 3e38 or "_" in text:
        raise InputError.at(path, line, f"expected a finite number, saw {text[:60]!r}")
    return value
