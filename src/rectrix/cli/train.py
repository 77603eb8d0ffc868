"""rectrix train"""

from pathlib import Path
from typing import Annotated, Any

import typer

from rectrix.cli.options import (
    ExecutorName,
    Force,
    Json,
    OutputFolder,
    Quiet,
    Scratch,
    Threads,
    Workers,
    for_terminal,
    pair_of_columns,
)
from rectrix.cli.recipe_options import RECIPE_NAMES, Changes, Shards, TuneOn, TuneSentences, changed
from rectrix.cli.text_options import Case, Languages, SubwordPieces, TokenizerName, text_options


def command(
    output: OutputFolder,
    source: Annotated[Path | None, typer.Option("-s", "--source", help="Source side of the bitext.")] = None,
    target: Annotated[Path | None, typer.Option("-t", "--target", help="Target side, line by line.")] = None,
    bitext: Annotated[
        list[Path] | None,
        typer.Option("--bitext", help="A TMX, XLIFF, PO or TSV file with both sides; may be given often."),
    ] = None,
    add: Annotated[
        list[Path] | None,
        typer.Option("--add", help="A journal of corrections (rectrix learn) whose pairs join the bitext."),
    ] = None,
    columns: Annotated[str, typer.Option(help="Columns of source and target in TSV files.")] = "1,2",
    dev_source: Annotated[
        Path | None, typer.Option(help="Sentences to tune on, or to watch with --tune-on train.")
    ] = None,
    dev_reference: Annotated[
        list[Path] | None, typer.Option(help="Their translations; give several times for several.")
    ] = None,
    decoder: Annotated[str | None, typer.Option(help="hiero or phrase.", show_default="hiero")] = None,
    reordering: Annotated[
        str | None,
        typer.Option(
            help="phrase: lexicalized, dual or primal (classifiers), both (lexicalized and dual), none.",
            show_default="lexicalized",
        ),
    ] = None,
    recipe: Annotated[str | None, typer.Option(help=RECIPE_NAMES, show_default="kbmira")] = None,
    features: Annotated[
        str | None, typer.Option(help="Sparse feature templates, divided by commas; all: every one.")
    ] = None,
    source_classes: Annotated[
        Path | None, typer.Option(help="Classes of source words, for templates such as class_word_pairs.")
    ] = None,
    target_classes: Annotated[Path | None, typer.Option(help="Classes of target words.")] = None,
    changes: Changes = None,
    tune_on: TuneOn = None,
    tune_sentences: TuneSentences = None,
    shards: Shards = None,
    lm_text: Annotated[
        list[Path] | None, typer.Option(help="More target text for the language model.")
    ] = None,
    lm_order: Annotated[
        int | None, typer.Option(help="Words of the longest n-grams.", show_default="4")
    ] = None,
    languages: Languages = None,
    pretokenized: Annotated[
        bool | None,
        typer.Option("--pretokenized", help="The text is prepared already: its words stand between blanks."),
    ] = None,
    case: Case = None,
    tokenizer: TokenizerName = None,
    split_compounds: Annotated[
        str | None, typer.Option(help="Split compounds of: source, target or both.", show_default="none")
    ] = None,
    subwords: SubwordPieces = None,
    align_model: Annotated[
        str | None, typer.Option(help="ibm1, diagonal, hmm or fertility.", show_default="hmm")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="Settings in a TOML file; options given here win.")
    ] = None,
    executor: ExecutorName = "threads",
    workers: Workers = 0,
    scratch: Scratch = None,
    threads: Threads = 1,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Train a translation model: text processing, alignment, language model, grammar, tuning.

    The text is as people write it; the model learns how to prepare it, and does so whenever it is used.
    Stages that were done before with the same files and settings are not done again, so an interrupted run
    goes on where it was. Intermediate files lie in OUTPUT.work and may be deleted afterwards.
    """
    from rectrix.learn.run import Run
    from rectrix.pipeline import TrainSettings, train

    options: dict[str, Any] = {
        "decoder": decoder,
        "reordering": reordering,
        "languages": languages,
        "pretokenized": pretokenized,
        **_sides(text_options(case, tokenizer, subwords), split_compounds),
        "lm_order": lm_order,
        "templates": _templates(features),
        "source_classes": source_classes,
        "target_classes": target_classes,
        "align": {"model": align_model} if align_model else None,
        "tune": _tune(recipe, changes, tune_on, tune_sentences, shards),
    }
    given = {name: value for name, value in options.items() if value is not None}
    settings = TrainSettings.read(config, **given) if config else TrainSettings.of(given, "train")
    progress = for_terminal(quiet, json)
    train(
        source,
        target,
        dev_source,
        dev_reference or (),
        output,
        settings,
        lm_text or (),
        Run(executor=executor, workers=workers, threads=threads, scratch=scratch, progress=progress),
        force,
        [*(bitext or ()), *_journals(add or [])],
        pair_of_columns(columns),
    )
    progress.say(f"{output} is ready: rectrix translate {output} FILE")


def _journals(paths: list[Path]) -> list[Path]:
    from rectrix.base.errors import UsageError
    from rectrix.text.formats import format_of

    for path in paths:
        if format_of(path) != "journal":
            raise UsageError(f"--add {path}: the name of a journal ends in .journal; other files: --bitext")
    return paths


def _sides(text: dict[str, Any], compounds: str | None) -> dict[str, Any]:
    """The settings of both sides' text processing."""
    from rectrix.base.errors import UnknownName

    sides = {None: (), "source": ("source",), "target": ("target",), "both": ("source", "target")}
    if compounds not in sides:
        raise UnknownName("side", compounds or "", [side for side in sides if side])
    split = {f"{side}_text": {**text, "compounds": True} for side in sides[compounds]}
    return {**split, **({"text": text} if text else {})}


def _tune(
    recipe: str | None,
    changes: list[str] | None,
    tune_on: str | None,
    sentences: int | None,
    shards: int | None,
) -> dict[str, Any] | None:
    given = {"recipe": recipe, "on": tune_on, "sentences": sentences}
    tune: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    settings = changed(changes, shards)
    return {**tune, "settings": settings} if tune or settings else None


def _templates(features: str | None) -> list[str] | None:
    if not features:
        return None
    from rectrix._core.features import template_names

    return list(template_names()) if features == "all" else features.split(",")
