"""Check that each stage of src/core includes only itself and the stages below it in pyproject's layers."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
INCLUDE = re.compile(r'^\s*#include "([a-z_]+)/', re.MULTILINE)


def layers() -> list[str]:
    """The stages from the lowest to the highest."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    layers = config["tool"]["importlinter"]["contracts"][0]["layers"]
    return [layer.strip("()") for layer in reversed(layers)]  # in brackets: the core alone has it


def violations(core: Path, order: list[str]) -> list[str]:
    found = []
    for path in sorted(core.rglob("*.[hc]pp")):
        stage = path.relative_to(core).parts[0]
        for included in INCLUDE.findall(path.read_text()):
            if stage not in order or included not in order or order.index(included) > order.index(stage):
                found.append(f"{path}: stage '{stage}' must not include '{included}'")
    return found


def main() -> int:
    found = violations(ROOT / "src/core", layers())
    print("\n".join(found) or "core includes follow the layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
