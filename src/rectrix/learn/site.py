"""Where a run works: its workers, its folder, and who is told of its progress."""

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from rectrix.base.errors import InputError
from rectrix.base.progress import Progress
from rectrix.execute import Executor, executor
from rectrix.learn.names import NameTable
from rectrix.learn.sparse import Sparse

_PUBLISHED = 4  # files of weights that are kept: no task reads older ones


@dataclass(frozen=True)
class Site:
    """The folder must be one that all workers see."""

    executor: Executor
    folder: Path
    progress: Progress
    names: NameTable  # of all features that have a weight
    threads: int = 1
    _published: list[Path] = field(default_factory=list)

    def publish(self, weights: Sparse) -> Path:
        """A file with these weights, for tasks to map."""
        name = sha256(weights.keys.tobytes() + weights.values.tobytes()).hexdigest()[:16]
        path = self.folder / f"weights-{name}"
        if path in self._published:
            return path
        weights.write(path)
        self._published.append(path)
        if len(self._published) > _PUBLISHED:
            self._published.pop(0).unlink(missing_ok=True)
        return path

    def check_folder(self) -> None:
        """Refuse workers that do not see the folder, before any work is spent."""
        if not self.executor.crosses_processes:
            return
        token = self.folder / f"seen-by-all-{os.getpid()}"
        token.write_text(platform.node())
        try:
            blind = sorted({node for node in self.executor.everywhere(_blind, token) if node})
        finally:
            token.unlink()
        if blind:
            raise InputError(
                f"{self.folder} cannot be read by workers on {', '.join(blind)}: give --checkpoints a folder "
                "on a file system that all nodes share"
            )


def _blind(token: Path) -> str:
    """The name of this node if it does not see the file."""
    return "" if token.exists() else platform.node()


@contextmanager
def opened_site(
    how: str | Executor, workers: int, folder: Path | None, progress: Progress, threads: int
) -> Iterator[Site]:
    """A site for a run: with a temporary folder if none is given, and the workers gone at the end."""
    with TemporaryDirectory(prefix="rectrix-") as temporary:
        place = folder or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        crew = executor(how, workers) if isinstance(how, str) else how
        crew.say = progress.say
        try:
            site = Site(crew, place.absolute(), progress, NameTable(place), threads)
            site.check_folder()
            yield site
        finally:
            if isinstance(how, str):
                crew.close()
