"""rectrix translate"""

import sys
import time
from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rectrix.base.errors import UnknownName, UsageError
from rectrix.base.progress import Progress
from rectrix.cli.fields import options
from rectrix.cli.options import (
    Force,
    Json,
    KeptMemory,
    Quiet,
    Trust,
    for_terminal,
    kept_megabytes,
)
from rectrix.cli.run_options import run_options
from rectrix.learn.run import Run
from rectrix.pipeline.translate_settings import TranslateSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from rectrix._core.decode import SearchReport
    from rectrix._core.kbest import Lists
    from rectrix.model.demands import Asked
    from rectrix.model.mbr import MbrSettings
    from rectrix.model.output import Output
    from rectrix.model.translator import Translator


@run_options("executor", "workers", "threads")
@options(TranslateSettings, without=("cache",), names={"load": ("--loading",)})
def command(
    *,
    model: Annotated[Path, typer.Argument(help="A model folder.", show_default=False)],
    file: Annotated[
        Path, typer.Argument(help="Sentences, one per line (- is standard input), or a PO or XLIFF file.")
    ] = Path("-"),
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write; - is standard output.")
    ] = Path("-"),
    settings: TranslateSettings,
    weights: Annotated[
        Path | None, typer.Option(help="Other weights than the model's: lines of name and value.")
    ] = None,
    format: Annotated[
        str | None, typer.Option(help="text, po or xliff.", show_default="by the file's ending")
    ] = None,
    glossary: Annotated[
        Path | None, typer.Option(help="Terms and the translations they must have: FILE.tsv or FILE.tbx.")
    ] = None,
    mbr: Annotated[
        str | None,
        typer.Option(
            help="Minimum Bayes risk: forest, counts, consensus, bleu, bleu+1, chrf (see rectrix mbr), none.",
            show_default="as the model says",
        ),
    ] = None,
    mbr_scale: Annotated[
        float | None,
        typer.Option(
            help="Scale of model scores in minimum Bayes risk.", min=1e-6, show_default="the model's"
        ),
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            help="Corrections that `rectrix learn` has kept; lines LEARN ||| source ||| target join them."
        ),
    ] = None,
    memory: KeptMemory = None,
    trust: Trust = False,
    run: Run,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Translate text: a line in, a line out; or n-best lists with their features.

    Works as a filter: a program or a person that waits for an answer gets it at once. Text as people write it
    goes in and comes out; n-best lists in Moses' and other decoders' formats hold words as the decoder has
    them.

    Of a PO or XLIFF file a copy is written in which all that was untranslated is filled in and marked for
    review. What would come out without exactly its placeholders and tags is left untranslated and reported.
    """
    from rectrix.base.files import writing
    from rectrix.pipeline.translating import TranslationJob, open_model

    progress = for_terminal(quiet, json)
    settings = settings.model_copy(update={"cache": kept_megabytes(memory)})
    nbest, derivations, nbest_format = settings.nbest, settings.derivations, settings.nbest_format
    if run.executor != "threads" and (nbest or derivations or format or json):
        raise UsageError("only plain text is translated on other executors than threads")
    if json and nbest and nbest_format not in ("moses", "json"):
        raise UsageError(f"--json gives n-best lists as JSON, not as {nbest_format}")
    nbest_format = "json" if json else nbest_format
    if run.executor != "threads" and journal:
        raise UsageError("what was learned (--journal) is used by the executor threads alone")
    if journal and not journal.exists():
        raise UsageError(f"{journal}: there is no such journal; rectrix learn {model} makes one")
    document = _document_format(file, format)
    if document and (nbest or derivations or str(output) == "-"):
        raise UsageError(
            f"{document} files are filled in: give an output file (-o), no --nbest, no --derivations"
        )
    own = open_model(model, weights, settings.load, settings.verify, trust, settings.cache)
    if own.members and (nbest or derivations):
        raise UsageError(f"{model} combines models, whose lists are not one: name one of the folders in it")
    learner = own.learner(journal) if journal else None
    opened = learner.model if learner else own
    demands = _demands(opened, glossary, settings, file)
    if mbr is not None or mbr_scale is not None:
        if nbest or derivations:
            raise UsageError("--mbr chooses one translation: no --nbest, no --derivations")
        risk = opened.mbr(mbr)
        if mbr_scale is not None:
            if risk.kind == "none":
                raise UsageError(
                    "--mbr-scale is about minimum Bayes risk, which neither the model nor --mbr asks for"
                )
            risk = risk.model_copy(update={"scale": mbr_scale})
        demands["mbr"] = risk
    if document:
        mbr_chosen = demands.get("mbr")
        _fill(opened, file, output, document, settings.fuzzy, run.threads, force, progress, mbr_chosen)
        return
    with writing(output, force) as out:
        if nbest or derivations:
            form = None if derivations else nbest_format
            pieces = _lists(
                opened, file, max(nbest, 1), settings.unique, form, run.threads, demands, progress
            )
        elif learner:
            from rectrix.adapt.stream import answers

            texts = answers(
                learner, _lines(file, progress), run.threads, _waits(file), progress.say, **demands
            )
            pieces = (f"{text}\n" for text in texts)
        elif run.executor == "threads":
            pieces = _best(opened, file, run.threads, progress, demands, json)
        else:
            job = TranslationJob.of(opened, weights, demands, settings.cache)
            pieces = job.run(_lines(file, progress), replace(run, progress=progress))
        for piece in pieces:
            out.write(piece)
            if str(output) == "-":
                out.flush()
    if learner:
        learner.close()


def _document_format(file: Path, format: str | None) -> str | None:
    """The name of a format whose files are filled in; None for plain text."""
    from rectrix.text.formats import DOCUMENTS, format_of

    if format == "text":
        return None
    if format is not None and format not in DOCUMENTS:
        raise UnknownName("format", format, [*DOCUMENTS, "text"])
    return format or (name if (name := format_of(file)) in DOCUMENTS else None)


def _fill(
    model: "Translator",
    file: Path,
    output: Path,
    format: str,
    fuzzy: bool,
    threads: int,
    force: bool,
    progress: Progress,
    mbr: "MbrSettings | None",
) -> None:
    from rectrix.text.formats import Languages
    from rectrix.text.formats.document import translate_document

    def translate(lines: list[str]) -> list[str]:
        found = model.translate(lines, threads, mbr=mbr)
        translations = progress.track(found, "translating", len(lines), "lines")
        return [translation.text for translation in translations]

    settings = model.folder.settings
    languages = Languages(settings.source_language, settings.target_language)
    report = translate_document(file, output, translate, languages, format, fuzzy, force)
    for failure in report.failures:
        progress.say(failure)
    progress.result(report.summary(), gaps=report.gaps, filled=report.filled)


def _lines(file: Path, progress: Progress) -> "Iterator[str]":
    """The lines to translate; what had to be mended in them is told."""
    from rectrix.text import ReadingReport, read_sentences

    report = ReadingReport()
    yield from read_sentences(file, report=report)
    if report.problems:
        progress.say(f"warning: {report.summary()}")


def _demands(
    model: "Translator", glossary: Path | None, wanted: TranslateSettings, file: Path
) -> dict[str, "Any"]:
    """What translations are forced by, as the model wants it."""
    from rectrix.text.formats import Languages
    from rectrix.text.glossary import Glossary

    settings = model.folder.settings
    languages = Languages(settings.source_language, settings.target_language)
    terms = (
        Glossary.read(glossary, wanted.glossary_endings, wanted.glossary_policy, languages)
        if glossary
        else None
    )
    return {"glossary": terms, "xml": wanted.xml, "file": str(file)}


def _waits(file: Path) -> "Callable[[], bool] | None":
    """Whether the writer of standard input or a pipe waits for an answer before it goes on."""
    from rectrix.base.files import arriving

    stream = arriving(file)
    return stream.waits if stream else None


def _best(
    model: "Translator",
    file: Path,
    threads: int,
    progress: Progress,
    demands: dict[str, "Any"],
    as_json: bool,
) -> "Iterator[str]":
    outputs = model.translate_lines(_lines(file, progress), threads, waits=_waits(file), **demands)
    # A filter in a script is silent; a person sees how it goes, beside what was asked for.
    watched = sys.stderr.isatty()
    shown = progress if watched and not sys.stdout.isatty() else Progress()
    words = unknown = 0
    begin = time.monotonic()
    for number, output in enumerate(shown.track(outputs, "translating", unit="lines"), start=1):
        for note in output.notes(number):
            progress.say(note)
        words, unknown = words + output.report.words, unknown + output.report.unknown
        yield _json_line(number, output) if as_json else output.text + "\n"
    if watched:
        rate = words / max(1e-9, time.monotonic() - begin)
        progress.say(f"{words:,} words, {unknown:,} of them unknown; {rate:,.0f} words a second")


def _json_line(number: int, output: "Output") -> str:
    shown = {"line": number, "text": output.text, "score": output.score, "words": output.words}
    return f"{dumps(shown, ensure_ascii=False)}\n"


def _lists(
    model: "Translator",
    file: Path,
    size: int,
    unique: bool,
    form: str | None,
    threads: int,
    demands: dict[str, "Any"],
    progress: Progress,
) -> "Iterator[str]":
    from rectrix._core.kbest import extract, lines
    from rectrix.exchange.moses_names import dense_features
    from rectrix.model.batches import batches

    dense = dense_features(model.folder) if form == "moses" else []
    for first, chunk in batches(model.prepare(_lines(file, progress), **demands), 100, _waits(file)):
        texts, weights, constraints = model.search_inputs(chunk)
        lists, reports, trees = extract(
            model.decoder,
            texts,
            weights,
            size=size,
            unique=unique,
            trees=form is None,
            threads=threads,
            first=first,
            constraints=constraints,
            alignments=form == "text",
            grow=False,
        )
        if form is None:
            yield "".join(tree + "\n" for tree in trees)
        elif form == "text":
            yield from _texts(model, chunk, lists, reports, first)
        else:
            yield lines(lists, 0, len(lists), form, first, dense)


def _texts(
    model: "Translator", source: "list[Asked]", lists: "Lists", reports: "list[SearchReport]", first: int
) -> "Iterator[str]":
    """`sentence ||| text ||| score`, the fields in which Moses' format agrees with all others."""
    for number, (asked, report) in enumerate(zip(source, reports, strict=True)):
        places = range(lists.list_begin[number], lists.list_begin[number + 1])
        for place, links in zip(places, report.alignments, strict=True):
            text = model.target_text.invert(lists.text(place).split(), asked.line, links)
            yield f"{first + number} ||| {text} ||| {lists.scores[place]:.6g}\n"
