"""Random forests that can be checked by listing every derivation."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from rectrix.decode import Forest


@dataclass
class Derived:
    """One derivation, listed by hand."""

    text: tuple[str, ...]
    score: float
    features: dict[str, float]
    edges: tuple[int, ...]


@dataclass
class Known:
    """A forest and what it was made of: nodes as lists of (edge number, target, tails, score, features)."""

    forest: Forest
    nodes: list[list[tuple[int, list[str], list[int], float, dict[str, float]]]] = field(default_factory=list)

    def derivations(self, node: int) -> list[Derived]:
        found = []
        for number, target, tails, score, features in self.nodes[node]:
            parts: list[list[Derived]] = [[]]
            for tail in tails:
                parts = [[*chosen, one] for chosen in parts for one in self.derivations(tail)]
            for chosen in parts:
                found.append(_join(target, score, features, number, chosen))
        return found


def _join(
    target: list[str], score: float, features: dict[str, float], number: int, chosen: list[Derived]
) -> Derived:
    text: list[str] = []
    for symbol in target:
        text += chosen[int(symbol[1]) - 1].text if symbol in ("[1]", "[2]") else (symbol,)
    total = dict(features)
    for part in chosen:
        for name, value in part.features.items():
            total[name] = total.get(name, 0.0) + value
    edges = (number, *(edge for part in chosen for edge in part.edges))
    return Derived(tuple(text), score + sum(part.score for part in chosen), total, edges)


def random_forest(seed: int) -> Known:
    """A forest with a few thousand derivations at most, many of them with equal strings."""
    rng = random.Random(seed)
    forest = Forest()
    names = ["lm", "p", "id:a", "id:b", "id:c"]
    ids = {name: forest.add_feature(name) for name in names}
    forest.set_columns([ids["lm"]])
    known = Known(forest)
    counts: list[int] = []  # derivations of each node
    edge = 0
    for node in range(rng.randint(1, 6)):
        forest.add_node(0, node + 1)
        known.nodes.append([])
        counts.append(0)
        for _ in range(rng.randint(1, 3)):
            tails = [rng.randrange(node) for _ in range(rng.randint(0, 2))] if node else []
            if math.prod(counts[tail] for tail in tails) > 200:
                tails = tails[:1]  # the number of derivations would explode
            counts[node] += math.prod(counts[tail] for tail in tails)
            target = [rng.choice("ab") for _ in range(rng.randint(0 if tails else 1, 2))]
            for gap in rng.sample(range(len(tails)), len(tails)):
                target.insert(rng.randint(0, len(target)), f"[{gap + 1}]")
            features = {
                name: rng.choice([-1.0, 0.5, 1.0]) for name in rng.sample(names[1:], rng.randint(0, 3))
            }
            more = {"id:c": 0.25} if rng.random() < 0.3 else {}
            lm = rng.choice([-0.5, -1.25])
            rule = forest.add_rule(
                "s", " ".join(target), [(ids[name], value) for name, value in features.items()]
            )
            score = round(rng.uniform(-2, 0), 3)
            forest.add_edge(rule, tails, score, [lm], [(ids[name], value) for name, value in more.items()])
            total = dict(features)
            total["lm"] = total.get("lm", 0.0) + lm
            for name, value in more.items():
                total[name] = total.get(name, 0.0) + value
            known.nodes[-1].append((edge, target, tails, score, total))
            edge += 1
    return known
