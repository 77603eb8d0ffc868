"""Train, compile and query n-gram language models."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.fields import options
from rectrix.cli.help import Group
from rectrix.cli.options import (
    THREADS,
    Force,
    Json,
    Memory,
    OutputFile,
    Quiet,
    Threads,
    for_terminal,
    memory_bytes,
)
from rectrix.lm import ClassSettings, TrainOptions

if TYPE_CHECKING:
    from rectrix.lm import LanguageModel, Total

app = typer.Typer(cls=Group, no_args_is_help=True)

_BATCH = 20_000  # sentences scored at once

Prune = Annotated[
    str,
    typer.Option(
        "--prune",
        help="Drop n-grams with at most this count, for each order: '0 0 1' or 0,0,1; the first is 0.",
    ),
]
Limit = Annotated[
    str | None,
    typer.Option(
        "--vocabulary", help="Number of most frequent words, or file of words; the others become <unk>."
    ),
]
Processing = Annotated[
    Path | None,
    typer.Option(help="The text is raw: prepare it as the target of this model, or this `text learn`, does."),
]


@app.command()
@options(TrainOptions, "order", "skip_markers", "temporary", names={"order": ("--order", "-n")})
def train(
    *,
    texts: Annotated[
        list[Path], typer.Argument(metavar="TEXT", help="Text, one sentence per line; - is stdin.")
    ],
    output: Annotated[
        list[Path],
        typer.Option("--output", "-o", help="OUT.rlm (mapped) or OUT.arpa[.gz|.xz|.zst]; repeat for both."),
    ],
    settings: TrainOptions,
    prune: Prune = "0",
    vocabulary: Limit = None,
    text: Processing = None,
    memory: Memory = None,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Estimate an interpolated modified Kneser-Ney model from text."""
    from rectrix import lm

    arpa, mapped = _outputs(output)

    chosen = replace(
        settings,
        prune=_thresholds(prune),
        vocabulary=_limit(vocabulary),
        memory=settings.memory if memory is None else memory_bytes(memory),
        threads=threads,
    )
    progress = for_terminal(quiet, json)
    _, report = lm.train(_prepared(texts, text), chosen, arpa, mapped, force, progress)
    for length, level in enumerate(report.levels, 1):
        discounts = " ".join(f"{d:.6g}" for d in level.discounts)
        progress.say(
            f"length {length}: {level.ngrams} n-grams, discounts {discounts}",
            length=length,
            ngrams=level.ngrams,
            discounts=level.discounts,
        )
    counts = [level.ngrams for level in report.levels]
    if Path("-") not in output:
        progress.result(f"{' '.join(map(str, output))}: {' '.join(map(str, counts))} n-grams", ngrams=counts)


