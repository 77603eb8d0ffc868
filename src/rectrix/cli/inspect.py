"""rectrix inspect"""

from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import Json, Quiet, TrainingText, for_terminal
from rectrix.serve.settings import ServeSettings


@options(ServeSettings, "port", "threads", names={"threads": ("--threads", "-j")}, defaults={"port": 0})
def command(
    *,
    model: Annotated[str, typer.Argument(help="A model folder.", show_default=False)],
    settings: ServeSettings,
    index: TrainingText = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Look into a model on a page: why it translates as it does, what it weighs, what it would learn.

    The page is served to this machine alone until Ctrl-C. Corrections are taken up and forgotten at the end;
    `rectrix serve --journal` keeps them. Needs the extra packages named serve.
    """
    from rectrix.cli.serving import Chosen, serve
    from rectrix.serve.log import RequestLog

    def show(address: str) -> None:
        if json:
            for_terminal(quiet, json).result(address, address=address)
        if browser:
            import webbrowser

            webbrowser.open(address)

    chosen = Chosen(
        models=(model,),
        place=settings,
        index=index,
        learn=True,
        log=RequestLog(quiet=True),
        quiet=quiet,
    )
    serve(chosen, show)
