"""What cdec translates: lines <seg grammar="…"> with their grammars, and rules that copy words without one.

cdec looks only whether add_pass_through_rules is there, and then copies every word; where ours copies only
words that have no rule of one word, those rules are written out: [X] ||| w ||| w ||| PassThrough=1 ||| 0-0.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import floor, log
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.exchange.escape import for_cdec
from rectrix.text import TextPipeline, read_sentences

_ONE_WORD = re.compile(rb"^\[X\] \|\|\| (\S+) \|\|\| ", re.MULTILINE)
_BATCH = 1000


@dataclass(frozen=True)
class PassThrough:
    """Rules that copy words; buckets: by their length, too, as cdec's PassThrough_1 to PassThrough_6."""

    buckets: bool

    def rules(self, line: str, known: Collection[str]) -> bytes:
        """Those of a line's words, escaped, but for the known ones."""
        words = [word for word in dict.fromkeys(line.split()) if word not in known]
        return "".join(map(self._rule, words)).encode("utf-8", "surrogateescape")

    def _rule(self, word: str) -> str:
        bucket = f" PassThrough_{self._bucket(word)}=1" if self.buckets else ""
        return f"[X] ||| {word} ||| {word} ||| PassThrough=1{bucket} ||| 0-0\n"

    @staticmethod
    def _bucket(word: str) -> int:
        return min(6, floor(log(len(word.encode("utf-8", "surrogateescape"))) / log(1.6)) + 1)


def known_words(grammar: bytes) -> set[str]:
    """The words that are the whole source side of a rule."""
    return {word.decode("utf-8", "surrogateescape") for word in _ONE_WORD.findall(grammar)}


def prepared(source: Path, pipeline: TextPipeline) -> Iterator[str]:
    """The lines of a file in the model's own words, not escaped; what cdec would misread is refused."""
    batch: list[str] = []
    first = 1
    for line in read_sentences(source):
        batch.append(line)
        if len(batch) == _BATCH:
            yield from _checked(source, first, pipeline.apply_lines(batch))
            first += len(batch)
            batch = []
    yield from _checked(source, first, pipeline.apply_lines(batch))


def escaped_line(line: str) -> str:
    """A line as it stands in cdec's input and its words in cdec's grammars."""
    return " ".join(map(for_cdec, line.split()))


def segments(lines: Sequence[str], grammars: Sequence[Path | None]) -> str:
    """cdec's input: each line with the file of its own grammar, if it has one."""
    named = [f' grammar="{grammar}"' if grammar else "" for grammar in grammars]
    return "".join(
        f'<seg id="{number}"{grammar}> {line} </seg>\n'
        for number, (line, grammar) in enumerate(zip(lines, named, strict=True))
    )


def _checked(source: Path, first: int, lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines, start=first):
        if "</seg>" in line or line.startswith("((('"):
            what = "the end of a segment" if "</seg>" in line else "a lattice"
            raise InputError.at(source, number, f"cdec takes this line for {what}: {line[:60]!r}")
        yield line