@app.command()
@options(ClassSettings)
def classes(
    *,
    texts: Annotated[
        list[Path], typer.Argument(metavar="TEXT", help="Text, one sentence per line; - is stdin.")
    ],
    output: OutputFile,
    settings: ClassSettings,
    text: Processing = None,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Learn word classes from text; writes a line `word class` for every word.

    `rectrix train --classes N` learns them itself.
    """
    from dataclasses import asdict

    from rectrix import lm

    progress = for_terminal(quiet, json)
    report = lm.learn_classes(_prepared(texts, text), output, settings, force, progress)
    if str(output) != "-":
        said = f"{output}: classes of {report.types} words, perplexity {report.perplexity:.2f}"
        progress.result(said, **asdict(report))


def _prepared(texts: list[Path], processing: Path | None) -> "list[Path | Iterable[str]]":
    """Files of tokens, or lines prepared by a text processing."""
    if processing is None:
        return [*texts]
    from rectrix.cli.text import open_processing, prepared_lines

    pipeline = open_processing(processing, "target")
    return [prepared_lines(pipeline, path) for path in texts]


@app.command()
def compile(
    arpa: Annotated[
        Path, typer.Argument(metavar="IN.arpa", help="A model in ARPA format, compressed or not.")
    ],
    output: OutputFile,
    trie: Annotated[bool, typer.Option("--trie", help="Half the size, slower queries.")] = False,
    bits: Annotated[
        int, typer.Option(help="Bits of a quantized value in a trie, 2 to 16; 0: exact.", min=0, max=16)
    ] = 0,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the memory-mapped form of an ARPA model."""
    from rectrix.base.files import require_absent
    from rectrix.lm import compile_arpa

    require_absent(output, force)
    progress = for_terminal(quiet, json)
    with progress.task(f"compiling {arpa}"):
        model = compile_arpa(arpa, output, trie, bits, force)
    progress.result(
        f"order {model.order}: {' '.join(map(str, model.counts))} n-grams",
        order=model.order,
        ngrams=model.counts,
    )


@app.command()
def export(
    model: Annotated[Path, typer.Argument(metavar="LM", help="OUT.rlm, or a model folder.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="OUT.arpa[.gz|.xz|.zst]; - is standard output.")
    ] = Path("-"),
    number: Annotated[
        int, typer.Option(help="Of a model folder with several: which one, from 1.", min=1)
    ] = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write the ARPA text of a model in its memory-mapped form.

    The plain form holds hashes of its n-grams instead of their words, which are found by trying: time grows
    with the square of the vocabulary. If it is large, keep the ARPA file, or compile it with --trie.
    """
    from rectrix.base.files import require_absent
    from rectrix.grammar.hiero import ticking
    from rectrix.lm import LanguageModel

    if str(output) != "-":
        require_absent(output, force)
    lm = LanguageModel.open(_model_file(model, number))
    progress = for_terminal(quiet, json)
    with ticking(progress, f"listing {model}", "n-grams") as tick:
        lm.write_arpa(output, force, tick)
    if str(output) != "-":
        counts = " ".join(map(str, lm.counts))
        progress.result(f"order {lm.order}: {counts} n-grams", order=lm.order, ngrams=lm.counts)


def _model_file(path: Path, number: int) -> Path:
    """A language model's file, also of a model folder."""
    from rectrix.model.folder import ModelFolder

    if not path.is_dir():
        return path
    files = [file for file, _ in ModelFolder.open(path).language_models]
    if number > len(files):
        raise UsageError(f"{path} has {len(files)} language models, not {number}")
    return files[number - 1]


@app.command()
def query(
    model: Annotated[Path, typer.Argument(metavar="LM", help="OUT.rlm or an ARPA file.")],
    text: Annotated[Path, typer.Argument(metavar="[TEXT]", help="One sentence per line; - is stdin.")] = Path(
        "-"
    ),
    words: Annotated[
        bool, typer.Option("--words", help="A line for every word instead of every sentence.")
    ] = False,
    no_begin: Annotated[
        bool, typer.Option("--no-begin", help="Score sentences without <s> before them.")
    ] = False,
    no_end: Annotated[
        bool, typer.Option("--no-end", help="Score sentences without </s> behind them.")
    ] = False,
    threads: Threads = THREADS,
    json: Json = False,
) -> None:
    """Score text: per sentence log10 probability, words and unknown words; then totals and perplexity."""
    from rectrix.base.files import open_bytes
    from rectrix.lm import LanguageModel, Total

    lm = LanguageModel.open(model)
    total = Total()
    with open_bytes(text) as file:
        for lines in _batches(file):
            scores = lm.score_all(lines, not no_begin, not no_end, threads)
            if words:
                _print_words(lm, lines, total.sentences, (not no_begin, not no_end), json)
            else:
                _print_rows(zip(scores.log10, scores.words, scores.unknown, strict=True), json)
            total = total + scores.sum()
    _print_total(total, json)


def _print_rows(rows: Iterable[tuple[float, int, int]], json: bool) -> None:
    for log10, words, unknown in rows:
        if json:
            print(f'{{"log10": {log10:.6f}, "words": {words}, "unknown": {unknown}}}')
        else:
            print(f"{log10:.6f}\t{words}\t{unknown}")


def _print_words(
    lm: "LanguageModel", lines: list[bytes], before: int, bounds: tuple[bool, bool], json: bool
) -> None:
    from json import dumps

    for number, line in enumerate(lines, before + 1):
        texts = [*re.findall(r"[^ \t]+", line.decode("utf-8", "replace")), "</s>"]
        for word, (log10, length, unknown) in zip(texts, lm.score_words(line, *bounds), strict=False):
            if json:
                row = {
                    "sentence": number,
                    "word": word,
                    "log10": round(log10, 6),
                    "length": length,
                    "unknown": unknown,
                }
                print(dumps(row, ensure_ascii=False))
            else:
                print(f"{number}\t{word}\t{log10:.6f}\t{length}\t{'unknown' if unknown else 'known'}")


def _print_total(total: "Total", json: bool) -> None:
    facts = {
        "sentences": total.sentences,
        "words": total.words,
        "unknown": total.unknown,
        "log10": round(total.log10, 6),
        "perplexity": total.perplexity(),
        "perplexity_known": total.perplexity(unknown=False),
    }
    if json:
        from json import dumps

        print(dumps({"total": facts}))
        return
    print(
        f"# {total.sentences} sentences, {total.words} words, {total.unknown} unknown, "
        f"log10 {total.log10:.6f}, perplexity {total.perplexity():.6g}, "
        f"without unknown words {total.perplexity(unknown=False):.6g}"
    )


def _batches(file: IO[bytes]) -> Iterator[list[bytes]]:
    while lines := [line.rstrip(b"\r\n") for line in islice(file, _BATCH)]:
        yield lines


def _outputs(paths: list[Path]) -> tuple[Path | None, Path | None]:
    mapped = [path for path in paths if path.suffix == ".rlm"]
    arpa = [path for path in paths if ".arpa" in path.suffixes or str(path) == "-"]
    if len(mapped) > 1 or len(arpa) > 1 or len(mapped) + len(arpa) != len(paths):
        raise UsageError(
            f"cannot write {' and '.join(map(str, paths))}; give OUT.rlm, OUT.arpa[.gz] or one of each"
        )
    return (arpa[0] if arpa else None), (mapped[0] if mapped else None)


def _thresholds(text: str) -> list[int]:
    fields = re.split(r"[ ,]+", text.strip())
    if not all(field.isdigit() for field in fields):
        raise UsageError(f"pruning thresholds {text!r}; numbers such as '0 0 1' are needed")
    return [int(field) for field in fields]


def _limit(text: str | None) -> int | Path | None:
    return None if text is None else int(text) if text.isdigit() else Path(text)
