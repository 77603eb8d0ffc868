"""Bring models of other decoders here."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.cli.fields import options
from rectrix.cli.help import Group
from rectrix.cli.options import Force, Json, OutputFolder, Quiet, for_terminal
from rectrix.exchange.foreign_weights import OWNER
from rectrix.model.settings import DecoderSettings

if TYPE_CHECKING:
    from rectrix.base.progress import Progress
    from rectrix.exchange.cdec import Dialect

# Said after every import: a user's raw text would come back half translated.
_PREPARED = (
    "the model has no text processing of its own: it takes and gives words as the other toolkit's text had "
    "them (tokenized, perhaps lowercased)"
)

app = typer.Typer(cls=Group, add_completion=False, no_args_is_help=True)

GRAMMARS = typer.Option(
    "--grammars", help="Folder of grammar.N[.gz], N an input line from 0, or one file for all lines."
)
WEIGHTS = typer.Option("--weights", "-w", help="A name and a value per line.")
LanguageModel = Annotated[Path | None, typer.Option("--lm", help="ARPA text or .rlm.")]
_CHOSEN = ("pass_through", "span_limit")  # of the decoder's settings


@app.command()
@options(
    DecoderSettings,
    *_CHOSEN,
    shown={
        "pass_through": "by cdec.ini, or all",
        "span_limit": "by cdec.ini (10 if it does not say), or 15",
    },
    into="decoding",
    given=True,
)
def cdec(
    *,
    output: OutputFolder,
    ini: Annotated[
        Path | None,
        typer.Argument(metavar="[CDEC.INI]", help="cdec's configuration; options given here override it."),
    ] = None,
    grammars: Annotated[Path | None, GRAMMARS] = None,
    weights: Annotated[Path | None, WEIGHTS] = None,
    lm: LanguageModel = None,
    decoding: dict[str, Any],
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """A model from cdec's configuration, grammars, weights and language model; scores come out as cdec's."""
    from rectrix.base.errors import UsageError
    from rectrix.exchange.cdec_ini import CdecIni

    progress = for_terminal(quiet, json)
    config = CdecIni.read(ini) if ini else None
    if config:
        grammars = grammars or config.file("grammar")
        weights = weights or config.file("weights")
        lm = lm or config.language_model()
        decoding = {**config.decoding(), **decoding}
        if ini and grammars is None and (ini.parent / "grammars").is_dir():
            grammars = ini.parent / "grammars"  # where an export leaves a sentence's own
        if ignored := config.not_taken():
            progress.say(f"not taken over from {ini}: {', '.join(ignored)}", ignored=ignored)
    if grammars is None or weights is None:
        missing = [
            name for name, value in (("--grammars", grammars), ("--weights", weights)) if value is None
        ]
        raise UsageError(f"{' and '.join(missing)} needed{f': {ini} names none' if ini else ''}")
    _run("cdec", grammars, weights, output, lm, decoding, OWNER, force, progress)


@app.command()
@options(DecoderSettings, *_CHOSEN, into="decoding", given=True)
def joshua(
    *,
    grammars: Annotated[Path, GRAMMARS],
    weights: Annotated[Path, WEIGHTS],
    output: OutputFolder,
    lm: LanguageModel = None,
    decoding: dict[str, Any],
    owner: Annotated[str, typer.Option(help="Scores without a name are tm_OWNER_0, tm_OWNER_1...")] = OWNER,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """A model from Joshua's grammar text, weights and language model."""
    _run("joshua", grammars, weights, output, lm, decoding, owner, force, for_terminal(quiet, json))


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

    progress = for_terminal(quiet, json)
    import_moses(ini, output, force, progress)
    progress.say(_PREPARED)
    progress.result(f"{output} is ready", output=str(output))


def _run(
    dialect: "Dialect",
    grammars: Path,
    weights: Path,
    output: Path,
    lm: Path | None,
    decoding: dict[str, Any],
    owner: str,
    force: bool,
    progress: "Progress",
) -> None:
    from rectrix.exchange.cdec import decoding_of, import_model

    chosen = decoding_of(dialect, **decoding)
    _, idle = import_model(dialect, grammars, lm, weights, output, chosen, owner, force, progress)
    if idle:
        progress.say(f"weights without a feature in this model: {', '.join(idle)}", idle=idle)
    progress.say(_PREPARED)
    progress.result(f"{output} is ready", output=str(output))
