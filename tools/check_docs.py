"""Run the Python examples of README.md and docs/*.md, each file as one script in an empty folder.

A block fenced as ```python runs; one fenced as ```py does not (for fragments).
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main() -> int:
    failed = []
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        code = "\n".join(BLOCK.findall(path.read_text(encoding="utf-8")))
        if not code:
            continue
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
        print(f"{path.name}: {'runs' if run.returncode == 0 else 'FAILS'}")
        if run.returncode:
            failed.append(path.name)
            print(run.stderr, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
