"""Documents filled in by machine: what is untranslated, checked and marked for review; all else as it was."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from rectrix.base.errors import RunError
from rectrix.base.files import require_absent, writing
from rectrix.text.check import differences
from rectrix.text.formats import DOCUMENTS, require_format
from rectrix.text.formats.unit import Languages

Translate = Callable[[list[str]], list[str]]
_LINES = re.compile(r"(\s*\n\s*|\A\s+|\s+\Z)")  # what divides a text into lines, and what stands around it


class Gap(NamedTuple):
    """A text that waits for its translation."""

    where: str  # file:line
    text: str


class Document(Protocol):
    """A file with gaps."""

    @property
    def gaps(self) -> Sequence[Gap]:
        """What is to be translated, in the order of the file."""

    def filled(self, translations: Sequence[str | None], failures: list[str]) -> bytes:
        """The file with translations in its gaps, None where one stays open; adds what went wrong."""


@dataclass
class FillReport:
    """What became of a document's gaps."""

    gaps: int = 0
    failures: list[str] = field(default_factory=list)  # what was left untranslated, and why

    @property
    def filled(self) -> int:
        """Gaps that have a translation now."""
        return self.gaps - len(self.failures)

    def summary(self) -> str:
        """One line for people."""
        text = f"{self.filled:,} of {self.gaps:,} untranslated texts filled in and marked for review"
        return f"{text}; {len(self.failures):,} left untranslated" if self.failures else text


def translate_document(
    path: Path,
    output: Path,
    translate: Translate,
    languages: Languages | None = None,
    format: str | None = None,
    fuzzy: bool = False,
    force: bool = False,
) -> FillReport:
    """Write a copy of a PO or XLIFF file in which untranslated texts have a translation, marked for review.

    translate: gives a translation of each of many lines. languages: what it translates; a file in other
    languages is refused. fuzzy: what is marked for review already is translated anew.
    A translation without exactly the placeholders, tags and accelerators of its text is reported, not used.
    """
    require_absent(output, force or str(output) == "-")
    document: Document = DOCUMENTS[format or require_format(path, DOCUMENTS)](path, languages, fuzzy)
    report = FillReport(len(document.gaps))
    translations: list[str | None] = []
    for gap, translation in zip(document.gaps, _translated(document.gaps, translate), strict=True):
        problems = differences(gap.text, translation)
        if not translation.strip():
            problems = ["the translation is empty"]
        if problems:
            report.failures.append(f"{gap.where}: left untranslated: {', '.join(problems)}")
        translations.append(None if problems else translation)
    content = document.filled(translations, report.failures)
    with writing(output, force) as file:
        # Bytes of other charsets than UTF-8 pass as surrogates.
        file.write(content.decode("utf-8", "surrogateescape"))
    return report


def _translated(gaps: Sequence[Gap], translate: Translate) -> Iterator[str]:
    """The translations of texts, line by line; white space around lines stays as it was."""
    pieces = [_LINES.split(gap.text) for gap in gaps]
    lines = list(dict.fromkeys(line for text in pieces for line in text[::2] if line))
    made = translate(lines) if lines else []
    if len(made) != len(lines):
        raise RunError(f"{len(lines)} lines were to be translated, {len(made)} came back")
    known = dict(zip(lines, made, strict=True))
    for text in pieces:
        text[::2] = [known.get(line, "") for line in text[::2]]
        yield "".join(text)
