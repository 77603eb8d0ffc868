"""Align the words of a bitext, or score an alignment."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.groups import ITSELF, DefaultGroup
from rectrix.cli.options import Force, Json, OutputFile, Quiet, Threads, for_terminal

if TYPE_CHECKING:
    from rectrix.align import Alignments, AlignSettings
    from rectrix.align.aligner import Text
    from rectrix.base.progress import Progress

app = typer.Typer(cls=DefaultGroup, add_completion=False)


@app.command(ITSELF, hidden=True)
def align(
    source: Annotated[Path, typer.Argument(help="Source sentences, one per line, space-separated tokens.")],
    target: Annotated[Path, typer.Argument(help="Their translations, line by line.")],
    output: OutputFile,
    model: Annotated[str, typer.Option(help="ibm1, diagonal or hmm.")] = "hmm",
    symmetrize: Annotated[
        str,
        typer.Option(
            help="intersection, union, grow-diag, grow-diag-final, grow-diag-final-and, forward, reverse."
        ),
    ] = "grow-diag-final-and",
    save: Annotated[Path | None, typer.Option(help="Keep the trained model in this file.")] = None,
    load: Annotated[Path | None, typer.Option(help="Align with a saved model instead of training.")] = None,
    iterations: Annotated[int, typer.Option(help="Iterations of the model.", min=1)] = 5,
    warm_start: Annotated[str, typer.Option(help="The model that is trained before it.")] = "ibm1",
    warm_iterations: Annotated[
        int | None, typer.Option(help="Iterations of that model.", show_default="5 before hmm, else 0", min=0)
    ] = None,
    concentration: Annotated[
        float | None,
        typer.Option(
            help="Dirichlet prior of variational Bayes; 0 for plain EM.",
            show_default="depends on the model",
            min=0,
        ),
    ] = None,
    null_probability: Annotated[
        float | None,
        typer.Option(help="Of the empty word.", show_default="depends on the model", min=0, max=1),
    ] = None,
    favor_diagonal: Annotated[bool, typer.Option(help="hmm: restarts go near the diagonal.")] = True,
    text: Annotated[
        Path | None, typer.Option(help="The sentences are raw text: prepare it as this model does.")
    ] = None,
    posterior: Annotated[
        bool,
        typer.Option("--posterior", help="Each word's most probable link instead of the best alignment."),
    ] = False,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Align the words of a bitext; writes Pharaoh format (0-0 1-2), a line per pair.

    `rectrix align score ALIGNED GOLD` compares an alignment with a gold standard.
    """
    from rectrix.align import AlignSettings
    from rectrix.base.files import require_absent

    settings = AlignSettings.of(
        {
            "model": model,
            "symmetrize": symmetrize,
            "iterations": iterations,
            "warm_start": warm_start,
            "warm_iterations": warm_iterations,
            "concentration": concentration,
            "null_probability": null_probability,
            "favor_diagonal": favor_diagonal,
            "posterior": posterior,
        },
        "align",
    )
    if load and save:
        raise UsageError("--load aligns with a saved model; there is nothing new to --save")
    for path in (output, save):
        if path is not None and str(path) != "-":
            require_absent(path, force)
    run = _Run(_texts(source, target, text), settings, threads, for_terminal(quiet, json))
    _write(run.load(load) if load else run.train(save, force), output, settings, force)


def _texts(source: Path, target: Path, model: Path | None) -> "tuple[Text, Text]":
    """Files of tokens, or lines prepared as a model does."""
    if model is None:
        return source, target
    from rectrix.cli.text import open_processing, prepared_lines

    sides = (open_processing(model, side) for side in ("source", "target"))
    first, second = (
        list(prepared_lines(side, path)) for side, path in zip(sides, (source, target), strict=True)
    )
    return first, second


class _Run:
    """What training and loading share."""

    def __init__(
        self, texts: "tuple[Text, Text]", settings: "AlignSettings", threads: int, progress: "Progress"
    ) -> None:
        self.texts = texts
        self.settings, self.threads, self.progress = settings, threads, progress

    def load(self, model: Path) -> "Alignments":
        from rectrix.align import Aligner

        settings = self.settings
        return Aligner.open(model).align(
            *self.texts, settings.symmetrize, settings.posterior, self.threads, self.progress
        )

    def train(self, save: Path | None, force: bool) -> "Alignments":
        from rectrix.align import train

        aligner, alignments = train(*self.texts, self.settings, self.threads, self.progress)
        if save is not None:
            aligner.save(save, force)
        return alignments


def _write(alignments: "Alignments", output: Path, settings: "AlignSettings", force: bool) -> None:
    from rectrix.align import write_alignments

    write_alignments(alignments, output, force)
    if str(output) != "-":
        settings.write(output.with_name(output.name + ".toml"), force=True)


@app.command("score")
def score(
    aligned: Annotated[Path, typer.Argument(help="An alignment in Pharaoh format.")],
    gold: Annotated[Path, typer.Argument(help="The gold standard: 3-4 is sure, 3?4 and 3p4 are possible.")],
    gold_first: Annotated[
        int, typer.Option(help="What the gold standard calls the first word: 0 or 1.", min=0, max=1)
    ] = 0,
    json: Json = False,
) -> None:
    """Precision, recall and alignment error rate against a gold standard."""
    from dataclasses import asdict

    from rectrix.align import read_alignments, read_gold
    from rectrix.align import score as compare

    result = asdict(compare(read_alignments(aligned), read_gold(gold, gold_first)))
    typer.echo(_as_json(result) if json else _as_text(result))


def _as_json(result: dict[str, Any]) -> str:
    from json import dumps

    return dumps(result)


def _as_text(result: dict[str, Any]) -> str:
    return "\n".join(
        f"{name:10}{value:.4f}" if isinstance(value, float) else f"{name:10}{value}"
        for name, value in result.items()
    )
