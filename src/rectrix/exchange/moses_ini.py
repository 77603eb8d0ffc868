"""Moses' configuration: sections of lines, feature functions with arguments, weights by feature name."""

from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.base.files import open_text

_SUFFIXES = ("", ".gz", ".xz", ".bz2", ".zst")
_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True)
class FeatureFunction:
    """A line of the section [feature]."""

    kind: str  # KENLM, PhraseDictionaryMemory...
    name: str  # LM0
    arguments: dict[str, str]
    line: int


@dataclass
class MosesIni:
    """What a moses.ini says."""

    path: Path
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # lines with their numbers
    features: list[FeatureFunction] = field(default_factory=list)
    weights: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> "MosesIni":
        """Read a file; weights in the layout before 2012 ([weight-t]...) are refused."""
        ini = cls(path)
        section = ""
        with open_text(path) as lines:
            for number, line in enumerate(lines, start=1):
                text = line.split("#")[0].strip()
                if text.startswith("[") and text.endswith("]"):
                    section = text[1:-1].strip()
                    ini.sections.setdefault(section, [])
                elif text:
                    ini.sections.setdefault(section, []).append((number, text))
        if "feature" not in ini.sections:
            raise InputError.at(path, 0, "no section [feature]: not a moses.ini, or one older than 2012")
        counts: dict[str, int] = {}
        for number, text in ini.sections["feature"]:
            ini.features.append(ini._feature(number, text, counts))
        for number, text in ini.sections.get("weight", []):
            ini._add_weight(number, text)
        return ini

    def number(self, section: str, default: int) -> int:
        """The one number of a section."""
        for line, text in self.sections.get(section, []):
            try:
                return int(text)
            except ValueError:
                raise InputError.at(
                    self.path, line, f"[{section}] needs a whole number, not {text!r}"
                ) from None
        return default

    def decimal(self, section: str, default: float) -> float:
        """The one number of a section, with or without decimals."""
        for line, text in self.sections.get(section, []):
            try:
                value = float(text)
            except ValueError:
                value = float("nan")
            if not isfinite(value):
                raise InputError.at(self.path, line, f"[{section}] needs a number, not {text!r}")
            return value
        return default

    def flag(self, section: str) -> bool:
        """Whether something is switched on: by a section without a value, too."""
        for line, text in self.sections.get(section, []):
            if text.lower() not in _FLAGS:
                raise InputError.at(self.path, line, f"[{section}] is true or false, not {text!r}")
            return _FLAGS[text.lower()]
        return section in self.sections

    def of_kind(self, *kinds: str) -> list[FeatureFunction]:
        """The feature functions of these kinds, in order."""
        return [feature for feature in self.features if feature.kind in kinds]

    def file(self, feature: FeatureFunction) -> Path:
        """The file of a feature function: absolute, or relative to the ini file; compressed or not."""
        given = feature.arguments.get("path", "")
        base = self.path.parent / given
        for suffix in _SUFFIXES:
            found = base.with_name(base.name + suffix)
            if given and found.is_file():
                return found
        raise InputError.at(self.path, feature.line, f"{feature.name}: no file {given!r} (looked for {base})")

    def weight(self, name: str, count: int, default: float | None = None) -> list[float]:
        """The weights of a feature function, as many as it has values."""
        if name not in self.weights and default is not None:
            return [default] * count
        values = self.weights.get(name, [])
        if len(values) != count:
            raise InputError.at(self.path, 0, f"[weight]: {name} needs {count} numbers, not {len(values)}")
        return values

    def _feature(self, number: int, text: str, counts: dict[str, int]) -> FeatureFunction:
        kind, *rest = text.split()
        index = counts.get(kind, 0)
        counts[kind] = index + 1
        arguments = {}
        for item in rest:
            key, equals, value = item.partition("=")
            if not equals:
                raise InputError.at(self.path, number, f"{kind}: {item!r} is not of the form name=value")
            arguments[key] = value
        return FeatureFunction(kind, arguments.get("name", f"{kind}{index}"), arguments, number)

    def _add_weight(self, number: int, text: str) -> None:
        name, equals, values = text.partition("=")
        try:
            numbers = [float(value) for value in values.split()]
        except ValueError:
            numbers = [float("nan")]
        if not equals or not all(isfinite(value) for value in numbers):
            raise InputError.at(self.path, number, f"{text!r} is not a line of weights such as 'LM0= 0.5'")
        self.weights[name.strip()] = numbers
