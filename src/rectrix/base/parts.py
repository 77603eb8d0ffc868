"""Parts chosen by name and changed by field, in Python, TOML and on the command line alike.

loss = "squared_hinge"                      another part
update = { rate = 0.05 }                    the recipe's own part with another field
update = { name = "sgd", rate = 0.05 }      another part, with a field
update = SGD(rate=0.05)                     in Python, a part itself, also of a class of your own
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Annotated, Any, TypeVar, get_type_hints

from pydantic import ConfigDict, PlainSerializer, create_model

from rectrix.base.config import Settings
from rectrix.base.errors import UsageError
from rectrix.base.registry import Registry

T = TypeVar("T")


def chosen(table: Registry[Callable[..., T]], choice: object, default: T) -> T:
    """The part that a choice stands for; None: the default."""
    if choice is None:
        return default
    if isinstance(choice, str):
        choice = {"name": choice}
    if not isinstance(choice, Mapping):
        return _own(table, choice)
    changes = {str(name): value for name, value in choice.items() if name != "name"}
    name = str(choice.get("name", table.name_of(default)))
    kind = table[name]
    before = fields_of(default) if kind is type(default) else {}
    options = options_of(kind).of({**before, **changes}, where=f"{table.kind} {name}")
    return kind(**{field: getattr(options, field) for field in type(options).model_fields})


def all_chosen(table: Registry[Callable[..., T]], choice: object, default: tuple[T, ...]) -> tuple[T, ...]:
    """Several parts: a list of choices, or one choice in place of the first of the defaults."""
    if isinstance(choice, list | tuple):
        return tuple(chosen(table, one, default[0]) for one in choice)
    return default if choice is None else (chosen(table, choice, default[0]), *default[1:])


def _own(table: Registry[Callable[..., T]], part: Any) -> T:
    """A part that was made in Python; the methods of the axis must be there."""
    if isinstance(part, type) or not is_dataclass(part):
        raise UsageError(
            f"{table.kind}: expected a name, fields or a part (a frozen dataclass), not {part!r}"
        )
    like = table[next(iter(table))]
    wanted = [name for name, value in vars(like).items() if callable(value) and not name.startswith("_")]
    if missing := [name for name in wanted if not callable(getattr(part, name, None))]:
        raise UsageError(f"{table.kind}: {part!r} has no method {missing[0]!r}")
    made: T = part  # type: ignore[assignment]
    return made


def _settable(kind: Any) -> list[Field[Any]]:
    """Fields that are options; what a recipe itself works out is left out of comparisons, and of these."""
    return [field for field in fields(kind) if field.compare and field.init]


def fields_of(part: object) -> dict[str, Any]:
    """The options of a part, as they are."""
    return {field.name: getattr(part, field.name) for field in _settable(part)}


class _OfPart(Settings):
    """Fields of parts may be objects of any class."""

    model_config = ConfigDict(arbitrary_types_allowed=True)


def options_of(kind: Any, only: Sequence[str] = ()) -> type[Settings]:
    """The fields of a part's class as settings, or only some: types, bounds and defaults."""
    if not isinstance(kind, type) or not is_dataclass(kind):
        raise UsageError(f"{kind!r} is no part: parts are frozen dataclasses")
    made: dict[str, Any] = {}
    for field in _settable(kind):
        if only and field.name not in only:
            continue
        if field.default is MISSING:
            raise UsageError(f"{kind.__name__} needs {field.name}, which only a recipe of its own can give")
        made[field.name] = (_type_of(kind, field), field.default)
    model: type[Settings] = create_model(kind.__name__, __base__=_OfPart, **made)
    return model


def _type_of(kind: Any, field: Field[Any]) -> Any:
    """A name in quotes is looked up where it is wanted; those of other fields may not be loaded."""
    quoted = isinstance(field.type, str)
    return get_type_hints(kind, include_extras=True)[field.name] if quoted else field.type


def described(table: Registry[Callable[..., object]], part: object) -> str:
    """`sgd(rate=0.05)`: the name, and the fields that differ from the defaults."""
    changed = [
        f"{field.name}={getattr(part, field.name)}"
        for field in _settable(part)
        if getattr(part, field.name) != field.default
    ]
    name = table.name_of(part)
    return f"{name}({','.join(changed)})" if changed else name


def _plain(choice: object) -> object:
    """As TOML and JSON have it."""
    if choice is None or isinstance(choice, str | Mapping):
        return choice
    if isinstance(choice, list | tuple):
        return [_plain(one) for one in choice]
    return {"name": f"{type(choice).__module__}:{type(choice).__qualname__}", **fields_of(choice)}


Choice = Annotated[object, PlainSerializer(_plain)]
