"""A glossary of 50 terms on europarl devtest: how many of their occurrences are translated as told, and BLEU.

    python benchmarks/glossary.py [--data FOLDER] [--decoder phrase|hiero] [--threads N]

Models are trained on 30,000 pairs of europarl-de-en (tokenized, lowercased) and tuned by MERT on 600
sentences of dev. Terms are the most frequent nouns, alone or with words before them, of 60,000 other pairs,
as far as devtest has them, each with the translation it has there most often: 50 of any words, and those that
end in a word that the models have not seen. Makes the table of docs/forced.md.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

from _glossary_data import WORK, lines_of, model, vocabulary
from _glossary_terms import held_out_terms
from _measure import user_seconds

from rectrix.base.files import writing
from rectrix.evaluate import Options, evaluate
from rectrix.pipeline import Model
from rectrix.text.glossary import Glossary, TermMatch

DATA = Path(__file__).parents[1] / "../shared/data"
TERMS, SENTENCES = 50, 2000
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
    if opened.folder.settings.decoder == "phrase":  # hierarchical search takes much longer
        ways["inclusive"] = replace(glossary, policy="inclusive")
        ways["constraint, endings"] = replace(glossary, endings=ENDINGS)
    prepared = [opened.normalize(line) for line in source]
    outputs, facts = {}, {}
    for name, used in ways.items():
        matcher = (used or glossary).matcher(opened.normalize, opened.normalize_target)
        matches = [matcher.find(line) for line in prepared]
        begin = user_seconds()
        outputs[name] = [[one.text for one in opened.translate(source, threads, glossary=used)]]
        seconds = user_seconds() - begin
        facts[name] = (*as_told(outputs[name][0], matches), as_told(reference, matches)[0], seconds)
    scores = evaluate(outputs, [reference], Options(metrics=("bleu",), tokenize="none"))
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
    given = parser.parse_args()
    if not given.data.exists():
        parser.exit(message=f"skipped: {given.data} is not there\n")
    WORK.mkdir(parents=True, exist_ok=True)
    columns = "as told | so in the reference | BLEU | p | CPU s"
    print(f"| decoder | terms | glossary | {columns} |\n|---|---|---|---|---|---|---|---|")
    source, target = (
        lines_of(given.data / f"europarl-de-en/devtest.{language}.xz", 0, SENTENCES)
        for language in ("de", "en")
    )
    for decoder in given.decoder or ("phrase", "hiero"):
        opened = model(given.data, decoder, given.threads)
        reference = [opened.normalize_target(line) for line in target]
        for kind, known in (("frequent", set[str]()), ("new", vocabulary(decoder))):
            terms = held_out_terms(given.data, [opened.normalize(line) for line in source], known)
            path = WORK / f"{kind}.tsv"
            with writing(path, force=True) as file:
                file.writelines(f"{term.source}\t{term.target}\n" for term in terms[:TERMS])
            for line in rows(opened, Glossary.read(path), source, reference, given.threads):
                print(f"| {decoder} | {kind} | {line} |", flush=True)


if __name__ == "__main__":
    main()
