"""What a learner asks of a sentence-level gain: the worth of each hypothesis, given what was seen before.

state = gain.start()
for each sentence:
    worth = gain.gains(rows, state, sentence)
    state = gain.after_sentence(rows[chosen], state, sentence)    # chosen: as gain.remembers says
state = gain.after_pass(rows_of_the_model_best, state)
"""

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from rectrix.score.metric import Floats

Remembers = Literal["nothing", "model best", "hope"]


@dataclass(frozen=True)
class Place:
    """Where a list stands in the tuning set."""

    number: int = 0  # from 0
    source_length: int = 1  # words


Memory = TypeVar("Memory")


class GainWith(Protocol[Memory]):
    """Frozen; what changes is a state of the gain's own kind that is passed in and out."""

    @property
    def remembers(self) -> Remembers:
        """Which hypothesis' statistics after_sentence() wants."""

    @property
    def looks_back(self) -> bool:
        """Whether after_pass() wants the rows of a whole pass."""

    @property
    def signature(self) -> str:
        """Every choice that changes the numbers."""

    def start(self) -> Memory:
        """The state before the first sentence."""

    def gains(self, statistics: Floats, state: Memory, sentence: Place) -> Floats:
        """One number per row of BLEU statistics, higher is better."""

    def slopes(self, state: Memory) -> Floats | None:
        """How the gain grows with a word, and with a match of 1, 2, 3 and 4 words, among what the state
        remembers; None if it remembers nothing yet."""

    def after_sentence(self, row: Floats, state: Memory, sentence: Place) -> Memory:
        """The state after this sentence's chosen hypothesis."""

    def after_pass(self, rows: Floats, state: Memory) -> Memory:
        """The state after a pass over all sentences; rows: each one's model best, 0 if it has none."""


Gain: TypeAlias = GainWith[Any]  # for who passes states on without looking at them


class Stateless:
    """The half of a gain that remembers nothing."""

    remembers: Remembers = "nothing"
    looks_back = False

    def start(self) -> None:
        return None

    def slopes(self, state: None) -> None:
        return None

    def after_sentence(self, row: Floats, state: None, sentence: Place) -> None:
        return None

    def after_pass(self, rows: Floats, state: None) -> None:
        return None
