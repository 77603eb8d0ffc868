"""Word alignment: models, symmetrization, Pharaoh files."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.align import MAX_LENGTH, Alignments, Gold
    from rectrix.align.aligner import Aligner, align, train
    from rectrix.align.job import AlignmentJob
    from rectrix.align.pharaoh import read_alignments, read_gold, write_alignments
    from rectrix.align.score import Score, score
    from rectrix.align.settings import AlignSettings
    from rectrix.align.texts import PairSide

__all__ = [
    "MAX_LENGTH",
    "AlignSettings",
    "Aligner",
    "AlignmentJob",
    "Alignments",
    "Gold",
    "PairSide",
    "Score",
    "align",
    "read_alignments",
    "read_gold",
    "score",
    "train",
    "write_alignments",
]

lazily(__name__)
