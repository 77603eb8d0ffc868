"""Take models to other decoders."""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.help import Group
from rectrix.cli.options import Force, Json, OutputFolder, Quiet, for_terminal

app = typer.Typer(cls=Group, add_completion=False, no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Take models to other decoders."""


Source = Annotated[
    Path | None,
    typer.Option(
        "--source",
        "-s",
        help="Sentences to translate, as people write them: for rules extracted on demand, "
        "and to copy words without a rule.",
    ),
]
Arpa = Annotated[
    Path | None,
    typer.Option(
        "--lm",
        help="The ARPA file that the model's language model was made of.",
        show_default="listed from the model",
    ),
]
WithoutSparse = Annotated[
    bool, typer.Option("--without-sparse", help="Leave sparse features out, and say how many.")
]


@app.command()
def cdec(
    model: Annotated[Path, typer.Argument(help="A model folder.")],
    output: OutputFolder,
    source: Source = None,
    lm: Arpa = None,
    without_sparse: WithoutSparse = False,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a model for cdec: grammars, weights, language model, cdec.ini, the input and a script to run.

    Sparse features get cdec's names and functions; weights that cdec has no feature for are refused.
    """
    from rectrix.exchange.cdec import export_model
    from rectrix.model.folder import ModelFolder

    progress = for_terminal(quiet, json)
    export_model(ModelFolder.open(model), output, force, progress, source, lm, without_sparse)
    progress.result(f"{output} is ready", output=str(output))


@app.command()
def joshua(
    model: Annotated[Path, typer.Argument(help="A model folder.")],
    output: OutputFolder,
    source: Source = None,
    lm: Arpa = None,
    without_sparse: WithoutSparse = False,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a model's grammar, weights and language model as Joshua reads them."""
    from rectrix.exchange.joshua import export_joshua
    from rectrix.model.folder import ModelFolder

    progress = for_terminal(quiet, json)
    export_joshua(ModelFolder.open(model), output, force, progress, source, lm, without_sparse)
    progress.result(f"{output} is ready", output=str(output))


@app.command()
def moses(
    model: Annotated[Path, typer.Argument(help="A folder of a phrase-based model.")],
    output: OutputFolder,
    lm: Annotated[
        list[Path] | None,
        typer.Option(
            help="The ARPA file that its language model was made of; one for each, in order.",
            show_default="listed from the model",
        ),
    ] = None,
    without_sparse: WithoutSparse = False,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a phrase-based model's tables, language models and weights as Moses reads them.

    Sparse features get Moses' names and functions, which moses2 does not have; others are refused.
    """
    from rectrix.exchange.moses_export import export_moses
    from rectrix.model.folder import ModelFolder

    progress = for_terminal(quiet, json)
    export_moses(ModelFolder.open(model), output, force, progress, lm or (), without_sparse)
    progress.result(f"{output} is ready", output=str(output))
