"""rectrix evaluate"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.cli.options import Force, Json, Quiet, Seed, Threads, for_terminal

if TYPE_CHECKING:
    from rectrix.evaluate import Options


def command(
    hypotheses: Annotated[
        list[Path] | None,
        typer.Argument(help="Translations of one system each, a line per sentence.", show_default=False),
    ] = None,
    reference: Annotated[
        list[Path] | None,
        typer.Option("--reference", "-r", help="A reference; repeat for more.", show_default=False),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system", help="NAME=FILE,FILE,... : several optimizer runs of one system; repeat for more."
        ),
    ] = None,
    metric: Annotated[str, typer.Option("--metric", help="Of bleu, chrf, chrf++, ter.")] = "bleu,chrf,ter",
    tokenize: Annotated[
        str, typer.Option("--tokenize", help="sacrebleu's tokenizer for BLEU; none for tokenized text.")
    ] = "13a",
    lowercase: Annotated[bool, typer.Option("--lowercase", help="Ignore case in BLEU and chrF.")] = False,
    resamples: Annotated[int, typer.Option("--resamples", help="Bootstrap samples.", min=2)] = 1000,
    shuffles: Annotated[
        int, typer.Option("--shuffles", help="Trials of approximate randomization.", min=1)
    ] = 10000,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", help="Write a page with plots and the sentences that differ most.", show_default=False
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--source", "-s", help="The source text, for the sentences of --html.", show_default=False
        ),
    ] = None,
    seed: Seed = 1,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Score translations with sacrebleu's metrics, and test each system against the first."""
    from rectrix.base.errors import UsageError
    from rectrix.base.files import require_absent, writing
    from rectrix.evaluate import Options, evaluate, page
    from rectrix.evaluate.comparison_page import COMPARISON_STYLE
    from rectrix.evaluate.form import Form, form_warnings

    if html is not None:
        require_absent(html, force)
    systems = _systems(hypotheses or [], system or [])
    references = [_lines(path) for path in reference or []]
    names = tuple(name.strip() for name in metric.split(","))
    options = Options(names, tokenize, lowercase, resamples, shuffles, seed, threads)
    texts = {name: [_lines(path) for path in paths] for name, paths in systems.items()}
    progress = for_terminal(quiet, json)
    if not references:
        raise UsageError("give at least one reference (-r)")
    for warning in form_warnings({name: runs[0] for name, runs in texts.items()}, references):
        progress.say(warning)
    if tokenize != "none" and "bleu" in names and any(Form.of(lines).tokenized for lines in references):
        progress.say(
            "the references look tokenized (blanks before commas); for such text use --tokenize none"
        )
    evaluation = evaluate(texts, references, options, progress)
    if html is not None:
        with writing(html, force=force) as file:
            file.write(
                page(evaluation, more=_compared(texts, references, source, options), style=COMPARISON_STYLE)
            )
    if json:
        import json as encoder

        print(encoder.dumps(evaluation.as_dict(), ensure_ascii=False))
    else:
        from rich.console import Console

        from rectrix.evaluate import table

        Console().print(table(evaluation))


def _compared(
    texts: "dict[str, list[list[str]]]", references: list[list[str]], source: Path | None, options: "Options"
) -> str:
    """The sections that compare the first runs of all systems."""
    from rectrix.evaluate.comparison import Compare, compare
    from rectrix.evaluate.comparison_page import comparison_html

    chosen = Compare(
        options.metrics, options.tokenize, options.lowercase, resamples=options.resamples, seed=options.seed
    )
    first = {name: runs[0] for name, runs in texts.items()}
    return comparison_html(compare(first, references, _lines(source) if source else None, chosen))


def _systems(files: list[Path], named: list[str]) -> dict[str, list[Path]]:
    """Name and runs of each system, in the order given; files are named by themselves."""
    from rectrix.base.errors import UsageError

    alone = len({path.name for path in files}) == len(files)
    systems = [(path.name if alone else str(path), [path]) for path in files]
    for text in named:
        name, equals, paths = text.partition("=")
        if not equals or not name or not all(paths.split(",")):
            raise UsageError(f"--system {text!r}: expected NAME=FILE,FILE,...")
        systems.append((name, [Path(path) for path in paths.split(",")]))
    if len(dict(systems)) < len(systems):
        raise UsageError("two systems have the same name")
    return dict(systems)


def _lines(path: Path) -> list[str]:
    from rectrix.base.files import open_text

    with open_text(path) as file:
        return [line.rstrip("\n") for line in file]
