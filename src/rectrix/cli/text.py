"""A side's text processing for one file: learn it, apply it, undo it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rectrix.base.progress import counted
from rectrix.cli.help import Group
from rectrix.cli.options import THREADS, Force, Json, OutputFolder, Quiet, Threads, for_terminal
from rectrix.cli.text_options import text_options
from rectrix.text import TextSettings

if TYPE_CHECKING:
    from rectrix.text import TextPipeline

app = typer.Typer(cls=Group, add_completion=False, no_args_is_help=True)

Processing = Annotated[
    Path, typer.Argument(help="What `learn` wrote, or a model folder.", show_default=False)
]
Input = Annotated[Path, typer.Argument(help="Lines of text; - is standard input.")]
Output = Annotated[Path, typer.Option("--output", "-o", help="File to write; - is standard output.")]
SideName = Annotated[str, typer.Option(help="Of a model folder: source or target.")]
_STDIO = Path("-")
_BATCH = 1000  # lines at a time


@app.command()
@text_options
def learn(
    *,
    files: Annotated[list[Path], typer.Argument(metavar="TEXT", help="Text as people write it.")],
    output: OutputFolder,
    language: Annotated[
        str | None,
        typer.Option(
            "--language", "-l", help="Language of the text, such as de.", show_default="by the file's name"
        ),
    ] = None,
    settings: dict[str, Any],
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Learn a language's text processing from a text, and write it into a folder."""
    from rectrix.base.errors import InputError, UsageError
    from rectrix.base.files import require_absent, writing_folder
    from rectrix.text import TextPipeline, guess_language, read_sentences
    from rectrix.text.settings import check_language

    require_absent(output, force)
    found = check_language(language) if language else guess_language(files[0])
    if not found:
        raise UsageError(f"{files[0]}: its language is not known; say -l de, for example")
    chosen = TextSettings.of({**settings, "language": found}, "options")
    # Standard input can be read only once: by who learns.
    if _STDIO not in files and not any(line.strip() for path in files for line in read_sentences(path)):
        raise InputError.at(files[0], 0, "there is no text to learn from")
    progress = for_terminal(quiet, json)
    with progress.task(f"learning from {counted(len(files), 'file')}"):
        made = TextPipeline.learn(chosen, files, threads=threads)
    with writing_folder(output, force) as folder:
        made.save(folder)
    progress.result(f"{output} is ready: rectrix text apply {output} FILE", output=str(output))


@app.command()
def apply(
    processing: Processing,
    file: Input = _STDIO,
    output: Output = _STDIO,
    record: Annotated[
        Path | None, typer.Option(help="Write what `invert` needs to give every line back exactly.")
    ] = None,
    side: SideName = "source",
    threads: Threads = THREADS,
    force: Force = False,
    json: Json = False,
) -> None:
    """The words of each line, space-separated, as a model sees them."""
    from contextlib import nullcontext

    from rectrix.base.files import writing

    pipeline = open_processing(processing, side)
    with writing(output, force) as out, writing(record, force) if record else nullcontext() as kept:
        for lines in _batches(file):
            out.writelines(as_line(line, json) for line in pipeline.apply_lines(lines, threads))
            if kept is not None:
                kept.writelines(f"{pipeline.record(line)}\n" for line in lines)


@app.command()
def invert(
    processing: Processing,
    file: Input = _STDIO,
    output: Output = _STDIO,
    record: Annotated[
        Path | None, typer.Option(help="What `apply` recorded: every line comes back exactly.")
    ] = None,
    side: SideName = "target",
    force: Force = False,
    json: Json = False,
) -> None:
    """Text as people write it, from space-separated words: by rules, or exactly as recorded."""
    from itertools import repeat

    from rectrix.base.errors import InputError
    from rectrix.base.files import writing

    pipeline = open_processing(processing, side)
    with writing(output, force) as out:
        records = (line for lines in _batches(record) for line in lines) if record else repeat(None)
        for lines in _batches(file):
            for line in lines:
                words, kept = [word for word in line.split(" ") if word], next(records, "=")
                if kept == "=" and line:
                    raise InputError.at(record or "", 0, f"has fewer lines than {file}")
                text = pipeline.invert(words) if kept is None else pipeline.restore(words, kept)
                out.write(as_line(text, json))


def as_line(text: str, as_json: bool) -> str:
    """A line of text, or the same as a JSON object."""
    from json import dumps

    return f"{dumps({'text': text}, ensure_ascii=False) if as_json else text}\n"


def open_processing(path: Path, side: str) -> "TextPipeline":
    """The text processing in a folder, or of one side of a model."""
    from rectrix.base.errors import UnknownName
    from rectrix.model.folder import ModelFolder
    from rectrix.model.settings import SETTINGS
    from rectrix.text import TextPipeline

    sides = ("source", "target")
    if side not in sides:
        raise UnknownName("side", side, sides)
    if not (path / SETTINGS).is_file():
        return TextPipeline.open(path)
    return ModelFolder.open(path).text[sides.index(side)]


def prepared_lines(pipeline: "TextPipeline", path: Path) -> Iterator[str]:
    """The space-separated words of each line of a text."""
    for lines in _batches(path):
        yield from pipeline.apply_lines(lines)


def _batches(path: Path) -> Iterator[list[str]]:
    """Lines exactly as they are, but for their ends."""
    from itertools import islice

    from rectrix.base.files import open_text

    with open_text(path) as file:
        while lines := [line.removesuffix("\n") for line in islice(file, _BATCH)]:
            yield lines
