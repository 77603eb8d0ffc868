"""Parts behind names: one table per kind, loaded on first use.

LOSSES = Registry("loss", {"hinge": "rectrix.learn.losses.hinge:Hinge"})
LOSSES["hinge"]      # imports rectrix.learn.losses.hinge
LOSSES["hing"]       # UnknownName: unknown loss 'hing'; known: hinge
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from rectrix.base.errors import UnknownName


class Registry(Mapping[str, Any]):
    """A table name → part, where a part is given as "module:attribute"."""

    def __init__(self, kind: str, places: Mapping[str, str]) -> None:
        self.kind = kind
        self._places = dict(places)

    def __getitem__(self, name: str) -> Any:
        if name not in self._places:
            raise UnknownName(self.kind, name, self._places)
        module, _, attribute = self._places[name].partition(":")
        return getattr(import_module(module), attribute)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
