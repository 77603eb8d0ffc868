"""PO files filled in: new msgstr lines, the flag `fuzzy`, date and generator; no other byte is changed."""

import io
import os
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes
from rectrix.text.formats.document import Gap
from rectrix.text.formats.po import Header, Message, charset_of, decode_lines, entries
from rectrix.text.formats.unit import Languages, fits

_HEAD = 1 << 16
_WIDTH = 77  # of a line, as gettext's tools write them
_ESCAPES = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\t": r"\t", "\r": r"\r", "\a": r"\a", "\b": r"\b"}
_BOM = b"\xef\xbb\xbf"


class _Place(NamedTuple):
    entry: Message
    form: int


class PoDocument:
    """The lines of a PO file, and the entries among them that have no translation."""

    def __init__(self, path: Path, languages: Languages | None = None, fuzzy: bool = False) -> None:
        self._path = path
        with open_bytes(path) as file:
            content = file.read()
        self._charset = charset_of(path, content[:_HEAD])
        self._mark = content.startswith(_BOM)
        self._lines = list(io.BytesIO(content.removeprefix(_BOM)))
        self._header_entry: Message | None = None
        self._header = Header()
        self._places: list[_Place] = []
        self.gaps: list[Gap] = []
        for entry in entries(path, decode_lines(path, self._lines, self._charset)):
            self._take(entry, languages, fuzzy)

    def _take(self, entry: Message, languages: Languages | None, fuzzy: bool) -> None:
        if entry.is_header:
            self._header_entry = entry
            self._header = Header.parse(entry.translations.get(0, ""))
            if languages and not fits(languages.target, self._header.language):
                message = f"is in {self._header.language}, but translations will be in {languages.target}"
                raise InputError.at(self._path, entry.line, message)
        elif not entry.obsolete:
            forms = range(self._header.forms) if entry.plural is not None else range(1)
            for form in forms:
                if not entry.translations.get(form) or (fuzzy and entry.fuzzy):
                    self._places.append(_Place(entry, form))
                    text = self._header.source_of(entry, form)
                    self.gaps.append(Gap(f"{self._path}:{entry.line}", text))

    def filled(self, translations: Sequence[str | None], failures: list[str]) -> bytes:
        """The file with its gaps filled; an entry of which a plural form fails stays as it was."""
        given: dict[int, dict[int, str]] = {}
        entries_by_line: dict[int, Message] = {}
        spoiled: dict[int, str] = {}
        for place, gap, translation in zip(self._places, self.gaps, translations, strict=True):
            line = place.entry.line
            entries_by_line[line] = place.entry
            problem = None if translation is None else self._problem(gap.text, translation)
            if problem:
                failures.append(f"{gap.where}: left untranslated: {problem}")
            if translation is None or problem:
                spoiled[line] = "another of its plural forms is"
            else:
                given.setdefault(line, {})[place.form] = translation
        for line in spoiled.keys() & given.keys():
            failures.extend(
                f"{self._path}:{line}: left untranslated: {spoiled[line]}" for _ in given.pop(line)
            )
        changes: dict[int, list[str]] = {}
        for line, texts in given.items():
            self._fill(entries_by_line[line], texts, changes)
        if changes and self._header_entry:
            self._sign(self._header_entry, changes)
        return self._written(changes)

    def _problem(self, source: str, translation: str) -> str | None:
        """Why a translation must not be written."""
        try:
            translation.encode(self._charset)
        except UnicodeEncodeError as error:
            return f"{translation[error.start : error.end]!r} cannot be written in {self._charset}"
        return None

    def _fill(self, entry: Message, texts: Mapping[int, str], changes: dict[int, list[str]]) -> None:
        """Note the new lines of an entry, by the number of the line whose place they take."""
        last = max(lines.stop - 1 for lines in entry.translation_lines.values())
        added: list[str] = []
        for form, text in sorted(texts.items()):
            keyword = f"msgstr[{form}]" if entry.plural is not None else "msgstr"
            lines = entry.translation_lines.get(form)
            if lines is None:  # a plural form that the file does not have yet
                added += _quoted(keyword, text)
            else:
                changes[lines.start] = _quoted(keyword, text)
                changes |= {number: [] for number in lines[1:]}
        if added:
            changes[last] = changes.get(last, [self._line(last)]) + added
        if entry.flag_line is None:
            changes[entry.line] = ["#, fuzzy", *changes.get(entry.line, [self._line(entry.line)])]
        elif not entry.fuzzy:
            changes[entry.flag_line] = [re.sub(r"^(\s*#,)", r"\1 fuzzy,", self._line(entry.flag_line))]

    def _sign(self, header: Message, changes: dict[int, list[str]]) -> None:
        """Say in the header when and by what the file was changed, in the fields that it has."""
        moment = (
            time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])) if "SOURCE_DATE_EPOCH" in os.environ else None
        )
        date = time.strftime("%Y-%m-%d %H:%M+0000", moment or time.gmtime())
        for number in header.translation_lines[0]:
            for name, value in (("PO-Revision-Date", date), ("X-Generator", "Rectrix")):
                line = self._line(number)
                changed = re.sub(rf'^(\s*(?:msgstr\s+)?"{name}:)[^"\\]*(\\n)?"', rf'\1 {value}\2"', line)
                if changed != line:
                    changes[number] = [changed]

    def _line(self, number: int) -> str:
        return self._lines[number - 1].decode(self._charset).rstrip("\r\n")

    def _written(self, changes: Mapping[int, list[str]]) -> bytes:
        end = "\r\n" if self._lines and self._lines[0].endswith(b"\r\n") else "\n"
        parts = [_BOM] if self._mark else []
        for number, line in enumerate(self._lines, start=1):
            if number in changes:
                parts.extend((text + end).encode(self._charset) for text in changes[number])
            else:
                parts.append(line)
        return b"".join(parts)


def _quoted(keyword: str, text: str) -> list[str]:
    """The lines of a string: one if it fits, else one for each line of the text, broken after spaces."""
    escaped = "".join(_ESCAPES.get(letter, letter) for letter in text)
    whole = f'{keyword} "{escaped}"'
    if len(whole) <= _WIDTH + 2 and "\\n" not in escaped[:-2]:
        return [whole]
    lines = [f'{keyword} ""']
    for line in re.findall(r"(?:[^\\]|\\[^n])+(?:\\n)?|\\n", escaped):
        lines += [f'"{part}"' for part in _wrapped(line)]
    return lines


def _wrapped(line: str) -> list[str]:
    parts = [""]
    for word in re.findall(r"[^ ]+ *| +", line):
        if parts[-1] and len(parts[-1]) + len(word) > _WIDTH:
            parts.append("")
        parts[-1] += word
    return parts
