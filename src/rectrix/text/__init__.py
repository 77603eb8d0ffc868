"""Text: vocabulary, tokenization, bitext and reference readers, the embedded sample bitext."""

from rectrix._core.text import SENTENCE_BEGIN, SENTENCE_END, UNKNOWN, Vocabulary

__all__ = ["SENTENCE_BEGIN", "SENTENCE_END", "UNKNOWN", "Vocabulary"]
