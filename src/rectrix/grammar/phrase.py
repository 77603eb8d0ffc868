"""Phrase tables: extracted from an indexed bitext (Koehn, Och & Marcu 2003) or read from Moses' files."""

import math
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from pydantic import Field, PositiveFloat

from rectrix._core import grammar as core
from rectrix.base.config import Settings
from rectrix.base.files import open_bytes, shown, writing_path
from rectrix.base.progress import Progress
from rectrix.grammar.hiero import ticking

EPSILON = 1e-4  # far above rounding, far below the difference between two p-values near alpha


class PhraseSettings(Settings):
    """What is extracted, and how it is counted."""

    max_length: int = Field(default=7, ge=1, le=8)  # longest phrase, in words, on each side
    reordering: str = "wbe-msd-bidirectional-fe"  # the reordering model, named as Moses does; empty: none
    reordering_smoothing: float = Field(default=0.5, gt=0)  # added to every orientation's count
    smoothing: Literal["none", "good_turing", "kneser_ney"] = "none"  # smoothing of phrase probabilities
    # Pairs are left out if their -ln p of Fisher's exact test is less than this (Johnson et al. 2007).
    # alpha is what a pair has whose phrases occur once, together: with alpha+epsilon all such pairs go.
    significance: Literal["none", "alpha+epsilon", "alpha-epsilon"] | PositiveFloat = "none"
    limit: int = Field(default=0, ge=0)  # translations kept of a source phrase; 0: all
    memory: int = Field(default=1024, ge=1)  # megabytes for sorting; what does not fit goes to disk

    def least_surprise(self, sentences: int) -> float:
        """The threshold in numbers; 0: none."""
        if isinstance(self.significance, float):
            return self.significance
        epsilon = {"alpha+epsilon": EPSILON, "alpha-epsilon": -EPSILON}
        return math.log(sentences) + epsilon[self.significance] if self.significance in epsilon else 0.0


def extract_phrases(
    bitext: core.BitextIndex,
    output: Path,
    settings: PhraseSettings | None = None,
    threads: int = 1,
    force: bool = False,
    progress: Progress | None = None,
) -> core.PhraseTable:
    """Extract, count and score all phrase pairs of a bitext into a memory-mapped table."""
    chosen = settings or PhraseSettings()
    with ExitStack() as stack:
        temporary = stack.enter_context(writing_path(output, force))
        tick = stack.enter_context(ticking(progress, "extracting"))
        core.estimate_phrases(
            bitext,
            chosen.max_length,
            chosen.reordering,
            chosen.reordering_smoothing,
            core.PhraseSmoothing[chosen.smoothing],
            chosen.least_surprise(len(bitext)),
            chosen.limit,
            threads,
            chosen.memory << 20,
            temporary,
            temporary.parent,
            tick,
        )
    return core.PhraseTable.open(output)


def import_phrases(
    phrases: Path,
    output: Path,
    reordering: Path | None = None,
    reordering_type: str = "",
    force: bool = False,
    progress: Progress | None = None,
) -> core.MosesReport:
    """Read Moses' phrase table and, if given, its reordering table into a memory-mapped table."""
    with ExitStack() as stack:
        temporary = stack.enter_context(writing_path(output, force))
        pairs = stack.enter_context(open_bytes(phrases))
        values = stack.enter_context(open_bytes(reordering)) if reordering else None
        tick = stack.enter_context(ticking(progress, "reading", "lines"))
        return core.read_moses(
            pairs,
            shown(phrases),
            values,
            shown(reordering or ""),
            reordering_type,
            temporary,
            temporary.parent,
            tick,
        )
