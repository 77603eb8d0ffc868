"""Features written in Python as source text: what a model keeps of them, and what every worker runs.

A file is kept whole. Of a function that was made elsewhere (a notebook, a script) its own text is kept, with
the imports, constants and functions that it uses. The text alone is what runs, in every process alike.
"""

import ast
import builtins
import inspect
import sys
import textwrap
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from rectrix.base.errors import InputError, RunError, UsageError
from rectrix.features.python import Rule, RuleFeature, RuleFeatures, Value, rule_feature

_PLAIN = (bool, int, float, str, bytes, type(None))
_TRIAL = Rule(("das", "haus"), ("the", "house"), ((0, 0), (1, 1)))


@dataclass(frozen=True)
class FeatureSource:
    """The text of a Python file, and the names of the features in it."""

    file: str  # its name in a model folder
    text: str
    names: tuple[str, ...]

    @classmethod
    def named(cls, place: str) -> "FeatureSource":
        """Of `FILE.py:name` or `module:name`; reads the file, runs nothing."""
        where, _, name = place.rpartition(":")
        if not where or not name.isidentifier():
            raise UsageError(f"feature {place!r}: expected FILE.py:name or module:name")
        path = Path(where) if where.endswith(".py") else _module_file(where)
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise InputError.at(path, 0, f"cannot open: {error.strerror or error}") from None
        except UnicodeDecodeError as error:
            raise InputError.at(path, 0, f"not UTF-8: {error}") from None
        return cls(f"{path.stem}.py", text, (name,))

    @classmethod
    def of(cls, function: Callable[[Rule], Value]) -> "FeatureSource":
        """Of a function, decorated or not, with all that it uses."""
        made = function.function if isinstance(function, RuleFeature) else function
        if not isinstance(made, types.FunctionType) or not made.__name__.isidentifier():
            raise UsageError(f"a feature is a function with a name, not {function!r}")
        parts: dict[str, str] = {}
        _collect(made, made.__name__, parts)
        return cls(f"{made.__name__}.py", "\n\n".join(parts.values()) + "\n", (made.__name__,))

    @property
    def hash(self) -> str:
        """Of the text."""
        return sha256(self.text.encode()).hexdigest()

    def load(self) -> tuple[RuleFeature, ...]:
        """The features; runs the text."""
        module = types.ModuleType(f"rectrix_features_{self.hash[:16]}")
        sys.modules[module.__name__] = module  # where dataclasses of the text look for themselves
        try:
            exec(compile(self.text, self.file, "exec"), module.__dict__)
        except Exception as error:
            at = error.lineno if isinstance(error, SyntaxError) else _last_line(error, self.file)
            raise InputError.at(self.file, at or 0, f"{type(error).__name__}: {error}") from error
        found = []
        for name in self.names:
            feature = getattr(module, name, None)
            if not callable(feature):
                raise InputError.at(self.file, 0, f"has no function {name!r}")
            found.append(feature if isinstance(feature, RuleFeature) else rule_feature(feature))
        return tuple(found)

    def check(self) -> None:
        """Run the text, and each feature on a rule of two words: what fails there fails everywhere."""
        try:
            RuleFeatures(self.load())([(_TRIAL.source, _TRIAL.target, _TRIAL.alignment)])
        except RunError as error:
            raise InputError.at(self.file, 0, str(error)) from error


def joined(sources: Iterable[FeatureSource]) -> tuple[FeatureSource, ...]:
    """One source for each text, all under different file names; a name may stand for one feature only."""
    by_text: dict[str, FeatureSource] = {}
    for source in sources:
        known = by_text.get(source.text, replace(source, names=()))
        new = tuple(name for name in source.names if name not in known.names)
        by_text[source.text] = replace(known, names=known.names + new)
    taken: set[str] = set()
    made = []
    for source in by_text.values():
        file, number = source.file, 2
        while file in taken:
            file, number = f"{source.file.removesuffix('.py')}-{number}.py", number + 1
        taken.add(file)
        made.append(replace(source, file=file))
    require_different([name for source in made for name in source.names])
    return tuple(made)


def require_different(names: Sequence[str]) -> None:
    """Two features of one name would be one."""
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two features are named {name!r}; rename one of them")


def functions_of(sources: Sequence[FeatureSource]) -> list[RuleFeatures]:
    """As a decoder calls them; runs the texts."""
    features = tuple(feature for source in sources for feature in source.load())
    return [RuleFeatures(features)] if features else []


def _module_file(module: str) -> Path:
    try:
        # The current folder counts, as it does for python -m.
        found = find_spec(module) or _in_current_folder(module)
    except (ImportError, ValueError):
        found = None
    if isinstance(found, Path):
        return found
    if found is None or not found.origin or not found.origin.endswith(".py"):
        raise UsageError(f"there is no Python module {module!r}; a file is given as FILE.py:name")
    return Path(found.origin)


def _in_current_folder(module: str) -> Path | None:
    path = Path(*module.split(".")).with_suffix(".py")
    return path if path.is_file() else None


def _collect(function: types.FunctionType, name: str, parts: dict[str, str]) -> None:
    """The text of a function behind that of all it uses, by name."""
    if function.__closure__:
        raise UsageError(f"the feature {name} uses variables of the function it was made in; give a file")
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise UsageError(f"the text of {name} is not known; put it into a file: FILE.py:{name}") from None
    parts.setdefault("", "from __future__ import annotations")
    for used in sorted(_used(text)):
        if used != name and used in function.__globals__ and used not in parts:
            _define(function.__globals__[used], used, name, parts)
        elif used not in function.__globals__ and not hasattr(builtins, used) and used not in parts:
            raise UsageError(f"the feature {name} uses {used!r}, which is not defined")
    parts[name] = text


def _used(text: str) -> set[str]:
    """Names that a text reads and does not itself bind; annotations are not evaluated."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return {node.id for node in names} - bound


def _define(value: object, name: str, user: str, parts: dict[str, str]) -> None:
    """A line, or the text of a function, that gives a name its value."""
    module, own = getattr(value, "__module__", ""), getattr(value, "__qualname__", "")
    if isinstance(value, types.ModuleType):
        parts[name] = f"import {value.__name__} as {name}"
    elif own.isidentifier() and module in sys.modules and _importable(module):
        parts[name] = f"from {module} import {own} as {name}"
    elif isinstance(value, types.FunctionType):
        _collect(value, name, parts)
    elif _plain(value):
        parts[name] = f"{name} = {value!r}"
    else:
        raise UsageError(
            f"the feature {user} uses {name!r}, a {type(value).__name__}, whose text is not known; put both "
            f"into a file: FILE.py:{user}"
        )


def _importable(module: str) -> bool:
    """Whether other processes, and other days, have it: the standard library and installed packages."""
    top = module.partition(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return top in (*sys.stdlib_module_names, "rectrix") or "site-packages" in file


def _plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(_plain(key) and _plain(item) for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_plain, value))
    return isinstance(value, _PLAIN)


def _last_line(error: BaseException, file: str) -> int:
    """The line of the file at which an error was raised."""
    lines, trace = [0], error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return lines[-1]
