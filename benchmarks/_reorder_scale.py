"""Many events and several threads: memory per event, wall and CPU seconds."""

import sys
import time
from dataclasses import dataclass

import numpy as np
from _measure import peak_megabytes
from _reorder_data import events_of

from rectrix._core import reorder as core


@dataclass(frozen=True)
class Work:
    """One training."""

    events: int
    blocks: int
    threads: int
    passes: int
    wall: float
    cpu: float
    objective: float  # the dual's
    fell: bool  # in every pass
    per_pass: list[float]  # CPU seconds
    peak: float  # megabytes of the process at its end


def train(examples: core.Examples, sigma2: float, blocks: int, threads: int, shrink: float = 0.1) -> Work:
    """The dual until no example is active."""
    wall, cpu = time.perf_counter(), time.process_time()
    solver = core.Dual(examples, sigma2=sigma2, exact=True, shrink=shrink, blocks=blocks, threads=threads)
    objectives, per_pass = [solver.objective()], []
    while solver.active:
        begin = time.process_time()
        objectives.append(solver.run().objective)
        per_pass.append(time.process_time() - begin)
    peak = peak_megabytes()
    return Work(
        len(examples),
        blocks,
        threads,
        len(per_pass),
        time.perf_counter() - wall,
        time.process_time() - cpu,
        objectives[-1],
        bool((np.diff(objectives) <= 0).all()),
        per_pass,
        peak,
    )


def repeated(corpus: str, times: int, sigma2: float) -> Work:
    """All events of a corpus again and again, sigma2 smaller by that factor: the same optimum."""
    events = events_of(corpus, name="paper")
    part = events.part(0, len(events))
    counts = np.tile(np.diff(part.offsets), times)
    offsets = np.concatenate([np.zeros(1, np.uint64), np.cumsum(counts, dtype=np.uint64)])
    del counts
    ids, classes = np.tile(part.ids, times), np.tile(part.classes, times)
    examples = core.Examples(offsets, ids, None, classes, events.features, len(events.class_names))
    return train(examples, sigma2 / times, 1, 1)


if __name__ == "__main__":
    import json
    from dataclasses import asdict

    print(json.dumps(asdict(repeated(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))))
