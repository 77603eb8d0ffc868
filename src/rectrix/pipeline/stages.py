"""Stages of long work: each is skipped when its inputs and settings are unchanged, and runs again otherwise.

A stage leaves `NAME.done` beside its output, with a fingerprint of its settings and of what it read. A run
that was interrupted goes on at the first stage whose mark is missing or differs.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from rectrix.base.errors import InputError
from rectrix.base.files import writing
from rectrix.base.progress import Progress
from rectrix.base.usage import cpu_seconds, peak_bytes


@dataclass
class Stages:
    """The stages of one run, with their files in one folder."""

    folder: Path
    progress: Progress
    fingerprints: dict[str, str] = field(default_factory=dict)

    def run(
        self,
        name: str,
        work: Callable[[], Any],
        settings: Mapping[str, Any],
        files: Iterable[Path] = (),
        after: Iterable[str] = (),
        outputs: Iterable[Path] = (),
    ) -> None:
        """Do the work unless it was done with the same settings, files and earlier stages."""
        state = [
            name,
            settings,
            [identity(path) for path in files],
            [self.fingerprints[stage] for stage in after],
        ]
        fingerprint = sha256(json.dumps(state, sort_keys=True, default=str).encode()).hexdigest()
        self.fingerprints[name] = fingerprint
        mark = self.folder / f"{name}.done"
        if read_mark(mark) == fingerprint and all(path.exists() for path in outputs):
            self.progress.say(f"{name}: done before", stage=name, skipped=True)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        mark.unlink(missing_ok=True)
        begin, cpu = time.monotonic(), cpu_seconds()
        work()
        facts = {
            "seconds": time.monotonic() - begin,
            "cpu": cpu_seconds() - cpu,
            "megabytes": peak_bytes() / (1 << 20),
        }
        time_used = f"{facts['seconds']:.1f} s ({facts['cpu']:.1f} s CPU)"
        self.progress.say(
            f"{name}: {time_used}, peak memory {facts['megabytes']:.0f} MB", stage=name, **facts
        )
        with writing(mark, force=True) as file:
            file.write(fingerprint)


def identity(path: Path) -> list[Any]:
    """What changes when a file does."""
    try:
        stat = path.stat()
    except OSError as error:
        raise InputError.at(path, 0, f"cannot open: {error.strerror or error}") from None
    return [str(path.resolve()), stat.st_size, stat.st_mtime_ns]


def read_mark(path: Path) -> str:
    """What a mark says; one that is damaged says nothing, and its stage runs again."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
