"""Keystrokes of an interactive translator who accepts, corrects and completes proposals (Barrachina et al.
2009).

The translator reads a proposal up to its first wrong character, jumps there (a mouse move, unless the
cursor is there already), types the right character (a key), and gets a proposal for the rest of the
sentence. KSR = keys / characters of the reference; KSMR counts moves, too, and accepting the sentence is
one.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Keystrokes:
    """What it took to write so many characters."""

    keys: int = 0
    moves: int = 0
    characters: int = 0

    def __add__(self, other: "Keystrokes") -> "Keystrokes":
        return Keystrokes(
            self.keys + other.keys, self.moves + other.moves, self.characters + other.characters
        )

    @property
    def ksr(self) -> float:
        """Keys a character."""
        return self.keys / self.characters if self.characters else 0.0

    @property
    def ksmr(self) -> float:
        """Keys and moves a character."""
        return (self.keys + self.moves) / self.characters if self.characters else 0.0


def keystrokes(reference: str, complete: Callable[[str], str | None]) -> Keystrokes:
    """Write a reference with proposals; complete: a text that begins as the one typed so far, or None."""
    typed, keys, moves = 0, 0, 0
    while True:
        proposal = complete(reference[:typed]) or ""
        if not proposal.startswith(reference[:typed]):
            proposal = reference[:typed]
        agreed = _shared(proposal, reference)
        if proposal == reference:
            return Keystrokes(keys, moves + 1, len(reference))
        moves += agreed > typed
        keys += 1  # the right character, or behind the last one the end: what is proposed there goes
        if agreed == len(reference):
            return Keystrokes(keys, moves + 1, len(reference))
        typed = agreed + 1


def _shared(first: str, second: str) -> int:
    """Characters that two texts begin with, both."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(first), len(second)))
