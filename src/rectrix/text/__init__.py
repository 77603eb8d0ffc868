"""Text: vocabulary, the text processing of models, readers of bitexts and lines."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.text import SENTENCE_BEGIN, SENTENCE_END, UNKNOWN, Vocabulary
    from rectrix.text.bitext import (
        Bitext,
        Pair,
        drop_duplicates,
        filtered,
        keep_lengths,
        read_sentences,
    )
    from rectrix.text.compounds import CompoundSplitter
    from rectrix.text.lines import OnBad, ReadingReport, Row, read_parallel, words
    from rectrix.text.pipeline import TextPipeline
    from rectrix.text.prepared import Prepared
    from rectrix.text.settings import PREPARED, TextSettings, guess_language, language_pair
    from rectrix.text.tokenize import TOKENIZERS

__all__ = [
    "PREPARED",
    "SENTENCE_BEGIN",
    "SENTENCE_END",
    "TOKENIZERS",
    "UNKNOWN",
    "Bitext",
    "CompoundSplitter",
    "OnBad",
    "Pair",
    "Prepared",
    "ReadingReport",
    "Row",
    "TextPipeline",
    "TextSettings",
    "Vocabulary",
    "drop_duplicates",
    "filtered",
    "guess_language",
    "keep_lengths",
    "language_pair",
    "read_parallel",
    "read_sentences",
    "words",
]

lazily(__name__)
