"""Subwords: pieces of words by a unigram model (Kudo 2018); for languages without useful words.

A piece that does not begin its word is marked, so that pieces give their words back.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rectrix.base.errors import UsageError

JOINED = "\uffed"  # ￭, where a piece is joined with the one before it, or with the next
_SPACE = "\u2581"  # what sentencepiece sets for a space


def _library() -> Any:
    try:
        import sentencepiece
    except ImportError:
        raise UsageError("subwords need a package: pip install 'rectrix[subwords]'") from None
    return sentencepiece


@dataclass(frozen=True)
class Subwords:
    """A unigram model of pieces."""

    model: bytes

    @cached_property
    def _processor(self) -> Any:
        return _library().SentencePieceProcessor(model_proto=self.model)

    @classmethod
    def learn(cls, lines: Iterable[str], pieces: int, threads: int = 1) -> "Subwords":
        """A model of so many pieces, or fewer if the text has no more."""
        made = io.BytesIO()
        _library().SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=made,
            vocab_size=pieces,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            num_threads=threads,
            minloglevel=2,
        )
        return cls(made.getvalue())

    def apply(self, words: list[str]) -> list[str]:
        """The pieces of words."""
        pieces: list[str] = []
        for word in words:
            found = [piece for piece in self._processor.encode(word, out_type=str) if piece != _SPACE]
            found = [found[0].removeprefix(_SPACE), *found[1:]] if found else [word]
            # What the model cannot spell exactly stays whole.
            if "".join(found) != word:
                found = [word]
            pieces += [found[0], *(JOINED + piece for piece in found[1:])]
        return pieces

    def invert(self, words: list[str]) -> list[str]:
        """Words from their pieces."""
        found: list[str] = []
        for piece in words:
            marked = piece.startswith(JOINED) and piece != JOINED  # the sign itself may stand in a text
            if marked and found:
                found[-1] += piece.removeprefix(JOINED)
            else:
                found.append(piece.removeprefix(JOINED) if marked else piece)
        return found
