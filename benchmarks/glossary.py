"""A glossary of 50 terms on europarl: how many of their occurrences are translated as it says, and BLEU.

    python benchmarks/glossary.py [--data FOLDER] [--decoder phrase|hiero] [--threads N]

Models are trained by default settings on 30,000 pairs of europarl-de-en as people write it and tuned on the
first 600 sentences of dev. Terms are the most frequent nouns, alone or with words before them, of 60,000
other pairs, as far as the text has them, each with the translation it has there most often: 50 of any
words, and those that end in a word that the models have not seen. The rest of dev is for choosing a policy,
devtest for judging it. Makes the table of docs/forced.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

from _glossary_data import DEV, WORK, lines_of, model, vocabulary
from _glossary_terms import held_out_terms
from _measure import user_seconds
from _results import kept, write_option

from rectrix.base.files import writing
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Model
from rectrix.text.glossary import Glossary, TermMatch

DATA = Path(__file__).parents[1] / "../shared/data"
TERMS = 50
SENTENCES = {"phrase": 2000, "hiero": 600}  # of a text; hierarchical search takes longer
ENDINGS = ("e", "en", "er", "es", "em", "n", "s")


def count(words: list[str], part: list[str]) -> int:
    """How often words have a part, its places not overlapping."""
    found, at = 0, 0
    while at + len(part) <= len(words):
        hit = words[at : at + len(part)] == part
        found, at = found + hit, at + (len(part) if hit else 1)
    return found


def as_told(texts: list[str], matches: list[list[TermMatch]]) -> tuple[int, int]:
    """Occurrences of terms whose translation the text has, and all."""
    told = every = 0
    for text, terms in zip(texts, matches, strict=True):
        for translation, wanted in Counter(one.translation for one in terms).items():
            told += min(wanted, count(text.split(), translation.split()))
            every += wanted
    return told, every


def rows(
    opened: Model, glossary: Glossary, source: list[str], reference: list[str], threads: int
) -> list[str]:
    """A line of the table for each way to use the glossary."""
    ways = {
        "no glossary": None,
        "constraint": glossary,
        "exclusive": replace(glossary, policy="exclusive"),
    }
    if opened.folder.settings.decoder == "phrase":
        ways["inclusive"] = replace(glossary, policy="inclusive")
        ways["constraint, endings"] = replace(glossary, endings=ENDINGS)
    prepared = opened.source_text.apply_lines(source)
    expected = opened.target_text.apply_lines(reference)
    outputs, facts = {}, {}
    for name, used in ways.items():
        matcher = (used or glossary).matcher(opened.source_text.words_of, opened.target_text.given_words)
        matches = [matcher.find(line) for line in prepared]
        begin = user_seconds()
        found = list(opened.translate(source, threads, glossary=used))
        seconds = user_seconds() - begin
        outputs[name] = [[one.text for one in found]]
        told = as_told([one.words for one in found], matches)
        facts[name] = (*told, as_told(expected, matches)[0], seconds)
    scores = evaluate(outputs, [reference], Options(metrics=("bleu",)))
    lines = []
    for name, (told, every, right, seconds) in facts.items():
        result = scores.result(name, "bleu")
        p = "" if result.p_randomization is None else f"{result.p_randomization:.3f}"
        lines.append(
            f"{name} | {told} of {every} ({told / every:.1%}) | {right / every:.1%} | {result.mean:.2f} "
            f"| {p} | {seconds:.1f}"
        )
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--decoder", choices=("phrase", "hiero"), action="append")
    parser.add_argument("--threads", type=int, default=1)
    write_option(parser)
    given = parser.parse_args()
    if not given.data.exists():
        parser.exit(message=f"skipped: {given.data} is not there\n")
    WORK.mkdir(parents=True, exist_ok=True)
    columns = "as in the glossary | the same in the reference | BLEU | p | CPU s"
    print(f"| decoder | text | terms | glossary | {columns} |\n|---|---|---|---|---|---|---|---|---|")
    for decoder in given.decoder or ("phrase", "hiero"):
        opened = model(given.data, decoder, given.threads)
        for name, first in (("dev", DEV), ("devtest", 0)):
            source, reference = (
                lines_of(given.data / f"europarl-de-en/{name}.{language}.xz", first, SENTENCES[decoder])
                for language in ("de", "en")
            )
            prepared = [line.lower() for line in opened.source_text.apply_lines(source)]
            for kind, known in (("frequent", set[str]()), ("new", vocabulary(decoder))):
                terms = held_out_terms(given.data, prepared, known)
                if not terms:
                    continue
                path = WORK / f"{kind}.tsv"
                with writing(path, force=True) as file:
                    file.writelines(f"{term.source}\t{term.target}\n" for term in terms[:TERMS])
                for line in rows(opened, Glossary.read(path), source, reference, given.threads):
                    print(f"| {decoder} | {name} | {kind} | {line} |", flush=True)


if __name__ == "__main__":
    with kept(__file__):
        main()
