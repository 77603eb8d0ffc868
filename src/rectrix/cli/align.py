"""Align the words of a bitext, or score an alignment."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.align import AlignSettings
from rectrix.align.settings import LINKING
from rectrix.base.errors import UsageError
from rectrix.base.files import is_device
from rectrix.cli.fields import options
from rectrix.cli.groups import ITSELF, DefaultGroup
from rectrix.cli.options import THREADS, Force, Json, OutputFile, Quiet, Threads, for_terminal

if TYPE_CHECKING:
    from rectrix.align import AlignmentJob
    from rectrix.align.texts import Text

app = typer.Typer(cls=DefaultGroup, add_completion=False)


@app.command(ITSELF, hidden=True)
@options(AlignSettings)
def align(
    *,
    output: OutputFile,
    source: Annotated[
        Path | None,
        typer.Argument(help="Source sentences, one per line, space-separated tokens.", show_default=False),
    ] = None,
    target: Annotated[
        Path | None, typer.Argument(help="Their translations, line by line.", show_default=False)
    ] = None,
    pairs: Annotated[
        Path | None, typer.Option(help="Both in one file instead: `source ||| target`.", show_default=False)
    ] = None,
    raw: Annotated[
        bool,
        typer.Option(
            "--raw", help="Text that is not tokenized: links are between whitespace-separated words."
        ),
    ] = False,
    settings: AlignSettings,
    sample: Annotated[
        int | None,
        typer.Option(
            help="Train on so many pairs, spread evenly; align all as a stream in bounded memory.", min=1
        ),
    ] = None,
    prior: Annotated[
        Path | None, typer.Option(help="fertility: a saved model that lends its word probabilities.")
    ] = None,
    scores: Annotated[
        Path | None,
        typer.Option(
            help="Write log p(target | source) per word to FILE.forward, log p(source | target) to "
            "FILE.reverse, one number a line."
        ),
    ] = None,
    moses_lexicon: Annotated[
        Path | None,
        typer.Option(
            help="Write lexical tables PREFIX.e2f and PREFIX.f2e as Moses has them, of a model that is "
            "trained on all of the text (no --raw, --load or --sample)."
        ),
    ] = None,
    marian_lexicon: Annotated[
        Path | None,
        typer.Option(help="Write lexical tables PREFIX.s2t and PREFIX.t2s for a shortlist, likewise."),
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the trained model in this file.")] = None,
    load: Annotated[Path | None, typer.Option(help="Align with a saved model instead of training.")] = None,
    text: Annotated[
        Path | None, typer.Option(help="The sentences are raw text: prepare it as this model does.")
    ] = None,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Align the words of a bitext; writes Pharaoh format (0-0 1-2), a line per pair.

    `rectrix align score ALIGNED GOLD` compares an alignment with a gold standard.
    """
    from rectrix.align import AlignmentJob

    if load and save:
        raise UsageError("--load aligns with a saved model; there is nothing new to --save")
    training = {name.replace("_", "-"): True for name in sorted(settings.changed() - LINKING)}
    for option, wanted in {"sample": sample, "prior": prior, **training}.items():
        if load and wanted is not None:
            raise UsageError(f"--load aligns with a saved model; --{option} is about training")
    again = raw or any((pairs, sample, scores, moses_lexicon, marian_lexicon))
    given = [path for path in (source, target, pairs) if path is not None]
    if again and any(str(path) == "-" or is_device(path) for path in given):
        raise UsageError(
            "standard input and pipes can be read only once; --pairs, --raw, --sample, --scores and "
            "lexicons read the text again: give files"
        )
    outputs = _Outputs(output, save, scores, moses_lexicon, marian_lexicon, force)
    outputs.check()
    progress = for_terminal(quiet, json)
    job = AlignmentJob(
        *_texts(source, target, pairs, text), settings, load, prior, sample, raw, threads, progress
    )
    if moses_lexicon or marian_lexicon:
        job.require_lexicon()
    outputs.write(job)
    if str(output) != "-":
        progress.result(f"{output} is ready", output=str(output), settings=settings.model_dump(mode="json"))


def _texts(
    source: Path | None, target: Path | None, pairs: Path | None, model: Path | None
) -> "tuple[Text, Text]":
    """Files of tokens, or lines prepared as a model does."""
    from rectrix.align import PairSide

    if pairs is not None and source is None and target is None and model is None:
        return PairSide(pairs, 0), PairSide(pairs, 1)
    if pairs is not None or source is None or target is None:
        raise UsageError("give a source and a target file, or --pairs with both in one and no --text")
    if model is None:
        return source, target
    from rectrix.cli.text import open_processing, prepared_lines

    first, second = (
        list(prepared_lines(open_processing(model, side), path))
        for side, path in (("source", source), ("target", target))
    )
    return first, second


@dataclass(frozen=True)
class _Outputs:
    """What is written, and where."""

    links: Path
    model: Path | None
    scores: Path | None
    moses: Path | None
    marian: Path | None
    force: bool

    def check(self) -> None:
        """Nothing is overwritten unasked."""
        from rectrix.base.files import require_absent

        named = [self.model, *self._scores(), *self._lexicon(self.moses, "f2e", "e2f")]
        for path in (self.links, *named, *self._lexicon(self.marian, "s2t", "t2s")):
            if path is not None and str(path) != "-":
                require_absent(path, self.force)

    def write(self, job: "AlignmentJob") -> None:
        from rectrix.align import write_alignments

        result = job.run()
        if self.model is not None:
            result.aligner.save(self.model, self.force)
        write_alignments(result.blocks, self.links, self.force)
        if str(self.links) != "-":
            job.settings.write(self.links.with_name(self.links.name + ".toml"), force=True)
        for reverse, path in enumerate(self._scores()):
            job.write_scores(result.aligner, path, bool(reverse), self.force)
        if self.moses is not None:
            job.write_lexicons(result, self._lexicon(self.moses, "f2e", "e2f"), True, self.force)
        if self.marian is not None:
            job.write_lexicons(result, self._lexicon(self.marian, "s2t", "t2s"), False, self.force)

    def _scores(self) -> list[Path]:
        if self.scores is None:
            return []
        return [self.scores.with_name(f"{self.scores.name}.{way}") for way in ("forward", "reverse")]

    @staticmethod
    def _lexicon(prefix: Path | None, *endings: str) -> tuple[Path, ...]:
        return tuple(prefix.with_name(f"{prefix.name}.{end}") for end in endings) if prefix else ()


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
