"""Terms for glossary.py: nouns of text that the models have not seen, and their usual translations."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from _glossary_data import HELD_OUT, PAIRS, WORK, part

from rectrix._core.grammar import PhraseTable
from rectrix.align import train, write_alignments
from rectrix.base.files import writing
from rectrix.grammar import extract_phrases, index
from rectrix.grammar.phrase import PhraseSettings
from rectrix.text import TextPipeline
from rectrix.text.glossary import Term
from rectrix.text.settings import TextSettings

MOST_WORDS = 3
LEAST_COUNT = 5  # of a term in the held-out text
LEAST_SHARE = 0.7  # of its most frequent translation


def held_out_terms(data: Path, text: list[str], known: set[str]) -> list[Term]:
    """Terms of the held-out text that occur in `text` (prepared lines in small letters), most frequent first.

    known: words that no term may end in.
    """
    phrases = _phrases(data)
    joint, alone = (phrases.score_names.index(name) for name in ("raw_count_ef", "raw_count_f"))
    nouns, seen = _nouns(data) - known, _ngrams(text)
    found = []
    for number in range(phrases.phrases):
        words = phrases.source(number)
        if words not in seen or not _is_term(words.split(), nouns):
            continue
        best, _, scores, _ = max(phrases.translations(words), key=lambda one: one[2][joint])
        share = scores[joint] / scores[alone]
        if scores[joint] >= LEAST_COUNT and share >= LEAST_SHARE and all(map(str.isalpha, best.split())):
            found.append((float(scores[joint]), Term(words, best)))
    found.sort(key=lambda pair: (-pair[0], pair[1].source))
    return [term for _, term in found]


def _phrases(data: Path) -> PhraseTable:
    source, target = _held_out(data)
    links, bitext, table = (WORK / name for name in ("terms.links", "terms.rindex", "terms.rphrases"))
    if table.exists():
        return PhraseTable.open(table)
    write_alignments(train(source, target)[1], links, force=True)
    settings = PhraseSettings(max_length=MOST_WORDS, reordering="")
    return extract_phrases(index(source, target, links, bitext, force=True), table, settings)


def _held_out(data: Path) -> list[Path]:
    """In words, the source in small letters, the target truecased."""
    made = []
    for path, language in zip(part(data, "train", PAIRS, HELD_OUT), ("de", "en"), strict=True):
        made.append(WORK / f"terms.{language}")
        settings = TextSettings(language=language, case="lowercase" if language == "de" else "truecase")
        pipeline = TextPipeline.learn(settings, [path])
        with path.open(encoding="utf-8") as lines, writing(made[-1], force=True) as file:
            file.writelines(pipeline.words_of(line.rstrip("\n")) + "\n" for line in lines)
    return made


def _nouns(data: Path) -> set[str]:
    """Words with a capital in most places but sentence begins."""
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    with part(data, "train", PAIRS, HELD_OUT)[0].open(encoding="utf-8") as lines:
        for line in lines:
            for word in line.split()[1:]:
                (capital if word[0].isupper() else small)[word.strip(",.;:!?").lower()] += 1
    return {word for word, count in capital.items() if word.isalpha() and count > 9 * small[word]}


def _ngrams(text: list[str]) -> set[str]:
    rows = [line.split() for line in text]
    return {
        " ".join(r[i : i + n]) for r in rows for n in range(1, MOST_WORDS + 1) for i in range(len(r) - n + 1)
    }


def _is_term(words: list[str], nouns: set[str]) -> bool:
    """A noun of some length, with other words of letters before it."""
    return all(map(str.isalpha, words)) and words[-1] in nouns and len(words[-1]) >= 5 and len(words[0]) >= 5
