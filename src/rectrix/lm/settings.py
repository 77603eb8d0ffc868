"""How language models are estimated, and word classes learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from rectrix._core.lm import MAX_CLASSES
from rectrix.base.config import Settings


@dataclass(frozen=True)
class TrainOptions:
    """How a model is estimated; the result does not depend on memory, threads and temporary."""

    order: Annotated[int, Field(ge=1, le=7)] = 5  # words of the longest n-grams
    prune: Sequence[int] = ()  # by length: n-grams seen so often or less are left out; the first must be 0
    vocabulary: int | Path | None = None  # the most frequent words, or a file of the words to keep
    fallback: tuple[float, float, float] = (
        0.5,
        1.0,
        1.5,
    )  # discounts where the text is too small for the formula
    skip_markers: bool = False  # pass over <s> and </s> in the text instead of refusing it
    memory: int = 400 << 20  # bytes for sorting and tables; vocabulary and the finished .rlm come on top
    threads: int = 1
    temporary: Path | None = None  # folder for scratch files; the system's if not given


class ClassSettings(Settings):
    """How word classes are learned."""

    classes: int = Field(default=100, ge=1, le=MAX_CLASSES)  # number of classes; the more, the slower
    cycles: int = Field(default=20, ge=1)  # most passes over all words; learning ends when no word moves
