"""Typed settings: from TOML, checked whole, written beside every output with a one-line signature."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from types import UnionType
from typing import Any, ClassVar, Self, cast, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator

from rectrix import __version__
from rectrix.base.errors import ConfigError, InputError
from rectrix.base.files import writing

_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f]")


class Settings(BaseModel):
    """Options with their defaults and meanings; frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, allow_inf_nan=False)

    _wide: ClassVar[frozenset[str]] = frozenset({"seed", "bytes"})  # fields that may exceed 32 bits

    @field_validator("*")
    @classmethod
    def _fits(cls, value: Any, info: ValidationInfo) -> Any:
        """The core counts in 32 bits."""
        limit = 2**63 if info.field_name in cls._wide else 2**31
        if isinstance(value, int) and not -limit <= value < limit:
            raise ValueError(f"numbers lie between {-limit} and {limit - 1}")
        return value

    @classmethod
    def read(cls, path: Path, **changes: Any) -> Self:
        """Settings from a TOML file; changes (from the command line) win over the file."""
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except RecursionError:
            raise InputError.at(path, 0, "nested too deeply for settings") from None
        except ValueError as error:  # wrong TOML, wrong UTF-8, a number of thousands of digits
            raise InputError.at(path, 0, f"not a TOML file: {error}") from None
        except OSError as error:
            raise InputError.at(path, 0, error.strerror or str(error)) from None
        return cls.of(merged(values, changes), where=str(path))

    @classmethod
    def of(cls, values: Mapping[str, Any], where: str = "settings") -> Self:
        """Checked settings; every wrong key and value is reported at once, with its path."""
        try:
            return cls.model_validate(dict(values))
        except ValidationError as error:
            raise ConfigError(
                "\n".join(_explain(where, problem, cls) for problem in error.errors())
            ) from None

    @classmethod
    def partly(cls, values: Mapping[str, Any]) -> Self:
        """What is right of some values, for checks that go on; those that are wrong have their defaults."""
        try:
            return cls.model_validate(dict(values))
        except ValidationError as error:
            kept = dict(values)
            for problem in error.errors():
                kept = _without(kept, problem["loc"])
            return cls.of(kept) if kept != values else cls()

    def signature(self) -> str:
        """Everything that differs from the defaults, and the version: `order=4|rectrix=0.1.0`."""
        changed = self.model_dump(mode="json", exclude_defaults=True)
        parts = [f"{key}={_flat(value)}" for key, value in sorted(changed.items())]
        return "|".join([*parts, f"rectrix={__version__}"])

    def fingerprint(self) -> str:
        """A short hash of all values, to see whether two runs had the same settings."""
        return sha256(self.model_dump_json().encode()).hexdigest()[:16]

    def write(self, path: Path, force: bool = False) -> None:
        """Write the resolved settings as TOML, the signature as its first line."""
        with writing(path, force=force) as file:
            file.write(self.toml())

    def toml(self) -> str:
        """The resolved settings as TOML, the signature as its first line."""
        return f"{comment(self.signature())}{to_toml(self.model_dump(mode='json', exclude_none=True))}"


def _without(values: Mapping[str, Any], path: tuple[int | str, ...]) -> dict[str, Any]:
    """Values without the one at a path."""
    if not path or path[0] not in values:
        return dict(values)
    key, inner = str(path[0]), values[str(path[0])]
    rest = {name: value for name, value in values.items() if name != key}
    return {**rest, key: _without(inner, path[1:])} if path[1:] and isinstance(inner, Mapping) else rest


def merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Values with changes, table by table."""
    found = dict(values)
    for key, change in changes.items():
        old = found.get(key)
        both = isinstance(old, Mapping) and isinstance(change, Mapping)
        found[key] = merged(old, change) if both else change  # type: ignore[arg-type]
    return found


def comment(text: str) -> str:
    """A line of TOML that says something to people; names of files may hold line ends, which it may not."""
    return f"# {_CONTROL.sub(' ', text)}\n"


def to_toml(values: Mapping[str, Any], path: str = "") -> str:
    """Nested values as TOML: plain keys first, then one table per nested mapping."""
    lines = [
        f"{_key(key)} = {_toml(value)}" for key, value in values.items() if not isinstance(value, Mapping)
    ]
    text = "".join(f"{line}\n" for line in lines)
    for key, value in values.items():
        if isinstance(value, Mapping):
            inner = f"{path}.{_key(key)}" if path else _key(key)
            text += f"\n[{inner}]\n{to_toml(value, inner)}"
    return text


def _key(key: str) -> str:
    bare = key and key.isascii() and all(c.isalnum() or c in "-_" for c in key)
    return key if bare else _toml(key)


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for DEL and astral characters, which TOML takes as they are.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def _flat(value: Any) -> str:
    return ",".join(str(item) for item in value) if isinstance(value, list) else str(value)


def _table(settings: type[BaseModel], path: Sequence[int | str]) -> type[BaseModel]:
    """The settings that a table holds: of a field, or of a name in a field that is a mapping of them."""
    found: Any = settings
    for step in path:
        inner = found.model_fields[step].annotation if _is_settings(found) else get_args(found)[-1]
        one_of = get_args(inner) if get_origin(inner) is UnionType else (inner,)
        found = next((kind for kind in one_of if _is_settings(kind)), inner)
    return cast(type[BaseModel], found)


def _is_settings(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _explain(where: str, problem: Any, settings: type[BaseModel]) -> str:
    path = ".".join(str(step) for step in problem["loc"])
    if problem["type"] == "extra_forbidden":
        known = sorted(_table(settings, problem["loc"][:-1]).model_fields)
        near = get_close_matches(str(problem["loc"][-1]), known, 1)
        meant = f", did you mean {near[0]}?" if near else ""
        return f"{where}: {path}: unknown key{meant}; known: {', '.join(known)}"
    said = problem["msg"].removeprefix("Value error, ")
    if not path:  # of the settings as a whole: they are too long to be shown
        return f"{where}: {said}"
    return f"{where}: {path}: {said} (seen: {problem.get('input')!r})"
