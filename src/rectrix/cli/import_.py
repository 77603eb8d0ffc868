"""Bring models of other decoders here."""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, OutputFolder, Quiet, for_terminal

app = typer.Typer(add_completion=False, no_args_is_help=True)

Grammars = Annotated[
    Path, typer.Option(help="Folder of grammar.N[.gz], N an input line from 0, or one file for all lines.")
]
LanguageModel = Annotated[Path | None, typer.Option("--lm", help="ARPA text or .rlm.")]
GivenWeights = Annotated[Path, typer.Option("--weights", help="A name and a value per line.")]
PassThrough = Annotated[str, typer.Option(help="Source words that may be copied: all or unknown.")]
SpanLimit = Annotated[
    int, typer.Option(help="Source words that a rule other than glue covers at most.", min=1)
]


@app.command()
def cdec(
    grammars: Grammars,
    weights: GivenWeights,
    output: OutputFolder,
    lm: LanguageModel = None,
    pass_through: PassThrough = "all",
    span_limit: SpanLimit = 15,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """A model from cdec's grammars, weights and language model; scores come out as cdec's."""
    _run("cdec", grammars, weights, output, lm, pass_through, span_limit, "", force, quiet, json)


@app.command()
def joshua(
    grammars: Grammars,
    weights: GivenWeights,
    output: OutputFolder,
    lm: LanguageModel = None,
    pass_through: PassThrough = "unknown",
    span_limit: SpanLimit = 15,
    owner: Annotated[str, typer.Option(help="Scores without a name are tm_OWNER_0, tm_OWNER_1...")] = "pt",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """A model from Joshua's grammar text, weights and language model."""
    _run("joshua", grammars, weights, output, lm, pass_through, span_limit, owner, force, quiet, json)


@app.command()
def moses(
    ini: Annotated[
        Path, typer.Argument(help="Moses' configuration; its paths are relative to it or absolute.")
    ],
    output: OutputFolder,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """A model from moses.ini and its text tables, ARPA files and weights; scores come out as Moses'."""
    from rectrix.exchange.moses import import_moses

    import_moses(ini, output, force, for_terminal(quiet, json))


def _run(
    dialect: str,
    grammars: Path,
    weights: Path,
    output: Path,
    lm: Path | None,
    pass_through: str,
    span_limit: int,
    owner: str,
    force: bool,
    quiet: bool,
    json: bool,
) -> None:
    from rectrix.exchange.cdec import import_model
    from rectrix.decode.model_folder import DecoderSettings

    progress = for_terminal(quiet, json)
    decoding = DecoderSettings.of({"pass_through": pass_through, "span_limit": span_limit}, "options")
    _, idle = import_model(
        "cdec" if dialect == "cdec" else "joshua",
        grammars,
        lm,
        weights,
        output,
        decoding,
        owner,
        force,
        progress,
    )
    if idle:
        progress.say(f"weights without a feature in this model: {', '.join(idle)}", idle=idle)
