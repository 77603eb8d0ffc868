"""rectrix demo"""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.options import Progress, Quiet, Seed, for_terminal

if TYPE_CHECKING:
    from rectrix.text.sample import SampleSettings


def command(
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the sample.")] = Path("demo"),
    pairs: Annotated[int, typer.Option("--pairs", "-n", help="Training pairs.", min=1)] = 20000,
    seed: Seed = 1,
    quiet: Quiet = False,
) -> None:
    """Write the embedded sample bitext to a folder, and show what is in it.

    A second run uses the same folder again, or writes it anew if the options have changed.
    """
    from rectrix.text.sample import SampleSettings

    settings = SampleSettings(pairs=pairs, seed=seed)
    _prepare(output, settings, for_terminal(quiet))
    _show_statistics(output)
    _show_examples(output, settings)


def _prepare(folder: Path, settings: "SampleSettings", progress: Progress) -> None:
    """Write the sample unless it is there; replace only what an earlier sample wrote."""
    from rectrix.text.sample import SampleSettings, sample_files, write_sample

    kept = folder / "sample.toml"
    if kept.exists():
        if SampleSettings.read(kept) == settings and all(
            path.exists() for path in sample_files(folder, settings)
        ):
            progress.say(f"using the sample in {folder}")
            return
        write_sample(folder, settings, progress, force=True)
    elif folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} holds other files; choose a folder of its own for the demo with -o")
    else:
        write_sample(folder, settings, progress)


class Statistics(NamedTuple):
    """Counts of one text file."""

    lines: int
    words: int
    vocabulary: int
    singletons: int  # words that occur once

    @classmethod
    def of(cls, path: Path) -> "Statistics":
        """Count a file's lines and words."""
        counts: Counter[str] = Counter()
        lines = 0
        with path.open(encoding="utf-8") as file:
            for line in file:
                counts.update(line.split())
                lines += 1
        return cls(lines, counts.total(), len(counts), sum(count == 1 for count in counts.values()))


def _show_statistics(folder: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"sample bitext in {folder}")
    table.add_column("file")
    for name in ("sentences", "words", "words per sentence", "vocabulary", "singletons"):
        table.add_column(name, justify="right")
    for name in ("train.de", "train.en", "dev.de", "devtest.de", "test.de"):
        seen = Statistics.of(folder / name)
        mean, rare = seen.words / max(seen.lines, 1), 100 * seen.singletons / max(seen.vocabulary, 1)
        table.add_row(
            name, f"{seen.lines:,}", f"{seen.words:,}", f"{mean:.1f}", f"{seen.vocabulary:,}", f"{rare:.1f} %"
        )
    Console().print(table)


def _show_examples(folder: Path, settings: "SampleSettings", count: int = 5) -> None:
    from rich.console import Console
    from rich.table import Table

    names = ["dev.de", *(f"dev.ref{k}.en" for k in range(settings.references))]
    texts = [(folder / name).read_text(encoding="utf-8").splitlines()[:count] for name in names]
    table = Table(title="from dev: a German sentence and its English references", show_lines=True)
    table.add_column("German")
    table.add_column("English")
    for source, *references in zip(*texts, strict=True):
        table.add_row(source, "\n".join(dict.fromkeys(references)))
    Console().print(table)
