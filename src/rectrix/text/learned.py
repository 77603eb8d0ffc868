"""What text processing learns from a side's training text, and the files that keep it.

text.toml       the settings, and the size and SHA-256 of each other file
truecase.tsv    forms of words and their counts
recase.tsv      forms in their contexts, for output
spacing.tsv     what stands between two words, for output
compounds.tsv   words and their counts
subwords.model  a model of sentencepiece
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from pydantic import ConfigDict, Field

from rectrix._core import text as core
from rectrix.base.config import Settings
from rectrix.base.errors import DamagedFile, InputError
from rectrix.text.compounds import CompoundSplitter
from rectrix.text.settings import TextSettings
from rectrix.text.subwords import Subwords

FORMAT = 1
SETTINGS = "text.toml"


class WordPart(Protocol):
    """Words to words and back."""

    def apply(self, words: list[str]) -> list[str]:
        """The words as the model has them."""

    def invert(self, words: list[str]) -> list[str]:
        """Words as they were."""


@dataclass(frozen=True)
class Learned:
    """All that a side has learned; what is None is not used."""

    truecaser: core.Truecaser | None = None
    recaser: core.Recaser | None = None
    spacing: core.Spacing = field(default_factory=core.Spacing)
    compounds: CompoundSplitter | None = None
    subwords: Subwords | None = None

    @property
    def parts(self) -> list[WordPart]:
        """The parts that change the number of words, in their order."""
        return [part for part in (self.compounds, self.subwords) if part is not None]


# Each field's file, how it is read and how it is written.
_FILES: dict[str, tuple[str, Callable[[bytes, str], Any], Callable[[Any], bytes]]] = {
    "truecaser": ("truecase.tsv", core.Truecaser.read, core.Truecaser.written),
    "recaser": ("recase.tsv", core.Recaser.read, core.Recaser.written),
    "spacing": ("spacing.tsv", core.Spacing.read, core.Spacing.written),
    "compounds": ("compounds.tsv", CompoundSplitter.read, CompoundSplitter.written),
    "subwords": ("subwords.model", lambda content, path: Subwords(content), lambda part: part.model),
}


class _File(Settings):
    bytes: int = Field(ge=0)
    sha256: str


class _Contents(Settings):
    """The contents of text.toml."""

    format: int = FORMAT
    text: TextSettings
    files: dict[str, _File] = Field(default_factory=dict)


class _Format(Settings):
    model_config = ConfigDict(extra="ignore")
    format: int


def save(settings: TextSettings, learned: Learned, folder: Path, prefix: str = "") -> None:
    """Write settings and what was learned into a folder that is being made."""
    files = {}
    for name, (file, _, written) in _FILES.items():
        if (part := getattr(learned, name)) is not None and (content := written(part)):
            (folder / (prefix + file)).write_bytes(content)
            files[file] = _File(bytes=len(content), sha256=sha256(content).hexdigest())
    _Contents(text=settings, files=files).write(folder / (prefix + SETTINGS))


def load(folder: Path, prefix: str = "") -> tuple[TextSettings, Learned]:
    """What was saved; a missing or damaged file, or a newer format, is an error that says so."""
    path = folder / (prefix + SETTINGS)
    newest = _Format.read(path).format
    if newest > FORMAT:
        raise DamagedFile(f"{path}: format {newest} is newer than {FORMAT}, the newest known; update rectrix")
    contents = _Contents.read(path)
    parts = {}
    for name, (file, read, _) in _FILES.items():
        if file in contents.files:
            parts[name] = read(
                _checked(folder / (prefix + file), contents.files[file]), str(folder / (prefix + file))
            )
    return contents.text, Learned(**parts)


def _checked(path: Path, record: _File) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError.at(path, 0, f"cannot open: {error.strerror or error}") from None
    if len(content) != record.bytes or sha256(content).hexdigest() != record.sha256:
        raise DamagedFile(f"{path}: damaged: its checksum differs; copy it or learn it again")
    return content
