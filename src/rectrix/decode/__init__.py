"""Search: chart (hierarchical) and stack (phrase-based), and the forest they leave.

Every decoder is used alike: `decoder.translate(lines, weights, threads)` gives the best translation of each
line, `rectrix._core.kbest.extract(decoder, lines, weights, size)` k-best `Lists`, which learners consume, and
`decoder.forest(line, weights)` a `Forest`. Weights are a vector over the indexes of `decoder.space` (missing
ones are 0); features that lists bring up for the first time are added to the space.
"""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.decode import (
        ChartDecoder,
        ChartOptions,
        Constraints,
        Decoder,
        Forest,
        MemoryRules,
        RuleSource,
        SearchReport,
        SpanPolicy,
        StackDecoder,
        StackOptions,
        UnknownWords,
    )
    from rectrix.decode.constraints import SentenceConstraints, SpanConstraint

__all__ = [
    "ChartDecoder",
    "ChartOptions",
    "Constraints",
    "Decoder",
    "Forest",
    "MemoryRules",
    "RuleSource",
    "SearchReport",
    "SentenceConstraints",
    "SpanConstraint",
    "SpanPolicy",
    "StackDecoder",
    "StackOptions",
    "UnknownWords",
]

lazily(__name__)
