"""Write constraints.txt again from what pip would install: python tools/lock.py REPORT.

REPORT is of `pip install --dry-run --report`: nothing is installed, and the core is not compiled.
"""

import json
import sys
from pathlib import Path

CONSTRAINTS = Path("constraints.txt")


def main() -> None:
    """The first line stays: it says what the file is for."""
    head = CONSTRAINTS.read_text(encoding="utf-8").partition("\n")[0]
    found = [one["metadata"] for one in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["install"]]
    lines = sorted(
        (f"{one['name']}=={one['version']}" for one in found if one["name"] != "rectrix"), key=str.lower
    )
    CONSTRAINTS.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
