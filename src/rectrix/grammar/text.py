"""Grammars as text: one file per input line (`grammar.N`, `grammar.N.gz`) or one file for all lines."""

import re
from contextlib import ExitStack
from pathlib import Path

from rectrix._core import grammar as core
from rectrix.base.errors import InputError
from rectrix.base.files import open_bytes, shown, writing_folder, writing_path
from rectrix.base.progress import Progress
from rectrix.grammar.hiero import compressed

_NAME = re.compile(r"grammar\.(\d+)(\.gz|\.xz|\.zst|\.bz2)?")

# What scores without a name are called in each dialect, followed by their number.
UNNAMED = {"cdec": "PhraseModel_", "joshua": "tm_pt_"}


def grammar_files(path: Path) -> list[Path]:
    """The files of a folder of grammars by input line, or the one file that serves all lines."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InputError.at(path, 0, "neither a file nor a folder of grammars")
    found: dict[int, Path] = {}
    for file in path.iterdir():
        if match := _NAME.fullmatch(file.name):
            line = int(match[1])
            if line in found:
                raise InputError.at(
                    path, 0, f"both {found[line].name} and {file.name} belong to input line {line}"
                )
            found[line] = file
    if not found:
        raise InputError.at(path, 0, "holds no grammar.0, grammar.1.gz...")
    missing = sorted(set(range(max(found) + 1)) - found.keys())
    if missing:
        raise InputError.at(
            path, 0, f"grammar.{missing[0]} is missing; lines 0 to {max(found)} need one each"
        )
    return [found[line] for line in range(len(found))]


def import_text(
    grammars: Path,
    output: Path,
    unnamed: str = UNNAMED["cdec"],
    force: bool = False,
    progress: Progress | None = None,
) -> core.GrammarStore:
    """Make a store of grammars in cdec's or Joshua's text; scores keep their names and values."""
    files = grammar_files(grammars)
    progress = progress or Progress()
    imported = core.TextImport(unnamed)
    for file in progress.track(files, "score names", len(files), "files"):
        with open_bytes(file) as reader:
            imported.find_names(reader, shown(file))
    with writing_path(output, force) as temporary:
        imported.begin(temporary)
        for file in progress.track(files, "importing", len(files), "files"):
            with open_bytes(file) as reader:
                imported.add(reader, shown(file))
        imported.finish(grammars.is_file())
    return core.GrammarStore.open(output)


def export_cdec(
    store: core.GrammarStore, output: Path, force: bool = False, progress: Progress | None = None
) -> None:
    """Write a store as a folder of grammar.N.gz, or as one file if its grammar serves all lines."""
    progress = progress or Progress()
    with ExitStack() as stack:
        if store.shared:
            temporary = stack.enter_context(writing_path(output, force))
            text = store.cdec(0)
            temporary.write_bytes(compressed(text) if output.suffix == ".gz" else text)
            return
        folder = stack.enter_context(writing_folder(output, force))
        for line in progress.track(range(len(store)), "exporting", len(store), "grammars"):
            (folder / f"grammar.{line}.gz").write_bytes(compressed(store.cdec(line)))
