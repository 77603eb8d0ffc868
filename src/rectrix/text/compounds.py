"""Splitting of compounds by the frequency of their parts (Koehn & Knight 2003).

Of all ways to cut a word into known parts, with a filler (German "s", "es") allowed between them, the one
with the highest geometric mean of the parts' corpus frequencies wins; the uncut word is one of the ways.
Parts shorter than `min_letters` are never cut off, so that suffixes that look like words stay where they are.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.base.files import open_text, writing
from rectrix.text.lines import words


@dataclass(frozen=True)
class CompoundSplitter:
    """Word frequencies and what they say about compounds."""

    counts: dict[str, int]
    min_letters: int = 4  # of a part
    min_count: int = 2  # of a part
    fillers: tuple[str, ...] = ("s", "es")
    _known: dict[str, str] = field(default_factory=dict, repr=False, compare=False)  # words split before

    @classmethod
    def learn(cls, lines: Iterable[str], min_letters: int = 4, min_count: int = 2) -> "CompoundSplitter":
        """A splitter with the frequencies of the words in lines."""
        counts: Counter[str] = Counter()
        for line in lines:
            counts.update(words(line))
        return cls(dict(counts), min_letters, min_count)

    def split(self, word: str) -> list[str]:
        """The parts of a word, fillers left out; the word itself if it is not a compound."""
        if len(word) < 2 * self.min_letters or not word.isalpha():
            return [word]
        # The word uncut competes with its own frequency; an unknown word loses to any cut into known parts.
        uncut = log(self.counts[word]) if word in self.counts else float("-inf")
        cuts = [(total / len(parts), parts) for total, parts in self._best_cuts(word) if len(parts) > 1]
        mean, parts = max(cuts, default=(float("-inf"), [word]), key=lambda cut: cut[0])
        return parts if mean > uncut else [word]

    def split_line(self, line: str) -> str:
        """A line with its compounds split."""
        return " ".join(self._split_known(word) for word in words(line))

    def geometric_mean(self, parts: list[str]) -> float:
        """The score of a cut: the geometric mean of its parts' frequencies."""
        if any(part not in self.counts for part in parts):
            return 0.0
        return exp(sum(log(self.counts[part]) for part in parts) / len(parts))

    def _split_known(self, word: str) -> str:
        if word not in self._known:
            self._known[word] = " ".join(self.split(word))
        return self._known[word]

    def _best_cuts(self, word: str) -> list[tuple[float, list[str]]]:
        """For each number of parts, the cut with the highest sum of log frequencies."""
        # best[end][n]: the best cut of word[:end] into n parts.
        best: list[dict[int, tuple[float, list[str]]]] = [{} for _ in range(len(word) + 1)]
        best[0][0] = (0.0, [])
        for end in range(self.min_letters, len(word) + 1):
            for begin in range(end - self.min_letters + 1):
                count = self.counts.get(word[begin:end], 0)
                if count < self.min_count:
                    continue
                for cut in self._cuts_before(best, word, begin):
                    parts = [*cut[1], word[begin:end]]
                    longer = (cut[0] + log(count), parts)
                    if len(parts) not in best[end] or longer[0] > best[end][len(parts)][0]:
                        best[end][len(parts)] = longer
        return list(best[-1].values())

    def _cuts_before(
        self, best: list[dict[int, tuple[float, list[str]]]], word: str, begin: int
    ) -> list[tuple[float, list[str]]]:
        """The cuts after which a part may begin: right there, or with a filler between."""
        cuts = list(best[begin].values())
        for filler in self.fillers:
            if word[:begin].endswith(filler):
                cuts += [cut for number, cut in best[begin - len(filler)].items() if number > 0]
        return cuts

    def save(self, path: Path, force: bool = False) -> None:
        """Write the frequencies as text, `count<TAB>word`, the most frequent first."""
        with writing(path, force) as file:
            file.write(f"# compounds: min_letters={self.min_letters} min_count={self.min_count}\n")
            for word, count in sorted(self.counts.items(), key=lambda item: (-item[1], item[0])):
                file.write(f"{count}\t{word}\n")

    @classmethod
    def load(cls, path: Path) -> "CompoundSplitter":
        """A splitter saved before."""
        counts: dict[str, int] = {}
        options = {"min_letters": 4, "min_count": 2}
        with open_text(path) as file:
            for number, line in enumerate(file, start=1):
                if number == 1 and line.startswith("# compounds:"):
                    options |= {
                        key: int(value) for key, value in (item.split("=") for item in line.split()[2:])
                    }
                    continue
                count, tab, word = line.rstrip("\n").partition("\t")
                if not tab or not count.isdecimal() or not word:
                    raise InputError.at(path, number, "expected `count<TAB>word`")
                counts[word] = int(count)
        return cls(counts, options["min_letters"], options["min_count"])
