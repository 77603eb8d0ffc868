"""Look into models and outputs: oracles, feature overlap, spellings by domain, word order."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from rectrix.cli.fields import options
from rectrix.cli.help import Group
from rectrix.cli.options import THREADS, Json, Quiet, References, Threads, Trust, for_terminal
from rectrix.pipeline.tune_settings import TuneSettings

app = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False)


@app.command("overlap")
@options(TuneSettings, "k")
def overlap_command(
    *,
    model: Annotated[Path, typer.Argument(help="A model folder with sparse features.", show_default=False)],
    first: Annotated[Path, typer.Argument(help="Sentences, such as the tuning set.", show_default=False)],
    second: Annotated[Path, typer.Argument(help="Sentences, such as a test set.", show_default=False)],
    settings: TuneSettings,
    trust: Trust = False,
    threads: Threads = THREADS,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """How many sparse features two sets of sentences share, and how many of the second's have weights."""
    from rectrix.base.files import require_file
    from rectrix.pipeline import Model
    from rectrix.reproduce.overlap import Overlap, require_sparse, sparse_features
    from rectrix.text import read_sentences

    opened, progress = Model.open(model, trust=trust), for_terminal(quiet, json)
    require_sparse(opened.folder)
    for path in (first, second):
        require_file(path)
    sets = [
        sparse_features(
            opened,
            progress.track(read_sentences(path), f"searching {path}", unit="sentences"),
            settings.k,
            threads,
        )
        for path in (first, second)
    ]
    found = Overlap.of(sets[0], sets[1], opened.folder.weights())
    text = (
        f"{first}: {found.first:,} sparse features\n{second}: {found.second:,}, of which {found.both:,} are "
        f"also there ({_share(found.both, found.second)}) and {found.weighted:,} weigh something"
    )
    _print(asdict(found), text, json)


@app.command("domain")
def domain_command(
    first: Annotated[Path, typer.Argument(help="A model folder or weights.", show_default=False)],
    second: Annotated[Path, typer.Argument(help="Another, tuned on other text.", show_default=False)],
    pair: Annotated[
        list[str], typer.Option("--pair", help="Two spellings, program,programme; repeat for more.")
    ],
    json: Json = False,
) -> None:
    """Rules with each of two spellings to which two models give positive weights."""
    from rectrix.base.errors import InputError
    from rectrix.reproduce.domain import spelling

    weights = [_weights(path) for path in (first, second)]
    rows = [spelling(word, *weights) for text in pair for word in _two(text)]
    if not any(row.first or row.second or row.first_sum or row.second_sum for row in rows):
        words = ", ".join(row.word for row in rows)
        raise InputError(
            f"no rule with a weight has any of {words} on its target side, in {first} or {second}"
        )
    head = f"{'word':20} {'liked':>7} {'sum':>9} {'liked':>7} {'sum':>9}   ({first}, then {second})"
    lines = [
        f"{row.word:20} {row.first:7} {row.first_sum:9.3f} {row.second:7} {row.second_sum:9.3f}"
        for row in rows
    ]
    _print([asdict(row) for row in rows], "\n".join([head, *lines]), json)


@app.command("reordering")
def reordering_command(
    first: Annotated[Path, typer.Argument(help="Translations, a line per sentence.", show_default=False)],
    second: Annotated[Path, typer.Argument(help="Those of another system.", show_default=False)],
    reference: Annotated[Path, typer.Option("--reference", "-r", help="The reference.", show_default=False)],
    json: Json = False,
) -> None:
    """Sentences whose words two systems order differently, and which order is the reference's."""
    from rectrix.base.errors import InputError
    from rectrix.reproduce.reordering import reorderings
    from rectrix.text import read_sentences

    texts = [list(read_sentences(path)) for path in (first, second, reference)]
    for path, lines in zip((first, second), texts, strict=False):
        if len(lines) != len(texts[2]):
            raise InputError.at(path, 0, f"{len(lines)} lines, but {reference} has {len(texts[2])}")
    if not texts[2]:
        raise InputError.at(reference, 0, "no lines")
    found = reorderings(*texts)
    counts = [
        f"{name}: {len(lines)} ({_share(len(lines), found.different)})"
        for name, lines in ((first, found.first), (second, found.second), ("neither", found.neither))
    ]
    text = f"{found.different} of {found.sentences} sentences are ordered differently; right are\n"
    _print(asdict(found), text + "\n".join(counts), json)


@app.command("oracle")
@options(TuneSettings, "k")
def oracle_command(
    *,
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    source: Annotated[Path, typer.Argument(help="Sentences, one per line.", show_default=False)],
    reference: References,
    settings: TuneSettings,
    density: Annotated[
        float, typer.Option(help="Edges of forests per edge of the best derivation.", min=1.0)
    ] = 100.0,
    trust: Trust = False,
    threads: Threads = THREADS,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Oracle scores: of the model's first choice, of the best in k-best lists, and of the best in forests.

    If the first is far below the others, better weights or features have much to gain; if even the best of
    the forests is poor, the model needs better rules or a wider search.
    """
    from rectrix.pipeline import Model
    from rectrix.pipeline.oracle import oracles

    opened = Model.open(model, trust=trust)
    progress = for_terminal(quiet, json)
    found = oracles(opened, source, reference, settings.k, density, threads, progress)
    rows = (
        ("first", found.first),
        (f"best of {settings.k}", found.lists),
        ("best of the forest", found.forest),
    )
    text = "\n".join(f"{name:20} BLEU {best.bleu:5.2f}  length {best.length:.3f}" for name, best in rows)
    _print(asdict(found), text, json)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "none"


def _two(text: str) -> list[str]:
    from rectrix.base.errors import UsageError

    words = text.split(",")
    if len(words) != 2 or not all(words):
        raise UsageError(f"--pair {text!r}: expected two words, such as program,programme")
    return words


def _weights(path: Path) -> dict[str, float]:
    from rectrix.features.weights import read_weights
    from rectrix.model.folder import ModelFolder

    return dict(ModelFolder.open(path).weights() if path.is_dir() else read_weights(path))


def _print(facts: Any, text: str, as_json: bool) -> None:
    import json as encoder

    print(encoder.dumps(facts, ensure_ascii=False) if as_json else text)
