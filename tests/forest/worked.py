"""The forest of the worked examples: ten derivations of nine lines, f1 and f2, w = (1, .5)."""

from rectrix.decode import Forest

WEIGHTS = [1.0, 0.5]
RULES = {
    "A": [("the", [], (1.0, 0.3)), ("a", [], (0.2, 1.4))],
    "B": [("cat", [], (0.9, 0.2)), ("cats", [], (0.1, 0.8))],
    "G": [("[1] [2]", [0, 1], (0.0, 0.5)), ("[2] of [1]", [0, 1], (0.7, 0.1)), ("[1]", [1], (1.9, 0.1))],
}


def worked_forest(weights: list[float] = WEIGHTS) -> Forest:
    """Its edges have the scores that the weights give them."""
    forest = Forest()
    ids = [forest.add_feature("f1"), forest.add_feature("f2")]
    for node, edges in enumerate(RULES.values()):
        forest.add_node(0, node + 1)
        for target, tails, values in edges:
            rule = forest.add_rule("s", target, list(zip(ids, values, strict=True)))
            forest.add_edge(rule, tails, sum(w * v for w, v in zip(weights, values, strict=True)))
    return forest
