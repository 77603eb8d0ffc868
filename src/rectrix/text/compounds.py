"""Splitting of compounds by the frequency of their parts (Koehn & Knight 2003).

Of all ways to cut a word into known parts, with a filler (German "s", "es") allowed between them, the one
with the highest geometric mean of the parts' corpus frequencies wins; the uncut word is one of the ways.
Parts shorter than `min_letters` are never cut off, so that suffixes that look like words stay where they are.
Frequencies are those of a word in any case; a part has the form that is most frequent. For output, parts that
something follows keep their filler and are marked, so that they can be joined again (as Stymne 2009 marks
them): the last part is the same word that stands alone elsewhere, and only a marked part, never an article or
a verb, is joined with what comes next, and that only with a word that ends compounds of the training text.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import exp, log

from rectrix.base.errors import InputError
from rectrix.text.lines import words
from rectrix.text.part_scores import PartScores
from rectrix.text.subwords import JOINED

Cut = tuple[float, list[str]]  # the sum of log frequencies, and parts
_MARKS = 2  # the way parts are marked: behind all but the last (1 was: before all but the first)


@dataclass(frozen=True)
class CompoundSplitter:
    """Word frequencies and what they say about compounds."""

    counts: dict[str, int]
    min_letters: int = 4  # of a part
    min_count: int = 2  # of a part
    marked: bool = False  # for output: fillers stay, and parts can be joined again
    posterior: bool = False  # the most probable cut by part_scores, not that of the highest mean
    fillers: tuple[str, ...] = ("s", "es")
    _known: dict[str, list[str]] = field(
        default_factory=dict, repr=False, compare=False
    )  # words split before
    # Words that were asked for, and whether compounds end so.
    _endings: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def learn(
        cls,
        lines: Iterable[str],
        min_letters: int = 4,
        min_count: int = 2,
        marked: bool = False,
        posterior: bool = False,
    ) -> "CompoundSplitter":
        """A splitter with the frequencies of the words in lines."""
        counts: Counter[str] = Counter()
        for line in lines:
            counts.update(words(line))
        known = {word: n for word, n in counts.items() if word.isalpha()}
        return cls(known, min_letters, min_count, marked, posterior)

    @cached_property
    def _small(self) -> dict[str, tuple[int, str]]:
        """The frequency of a word in any case, and its most frequent form."""
        found: dict[str, tuple[int, str]] = {}
        for form, count in sorted(self.counts.items(), key=lambda item: (-item[1], item[0])):
            total, best = found.get(form.lower(), (0, form))
            found[form.lower()] = (total + count, best)
        return found

    def count(self, word: str) -> int:
        """How often a word was seen, in any case."""
        return self._small.get(word.lower(), (0, ""))[0]

    @cached_property
    def total(self) -> int:
        """Words that were counted."""
        return sum(self.counts.values())

    def split(self, word: str) -> list[str]:
        """The parts of a word in small letters, fillers left out; the word itself if it is not a compound."""
        if len(word) < 2 * self.min_letters or not word.isalpha():
            return [word]
        if self.posterior:
            parts = PartScores().split(word.lower(), self.count, self.total)
            return parts if len(parts) > 1 else [word]
        # The word uncut competes with its own frequency; an unknown word loses to any cut into known parts.
        uncut = log(self.count(word)) if self.count(word) else float("-inf")
        cuts = [
            (total / len(parts), parts) for total, parts in self._best_cuts(word.lower()) if len(parts) > 1
        ]
        mean, parts = max(cuts, default=(float("-inf"), [word]), key=lambda cut: cut[0])
        return parts if mean > uncut else [word]

    def apply(self, words: list[str]) -> list[str]:
        """Words with compounds split."""
        found: list[str] = []
        for word in words:
            if word not in self._known:
                self._known[word] = self._pieces(word)
            found += self._known[word]
        return found

    def invert(self, words: list[str]) -> list[str]:
        """Words with marked parts joined; parts without marks stay apart."""
        if not self.marked:
            return words
        found: list[str] = []
        opened: list[str] = []  # parts that wait for the last one of their word
        for word in words:
            if word.endswith(JOINED) and word != JOINED:  # the sign itself may stand in a text
                opened.append(word.removesuffix(JOINED))
                continue
            if opened and self._ends(word.lower()):
                found.append(_word([*opened, word]))
            else:
                found += [*self._alone(opened), word]
            opened = []
        return [*found, *self._alone(opened)]

    def _ends(self, last: str) -> bool:
        """Whether a compound of the training text ends so: not if it is an article, a verb or no German."""
        if last not in self._endings:
            self._endings[last] = len(last) >= self.min_letters and any(
                other.endswith(last) and len(other) > len(last) and self.split(other)[-1] == last
                for other in self._small
            )
        return self._endings[last]

    def _alone(self, opened: list[str]) -> list[str]:
        """The word of parts that nothing goes on with: the last without its filler."""
        if not opened:
            return []
        *others, last = opened
        bare = (last.removesuffix(filler) for filler in ("", *self.fillers))
        return [_word([*others, next((form for form in bare if self.count(form)), last)])]

    def _pieces(self, word: str) -> list[str]:
        parts = self.split(word)
        if len(parts) == 1 or not word[1:].islower():
            return [word]
        usual = [self._small[part][1] for part in parts]
        if not self.marked:
            return usual
        pieces, at = [], 0
        for part, after in pairwise(parts):
            end = at + len(part)
            begin = next(end + len(f) for f in ("", *self.fillers) if word.startswith(f + after, end))
            pieces.append(word[at:begin] + JOINED)
            at = begin
        return [*pieces, usual[-1]]

    def geometric_mean(self, parts: list[str]) -> float:
        """The score of a cut: the geometric mean of its parts' frequencies."""
        if not all(map(self.count, parts)):
            return 0.0
        return exp(sum(log(self.count(part)) for part in parts) / len(parts))

    def _best_cuts(self, word: str) -> list[Cut]:
        """For each number of parts, the cut with the highest sum of log frequencies."""
        # best[end][n]: the best cut of word[:end] into n parts.
        best: list[dict[int, Cut]] = [{} for _ in range(len(word) + 1)]
        best[0][0] = (0.0, [])
        small = self._small
        for end in range(self.min_letters, len(word) + 1):
            for begin in range(end - self.min_letters + 1):
                count = small.get(word[begin:end], (0, ""))[0]
                if count < self.min_count:
                    continue
                for cut in self._cuts_before(best, word, begin):
                    parts = [*cut[1], word[begin:end]]
                    longer = (cut[0] + log(count), parts)
                    if len(parts) not in best[end] or longer[0] > best[end][len(parts)][0]:
                        best[end][len(parts)] = longer
        return list(best[-1].values())

    def _cuts_before(self, best: list[dict[int, Cut]], word: str, begin: int) -> list[Cut]:
        """The cuts after which a part may begin: right there, or with a filler between."""
        cuts = list(best[begin].values())
        for filler in self.fillers:
            if word[:begin].endswith(filler):
                cuts += [cut for number, cut in best[begin - len(filler)].items() if number > 0]
        return cuts

    def written(self) -> bytes:
        """The frequencies as text, `count<TAB>word`, the most frequent first, below the options."""
        options = f"# compounds: min_letters={self.min_letters} min_count={self.min_count}"
        options += f" marked={_MARKS if self.marked else 0} posterior={int(self.posterior)}"
        rows = sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))
        text = "".join(f"{count}\t{word}\n" for word, count in rows)
        return f"{options}\n{text}".encode("utf-8", "surrogateescape")

    @classmethod
    def read(cls, content: bytes, path: str) -> "CompoundSplitter":
        """What was written before; path: for error messages."""
        first, *rows = content.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")
        try:
            options = {key: int(value) for key, value in (item.split("=") for item in first.split()[2:])}
            marks = options["marked"]
            flags = bool(marks), bool(options.get("posterior", 0))
            made = cls({}, options["min_letters"], options["min_count"], *flags)
        except (KeyError, ValueError):
            raise InputError.at(
                path, 1, "expected `# compounds: min_letters=4 min_count=2 marked=0`"
            ) from None
        if marks not in (0, _MARKS):
            raise InputError.at(path, 1, "parts are marked in another way than today: train the model again")
        for number, row in enumerate(rows, start=2):
            count, tab, word = row.partition("\t")
            if not tab or not count.isdecimal() or not word:
                raise InputError.at(path, number, "expected `count<TAB>word`")
            made.counts[word] = int(count)
        return made


def _word(parts: list[str]) -> str:
    """Parts as one word, written as its first one is."""
    first, *others = parts
    return first + "".join(others).lower()
