"""docs/architecture.md leads into code that is there; its picture shows the rooms of the contract."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_link_leads_to_a_file_or_folder():
    links = re.findall(r"\]\(([^)#]+)", (ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
    assert len(links) > 50
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_the_text_of_a_link_is_the_end_of_its_path():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    links = re.findall(r"\[([\w/]+\.\w+)\]\(([^)]+)\)", page)
    assert [text for text, path in links if not path.endswith(text)] == []


def test_the_picture_shows_every_room():
    done = subprocess.run(
        [sys.executable, ROOT / "tools/house.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_two_classes_have_one_name():
    """But for private ones, and for the server's schema, whose names are those of its interface."""
    seen: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src/rectrix").rglob("*.py")):
        if path.parts[-2:] != ("serve", "schema.py"):
            for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.M):
                seen.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert len(seen) > 300
    assert {name: paths for name, paths in seen.items() if len(paths) > 1} == {}
