"""rectrix serve"""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Quiet, TrainingText


def command(
    models: Annotated[
        list[str],
        typer.Argument(
            help="Model folders; DE-EN=FOLDER for one that does not know its languages.", show_default=False
        ),
    ],
    host: Annotated[
        str, typer.Option(help="The address to listen on; others than this machine's own need a key.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any that is free.", min=0, max=65535)] = 8080,
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
    threads: Annotated[
        int, typer.Option("--threads", "-j", help="Sentences translated at a time.", min=1)
    ] = 2,
    rate: Annotated[
        int | None,
        typer.Option(
            help="Requests of a client in a minute; 0: no limit.",
            show_default="600; no limit on this machine's own address",
            min=0,
        ),
    ] = None,
    characters: Annotated[int, typer.Option(help="Most characters of a request.", min=1)] = 50_000,
    sentences: Annotated[int, typer.Option(help="Most sentences of a request.", min=1)] = 1_000,
    seconds: Annotated[
        float, typer.Option(help="Most seconds until a request is answered or refused.", min=0.1)
    ] = 30.0,
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
    from rectrix.serve.limits import Limits
    from rectrix.serve.log import RequestLog

    chosen = Chosen(
        models=tuple(models),
        host=host,
        port=port,
        keys=Keys(tuple(filter(None, api_key or []))),
        open=open_,
        origins=Origins(tuple(cors or ())),
        learn=learn or journal is not None,
        journal=journal,
        glossary=glossary,
        index=index,
        threads=threads,
        limits=Limits(characters=characters, sentences=sentences, seconds=seconds),
        rate=rate,
        log=RequestLog(quiet, log_texts, json),
        quiet=quiet,
    )
    serve(chosen)
