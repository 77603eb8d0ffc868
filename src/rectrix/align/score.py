"""Alignment error rate (Och & Ney 2003): 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|) for sure S, possible P."""

from dataclasses import dataclass

from rectrix._core.align import Alignments, Gold, compare


@dataclass(frozen=True)
class Score:
    """How well links agree with a gold standard."""

    precision: float  # proposed links that are possible
    recall: float  # sure links that are proposed
    aer: float  # alignment error rate
    links: int  # proposed
    sure: int  # in the gold standard


def score(found: Alignments, gold: Gold) -> Score:
    """Compare an alignment with a gold standard."""
    counts = compare(found, gold)
    right = counts.found_sure + counts.found_possible
    return Score(
        precision=_ratio(counts.found_possible, counts.found),
        recall=_ratio(counts.found_sure, counts.sure),
        aer=1 - _ratio(right, counts.found + counts.sure),
        links=counts.found,
        sure=counts.sure,
    )


def _ratio(part: int, whole: int) -> float:
    # Nothing proposed, or nothing to find: nothing is wrong.
    return part / whole if whole else 1.0
