"""Text: vocabulary, tokenization, bitext and reference readers, the embedded sample bitext."""

from rectrix._core.text import SENTENCE_BEGIN, SENTENCE_END, UNKNOWN, Vocabulary
from rectrix.text.bitext import (
    Bitext,
    Pair,
    References,
    drop_duplicates,
    filtered,
    keep_lengths,
    read_sentences,
    transform,
)
from rectrix.text.compounds import CompoundSplitter
from rectrix.text.lines import OnBad, Report, Row, read_parallel, words
from rectrix.text.shards import shards
from rectrix.text.tokenize import TOKENIZERS, Normalizer, Tokenizer, map_texts

__all__ = [
    "SENTENCE_BEGIN",
    "SENTENCE_END",
    "TOKENIZERS",
    "UNKNOWN",
    "Bitext",
    "CompoundSplitter",
    "Normalizer",
    "OnBad",
    "Pair",
    "References",
    "Report",
    "Row",
    "Tokenizer",
    "Vocabulary",
    "drop_duplicates",
    "filtered",
    "keep_lengths",
    "map_texts",
    "read_parallel",
    "read_sentences",
    "shards",
    "transform",
    "words",
]
