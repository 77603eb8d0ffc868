"""Shards of one decoder side by side: the first sentences of all shards are searched, then the second ones...

A decoder's feature space is shared, and the order in which features join it must not depend on threads. So
searches follow each other in a fixed order, each for half of the shards and on all of the decoder's threads,
while the other half learns.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rectrix.execute import Executor
from rectrix.learn.candidates import Floats
from rectrix.learn.online import Learning, Pass
from rectrix.learn.state import State
from rectrix.learn.tuning import Seen, Tuning


@dataclass
class _Member:
    """A shard's pass: what it wants to see next, and what it leaves in the end."""

    learning: Learning
    state: State
    wanted: Sequence[int] = ()
    result: tuple[Pass, Any] | None = None

    def go(self, seen: list[Seen] | None) -> None:
        try:
            self.wanted = self.learning.send(seen)  # type: ignore[arg-type]
        except StopIteration as end:
            self.wanted, self.result = (), end.value


def run_in_step(
    passes: Sequence[tuple[Learning, State]], tuning: Tuning, executor: Executor
) -> list[tuple[Pass, Any]]:
    """The results of all passes. The executor runs one search after another: serially or in one thread."""
    members = [_Member(*one) for one in passes]
    for member in members:
        member.go(None)
    halves = [half for half in (members[::2], members[1::2]) if half]
    searching = deque((half, _search(half, tuning, executor)) for half in halves)
    while searching:
        half, found = searching.popleft()
        seen = {one.candidates.sentence: one for one in found.result()}
        for member in half:
            if member.result is None:
                member.go([seen[sentence] for sentence in member.wanted if sentence in seen])
        rest = [member for member in half if member.result is None]
        if rest:
            searching.append((rest, _search(rest, tuning, executor)))
    return [member.result for member in members if member.result is not None]


def _search(members: Sequence[_Member], tuning: Tuning, executor: Executor) -> Any:
    sentences: list[int] = []
    weights: list[Floats] = []
    for member in members:
        sentences += member.wanted
        weights += [member.state.weights] * len(member.wanted)
    return executor.submit(tuning.look, sentences, weights)
