"""Write the slice of cdec's and Moses' extraction again: `python tests/golden/extraction/make.py DATA`.

DATA: the folder with the word-aligned captions and what both tools extracted from all of them. Counts of a
source pattern depend only on the sentences that hold it, so a slice can be exact: kept are all pairs with one
of some rare words of the input, and of the extracted rules those with such a word on the source side. Lexical
weights, and Moses' probability of source given target, also look at the target words' occurrences; they are
kept where all of these are in the slice, else they read "-". Every word is replaced by a number.
"""

import gzip
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from numbers_of_words import Numbers  # noqa: E402

RARE = 80  # occurrences of a rare word at most
MIXED = 1  # the golden grammar files of this sentence hold those of others as well
INPUTS = 20
LEXICAL = ("MaxLexFgivenE", "MaxLexEgivenF")


class Slice:
    """The pairs that hold rare words of the inputs, and the words all of whose occurrences they have."""

    def __init__(self, data: Path, inputs: list[str]) -> None:
        self.texts = [unpacked(data / f"multi30k/train.{language}.xz") for language in ("de", "en")]
        places = [occurrences(text) for text in self.texts]
        rare = {
            word for line in inputs for word in line.split() if len(places[0].get(word, ())) in range(2, RARE)
        }
        pairs = set().union(*(places[0][word] for word in rare))
        # Left out are pairs by their numbers, so the first ones keep theirs.
        self.pairs = sorted(pairs | set(range(INPUTS)))
        inside = set(self.pairs)
        self.source, self.target = ({w for w, where in found.items() if where <= inside} for found in places)

    def has(self, phrase: str) -> bool:
        """Whether all occurrences of a source phrase are in the slice."""
        return not self.source.isdisjoint(phrase.split())

    def has_target(self, phrase: str) -> bool:
        return not self.target.isdisjoint(phrase.split())

    def has_words(self, source: str, target: str) -> bool:
        """Whether all occurrences of every word are."""
        words = [{w for w in side.split() if not w.startswith("[X")} for side in (source, target)]
        return words[0] <= self.source and words[1] <= self.target


def occurrences(text: list[str]) -> dict[str, set[int]]:
    found = defaultdict(set)
    for number, line in enumerate(text):
        for word in line.split():
            found[word].add(number)
    return found


def unpacked(path: Path) -> list[str]:
    opened = lzma.open if path.suffix == ".xz" else gzip.open
    with opened(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def write(name: str, rows: Iterable[str]) -> None:
    (HERE / name).write_bytes(lzma.compress("".join(row + "\n" for row in rows).encode(), preset=9))


def rules(path: Path, part: Slice, numbers: Numbers) -> Iterable[str]:
    """cdec's rules with a rare source word."""
    for row in unpacked(path):
        head, source, target, scores, links = row.split(" ||| ")
        if part.has(source):
            if not part.has_words(source, target):
                scores = re.sub(rf"({'|'.join(LEXICAL)})=\S+", r"\1=-", scores)
            yield " ||| ".join([head, numbers.text(source), numbers.text(target), scores, links])


def phrases(folder: Path, part: Slice, numbers: Numbers) -> Iterable[str]:
    """Moses' phrases with a rare source word: scores, links, counts, orientations."""
    orders = unpacked(folder / "reordering-table.wbe-msd-bidirectional-fe.gz")
    orientations = {tuple(row.split(" ||| ")[:2]): row.split(" ||| ")[2] for row in orders}
    for row in unpacked(folder / "phrase-table.gz"):
        source, target, scores, links, counts, *_ = row.split(" ||| ")
        if part.has(source):
            given_target, lex_fe, given_source, lex_ef = scores.split()
            target_count, *others = counts.split()
            if not part.has_target(target):
                given_target = target_count = "-"
            if not part.has_words(source, target):
                lex_fe = lex_ef = "-"
            fields = [
                *(numbers.text(source), numbers.text(target)),
                " ".join([given_target, lex_fe, given_source, lex_ef]),
                *(links, " ".join([target_count, *others]), orientations[source, target].strip()),
            ]
            yield " ||| ".join(fields)


def main(data: Path) -> None:
    numbers, hiero = Numbers(2), data / "golden/hiero"
    inputs = (hiero / "input.de").read_text(encoding="utf-8").splitlines()[:INPUTS]
    left_out = (hiero / "leave-one-out/input.de-en").read_text(encoding="utf-8").splitlines()
    both = {"unsampled": inputs, "leave-one-out": [line.split(" ||| ")[0] for line in left_out]}
    part = Slice(data, [line for lines in both.values() for n, line in enumerate(lines) if n != MIXED])
    for name, text in zip(("de", "en"), part.texts, strict=True):
        write(f"train.{name}.xz", (numbers.text(text[n]) for n in part.pairs))
    # Two builds of fast_align differ in a few links.
    for name, path in (("cdec", "golden/train.gdfa.xz"), ("moses", "golden/phrase/train.gdfa.xz")):
        links = unpacked(data / path)
        write(f"links.{name}.xz", (links[n] for n in part.pairs))
    for name, lines in both.items():
        write(f"{name}.input.xz", map(numbers.text, lines))
        found = [
            f"{n}\t{rule}"
            for n in range(INPUTS)
            if n != MIXED
            for rule in rules(hiero / name / f"grammar.{n}.gz", part, numbers)
        ]
        write(f"{name}.rules.xz", found)
    write("phrases.xz", phrases(data / "golden/phrase", part, numbers))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
