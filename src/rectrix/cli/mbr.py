"""rectrix mbr"""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.options import Force, Json, Quiet, Threads, Trust, for_terminal


def command(
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    source: Annotated[Path, typer.Argument(help="Sentences, one per line.", show_default=False)],
    reference: Annotated[
        list[Path],
        typer.Option("--reference", "-r", help="Their translations; again for more.", show_default=False),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Model folder to write; none: only tell.", show_default=False),
    ] = None,
    kind: Annotated[str, typer.Option(help="forest, counts, consensus, bleu, bleu+1 or chrf.")] = "forest",
    metric: Annotated[str, typer.Option(help="What the choice is judged by.")] = "bleu",
    density: Annotated[
        float, typer.Option(help="Edges of forests per edge of the best derivation.", min=1.0)
    ] = 30.0,
    states: Annotated[int, typer.Option(help="States of a node, at most.", min=1)] = 30,
    k: Annotated[int, typer.Option(help="Hypotheses that are compared, where lists are.", min=1)] = 100,
    trust: Trust = False,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Choose how minimum Bayes risk decides: the scale of model scores, and what n-grams are worth.

    Instead of the likeliest translation, the one is taken that is best in expectation, over all derivations
    of the forest (forest, counts, consensus) or over k-best lists (bleu, bleu+1, chrf). A grid of settings is
    tried on sentences with references, such as the development set. The model that is written translates so
    from then on; `rectrix translate --mbr none` does not.
    """
    from rectrix.model.mbr import MbrSettings
    from rectrix.pipeline.mbr import tune_mbr
    from rectrix.pipeline.tuning_set import Texts

    progress = for_terminal(quiet, json)
    given = MbrSettings.of({"kind": kind, "density": density, "states": states, "k": k}, "mbr")
    found = tune_mbr(
        model,
        Texts(source, reference),
        output,
        given.kind,
        metric,
        given,
        threads,
        progress,
        force,
        trust,
    )
    best = found.best.settings
    names = ("scale", "precision", "ratio", "model") if kind in ("forest", "counts") else ("scale",)
    chosen = ", ".join(f"{name} {getattr(best, name):g}" for name in names)
    progress.result(
        f"{metric} {found.plain:.2f} of the likeliest, {found.best.score:.2f} of {kind} with {chosen}",
        plain=found.plain,
        score=found.best.score,
        settings=best.model_dump(),
        tried=[asdict(one) | {"settings": one.settings.model_dump()} for one in found.tried],
    )
