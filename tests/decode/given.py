"""Given translations of spans: random ones, and what they permit, said by their definition."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rectrix._core.decode import Constraints, SpanPolicy

POLICIES = ("exclusive", "inclusive", "constraint")


@dataclass(frozen=True)
class Given:
    begin: int
    end: int
    targets: tuple[tuple[str, ...], ...]
    scores: tuple[float, ...]
    policy: str

    @property
    def words(self) -> set[int]:
        return set(range(self.begin, self.end))

    def divided_by(self, place: int) -> bool:
        return self.policy != "inclusive" and self.begin < place < self.end

    def is_part_of(self, target: tuple[str, ...]) -> bool:
        return any(
            target[i : i + len(one)] == one for one in self.targets for i in range(len(target) - len(one) + 1)
        )

    def permits(self, words: set[int], target: tuple[str, ...]) -> bool:
        """Whether a rule may have these source words."""
        if self.policy == "inclusive" or not words & self.words:
            return True
        return self.policy == "constraint" and self.words <= words and self.is_part_of(target)


def random_given(seed: int, length: int, policy: str) -> list[Given]:
    """Up to three spans of a sentence; they overlap only if their policy is inclusive."""
    rng = random.Random(seed)
    found: list[Given] = []
    for _ in range(rng.randint(1, 3)):
        begin = rng.randrange(length)
        end = rng.randint(begin + 1, length)
        if any((one.begin, one.end) == (begin, end) for one in found):
            continue
        if policy != "inclusive" and any(one.words & set(range(begin, end)) for one in found):
            continue
        shortest = 1 if policy == "constraint" else 0
        targets = {tuple(rng.choices("xyzw", k=rng.randint(shortest, 2))) for _ in range(rng.randint(1, 2))}
        scores = tuple(round(rng.uniform(-2, 1), 2) for _ in targets)
        found.append(Given(begin, end, tuple(sorted(targets)), scores, policy))
    return found


def constraints(given: list[Given]) -> Constraints:
    made = Constraints()
    for one in given:
        for target, score in zip(one.targets, one.scores, strict=True):
            made.add_span(one.begin, one.end, " ".join(target), SpanPolicy[one.policy], score)
    return made
