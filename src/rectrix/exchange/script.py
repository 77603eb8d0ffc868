"""Scripts that run another decoder on an export; settings have absolute paths, and the folder may move."""

from pathlib import Path

from rectrix.base.errors import UsageError

_HEAD = """\
#!/bin/sh
# {what}
# Works from anywhere, also when this folder has moved; {variable}: the program. Arguments go to it.
here=$(cd "$(dirname "$0")" && pwd) || exit
ini=$(mktemp) || exit
trap 'rm -f "$ini"' EXIT
sed "s|{folder}/|$here/|g" "$here/{ini}" > "$ini"
"""
_CDEC = """sed "s|{folder}/|$here/|" "$here/input.sgm" | "${{CDEC:-cdec}}" -c "$ini" "$@"\n"""
_MOSES = """"${{MOSES:-moses2}}" -f "$ini" "$@"\n"""
NAME = "translate.sh"


def place_of(output: Path) -> Path:
    """Where an export will lie; other decoders divide their settings at spaces."""
    place = output.absolute()
    if any(mark in str(place) for mark in " \t\"|&'\\="):
        raise UsageError(
            f"{place}: other decoders cannot read files from a path with spaces, quotes, =, & or |"
        )
    return place


def write_cdec_script(folder: Path, place: Path) -> None:
    """A script for input.sgm."""
    what = "Translates input.sgm with cdec: ./translate.sh > output; ./translate.sh -k 100 -r > nbest"
    _write(folder, place, "cdec.ini", what, "CDEC", _CDEC)


def write_moses_script(folder: Path, place: Path) -> None:
    """A script for standard input."""
    what = "Translates prepared text with Moses: ./translate.sh < words > output"
    _write(folder, place, "moses.ini", what, "MOSES", _MOSES)


def _write(folder: Path, place: Path, ini: str, what: str, variable: str, command: str) -> None:
    text = (_HEAD + command).format(folder=place, ini=ini, what=what, variable=variable)
    (folder / NAME).write_text(text)
    (folder / NAME).chmod(0o755)
