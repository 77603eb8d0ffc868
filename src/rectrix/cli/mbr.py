"""rectrix mbr"""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from rectrix.cli.fields import options
from rectrix.cli.options import THREADS, Force, Json, Quiet, References, Threads, Trust, for_terminal
from rectrix.model.mbr import MbrSettings
from rectrix.pipeline.tune_settings import TuneSettings


@options(MbrSettings, "kind", "density", "states", "k", defaults={"kind": "forest"})
@options(TuneSettings, "metric", into="judged")
def command(
    *,
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    source: Annotated[Path, typer.Argument(help="Sentences, one per line.", show_default=False)],
    reference: References,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Model folder to write; none: only print the choice.", show_default=False
        ),
    ] = None,
    settings: MbrSettings,
    judged: TuneSettings,
    trust: Trust = False,
    threads: Threads = THREADS,
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
    from rectrix.pipeline.mbr import tune_mbr
    from rectrix.pipeline.tuning_set import Texts

    progress = for_terminal(quiet, json)
    kind, metric = settings.kind, judged.metric
    found = tune_mbr(
        model,
        Texts(source, reference),
        output,
        kind,
        metric,
        settings,
        threads,
        progress,
        force,
        trust,
    )
    best = found.best.settings
    names = ("scale", "precision", "ratio", "model") if kind in ("forest", "counts") else ("scale",)
    chosen = ", ".join(f"{name} {getattr(best, name):g}" for name in names)
    progress.result(
        f"{metric} {found.plain:.2f} of the likeliest, {found.best.score:.2f} of {kind} with {chosen}, "
        "on the sentences that it was chosen on",
        plain=found.plain,
        score=found.best.score,
        settings=best.model_dump(),
        tried=[asdict(one) | {"settings": one.settings.model_dump()} for one in found.tried],
    )
