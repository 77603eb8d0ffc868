"""Lines of parallel text files, read side by side, with a documented policy for every kind of bad line.

| problem            | error | skip                       | replace                              |
|--------------------|-------|----------------------------|--------------------------------------|
| invalid UTF-8      | stop  | drop the line on all sides | U+FFFD in place of the wrong bytes   |
| control character  | stop  | drop the line on all sides | a space in its place                 |
| empty side         | stop  | drop the line on all sides | kept as it is                        |
| line over 1 MiB    | stop  | drop the line on all sides | stop: nothing is cut unsaid          |
| over max_words     | stop  | drop the line on all sides | cut there, and reported              |
| unequal line count | stop  | stop: which lines belong together cannot be known | stop      |
| another encoding   | stop  | stop: see charset          | stop                                 |

`replace` never changes the number of lines: it is the policy for text to translate and for references.
A byte order mark at a file's beginning, carriage returns at line ends, and spaces around and doubled between
words are no problems: they are removed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, get_args

from rectrix.base.errors import InputError, UnknownName
from rectrix.base.files import open_bytes
from rectrix.text.charset import Charset

OnBad = Literal["error", "skip", "replace"]
Problem = Literal["invalid UTF-8", "control character", "empty side", "over-long line"]

MAX_BYTES = 1 << 20  # of one line; a file without line ends must not fill the memory

# Everything that a program might take for a line end or not show at all; the tab is a space.
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]|  ")  # those, tabs, and spaces in a row
_UTF8_BOM = b"\xef\xbb\xbf"
_EXAMPLES_KEPT = 5


class Row(NamedTuple):
    """The same line of every file."""

    number: int  # from 1, as in the files
    texts: tuple[str, ...]


@dataclass
class ReadingReport:
    """What a reading met: lines read and kept, problems by kind, and where the first of them were."""

    read: int = 0
    dropped: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    @property
    def kept(self) -> int:
        """Lines that were not dropped."""
        return self.read - self.dropped

    def drop(self, problem: str, where: str) -> None:
        """Count a line that is dropped for one problem."""
        self.dropped += 1
        self.note(problem, where)

    def note(self, problem: str, where: str) -> None:
        """Count a problem; remember where the first few were."""
        self.problems[problem] += 1
        if len(self.examples) < _EXAMPLES_KEPT:
            self.examples.append(f"{where}: {problem}")

    def summary(self) -> str:
        """One line for people: `29,000 lines read, 28,990 kept; 10 empty side (first at a.de:17)`."""
        text = f"{self.read:,} lines read, {self.kept:,} kept"
        if not self.problems:
            return text
        kinds = ", ".join(f"{number:,} {kind}" for kind, number in self.problems.most_common())
        return f"{text}; {kinds} (first: {self.examples[0]})"


def read_parallel(
    paths: Sequence[Path],
    on_bad: OnBad = "error",
    report: ReadingReport | None = None,
    max_words: int | None = None,
    allow_empty: bool = False,
) -> Iterator[Row]:
    """The lines of several files side by side, one file after another being as long as the first.

    allow_empty: an empty side is no problem.
    """
    if on_bad not in get_args(OnBad):
        raise UnknownName("policy for bad lines", on_bad, get_args(OnBad))
    report = report if report is not None else ReadingReport()
    with ExitStack() as stack:
        files = [stack.enter_context(open_bytes(path)) for path in paths]
        charsets = {
            place: Charset(path) for place, path in enumerate(paths)
        }  # of files not known to be UTF-8
        for number in count(1):
            raw = [_read_line(file, first=number == 1) for file in files]
            if None in raw:
                _check_ends(paths, raw, number)
                for charset in charsets.values():
                    charset.judge(number - 1)
                return
            report.read += 1
            whole = [line for line in raw if line is not None]
            for place in [place for place in charsets if charsets[place].proven(number, whole[place])]:
                del charsets[place]
            texts = _mend(paths, number, whole, on_bad, report, max_words, allow_empty)
            for file, line in zip(files, whole, strict=True):
                if _is_cut(line):
                    _skip_line(file)
            if texts is None:
                report.dropped += 1
            else:
                yield Row(number, texts)


def _check_ends(paths: Sequence[Path], raw: Sequence[bytes | None], number: int) -> None:
    ended = [path for path, line in zip(paths, raw, strict=True) if line is None]
    longer = [path for path, line in zip(paths, raw, strict=True) if line is not None]
    if longer:
        message = f"has no line {number}, but {longer[0]} has; the files must have as many lines each"
        raise InputError.at(ended[0], 0, message)


def _read_line(file: BinaryIO, first: bool) -> bytes | None:
    """The next line without its end; None at the end. An over-long one comes one byte over the limit."""
    line = file.readline(MAX_BYTES + 1)
    if not line:
        return None
    if _is_cut(line):
        return line
    if first:
        line = line.removeprefix(_UTF8_BOM)
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _is_cut(line: bytes) -> bool:
    """Whether a line goes on in its file."""
    return len(line) > MAX_BYTES and not line.endswith(b"\n")


def _skip_line(file: BinaryIO) -> None:
    """To the end of the line, which may be far or, where nobody has to get there, nowhere."""
    while (rest := file.readline(MAX_BYTES)) and not rest.endswith(b"\n"):
        pass


def _mend(
    paths: Sequence[Path],
    number: int,
    raw: Sequence[bytes],
    on_bad: OnBad,
    report: ReadingReport,
    max_words: int | None,
    allow_empty: bool,
) -> tuple[str, ...] | None:
    """The texts of a line, mended; None if it is dropped."""
    plain = tuple(text for text in map(_plain, raw) if text is not None)
    short = max_words is None or all(text.count(" ") < max_words for text in plain)
    if short and len(plain) == len(raw) and (allow_empty or all(plain)):
        return plain
    texts, dropped = [], False
    for path, line in zip(paths, raw, strict=True):
        if on_bad == "replace" and len(line) > MAX_BYTES:
            raise InputError.at(path, number, f"more than {MAX_BYTES:,} bytes, the most for a line; split it")
        text, problems = clean(line, max_words)
        if not text and not allow_empty:
            problems = [*problems, "empty side"]
        for problem in problems:
            if on_bad == "error":
                advice = "--on-bad skip drops such lines, --on-bad replace mends them"
                raise InputError.at(path, number, f"{problem}; {advice}")
            report.note(problem, f"{path}:{number}")
            dropped = dropped or on_bad == "skip"
        texts.append(text)
    return None if dropped else tuple(texts)


def clean(line: bytes, max_words: int | None = None) -> tuple[str, list[Problem]]:
    """A line as words joined by single spaces, with what was wrong with it mended."""
    text = _plain(line)
    if text is not None and (max_words is None or text.count(" ") < max_words):
        return text, []
    problems: list[Problem] = []
    if len(line) > MAX_BYTES:
        problems.append("over-long line")
        line = line[:MAX_BYTES].rsplit(b" ", 1)[0]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        if not problems:  # a cut inside a character is not the file's fault
            problems.append("invalid UTF-8")
        text = line.decode("utf-8", errors="replace")
    if _CONTROL.search(text):
        problems.append("control character")
        text = _CONTROL.sub(" ", text)
    found = words(text)
    if max_words is not None and len(found) > max_words:
        if "over-long line" not in problems:
            problems.append("over-long line")
        found = found[:max_words]
    return " ".join(found), problems


def _plain(line: bytes) -> str | None:
    """A line as it is if nothing is wrong with it, as with nearly all; else None."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if len(line) > MAX_BYTES or text[:1] == " " or text[-1:] == " ":
        return None
    if text.isprintable() and "  " not in text:  # several times faster than the search, and nearly always so
        return text
    return None if _ODD.search(text) else text


def words(text: str) -> list[str]:
    """The words of a line: runs between spaces and tabs (no other white space divides, as in the core)."""
    return [word for word in text.replace("\t", " ").split(" ") if word]
