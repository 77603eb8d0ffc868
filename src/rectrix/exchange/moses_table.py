"""Sparse features that Moses has no function for: each phrase pair of the table gets its own, by our names.

A pair's sparse scores stand in the sixth column; their weights are called TranslationModel0_NAME. Moses'
PhrasePairFeature would name phrase pairs, but cannot be loaded: no parameter sets the file that it opens. Its
bigram features reach across phrases, which ours do not.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rectrix._core.features import rule_features, template_names
from rectrix._core.text import WordClasses
from rectrix.exchange.escape import BAR
from rectrix.exchange.moses_sparse import MOSES_TWINS
from rectrix.exchange.sparse import CLASSES, template_of

IN_TABLE = frozenset(
    name for own in template_names() for name in (own, CLASSES + own) if name not in MOSES_TWINS
)


@dataclass(frozen=True)
class OwnScores:
    """The features of phrase pairs that have a weight."""

    weights: Mapping[str, float]
    classes: tuple[WordClasses | None, WordClasses | None] = (None, None)

    def __bool__(self) -> bool:
        return bool(self.weights)

    def added(self, text: str) -> str:
        """Lines of a phrase table with the sparse scores of their pairs."""
        templates = sorted({template_of(name) for name in self.weights})
        return "".join(f"{self._line(line, templates)}\n" for line in text.splitlines())

    def _line(self, line: str, templates: list[str]) -> str:
        columns = [column.strip() for column in line.split("|||")]
        source, target = (side.replace(BAR, "|") for side in columns[:2])
        links = [(int(a), int(b)) for a, b in (link.split("-") for link in columns[3].split())]
        found = [
            f"{name} {value:.9g}"
            for template in templates
            for name, value in rule_features(template, source, target, links, *self.classes)
            if name in self.weights
        ]
        if not found:
            return line
        columns[5] = " ".join([*columns[5].split(), *found])
        return " ||| ".join(columns).rstrip()
