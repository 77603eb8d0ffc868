"""Proposals for the rest of a translation whose beginning a person has typed (Och et al. 2003): the best
derivation of the search's forest that begins so; if none does, the rest of a k-best hypothesis behind the
words typed last."""

from rectrix._core.decode import Forest
from rectrix.model.translator import Translator

_HYPOTHESES = 100  # in which the words typed last are looked for
_CONTEXT = 3  # as many of them at most


class Completions:
    """Of one sentence; called with what is typed so far, in words as the decoder has them."""

    def __init__(self, forest: Forest) -> None:
        self._whole = forest
        self._typed, self._narrowed = "", forest  # each keystroke searches what the one before has left
        self._lost: str | None = None  # what no derivation begins with
        self._hypotheses: list[list[str]] | None = None

    @classmethod
    def of(cls, model: Translator, line: str) -> "Completions":
        """Of a line as people write it."""
        asked = next(iter(model.prepare([line])))
        _, weights, demanded = model.search_inputs([asked])
        return cls(model.decoder.forest(asked.text, weights, constraints=demanded[0] if demanded else None))

    def __call__(self, typed: str) -> str | None:
        """The whole sentence as it is proposed; None where nothing is."""
        if self._lost is not None and typed.startswith(self._lost):
            return self._resumed(typed)
        begin = self._narrowed if self._typed and typed.startswith(self._typed) else self._whole
        found = begin.complete(typed) if begin.nodes else None
        if found is None:
            self._lost = typed
            return self._resumed(typed)
        self._typed, self._narrowed = typed, found
        best = found.viterbi()
        return None if best is None else str(best["text"])

    def _resumed(self, typed: str) -> str | None:
        words = typed.split()
        begun = words.pop() if words and not typed.endswith(" ") else ""
        for count in range(min(_CONTEXT, len(words)), -1, -1):
            last = words[len(words) - count :]
            for hypothesis in self._best() if count or begun else ():
                for place in range(len(hypothesis) - count):
                    rest = hypothesis[place + count :]
                    if hypothesis[place : place + count] == last and rest[0].startswith(begun):
                        return " ".join([*words, *rest])
        return None

    def _best(self) -> list[list[str]]:
        if self._hypotheses is None:
            found = self._whole.kbest(_HYPOTHESES) if self._whole.nodes else []
            self._hypotheses = [str(one["text"]).split() for one in found]
        return self._hypotheses
