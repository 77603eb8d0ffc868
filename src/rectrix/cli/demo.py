"""rectrix demo"""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.fields import options
from rectrix.cli.options import Json, Progress, Quiet, for_terminal
from rectrix.cli.run_options import run_options
from rectrix.cli.sample import NAMES
from rectrix.learn.run import Run
from rectrix.sample import SampleSettings

if TYPE_CHECKING:
    from rectrix.pipeline.demo import DemoResult


@run_options("threads", defaults={"threads": 2})
@options(
    SampleSettings,
    "pairs",
    "held_out",
    "seed",
    names=NAMES,
    defaults={"pairs": 4000, "held_out": 300},
)
def command(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for sample and models.")] = Path(
        "demo"
    ),
    settings: SampleSettings,
    sample_only: Annotated[
        bool, typer.Option("--sample-only", help="Stop after showing the sample.")
    ] = False,
    run: Run,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train, tune, translate and evaluate on the embedded sample bitext, and say what to try next.

    A second run uses the same folder again: what is done is not done again, unless the options have changed.
    """
    progress = for_terminal(quiet, json)
    _prepare(output, settings, progress)
    if not json and (sample_only or not quiet):
        _show_statistics(output)
        _show_examples(output, settings, 2)
    if sample_only:
        return
    from rectrix.pipeline.demo import run_demo

    result = run_demo(output, settings.references, run.threads, progress)
    if json:
        progress.result("", **result.evaluation.as_dict())
    else:
        _show_results(output, result)


def _prepare(folder: Path, settings: SampleSettings, progress: Progress) -> None:
    """Write the sample unless it is there; replace only what an earlier sample wrote."""
    from rectrix.sample import sample_files, write_sample

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


def _show_examples(folder: Path, settings: SampleSettings, count: int = 5) -> None:
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


def _show_results(folder: Path, result: "DemoResult", count: int = 3) -> None:
    from rich.console import Console
    from rich.table import Table

    from rectrix.evaluate import table

    console = Console()
    console.print(table(result.evaluation))
    for gain in result.gains:
        p = "the same output" if gain.p_randomization is None else f"p {gain.p_randomization:.4f}"
        console.print(f"sparse against dense: {gain.metric} {gain.difference:+.2f}, {p}", highlight=False)
    examples = Table(title="translations of the test set", show_lines=True)
    for name in ("German", *result.translations, "reference"):
        examples.add_column(name)
    for rows in list(zip(result.source, *result.translations.values(), result.reference, strict=True))[
        :count
    ]:
        examples.add_row(*rows)
    console.print(examples)
    console.print(
        "What to type next, with your own files:\n"
        "  rectrix train -s train.de -t train.en --dev-source dev.de --dev-reference dev.en -o model\n"
        f"  echo 'Die alte Frau hat das Haus gekauft.' | rectrix translate {folder}/dense\n"
        "  rectrix rerank tune --nbest dev.nbest -r dev.en -o weights      (n-best lists of any system)",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
