"""Options of commands from the fields of settings: name, default, bounds and meaning are written once, there.

    @options(HieroSettings, "max_span", "tight")
    def command(index: Path, settings: HieroSettings) -> None: ...     --max-span, --tight/--no-tight

`given=True` hands over what the user gave and nothing else, as values by name: for settings that a file may
have, too, and for those that are a part of others.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import wraps
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import typer
from pydantic.fields import FieldInfo

from rectrix.base.config import Settings
from rectrix.base.meaning import meanings
from rectrix.base.parts import options_of

Function = Callable[..., None]
_BOUNDS = {"ge": "min", "le": "max"}  # those that a command line knows; the settings see to the others


def options(
    kind: type[Any],
    *only: str,
    without: tuple[str, ...] = (),
    names: Mapping[str, tuple[str, ...]] | None = None,
    defaults: Mapping[str, Any] | None = None,
    shown: Mapping[str, str] | None = None,
    into: str = "settings",
    given: bool = False,
    panel: str | None = None,
) -> Callable[[Function], Function]:
    """Put options in place of the parameter `into`: of the fields named, or of all but some.

    names: options that are not called as their fields; defaults: other ones than the settings'; shown: what
    the help says of a default that depends on something else; panel: the section of the help.
    """
    settings = kind if issubclass(kind, Settings) else options_of(kind, only)
    chosen = only or tuple(name for name in settings.model_fields if name not in without)
    said: Mapping[str, str] = meanings(kind)

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function, eval_str=True)
        made = {
            f"{into}_{name}" if name in signature.parameters else name: name
            for name in chosen
            if _shown(settings.model_fields[name].annotation)
        }
        new = [
            _parameter(
                parameter,
                name,
                settings.model_fields[name],
                settings.model_fields[name].description or said.get(name, ""),
                (names or {}).get(name, ()),
                (defaults or {}).get(name),
                (shown or {}).get(name, ""),
                given,
                panel,
            )
            for parameter, name in made.items()
        ]

        @wraps(function)
        def command(**values: Any) -> None:
            own = {name: values.pop(parameter) for parameter, name in made.items()}
            plain = {name: _value(settings.model_fields[name], value) for name, value in own.items()}
            found = {name: value for name, value in plain.items() if value is not None}
            if given:
                return function(**values, **{into: found})
            checked: Any = settings.of(found, where="options")
            if is_dataclass(kind):
                checked = kind(**{name: getattr(checked, name) for name in found})
            return function(**values, **{into: checked})

        command.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=list(_replaced(signature, into, new)), return_annotation=None
        )
        command.__annotations__ = {
            parameter.name: parameter.annotation
            for parameter in command.__signature__.parameters.values()  # type: ignore[attr-defined]
        }
        return command

    return decorate


def _replaced(
    signature: inspect.Signature, into: str, new: list[inspect.Parameter]
) -> Iterator[inspect.Parameter]:
    for parameter in signature.parameters.values():
        if parameter.name == into:
            yield from new
        else:
            yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)


def _parameter(
    parameter: str,
    name: str,
    field: FieldInfo,
    meaning: str,
    called: tuple[str, ...],
    default: Any,
    shown: str,
    given: bool,
    panel: str | None,
) -> inspect.Parameter:
    plain = _plain(field.annotation)
    own = field.get_default(call_default_factory=True) if default is None else default
    option = f"--{name.replace('_', '-')}"
    flags = (f"{option}/--no-{option[2:]}",) if own is True else (option,)
    bounds = {
        _BOUNDS[bound]: getattr(part, bound)
        for part in _metadata(field)
        for bound in _BOUNDS
        if hasattr(part, bound)
    }
    info = typer.Option(
        *(called or flags),
        help=_sentence(meaning or name),
        show_default=shown or _default_text(own, given),
        rich_help_panel=panel,
        **bounds,
    )
    nothing = given or own is None or isinstance(own, tuple)
    hint = Union[plain, None] if nothing else plain  # noqa: UP007
    return inspect.Parameter(
        parameter,
        inspect.Parameter.KEYWORD_ONLY,
        default=None if nothing else own,
        annotation=Annotated[hint, info],
    )


def _default_text(own: Any, given: bool) -> bool | str:
    if own is None or own is False or own in ((), ""):
        return False
    if own is True:
        return "on"
    if isinstance(own, tuple):
        return ",".join(map(str, own))
    return str(own) if given else True


def _sentence(meaning: str) -> str:
    # Symbols and names of values stay as they are.
    text = meaning[:1].upper() + meaning[1:] if re.match("[a-z]+[ ,;]", meaning) else meaning
    return text if text.endswith(".") else f"{text}."


def _value(field: FieldInfo, value: Any) -> Any:
    """As settings want it: what the command line has as text with commas is several values."""
    if get_origin(_bare(field.annotation)) is tuple and isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _bare(annotation: Any) -> Any:
    """Without Annotated and None."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        kept = [_bare(part) for part in get_args(annotation) if part is not type(None)]
        if len(kept) == 1:
            return kept[0]
        # What may be a name or something else is text here; the settings see to the rest.
        named = any(part is str or get_origin(part) is Literal for part in kept)
        return str if named else annotation
    return annotation


def _plain(annotation: Any) -> Any:
    """The type that Typer understands."""
    bare = _bare(annotation)
    if get_origin(bare) is tuple:
        return str
    if get_origin(bare) is Literal and not all(isinstance(value, str) for value in get_args(bare)):
        return type(get_args(bare)[0])
    return bare


def _shown(annotation: Any) -> bool:
    """Whether a field can be an option: one plain value, or several of text."""
    bare = _bare(annotation)
    if get_origin(bare) is not None:
        return get_origin(bare) in (Literal, tuple)
    return isinstance(bare, type) and not issubclass(bare, Settings | dict)


def _metadata(field: FieldInfo) -> list[Any]:
    """Bounds of a field, also of one that may be missing."""
    found = list(field.metadata)
    for part in get_args(field.annotation):
        if get_origin(part) is Annotated:
            for item in get_args(part)[1:]:
                found += getattr(item, "metadata", [item])
    return found
