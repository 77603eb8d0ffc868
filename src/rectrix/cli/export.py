"""Take models to other decoders."""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFolder, Quiet, for_terminal

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Take models to other decoders."""


Source = Annotated[
    Path | None,
    typer.Option("--source", "-s", help="Sentences whose rules to write, if the model extracts on demand."),
]
Arpa = Annotated[
    Path | None,
    typer.Option("--lm", help="The ARPA file that the model's language model was made of, to go along."),
]


@app.command()
def cdec(
    model: Annotated[Path, typer.Argument(help="A model folder.")],
    output: OutputFolder,
    source: Source = None,
    lm: Arpa = None,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a model's grammars and weights as cdec reads them."""
    from rectrix.exchange.cdec import export_model
    from rectrix.decode.model_folder import ModelFolder

    export_model(ModelFolder.open(model), output, force, for_terminal(quiet, json), source, lm)


@app.command()
def joshua(
    model: Annotated[Path, typer.Argument(help="A model folder.")],
    output: OutputFolder,
    source: Source = None,
    lm: Arpa = None,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a model's grammar and weights as Joshua reads them."""
    from rectrix.exchange.joshua import export_joshua
    from rectrix.decode.model_folder import ModelFolder

    export_joshua(ModelFolder.open(model), output, force, for_terminal(quiet, json), source, lm)


@app.command()
def moses(
    model: Annotated[Path, typer.Argument(help="A folder of a phrase-based model.")],
    output: OutputFolder,
    lm: Annotated[
        list[Path] | None,
        typer.Option(help="The ARPA file that its language model was made of; one for each, in order."),
    ] = None,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a phrase-based model's tables, language models and weights as Moses reads them."""
    from rectrix.decode.model_folder import ModelFolder
    from rectrix.exchange.moses import export_moses

    export_moses(ModelFolder.open(model), output, force, for_terminal(quiet, json), lm or ())
