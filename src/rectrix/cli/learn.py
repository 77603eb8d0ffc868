"""rectrix learn"""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.base.errors import UsageError
from rectrix.cli.options import THREADS, Force, Json, Quiet, Threads, for_terminal

if TYPE_CHECKING:
    from rectrix.adapt import Learner
    from rectrix.base.progress import Progress


def command(
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    source: Annotated[Path | None, typer.Option("-s", "--source", help="Sentences, one per line.")] = None,
    target: Annotated[
        Path | None, typer.Option("-t", "--target", help="Their confirmed translations, line by line.")
    ] = None,
    journal: Annotated[
        Path | None, typer.Option(help="Where corrections are kept.", show_default="MODEL.journal")
    ] = None,
    learner: Annotated[
        str | None,
        typer.Option(help="passive_aggressive, adagrad or perceptron.", show_default="passive_aggressive"),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="Change a setting of learning: memory=false, reward=0.5; repeat for more.",
            metavar="NAME=VALUE",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Show what was learned: id, source, target.")] = False,
    undo: Annotated[
        list[int] | None, typer.Option(help="Take back a pair by its id; repeat for more.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="Write what was learned as a translation memory, FILE.tmx.")
    ] = None,
    threads: Threads = THREADS,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Learn confirmed translations; they count from the next sentence on.

    With -s and -t, two files of sentences are learned line by line; pairs that the journal has already are
    passed over, so that the same command goes on where it was interrupted. Without, lines of standard input
    are translated, and LEARN ||| source ||| target is learned; each line has one line as its answer.

    What was learned is kept in a journal, which `rectrix translate MODEL --journal FILE` uses and
    `rectrix train --add FILE` makes part of a new model.
    """
    from rectrix.adapt import LearnSettings
    from rectrix.cli.recipe_options import changed
    from rectrix.pipeline import load

    progress = for_terminal(quiet, json)
    path = journal or model.with_name(model.name + ".journal")
    if bool(source) != bool(target):
        raise UsageError("give both sides of the pairs: -s and -t")
    if sum(map(bool, (source, show, undo, export))) > 1:
        raise UsageError("give -s and -t, or one of --list, --undo and --export")
    if show:
        _list(path)
    elif undo:
        _undo(path, undo, progress)
    elif export:
        _export(model, path, export, force, progress)
    else:
        given = {**changed(changes, None), **({"learner": learner} if learner else {})}
        settings = LearnSettings.of(given, "learn")
        pairs = _pairs(source, target) if source and target else None
        with load(model).learner(path, settings) as opened:
            if pairs is None:
                _answer(opened, threads, progress)
            else:
                _learn(opened, pairs, progress)
                progress.say(f"use it: rectrix translate {model} --journal {path}")


def _list(path: Path) -> None:
    from rectrix.text.formats.journal import read_journal

    _require(path)
    for entry in read_journal(path).entries:
        print(f"{entry.id}\t{entry.source}\t{entry.target}")


def _undo(path: Path, ids: list[int], progress: "Progress") -> None:
    from rectrix.adapt import Journal

    _require(path)
    journal = Journal(path)
    known = {entry.id for entry in journal.read().entries}
    for id in ids:
        if id not in known or ids.count(id) > 1:
            raise UsageError(f"{path}: there is no pair {id} to undo, or not twice; --list shows them")
    for id in ids:
        journal.undo(id)
    journal.close()
    left = len(known) - len(ids)
    progress.result(f"{path}: {len(ids)} taken back, {left} in force", undone=ids, pairs=left)


def _export(model: Path, path: Path, output: Path, force: bool, progress: "Progress") -> None:
    from rectrix.model.folder import ModelFolder
    from rectrix.text.formats import Languages, ReadOptions
    from rectrix.text.formats.journal import read
    from rectrix.text.formats.tmx import write

    settings = ModelFolder.open(model).settings
    languages = Languages(settings.source_language or "und-source", settings.target_language or "und-target")
    count = write(output, read(path, languages, ReadOptions()), languages, force)
    progress.result(f"{output}: {count:,} pairs", output=str(output), pairs=count)


def _require(path: Path) -> None:
    if not path.exists():
        raise UsageError(f"{path}: there is no such journal; rectrix learn MODEL -s F -t F makes one")


def _pairs(source: Path, target: Path) -> list[tuple[str, str]]:
    """Checked before anything is learned."""
    from rectrix.base.errors import InputError
    from rectrix.text import read_sentences

    sides = [list(read_sentences(path)) for path in (source, target)]
    if len(sides[0]) != len(sides[1]):
        raise InputError.at(target, 0, f"{len(sides[1])} lines, but {source} has {len(sides[0])}")
    if not sides[0]:
        raise InputError.at(source, 0, "no sentences to learn")
    for number, (left, right) in enumerate(zip(*sides, strict=True), start=1):
        if not left.strip() or not right.strip():
            raise InputError.at(
                source if not left.strip() else target, number, "an empty line; remove the pair"
            )
    return list(zip(*sides, strict=True))


def _learn(learner: "Learner", pairs: list[tuple[str, str]], progress: "Progress") -> None:
    rules, seconds = 0, 0.0
    known = Counter((lesson.source, lesson.target) for lesson in learner.lessons())
    passed = 0
    with progress.task("learning", len(pairs), "pairs") as task:
        for number, (source, target) in enumerate(pairs, start=1):
            if known[source, target]:
                known[source, target] -= 1
                passed += 1
                task.advance(1)
                continue
            try:
                lesson = learner.learn(source, target)
            except UsageError as error:
                raise UsageError(
                    f"line {number}: {error}; {number - 1} pairs before it were learned"
                ) from None
            rules, seconds = rules + lesson.rules, seconds + lesson.seconds
            if lesson.message and number == 1:
                progress.say(lesson.message)
            task.advance(1)
    learned = len(pairs) - passed
    mean = 1000 * seconds / max(1, learned)
    before = f"; {passed:,} were in the journal before" if passed else ""
    progress.result(
        f"{learned:,} pairs learned, {rules:,} rules, {mean:.0f} ms a pair{before}",
        pairs=learned,
        rules=rules,
        before=passed,
    )


def _answer(learner: "Learner", threads: int, progress: "Progress") -> None:
    from rectrix.adapt.stream import answers
    from rectrix.base.files import standard_input
    from rectrix.text import read_sentences

    for line in answers(learner, read_sentences(Path("-")), threads, standard_input().waits, progress.say):
        print(line, flush=True)
