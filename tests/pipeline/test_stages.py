"""Stages run when they have to, whatever their marks say."""

from pathlib import Path

import pytest

from rectrix.base.progress import Progress
from rectrix.pipeline.stages import Stages


@pytest.mark.parametrize("damage", [None, b"", b"\xff\xfe\x00", b"0" * 64])
def test_a_stage_whose_mark_is_damaged_runs_again(tmp_path: Path, damage: bytes | None) -> None:
    ran: list[str] = []
    for _ in range(2):
        Stages(tmp_path, Progress()).run("text", lambda: ran.append("text"), {"order": 3})
    assert ran == ["text"]
    if damage is None:
        (tmp_path / "text.done").unlink()
    else:
        (tmp_path / "text.done").write_bytes(damage)
    Stages(tmp_path, Progress()).run("text", lambda: ran.append("text"), {"order": 3})
    assert ran == ["text", "text"]
