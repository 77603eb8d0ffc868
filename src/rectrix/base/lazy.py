"""What a folder shows to others, loaded when somebody asks for it: settings can be read without the work.

    if TYPE_CHECKING:
        from rectrix.align.aligner import Aligner, align

    lazily(__name__)

The imports are written once, for type checkers; here they are read from the same lines.
"""

import ast
import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Page(ModuleType):
    """A folder's own module, whose names are places until they are asked for."""

    _places: dict[str, tuple[str, str]]

    def __getattr__(self, name: str) -> Any:
        if name not in self._places:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        module, attribute = self._places[name]
        found = getattr(import_module(module), attribute)
        super().__setattr__(name, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        # A file may have the name of the function in it; importing the file does not hide the function.
        if not (name in self._places and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._places})


class _Callable(_Page):
    """A folder that has the name of its function: whichever of them is meant, calling it works."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return getattr(self, self.__name__.rpartition(".")[2])(*arguments, **options)


def lazily(name: str, callable: bool = False) -> None:
    """Load what the module of this name imports `if TYPE_CHECKING` when it is asked for."""
    module = sys.modules[name]
    loader: Any = module.__loader__  # which knows the text of a zipped module, too
    vars(module)["_places"] = _places(loader.get_source(name))
    module.__class__ = _Callable if callable else _Page


def _places(text: str) -> dict[str, tuple[str, str]]:
    blocks = [node for node in ast.parse(text).body if isinstance(node, ast.If)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: (str(node.module), alias.name) for node in imports for alias in node.names
    }
