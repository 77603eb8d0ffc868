"""Text in, text out: python benchmarks/text.py [PART…]; prints the numbers of docs/text.md.

Parts: roundtrip agreement speed stage swahili chinese hebrew localization casing compounds. Without any, all
but the last two, which train on europarl and take long. Needs the corpora beside the checkout
(CONTRIBUTING.md).
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from _measure import peak_megabytes, user_seconds
from _results import kept, write_option
from _text_data import (
    FOLDER,
    Corpus,
    chinese,
    europarl,
    every_text,
    hebrew,
    libreoffice,
    multi30k,
    swahili,
)

from rectrix._core.text import prepare_lines
from rectrix.base.progress import Progress, for_terminal
from rectrix.evaluate import Options, evaluate
from rectrix.features.chosen import ChosenFeatures
from rectrix.learn.run import Run
from rectrix.pipeline import Model, TrainSettings, train
from rectrix.pipeline.training import Training
from rectrix.text import TextPipeline, TextSettings, read_sentences
from rectrix.text.check import differences
from rectrix.text.protect import protect
from rectrix.text.tokenize import tokenizer

THREADS = 2
PAIRS = 30_000  # of europarl, where whole trainings are compared


def roundtrip() -> None:
    """Every line of every text, exactly, from its words and its record."""
    total = lost = whole = 0
    for name, language, lines in every_text():
        pipeline = TextPipeline(TextSettings(language=language, case="keep", normalize="none"))
        for line in lines:
            record = pipeline.record(line)
            whole += record.startswith("=")
            lost += pipeline.restore(pipeline.apply(line).words, record) != line
        total += len(lines)
        print(f"{name}: {len(lines):,} lines, {lost} lost so far, {whole} recorded whole", flush=True)
    print(f"{total:,} lines, {lost} lost")


def agreement() -> None:
    """Lines on which the tokenizer `moses` says what sacremoses says."""
    from sacremoses import MosesTokenizer

    for corpus in (europarl(), multi30k()):
        for path, language in zip(corpus.pairs("train"), (corpus.source, corpus.target), strict=True):
            lines = list(read_sentences(path))[::10]
            other = MosesTokenizer(language)
            ours = prepare_lines(lines, tokenizer("moses", language).core)
            same = sum(
                a == " ".join(other.tokenize(b, escape=False)) for a, b in zip(ours, lines, strict=True)
            )
            print(f"{path.parent.name} {language}: {100 * same / len(lines):.3f} % of {len(lines):,} lines")


def speed() -> None:
    """Lines a CPU second of one core, tokenized only and truecased too."""
    for name, language, lines in every_text():
        if name in (
            "europarl-de-en/train.en.xz",
            "europarl-de-en/train.de.xz",
            "libreoffice/de-en.tsv.xz:en",
        ):
            pipeline = TextPipeline(TextSettings(language=language))
            for what, work in (
                ("tokenized in the core", lambda texts, p=pipeline: prepare_lines(texts, p.tokenizer.core)),
                ("apply_lines", pipeline.apply_lines),
            ):
                begin = user_seconds()
                work(lines)
                print(f"{name}: {len(lines) / (user_seconds() - begin):,.0f} lines/s, {what}")


def stage() -> None:
    """The text stage of training on europarl: pairs a CPU second, and memory."""
    corpus = europarl()
    settings = TrainSettings()
    sides = settings.sides(*corpus.pairs("train"), Progress())
    training = Training(settings, sides, FOLDER / f"stage.{time.time_ns()}", Run(), ChosenFeatures())
    begin, before = user_seconds(), peak_megabytes()
    training.prepare(*corpus.pairs("train"), ())
    seconds = user_seconds() - begin
    print(f"220,000 pairs in {seconds:.1f} CPU s: {220_000 / seconds:,.0f} pairs/s")
    print(f"peak memory {peak_megabytes():.0f} MB, {before:.0f} MB before")


def run(corpus: Corpus, name: str, **settings: object) -> Model:
    """Train on raw files, translate the test set, print cased BLEU and chrF of dev and test."""
    begin, before = time.monotonic(), user_seconds()
    chosen = TrainSettings.of({"decoder": "phrase", "classes": 0, **settings}, name)
    dev_source, dev_reference = corpus.pairs("dev")
    output = FOLDER / corpus.name / name
    model = train(
        *corpus.pairs("train"),
        dev_source,
        [dev_reference],
        output,
        chosen,
        run=Run(threads=THREADS, progress=for_terminal()),
        force=True,
    )
    seconds, cpu = time.monotonic() - begin, user_seconds() - before
    unknown = unknown_words(output, model, list(read_sentences(corpus.path("test", corpus.source))))
    scores = "; ".join(f"{part}: {scored(model, corpus, part)}" for part in ("dev", "test"))
    print(
        f"{corpus.name} {name}: {scores}; unknown {unknown}; {seconds:.0f} s, {cpu:.0f} CPU s of training",
        flush=True,
    )
    return model


def scored(model: Model, corpus: Corpus, part: str) -> str:
    """Cased BLEU and chrF of a part's translations."""
    source, reference = (list(read_sentences(path)) for path in corpus.pairs(part))
    texts = [found.text for found in model.translate(source, THREADS)]
    results = evaluate({part: [texts]}, [reference], Options(metrics=("bleu", "chrf"))).results
    return ", ".join(f"{score.metric} {score.mean:.2f}" for score in results)


