"""Tasks on a Ray cluster: one actor a worker, on whichever node has room.

Ray only runs tasks: data lies in files of the run's folder, so that a lost node costs the tasks it had and
nothing else. `pip install rectrix[cluster]`.
"""

import math
import os
import socket
import time
from collections.abc import Callable
from typing import Any

from rectrix.base.errors import RunError, UsageError
from rectrix.execute.executor import Back, Done, Executor, Failed, Lost, Outcome

_SECONDS_WITHOUT_WORKERS = 120.0
_SECONDS_TO_ANSWER = 5.0


class _Worker:
    """What runs on a node."""

    def ready(self) -> None:
        """Answers once the actor has a place."""

    def run(self, task: Callable[[Any], Any], item: Any) -> Any:
        return task(item)


class Ray(Executor):
    """`ray`: a cluster of this machine alone, for the length of the run; `ray:ADDRESS` (or ray:auto): one
    that is there."""

    def __init__(self, workers: int = 0, address: str = "") -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError:
            raise UsageError("the executor ray needs Ray: pip install 'rectrix[cluster]'") from None
        self._ray: Any = ray
        self._mine = not ray.is_initialized()
        if self._mine:
            self._connect(address, workers)
        there = int(self._ray.cluster_resources().get("CPU", 1))
        if workers > there:
            self._leave()
            raise UsageError(f"the cluster has {there} CPUs, less than the {workers} workers asked for")
        super().__init__(workers or there)
        self._actor: Any = ray.remote(num_cpus=1, max_restarts=0)(_Worker)
        self._actors: dict[int, Any] = {}
        self._running: dict[Any, int] = {}
        self._starting: dict[Any, int] = {}
        self._alone_since: float | None = None

    def _connect(self, address: str, workers: int) -> None:
        _require_answer(address)
        try:
            if address:
                self._ray.init(address=address, log_to_driver=False, logging_level="error")
            else:
                self._ray.init(
                    address="local",  # never a cluster that someone else has here
                    num_cpus=workers or None,
                    include_dashboard=False,
                    log_to_driver=False,
                    logging_level="error",
                )
        except (ConnectionError, ValueError) as error:
            raise RunError(f"no Ray cluster answers at {address}: {error}") from None

    @property
    def sharing(self) -> int:
        nodes = sum(1 for node in self._ray.nodes() if node["Alive"])
        return math.ceil(self.workers / max(1, nodes))

    def begin(self, worker: int, task: Callable[[Any], Any], item: Any) -> None:
        if worker not in self._actors:
            self._actors[worker] = self._actor.remote()
        self._running[self._actors[worker].run.remote(task, item)] = worker

    def wait(self) -> list[tuple[int, Outcome]]:
        happened: list[tuple[int, Outcome]] = []
        while not happened:
            # With a time limit, so that Ctrl-C is heard and a cluster without nodes is noticed.
            ready, _ = self._ray.wait([*self._running, *self._starting], timeout=1.0)
            for reference in ready:
                if reference in self._starting:
                    happened += self._started(reference)
                else:
                    happened += self._ended(reference)
            self._check_alive()
        return happened

    def _ended(self, reference: Any) -> list[tuple[int, Outcome]]:
        worker, errors = self._running.pop(reference), self._ray.exceptions
        try:
            return [(worker, Done(self._ray.get(reference)))]
        except errors.RayTaskError as error:
            return [(worker, Failed(getattr(error, "cause", None) or error))]
        except (errors.RayActorError, errors.NodeDiedError, errors.OutOfMemoryError) as error:
            first = str(error).strip().split("\n")[0]
            self._replace(worker)
            return [(worker, Lost(f"its worker is gone ({first})"))]

    def _replace(self, worker: int) -> None:
        self._actors[worker] = self._actor.remote()
        self._starting[self._actors[worker].ready.remote()] = worker

    def _started(self, reference: Any) -> list[tuple[int, Outcome]]:
        worker = self._starting.pop(reference)
        try:
            self._ray.get(reference)
        except self._ray.exceptions.RayActorError:
            self._replace(worker)
            return []
        return [(worker, Back())]

    def _check_alive(self) -> None:
        """With no worker left, wait for a while for another node."""
        if self._running or not self._starting:
            self._alone_since = None
            return
        self._alone_since = self._alone_since or time.monotonic()
        if time.monotonic() - self._alone_since > _SECONDS_WITHOUT_WORKERS:
            raise RunError("no worker of the Ray cluster is left; what is done is kept, go on with --resume")

    def close(self) -> None:
        for actor in self._actors.values():
            self._ray.kill(actor)
        self._actors, self._running, self._starting = {}, {}, {}
        self._leave()

    def _leave(self) -> None:
        if self._mine:
            self._ray.shutdown()


def _require_answer(address: str) -> None:
    """Ray itself would wait for minutes for a cluster that is not there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # "auto", or an address in another form, which Ray looks up
    try:
        socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER).close()
    except OSError as error:
        raise RunError(f"no Ray cluster answers at {address}: {error.strerror or error}") from None
