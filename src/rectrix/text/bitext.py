"""A bitext: sentence pairs in two parallel files or in two columns of one, streamed, never held in memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_bytes
from rectrix.text.charset import Charset
from rectrix.text.lines import MAX_BYTES, OnBad, ReadingReport, clean, read_parallel

DEFAULT_MAX_WORDS = 1000


class Pair(NamedTuple):
    """A sentence and its translation, words joined by single spaces."""

    number: int  # the line in the files, from 1
    source: str
    target: str


@dataclass(frozen=True)
class Bitext:
    """Sentence pairs of two files, or of two columns of a TSV file. Reading it again starts anew."""

    source: Path
    target: Path | None = None  # None: source is a TSV file
    columns: tuple[int, int] = (1, 2)  # of source and target in a TSV file, from 1
    on_bad: OnBad = "skip"
    max_words: int = DEFAULT_MAX_WORDS

    def read(self, report: ReadingReport | None = None) -> Iterator[Pair]:
        """The pairs in order; what was dropped is counted in report."""
        report = report if report is not None else ReadingReport()
        if self.target is None:
            return self._read_columns(report)
        rows = read_parallel([self.source, self.target], self.on_bad, report, self.max_words)
        return (Pair(number, *texts) for number, texts in rows)

    def __iter__(self) -> Iterator[Pair]:
        return self.read()

    def _read_columns(self, report: ReadingReport) -> Iterator[Pair]:
        if min(self.columns) < 1:
            raise UsageError(f"columns are counted from 1, not {min(self.columns)}")
        # Cells are checked one by one below: in the line as a whole a tab divides, and all else may stand.
        charset, proven, number = Charset(self.source), False, 0
        with open_bytes(self.source) as file:
            for number, line in enumerate(file, start=1):
                proven = proven or charset.proven(number, line)
                report.read += 1
                pair = self._pair(number, line.rstrip(b"\r\n").split(b"\t"), report)
                if pair is None:
                    report.dropped += 1
                else:
                    yield pair
        if not proven:
            charset.judge(number)

    def _pair(self, number: int, cells: Sequence[bytes], report: ReadingReport) -> Pair | None:
        if len(cells) < max(self.columns):
            message = f"{len(cells)} columns, but column {max(self.columns)} is wanted"
            raise InputError.at(self.source, number, message)
        texts, dropped = [], False
        for column in self.columns:
            if self.on_bad == "replace" and len(cells[column - 1]) > MAX_BYTES:
                message = f"column {column}: more than {MAX_BYTES:,} bytes, the most for a line"
                raise InputError.at(self.source, number, message)
            text, problems = clean(cells[column - 1], self.max_words)
            for problem in [*problems, *([] if text else ["empty side"])]:
                if self.on_bad == "error":
                    raise InputError.at(self.source, number, f"column {column}: {problem}")
                report.note(problem, f"{self.source}:{number}")
                dropped = dropped or self.on_bad == "skip"
            texts.append(text)
        return None if dropped else Pair(number, *texts)


def read_sentences(
    path: Path, on_bad: OnBad = "replace", report: ReadingReport | None = None
) -> Iterator[str]:
    """The lines of one text; with the default policy as many as the file has, whatever they hold."""
    return (row.texts[0] for row in read_parallel([path], on_bad, report, allow_empty=True))


Filter = Callable[[Iterable[Pair], ReadingReport], Iterator[Pair]]


def keep_lengths(longest: int = 80, ratio: float = 9.0) -> Filter:
    """Drop pairs with a side over `longest` words, or with one side over `ratio` times the other."""

    def keep(pairs: Iterable[Pair], report: ReadingReport) -> Iterator[Pair]:
        for pair in pairs:
            source, target = pair.source.count(" ") + 1, pair.target.count(" ") + 1
            if max(source, target) > longest:
                report.drop(f"over {longest} words", f"line {pair.number}")
            elif max(source, target) > ratio * min(source, target):
                report.drop(f"length ratio over {ratio:g}", f"line {pair.number}")
            else:
                yield pair

    return keep


def drop_duplicates() -> Filter:
    """Drop pairs that came before; remembers 8 bytes a pair."""

    def keep(pairs: Iterable[Pair], report: ReadingReport) -> Iterator[Pair]:
        from hashlib import blake2b

        seen: set[bytes] = set()
        for pair in pairs:
            key = blake2b(f"{pair.source}\n{pair.target}".encode(), digest_size=8).digest()
            if key in seen:
                report.drop("duplicate", f"line {pair.number}")
            else:
                seen.add(key)
                yield pair

    return keep


def filtered(pairs: Iterable[Pair], filters: Sequence[Filter], report: ReadingReport) -> Iterator[Pair]:
    """The pairs that pass through all filters; the report counts what each dropped."""
    for keep in filters:
        pairs = keep(pairs, report)
    yield from pairs
