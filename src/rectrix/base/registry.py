"""Parts behind names: one table per kind, loaded on first use.

LOSSES: Registry[type[PairLoss]] = Registry("loss", {"hinge": "rectrix.learn.losses.hinge:Hinge"})
LOSSES["hinge"]              # imports rectrix.learn.losses.hinge
LOSSES["hing"]               # UnknownName: unknown loss 'hing'; known: hinge
LOSSES["my_module:MyLoss"]   # anybody's part, by the place it has
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from rectrix.base.errors import UnknownName, UsageError

T_co = TypeVar("T_co", covariant=True)


class Registry(Mapping[str, T_co], Generic[T_co]):
    """A table name → part, where a part is given as "module:attribute".

    group: of entry points, by which other packages add parts under names of their own.
    """

    def __init__(self, kind: str, places: Mapping[str, str], group: str = "") -> None:
        self.kind, self.group = kind, group
        self._places = dict(places)

    def __getitem__(self, name: str) -> T_co:
        place = self._places.get(name) or (name if ":" in name else self._plugged().get(name))
        if place is None:
            raise UnknownName(self.kind, name, self)
        module, _, attribute = place.partition(":")
        try:
            found: T_co = getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            if name in self._places:
                raise
            raise UsageError(f"{self.kind} {name!r}: {error}") from error
        return found

    def _plugged(self) -> dict[str, str]:
        if not self.group:
            return {}
        from importlib.metadata import entry_points  # takes longer than all else that a table needs

        return {point.name: point.value for point in entry_points(group=self.group)}

    def __contains__(self, name: object) -> bool:
        return name in self._places or name in self._plugged()

    def __iter__(self) -> Iterator[str]:
        return iter({**self._plugged(), **self._places})

    def __len__(self) -> int:
        return len(list(iter(self)))

    def name_of(self, part: object) -> str:
        """The name of a part's class; for one that has none, the place where it is defined."""
        place = f"{type(part).__module__}:{type(part).__qualname__}"
        known = {place: name for name, place in self._plugged().items()}
        known |= {place: name for name, place in self._places.items()}
        return known.get(place, place)
