"""Write the type stubs of the compiled core into src/rectrix/_core; with --check, fail if they are stale."""

import filecmp
import subprocess
import sys
import tempfile
from pathlib import Path

STUBS = Path(__file__).parent.parent / "src/rectrix/_core"


def generate(folder: Path) -> None:
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-r", "-m", "rectrix._core", "-O", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def stale(fresh: Path) -> list[str]:
    made = {path.name for path in fresh.glob("*.pyi")}
    kept = {path.name for path in STUBS.glob("*.pyi")}
    changed = {name for name in made & kept if not filecmp.cmp(fresh / name, STUBS / name, shallow=False)}
    return sorted((made ^ kept) | changed)


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        fresh = Path(name) / "_core"
        generate(fresh.parent)
        differing = stale(fresh)
        if "--check" in sys.argv:
            if differing:
                print(
                    f"stale stubs: {', '.join(differing)}; run 'make stubs' and commit the result",
                    file=sys.stderr,
                )
            return 1 if differing else 0
        for path in STUBS.glob("*.pyi"):
            path.unlink()
        STUBS.mkdir(exist_ok=True)
        for path in fresh.glob("*.pyi"):
            (STUBS / path.name).write_text(path.read_text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
