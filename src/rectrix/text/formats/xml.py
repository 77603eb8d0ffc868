"""XML read as a stream: bounded memory, no entities of the file's own, errors with file and line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar
from xml.parsers import expat

from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes

T = TypeVar("T")
_CHUNK = 1 << 16
_DEEPEST = 256  # elements within elements
_LONGEST = 1 << 24  # characters of one text


class XmlReader(Generic[T]):
    """Calls `start`, `end`, `text` of a subclass, which puts results into `ready`; names without prefix."""

    def __init__(self, path: Path, encoding: str | None = None) -> None:
        self.path = path
        self.ready: list[T] = []
        self.open: list[str] = []  # names of the elements around, outermost first
        self.parser = expat.ParserCreate(encoding)
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.text
        self.parser.EntityDeclHandler = self._refuse_entity
        self.parser.SkippedEntityHandler = self._unknown_entity

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins; it is the last of `open`."""

    def end(self, name: str) -> None:
        """An element ends; it is still the last of `open`."""

    def text(self, data: str) -> None:
        """Character data."""

    def fail(self, message: str) -> InputError:
        """An error at the line that is read."""
        return InputError.at(self.path, self.line, message)

    @property
    def line(self) -> int:
        """The line that is read, from 1."""
        return self.parser.CurrentLineNumber

    def read(self) -> Iterator[T]:
        """The results, as they become ready."""
        with open_bytes(self.path) as file:
            while chunk := file.read(_CHUNK):
                self.feed(chunk)
                yield from self.ready
                self.ready.clear()
            self.feed(b"", final=True)
            yield from self.ready

    def feed(self, data: bytes, final: bool = False) -> None:
        """Parse more of the file."""
        try:
            self.parser.Parse(data, final)
        except expat.ExpatError as error:
            what = expat.ErrorString(error.code)
            raise InputError.at(self.path, error.lineno, f"this is no well-formed XML: {what}") from None
        except (LookupError, ValueError) as error:
            raise self.fail(f"the encoding that the file names cannot be read: {error}") from None

    def longest(self, length: int) -> None:
        """Refuse a text that has grown too long to be a segment."""
        if length > _LONGEST:
            raise self.fail(f"a text of more than {_LONGEST:,} characters; is an end tag missing?")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= _DEEPEST:
            raise self.fail(f"elements are nested more than {_DEEPEST} deep")
        self.open.append(name.rpartition(":")[2])
        self.start(self.open[-1], attributes)

    def _end(self, name: str) -> None:
        self.end(self.open[-1])
        self.open.pop()

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise self.fail(f"declares the entity {name!r}; files with entities of their own are refused")

    def _unknown_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise self.fail(f"uses the entity &{name}; that is not declared")
