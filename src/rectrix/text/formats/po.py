"""PO: gettext's catalogs, entry by entry, with the line of everything that is found."""

import codecs
import gettext
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes
from rectrix.text.formats.unit import Languages, ReadOptions, Unit, direction

_KEYWORD = re.compile(r"\s*(msgctxt|msgid_plural|msgid|msgstr)\s*(?:\[\s*(\d{1,3})\s*\])?\s*(\".*\")\s*")
_CONTINUED = re.compile(r"\s*(\".*\")\s*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", '"': '"', "\\": "\\"}
_CHARSET = re.compile(rb"\"Content-Type:[^\"]*charset=([^\s\\\";]+)", re.IGNORECASE)
_HEAD = 1 << 16  # bytes within which the header must name its charset
_BOM = b"\xef\xbb\xbf"


@dataclass
class Message:
    """A message; line numbers count from 1."""

    line: int  # of its first keyword
    context: str | None = None
    singular: str | None = None
    plural: str | None = None
    translations: dict[int, str] = field(default_factory=dict)  # by plural form; 0 if there are none
    translation_lines: dict[int, range] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    flag_line: int | None = None
    obsolete: bool = False

    @property
    def is_header(self) -> bool:
        """The entry without a text, whose translation describes the file."""
        return self.singular == "" and self.context is None and not self.obsolete

    @property
    def fuzzy(self) -> bool:
        """Marked for review."""
        return "fuzzy" in self.flags


@dataclass(frozen=True)
class Header:
    """What the first entry says of the file."""

    language: str = ""
    forms: int = 2
    form_of: Callable[[int], int] = lambda number: int(number != 1)

    @classmethod
    def parse(cls, text: str) -> "Header":
        """The fields that matter here."""
        fields: dict[str, str] = {}
        for line in text.split("\n"):
            name, _, value = line.partition(":")
            fields[name.strip().lower()] = value.strip()
        language = fields.get("language", "")
        match = re.fullmatch(
            r"\s*nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=\s*([^;]+);?\s*", fields.get("plural-forms", "")
        )
        if match is None or int(match[1]) < 1:
            return cls(language)
        try:
            form_of: Callable[[int], int] = gettext.c2py(match[2])
            form_of(1)
        except (ValueError, RecursionError, ArithmeticError):
            return cls(language, int(match[1]))
        return cls(language, int(match[1]), form_of)

    def source_of(self, entry: Message, form: int) -> str:
        """The text that a plural form translates: the singular if that form counts one, else the plural."""
        if entry.plural is None or (self.forms > 1 and form == self.form_of(1)):
            return entry.singular or ""
        return entry.plural


def read(path: Path, languages: Languages, options: ReadOptions) -> Iterator[Unit]:
    """The translated entries; those marked fuzzy or obsolete are left out."""
    header, swapped = Header(), False
    for entry in entries(path, decoded(path)):
        if entry.is_header:
            header = Header.parse(entry.translations.get(0, ""))
            swapped = bool(header.language) and _is_swapped(path, entry.line, header.language, languages)
        elif not (entry.fuzzy or entry.obsolete):
            for form, translation in entry.translations.items():
                if translation:
                    source = header.source_of(entry, form)
                    pair = (translation, source) if swapped else (source, translation)
                    yield Unit(*pair, f"{path}:{entry.line}")


def _is_swapped(path: Path, line: int, language: str, languages: Languages) -> bool:
    way = direction(languages, "", language)
    if way is None:
        raise InputError.at(
            path, line, f"is in {language}, neither {languages.source} nor {languages.target}"
        )
    return way == "swapped"


def charset_of(path: Path, head: bytes) -> str:
    """The charset that the header names; UTF-8 if none is named or the file is a template."""
    match = _CHARSET.search(head)
    name = match[1].decode("ascii", "replace") if match else "UTF-8"
    if name == "CHARSET":
        return "UTF-8"
    try:
        codecs.lookup(name)
        "\n".encode(name)
    except (LookupError, UnicodeError, ValueError):
        line = head[: match.start()].count(b"\n") + 1 if match else 0
        raise InputError.at(path, line, f"the charset {name!r} is not known; UTF-8 is") from None
    return name


def decoded(path: Path) -> Iterator[str]:
    """The lines of a file, each with its end; a byte that is not of the charset is an error with its line."""
    with open_bytes(path) as file:
        head = file.read(_HEAD)
        charset = charset_of(path, head)
        head += file.readline()
        yield from decode_lines(path, io.BytesIO(head.removeprefix(_BOM)), charset)
        yield from decode_lines(path, file, charset, head.count(b"\n"))


