"""rectrix sample"""

import typer


def command() -> None:
    """Write the embedded sample bitext."""
    typer.echo("sample")
