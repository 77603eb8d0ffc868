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
