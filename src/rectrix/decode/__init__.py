"""Search: chart (hierarchical) and stack (phrase-based), and the forest they leave."""

from rectrix._core.decode import (
    ChartDecoder,
    ChartOptions,
    Decoder,
    Forest,
    MemoryRules,
    Report,
    RuleSource,
    StackDecoder,
    StackOptions,
    UnknownWords,
)

__all__ = [
    "ChartDecoder",
    "ChartOptions",
    "Decoder",
    "Forest",
    "MemoryRules",
    "Report",
    "RuleSource",
    "StackDecoder",
    "StackOptions",
    "UnknownWords",
]
