"""Write docs/api.md and docs/parts.md from docstrings and fields; with --check, fail if they are stale."""

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import rectrix as rx
from rectrix.base.config import Settings
from rectrix.base.meaning import meanings
from rectrix.cli.recipe_listing import AXES, of_part, of_recipe
from rectrix.features.listing import listed
from rectrix.recipes import RECIPES

DOCS = Path(__file__).parent.parent / "docs"
_TYPES_OF = ("pathlib._local.", "pathlib.", "collections.abc.", "typing.", "numpy.")


def main() -> int:
    """0: up to date, or written."""
    made = {"api.md": "\n".join(api()), "parts.md": "\n".join(parts())}
    stale = [name for name, text in made.items() if not _same(DOCS / name, text)]
    if "--check" in sys.argv:
        if stale:
            print(
                f"stale: {', '.join(f'docs/{name}' for name in stale)}; run make reference", file=sys.stderr
            )
        return 1 if stale else 0
    for name in stale:
        (DOCS / name).write_text(made[name], encoding="utf-8")
    return 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def api() -> Iterator[str]:
    """Every public name, with what can be called and asked of it."""
    yield "# Python interface\n\nGenerated from the docstrings (`make reference`). `import rectrix as rx`.\n"
    named = {name: getattr(rx, name) for name in rx.__all__ if not name.startswith("__")}
    functions = {name: value for name, value in named.items() if not isinstance(value, type)}
    errors = {n: v for n, v in named.items() if isinstance(v, type) and issubclass(v, Exception)}
    classes = {n: v for n, v in named.items() if isinstance(v, type) and n not in errors}
    yield "## Functions\n"
    for name, value in functions.items():
        called = getattr(value, name) if name in ("evaluate", "reproduce") else value  # folders, too
        if inspect.ismodule(called):
            yield from _module(name, called)
        else:
            yield from _function(name, called) if callable(called) else _table(name, called)
    yield "## Classes\n"
    for name, value in classes.items():
        yield from _class(name, value)
    yield "## Errors\n\nAll are RectrixErrors; the message says what was seen and what would work.\n"
    for name, value in errors.items():
        base = value.__bases__[0].__name__
        yield f"- `{name}` ({base}): {inspect.getdoc(value)}"
    yield ""


def _function(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}\n\n```py\n{name}{_signature(value)}\n```\n\n{inspect.getdoc(value) or ''}\n"


def _module(name: str, value: Any) -> Iterator[str]:
    yield f"### {name}\n\n{inspect.getdoc(value) or ''}\n"
    for inner in value.__all__:
        what = getattr(value, inner)
        full = f"{name}.{inner}"
        yield from _class(full, what) if isinstance(what, type) else _function(full, what)


def _table(name: str, value: Any) -> Iterator[str]:
    known = ", ".join(f"`{each}`" for each in value)
    yield f"### {name}\n\nA table by name: {known}.\n"


def _class(name: str, value: type[Any]) -> Iterator[str]:
    yield f"### {name}\n\n{inspect.getdoc(value) or ''}\n"
    if issubclass(value, Settings):
        yield from _fields(
            {n: f.get_default(call_default_factory=True) for n, f in value.model_fields.items()}, value
        )
    elif is_dataclass(value):
        yield from _fields({field.name: field.default for field in fields(value)}, value)
    for method, what in sorted(_members(value).items()):
        if method.startswith("_") or method in getattr(value, "model_fields", {}):
            continue
        text = (inspect.getdoc(getattr(value, method)) or "").replace("\n", " ")
        what = what.__func__ if isinstance(what, classmethod | staticmethod) else what
        if inspect.isfunction(what):
            yield f"- `{method}{_signature(what)}`  \n  {text}"
        elif isinstance(what, property) or not callable(what):
            if isinstance(what, property) or inspect.isdatadescriptor(what):
                yield f"- `{method}`  \n  {text}"
        else:  # a method of the core, whose text begins with its signature
            yield f"- `{method}`  \n  {text}"
    yield ""


def _members(value: type[Any]) -> dict[str, Any]:
    """Its own, and those that it has from a class of the same kind of work (a Model is a Translator)."""
    inherited = [kind for kind in value.__bases__ if kind.__module__.startswith("rectrix.model.")]
    return {name: what for kind in (*inherited, value) for name, what in vars(kind).items()}


def _fields(defaults: dict[str, Any], kind: type[Any]) -> Iterator[str]:
    yield "| field | default | meaning |\n|---|---|---|"
    said = meanings(kind)
    for name, default in defaults.items():
        shown = (
            "" if "MISSING" in repr(default) or "Undefined" in repr(default) else f"`{_plain(repr(default))}`"
        )
        yield f"| `{name}` | {shown} | {_cell(said.get(name, ''))} |"
    yield ""


def _signature(value: Any) -> str:
    try:
        return _plain(str(inspect.signature(value)))
    except (ValueError, TypeError):
        return "(…)"


def _plain(text: str) -> str:
    """Without the folders of types, and without what no reader needs of defaults."""
    text = re.sub(r"rectrix\.[\w.]*\.(\w)", r"\1", text)
    for folder in _TYPES_OF:
        text = text.replace(folder, "")
    return text.replace("'", '"')


def parts() -> Iterator[str]:
    """Recipes, parts and templates, with settings, bounds and meanings."""
    yield "# Recipes, parts, templates\n\nGenerated (`make reference`); `rectrix recipes NAME`,"
    yield "`rectrix recipes --parts` and `rectrix features` print the same.\n\n## Recipes\n"
    for name in RECIPES:
        yield from _listed(name, of_recipe(name))
    yield "## Parts\n"
    for axis, table in AXES.items():
        for name in table:
            yield from _listed(f"{axis}={name}", of_part(axis, name))
    yield "## Templates\n\n| template | what it looks at | of `das [1] haus` → `the old [1] house` |"
    yield "|---|---|---|"
    for shown in listed():
        example = " ".join(f"`{_cell(one)}`" for one in shown["example"])
        yield f"| `{shown['template']}` | {_cell(shown['summary'])} | {example} |"
    yield ""


def _listed(name: str, shown: dict[str, Any]) -> Iterator[str]:
    yield f"### {name}\n\n{shown['summary']}\n"
    if shown["settings"]:
        yield "| setting | default | bounds | meaning |\n|---|---|---|---|"
        for one in shown["settings"]:
            cells = (one["bounds"], _cell(one["meaning"]))
            yield f"| `{one['name']}` | `{_cell(str(one['default']))}` | {' | '.join(cells)} |"
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
