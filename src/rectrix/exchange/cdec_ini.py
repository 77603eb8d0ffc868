"""cdec's configuration: lines of key=value; where it says nothing, cdec's defaults hold."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rectrix.base.errors import InputError
from rectrix.base.files import open_text

SPAN_LIMIT = 10  # cdec's own, if a configuration has none
POP_LIMIT = 200
_LANGUAGE_MODELS = ("KLanguageModel", "LanguageModel")
_TAKEN = ("formalism", "grammar", "weights", "feature_function", "add_pass_through_rules")
_NUMBERS = ("scfg_max_span_limit", "cubepruning_pop_limit")


@dataclass(frozen=True)
class CdecIni:
    """What a cdec.ini says: values with their lines."""

    path: Path
    values: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> "CdecIni":
        """Read a file; # begins a comment."""
        ini = cls(path)
        with open_text(path) as lines:
            for number, line in enumerate(lines, start=1):
                text = line.split("#")[0].strip()
                key, equals, value = text.partition("=")
                if text and not equals:
                    raise InputError.at(path, number, f"{text!r} is not of the form key=value")
                if text:
                    ini.values.setdefault(key.strip(), []).append((number, value.strip()))
        for number, formalism in ini.values.get("formalism", []):
            if formalism.lower() != "scfg":
                raise InputError.at(path, number, f"formalism {formalism!r}; only scfg models can be read")
        return ini

    def number(self, key: str, default: int) -> int:
        """The whole number of a key."""
        for line, text in self.values.get(key, []):
            if not text.isdecimal():
                raise InputError.at(self.path, line, f"{key} needs a whole number, not {text!r}")
            return int(text)
        return default

    def decoding(self) -> dict[str, Any]:
        """What it says of decoding, or means by saying nothing; by our settings' names."""
        # cdec looks whether the key is there, whatever its value.
        copies_all = "add_pass_through_rules" in self.values
        return {
            "pass_through": "all" if copies_all else "unknown",
            "span_limit": self.number("scfg_max_span_limit", SPAN_LIMIT),
            "pop_limit": self.number("cubepruning_pop_limit", POP_LIMIT),
        }

    def file(self, key: str) -> Path | None:
        """The one file of a key."""
        found = self.values.get(key, [])
        if len(found) > 1:
            raise InputError.at(self.path, found[1][0], f"a second {key}; a model has one")
        return self._path(*found[0]) if found else None

    def language_model(self) -> Path | None:
        """The file of the language model."""
        found = [
            (line, text.split()[-1])
            for line, text in self.values.get("feature_function", [])
            if text.split()[:1] and text.split()[0] in _LANGUAGE_MODELS
        ]
        if len(found) > 1:
            raise InputError.at(self.path, found[1][0], "a second language model; a model has one")
        return self._path(*found[0]) if found else None

    def functions(self) -> list[str]:
        """The names of the other feature functions."""
        named = [text.split()[0] for _, text in self.values.get("feature_function", []) if text]
        return [name for name in named if name not in _LANGUAGE_MODELS]

    def not_taken(self) -> list[str]:
        """Keys and feature functions that an import does not take over."""
        keys = [key for key in self.values if key not in (*_TAKEN, *_NUMBERS)]
        return keys + [name for name in self.functions() if name != "WordPenalty"]

    def _path(self, line: int, text: str) -> Path:
        """A file as cdec finds it from where it runs, or beside the configuration."""
        for found in (self.path.parent / text, Path(text)):
            if found.exists():
                return found
        raise InputError.at(self.path, line, f"no file {text!r} (looked beside {self.path} and here)")
