"""Hierarchical rules on demand from an indexed, word-aligned bitext (Chiang 2007; Lopez 2007, 2008)."""

import gzip
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import IO

from pydantic import Field

from rectrix._core import grammar as core
from rectrix.base.config import Settings
from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes, shown, writing_folder, writing_path
from rectrix.base.progress import Progress


class HieroSettings(Settings):
    """Limits of extraction; the defaults are cdec's, which bounds no search."""

    max_span: int = Field(default=15, ge=1, le=255)  # words a rule covers at most, on both sides
    max_symbols: int = Field(default=5, ge=1, le=9)  # source words and nonterminals of a rule
    max_gaps: int = Field(default=2, ge=0, le=2)  # gaps (nonterminals) of a rule
    min_gap: int = Field(default=1, ge=1, le=255)  # source words a gap covers at least
    max_samples: int = Field(default=300, ge=0)  # occurrences looked at for a source pattern; 0: all
    # occurrences of its rarer part beside which a pattern with gaps is searched for; 0: all
    max_search: int = Field(default=600, ge=0)
    # words of the bitext in which all occurrences are searched, whatever the limit
    search_words: int = Field(default=500_000, ge=0, le=1 << 30)
    tight: bool = True  # words at the edges of source phrases and gaps must be aligned
    # megabytes of patterns kept between sentences, by all threads together
    cache: int = Field(default=512, ge=0, le=16384)

    def core_options(self) -> core.HieroOptions:
        """The same for the core."""
        options = core.HieroOptions()
        for name in type(self).model_fields.keys() - {"cache"}:
            setattr(options, name, getattr(self, name))
        options.cache_bytes = self.cache << 20
        return options


def index(
    source: Path,
    target: Path,
    alignment: Path,
    output: Path,
    force: bool = False,
    progress: Progress | None = None,
) -> core.BitextIndex:
    """Index a bitext and its word alignment (Pharaoh lines) into a memory-mapped file."""
    paths = (source, target, alignment)
    with ExitStack() as stack:
        temporary = stack.enter_context(writing_path(output, force))
        first, second, links = [stack.enter_context(open_bytes(path)) for path in paths]
        tick = stack.enter_context(ticking(progress, "indexing"))
        core.index_bitext(first, second, links, [shown(path) for path in paths], temporary, tick)
        if len(core.BitextIndex.open(temporary)) == 0:
            raise InputError(f"{source} and {target}: nothing to index, there is no line")
    return core.BitextIndex.open(output)


def extract_to_store(
    bitext: core.BitextIndex,
    source: Path | Sequence[str],
    output: Path,
    settings: HieroSettings | None = None,
    leave_one_out: bool = False,
    threads: int = 1,
    force: bool = False,
    progress: Progress | None = None,
    numbers: Sequence[int] = (),
) -> None:
    """Extract the grammar of every line of `source`, a file or lines, into a store.

    leave_one_out: the lines are sentences of the bitext with these numbers (none: the first ones), and what
    a sentence supports alone does not count for it.
    """
    options = (settings or HieroSettings()).core_options()
    with writing_path(output, force) as temporary, _reading(source, progress) as (reader, tick):
        name = shown(source) if isinstance(source, Path) else "lines"
        core.extract_to_store(bitext, reader, name, options, leave_one_out, threads, temporary, numbers, tick)


def extract_to_folder(
    bitext: core.BitextIndex,
    source: Path,
    output: Path,
    settings: HieroSettings | None = None,
    leave_one_out: bool = False,
    threads: int = 1,
    force: bool = False,
    progress: Progress | None = None,
) -> None:
    """Extract the grammar of every line of `source` as cdec's text: grammar.0.gz, grammar.1.gz..."""
    options = (settings or HieroSettings()).core_options()
    with writing_folder(output, force) as folder, _reading(source, progress) as (reader, tick):
        numbers = count()

        def write(text: bytes) -> None:
            (folder / f"grammar.{next(numbers)}.gz").write_bytes(compressed(text))

        core.extract(bitext, reader, shown(source), options, leave_one_out, threads, write, tick)


def compressed(text: bytes) -> bytes:
    """A grammar's text as it is stored: the same bytes whenever it is written."""
    return gzip.compress(text, compresslevel=6, mtime=0)


@contextmanager
def _reading(
    source: Path | Sequence[str], progress: Progress | None
) -> Iterator[tuple[IO[bytes], Callable[[int], None]]]:
    opened = open_bytes(source) if isinstance(source, Path) else BytesIO(_text(source))
    with opened as reader, ticking(progress, "extracting") as tick:
        yield reader, tick


def _text(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


@contextmanager
def ticking(progress: Progress | None, name: str, unit: str = "sentences") -> Iterator[Callable[[int], None]]:
    """A callback that tells `progress` how much is done."""
    with (progress or Progress()).task(name, unit=unit) as task:
        last = 0

        def tick(done: int) -> None:
            nonlocal last
            task.advance(done - last)
            last = done

        yield tick
