"""Tables on standard output, in the format that was asked for."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rectrix.evaluate.table import Table

_WIDE = 160


def require_table_format(name: str) -> None:
    """Refuse a format that nobody knows before work is spent."""
    from rectrix.base.errors import UnknownName
    from rectrix.evaluate.table import FORMATS

    if name not in FORMATS:
        raise UnknownName("table format", name, FORMATS)


def show_tables(tables: "Sequence[Table]", below: Sequence[str], format: str, facts: dict[str, Any]) -> None:
    """Print tables; `json` prints the facts instead."""
    from rectrix.evaluate.table import drawn, written

    if format == "text":
        from rich.console import Console

        # A file has no width that names would have to be cut for.
        Console(width=None if sys.stdout.isatty() else _WIDE).print(drawn(tables, below))
    else:
        sys.stdout.write(written(tables, below, format, facts))
