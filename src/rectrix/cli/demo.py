"""rectrix demo"""

import typer


def command() -> None:
    """Train, tune, translate and evaluate on the embedded sample."""
    typer.echo("demo")
