"""Options of the commands that read n-best lists, and what they stand for."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.options import THREADS
from rectrix.kbest.formats import FORMATS
from rectrix.rerank.table import NEED_SOURCE, READY
from rectrix.score.names import MEANING

if TYPE_CHECKING:
    from rectrix._core.kbest import Lists
    from rectrix.base.progress import Progress
    from rectrix.rerank import Additions

NBest = Annotated[
    Path,
    typer.Option(
        "--nbest", "-n", help="N-best lists, compressed or not; - is standard input.", show_default=False
    ),
]
SeveralNBest = Annotated[
    list[Path],
    typer.Option(
        "--nbest", "-n", help="N-best lists, compressed or not; repeat to merge more.", show_default=False
    ),
]
References = Annotated[
    list[Path] | None,
    typer.Option(
        "--reference",
        "-r",
        help="References, a line for each sentence (its name first, if they have names); repeat for more.",
        show_default=False,
    ),
]
Source = Annotated[
    Path | None,
    typer.Option("--source", "-s", help="Source sentences, a line each.", show_default=False),
]
Format = Annotated[
    str,
    typer.Option(
        "--format",
        help=f"Shape of the lists: {', '.join(FORMATS)}; N lines for each sentence; of ESPnet, the folder.",
        metavar="NAME",
    ),
]
MetricNames = Annotated[str, typer.Option("--metric", help=f"One or more, with commas between: {MEANING}.")]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        help="A metric's values from a file, one a line for each hypothesis; repeat for more.",
        metavar="NAME=FILE",
    ),
]
Features = Annotated[
    list[str] | None,
    typer.Option(
        "--feature",
        help="A feature from a file, a number a line for each hypothesis; repeat for more.",
        metavar="NAME=FILE",
    ),
]
Ready = Annotated[
    list[str] | None,
    typer.Option(
        "--ready",
        help=f"Ready features: {', '.join(READY)}; with commas between, or repeat for more. "
        f"{', '.join(NEED_SOURCE)}: needs --source.",
        metavar="NAME",
    ),
]
LanguageModels = Annotated[
    list[str] | None,
    typer.Option(
        "--lm",
        help="A language model (ARPA or ours) whose log probability becomes the feature lm, or NAME.",
        metavar="[NAME=]FILE",
    ),
]


def named_files(option: str, given: Iterable[str] | None) -> tuple[tuple[str, Path], ...]:
    """NAME=FILE of an option that may be repeated."""
    found = []
    for text in given or ():
        name, equals, path = text.partition("=")
        if not equals or not name or not path:
            raise UsageError(f"{option} {text!r}: expected NAME=FILE")
        found.append((name, Path(path)))
    return tuple(found)


def names_of(given: Iterable[str] | None) -> tuple[str, ...]:
    """Names of an option that may be repeated and may have commas; those of one metric stay together."""
    return tuple(name.strip() for text in given or () for name in text.split(",") if name.strip())


def metric_names(text: str) -> tuple[str, ...]:
    """Metrics with commas between; the commas of f0.5:TP,FP,FN are its own."""
    found: list[str] = []
    pieces = [piece.strip() for piece in text.split(",")]
    while pieces:
        piece = pieces.pop(0)
        if piece.startswith("f") and ":" in piece and piece[1:2].isdigit():
            piece, pieces = ",".join([piece, *pieces[:2]]), pieces[2:]
        if not piece:
            raise UsageError(f"--metric {text!r}: a name is missing")
        found.append(piece)
    return tuple(found)


def additions(
    features: list[str] | None,
    columns: list[str] | None,
    ready: list[str] | None,
    lms: list[str] | None,
    source: Path | None = None,
    threads: int = THREADS,
) -> "Additions":
    """What the options add to lists."""
    from rectrix.rerank import Additions

    models = [text if "=" in text else f"lm={text}" for text in lms or ()]
    return Additions(
        named_files("--feature", features),
        named_files("--column", columns),
        names_of(ready),
        named_files("--lm", models),
        source,
        threads,
    )


def warn_of_form(lists: "Lists", nbest: Path, reference: list[Path] | None, progress: "Progress") -> None:
    """Say so if hypotheses are tokenized or lowercased and references are not: nothing would be learned."""
    from rectrix.base.files import open_text
    from rectrix.evaluate.form import form_warnings
    from rectrix.kbest.matrix import sentences

    texts, names = [], set(lists.ids)
    for path in reference or ():
        with open_text(path) as file:
            parts = [(line, *line.rstrip("\n").partition(" ")) for line in file]
        texts.append([rest if first in names else line for line, first, _, rest in parts])
    if texts:
        first = [lists.text(own.start) for own in sentences(lists) if own]
        for warning in form_warnings({nbest.name: first}, texts) if first else ():
            progress.say(warning)


def expected_sentences(reference: list[Path] | None) -> int:
    """How many lists there must be: a decoder that failed on the last sentences leaves no trace of them."""
    from rectrix.base.files import open_bytes

    if not reference:
        return 0
    with open_bytes(reference[0]) as file:
        return sum(1 for _ in file)
