"""Tune and apply weights for anyone's n-best lists."""

from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, Progress, Quiet, for_terminal

app = typer.Typer(no_args_is_help=True)

NBest = Annotated[
    Path,
    typer.Option("--nbest", help="N-best lists, compressed or not; - is standard input.", show_default=False),
]
Format = Annotated[
    str, typer.Option("--format", help="auto, moses, cdec, joshua, travatar or json.", metavar="NAME")
]


@app.callback()
def _group() -> None:
    pass


@app.command()
def apply(
    nbest: NBest,
    weights: Annotated[Path, typer.Option("--weights", help="Lines `name<TAB>value`.", show_default=False)],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write; - is standard output.")
    ] = Path("-"),
    format: Format = "auto",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the best hypothesis of each list under the weights, one line per sentence."""
    from rectrix.base.errors import InputError
    from rectrix.base.files import writing
    from rectrix.features.weights import read_weights
    from rectrix.kbest.rerank import Reranking

    progress = for_terminal(quiet, json)
    reranking = Reranking(nbest, read_weights(weights), format)
    with writing(output, force=force) as file:
        for line in progress.track(reranking, "reranking", unit="sentences"):
            file.write(f"{line}\n")
        if reranking.weights and len(reranking.without_feature) == len(reranking.weights):
            raise InputError.at(
                weights, 0, f"none of these weights is for a feature of {nbest}; are they for other lists?"
            )
    _report(progress, "features without a weight count as 0", reranking.without_weight)
    _report(progress, "weights for features that no list has", reranking.without_feature)


def _report(progress: Progress, what: str, names: list[str]) -> None:
    if names:
        shown = ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")
        progress.say(f"{what}: {len(names)} ({shown})", names=names)