def localization() -> None:
    """Strings of LibreOffice with placeholders or accelerators: how many come out with exactly the same."""
    corpus = libreoffice()
    model = run(corpus, "plain")
    marked = [line for line in read_sentences(corpus.path("test", "de")) if protect(line)]
    outputs = [found.text for found in model.translate(marked, THREADS)]
    wrong = [pair for pair in zip(marked, outputs, strict=True) if differences(*pair)]
    for source, output in wrong[:5]:
        print(f"  {source} -> {output}")
    share = 1 - len(wrong) / len(marked)
    print(
        f"libreoffice: the same placeholders, tags and accelerators in {share:.2%} of {len(marked):,} strings"
    )


def unknown_words(output: Path, model: Model, source: list[str]) -> str:
    """The share of the test's words that the training text does not have."""
    training = output.with_name(output.name + ".work") / "train.source"
    known = {word for line in read_sentences(training) for word in line.split(" ")}
    words = [word for line in model.source_text.apply_lines(source) for word in line.split(" ")]
    return f"{100 * sum(word not in known for word in words) / len(words):.2f} %"


def casing() -> None:
    """Truecaser against recaser."""
    for corpus in (swahili(), hebrew(), europarl(PAIRS)):
        for name, case in (("plain", "truecase"), ("recase", "recase")):
            run(corpus, name, text={"case": case})


def compounds() -> None:
    """German with compounds and without."""
    tokenized = {"case": "keep", "tokenize": "none", "detokenize": False}
    for corpus, text in ((europarl(PAIRS), {}), (multi30k(), tokenized)):
        run(corpus, "plain", text=text)
        for scores in ("mean", "posterior"):
            run(corpus, scores, text=text, source_text={**text, "compounds": True, "compound_scores": scores})


PARTS: dict[str, Callable[[], object]] = {
    "roundtrip": roundtrip,
    "agreement": agreement,
    "speed": speed,
    "stage": stage,
    "swahili": lambda: run(swahili(), "plain"),
    "chinese": lambda: run(chinese(), "plain"),
    "hebrew": lambda: run(hebrew(), "plain"),
    "localization": localization,
    "casing": casing,
    "compounds": compounds,
}


def main() -> None:
    """The parts that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART")
    write_option(parser)
    given = parser.parse_args()
    for part in given.parts or [name for name in PARTS if name not in ("casing", "compounds")]:
        PARTS[part]()


if __name__ == "__main__":
    with kept(__file__):
        main()