def decode_lines(path: Path, lines: Iterable[bytes], charset: str, before: int = 0) -> Iterator[str]:
    """Lines of bytes as text; so many lines stood before them."""
    for number, line in enumerate(lines, start=before + 1):
        try:
            yield line.decode(charset)
        except (UnicodeDecodeError, ValueError) as error:
            message = f"is not {charset}, the charset that the header names: {error}"
            raise InputError.at(path, number, message) from None


class _Parser:
    """Entries from lines; the state is the entry in the making and the text that a string continues."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._entry: Message | None = None
        self._flags: set[str] = set()
        self._flag_line: int | None = None
        self._field = ""
        self._form = 0

    def feed(self, number: int, line: str) -> Message | None:
        """Take a line; gives the entry that it shows to be complete."""
        text = line.strip()
        obsolete = text.startswith("#~") and not text.startswith("#~|")
        if obsolete:
            text = text[2:].strip()
        if not text:
            return None
        if text.startswith("#"):
            done = self._finish() if self._entry and self._entry.translations else None
            if text.startswith("#,"):
                self._flags |= {flag.strip() for flag in text[2:].split(",")}
                self._flag_line = number
            return done
        return self._keyword(number, text, obsolete)

    def end(self) -> Message | None:
        """The last entry."""
        return self._finish()

    def _keyword(self, number: int, text: str, obsolete: bool) -> Message | None:
        match = _KEYWORD.fullmatch(text)
        if match is None:
            self._continue(number, text)
            return None
        name, form, string = match.groups()
        done = None
        if self._begins_entry(name):
            done = self._finish()
            self._entry = Message(number, flags=self._flags, flag_line=self._flag_line, obsolete=obsolete)
            self._flags, self._flag_line = set(), None
        if self._entry is None or (name != "msgctxt" and name != "msgid" and self._entry.singular is None):
            raise InputError.at(self._path, number, f"{name} before a msgid")
        self._set(number, name, int(form or 0), self._unquoted(number, string))
        return done

    def _begins_entry(self, name: str) -> bool:
        if self._entry is None or (self._entry.translations and name != "msgstr"):
            return True
        return name == "msgctxt" or (name == "msgid" and self._entry.singular is not None)

    def _set(self, number: int, name: str, form: int, text: str) -> None:
        entry = self._entry
        assert entry is not None
        self._field, self._form = name, form
        if name == "msgctxt":
            entry.context = text
        elif name == "msgid":
            entry.singular = text
        elif name == "msgid_plural":
            entry.plural = text
        elif form in entry.translations:
            raise InputError.at(self._path, number, f"a second msgstr[{form}] of the same entry")
        else:
            entry.translations[form] = text
            entry.translation_lines[form] = range(number, number + 1)

    def _continue(self, number: int, text: str) -> None:
        match = _CONTINUED.fullmatch(text)
        entry = self._entry
        if match is None or entry is None or not self._field:
            raise InputError.at(
                self._path, number, f"expected a keyword or a string in quotes, not {text[:40]!r}"
            )
        more = self._unquoted(number, match[1])
        if self._field == "msgctxt":
            entry.context = (entry.context or "") + more
        elif self._field == "msgid":
            entry.singular = (entry.singular or "") + more
        elif self._field == "msgid_plural":
            entry.plural = (entry.plural or "") + more
        else:
            entry.translations[self._form] += more
            lines = entry.translation_lines[self._form]
            entry.translation_lines[self._form] = range(lines.start, number + 1)

    def _finish(self) -> Message | None:
        done, self._entry, self._field = self._entry, None, ""
        if done is not None and (done.singular is None or not done.translations):
            raise InputError.at(
                self._path, done.line, "an entry without msgid or msgstr; is the file cut off?"
            )
        return done

    def _unquoted(self, number: int, string: str) -> str:
        if not _STRING.fullmatch(string):
            raise InputError.at(self._path, number, "a string whose quotes do not match")
        return _ESCAPE.sub(_unescaped, string[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    if code in _ESCAPES:
        return _ESCAPES[code]
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    return chr(int(code, 8) & 0xFF) if code[0] in "01234567" else match[0]


def entries(path: Path, lines: Iterable[str]) -> Iterator[Message]:
    """The entries in order, the header among them."""
    parser = _Parser(path)
    for number, line in enumerate(lines, start=1):
        done = parser.feed(number, line)
        if done is not None:
            yield done
    last = parser.end()
    if last is not None:
        yield last
