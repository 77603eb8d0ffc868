"""rectrix serve"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import KeptMemory, Quiet, TrainingText, kept_megabytes
from rectrix.serve.limits import Limits
from rectrix.serve.settings import ServeSettings


@options(ServeSettings, without=("cache",), names={"threads": ("--threads", "-j")})
@options(Limits, "characters", "sentences", "seconds", into="limits")
def command(
    *,
    models: Annotated[
        list[str],
        typer.Argument(
            help="Model folders; DE-EN=FOLDER for one that does not know its languages.", show_default=False
        ),
    ],
    settings: ServeSettings,
    api_key: Annotated[
        list[str] | None,
        typer.Option(
            help="A key that requests must have; repeat for more.",
            envvar="RECTRIX_API_KEY",
            show_default=False,
        ),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Serve other machines without a key.")] = False,
    cors: Annotated[
        list[str] | None,
        typer.Option(
            help="A site whose pages may use the server, such as https://cat.example; repeat for more."
        ),
    ] = None,
    learn: Annotated[
        bool, typer.Option("--learn", help="Take up corrections, for as long as the server runs.")
    ] = False,
    journal: Annotated[
        Path | None,
        typer.Option(help="Take up corrections, and keep them in this file.", show_default=False),
    ] = None,
    glossary: Annotated[
        Path | None, typer.Option(help="Terms and the translations they must have: FILE.tsv or FILE.tbx.")
    ] = None,
    index: TrainingText = None,
    memory: KeptMemory = None,
    rate: Annotated[
        int | None,
        typer.Option(
            help="Requests of a client in a minute; 0: no limit.",
            show_default="600; no limit on this machine's own address",
            min=0,
        ),
    ] = None,
    limits: Limits,
    log_texts: Annotated[
        bool, typer.Option("--log-texts", help="The request log has the texts that were sent.")
    ] = False,
    quiet: Quiet = False,
    json: Annotated[bool, typer.Option("--json", help="The request log as JSON lines.")] = False,
) -> None:
    """Serve models to people's tools and browsers, on one port.

    Speaks LibreTranslate's, Apertium APy's, OmegaT FakeMT's and Moses' (XML-RPC) interfaces, and one of its
    own (/v1/openapi.json). The page at / translates, shows why, and takes corrections. Needs the extra
    packages named serve.
    """
    from rectrix.cli.serving import Chosen, serve
    from rectrix.serve.gate import Keys, Origins
    from rectrix.serve.log import RequestLog

    chosen = Chosen(
        models=tuple(models),
        place=settings.model_copy(update={"cache": kept_megabytes(memory)}),
        keys=Keys(tuple(filter(None, api_key or []))),
        open=open_,
        origins=Origins(tuple(cors or ())),
        learn=learn or journal is not None,
        journal=journal,
        glossary=glossary,
        index=index,
        limits=limits,
        rate=rate,
        log=RequestLog(quiet, log_texts, json),
        quiet=quiet,
    )
    serve(chosen)
