"""Words as numbers: what a slice keeps of a text that may not be passed on."""

import random
import re


class Numbers(dict[str, str]):
    """A number for each word, in random order, the same on both sides; nonterminals and marks stay."""

    def __init__(self, seed: int) -> None:
        self.free = iter(random.Random(seed).sample(range(10_000), 10_000))

    def __missing__(self, word: str) -> str:
        kept = re.fullmatch(r"\[X(,\d)?\]|<s>|</s>|<unk>", word)
        self[word] = word if kept else f"w{next(self.free)}"
        return self[word]

    def text(self, line: str) -> str:
        return " ".join(self[word] for word in line.split())
