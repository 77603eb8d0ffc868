"""N-best files of Moses, cdec, Joshua, Travatar, and JSON lines: read whole or streamed, and written."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rectrix._core import kbest as core
from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists, Reader, lines
from rectrix.base.files import open_bytes, writing

_ALL = 1 << 60
_SENTENCES_AT_ONCE = 100


def read(
    path: Path | str, format: str = "auto", space: FeatureSpace | None = None, sentences: int | None = None
) -> Lists:
    """All lists of a file.

    format: one of FORMATS; 'auto' looks at the first line. space: where the features get their indexes, a
    new one by default. sentences: how many there must be at least: a decoder that failed on the last ones
    leaves no trace in its file, and their lists are added empty.
    """
    with open_bytes(path) as file:
        lists = Reader(file, str(path), format).read(FeatureSpace() if space is None else space, _ALL)
    while len(lists) < (sentences or 0):
        lists.begin_sentence()
    return lists


def read_merged(paths: Sequence[Path | str], format: str = "auto", sentences: int = 0) -> Lists:
    """The lists of several files (of several iterations of tuning), sentence by sentence, as one."""
    lists = read(paths[0], format, sentences=sentences)
    for path in paths[1:]:
        lists = merge(lists, read(path, format, lists.space, max(sentences, len(lists))))
    return lists


def merge(first: Lists, second: Lists) -> Lists:
    """The hypotheses of both, sentence by sentence, without repetitions of the same words and features."""
    return core.merge(first, second)[0]


def stream(
    path: Path | str,
    format: str = "auto",
    space: FeatureSpace | None = None,
    sentences: int = _SENTENCES_AT_ONCE,
) -> Iterator[Lists]:
    """The lists of a file, at most so many sentences at once: what fits in memory is one batch."""
    space = FeatureSpace() if space is None else space
    with open_bytes(path) as file:
        reader = Reader(file, str(path), format)
        while len(batch := reader.read(space, sentences)):
            yield batch


def write(
    path: Path | str, batches: Lists | Iterable[Lists], format: str = "moses", force: bool = False
) -> None:
    """Write lists, or a stream of them, to a file; sentences are numbered from 0."""
    first = 0
    with writing(path, force=force) as file:
        for lists in [batches] if isinstance(batches, Lists) else batches:
            for begin in range(0, len(lists), _SENTENCES_AT_ONCE):
                end = min(begin + _SENTENCES_AT_ONCE, len(lists))
                file.write(lines(lists, begin, end, format, first))
            first += len(lists)
