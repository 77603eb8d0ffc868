"""Run the examples of README.md and docs/*.md, each page in an empty folder, block after block.

A block fenced as ```python or ```shell runs; one fenced as ```py or ```sh does not: fragments and commands on
a reader's own files. Names of Python blocks stay until a shell block comes. Pages may be named:
check_docs.py docs/course.md.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^( *)```(python|shell)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def main() -> int:
    failed = []
    for path in [Path(name) for name in sys.argv[1:]] or PAGES:
        scripts = list(_scripts(path))
        if not scripts:
            continue
        with tempfile.TemporaryDirectory() as folder:
            said = next(filter(None, (_run(*script, folder) for script in scripts)), "")
        print(f"{path.name}: {'FAILS' if said else 'runs'}")
        if said:
            failed.append(path.name)
            print(said, file=sys.stderr)
    return 1 if failed else 0


def _scripts(path: Path) -> Iterator[tuple[str, str]]:
    """Language and text of what runs, neighbors of one language together."""
    found = [(kind, dedent(text)) for _, kind, text in BLOCK.findall(path.read_text(encoding="utf-8"))]
    for kind, blocks in groupby(found, key=lambda block: block[0]):
        yield kind, "\n".join(text for _, text in blocks)


def _run(kind: str, text: str, folder: str) -> str:
    """What a script said if it failed."""
    command = [sys.executable, "-c", text] if kind == "python" else ["bash", "-euo", "pipefail", "-c", text]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=os.environ | {"PATH": path})
    return "" if run.returncode == 0 else run.stdout[-2000:] + run.stderr


if __name__ == "__main__":
    sys.exit(main())
