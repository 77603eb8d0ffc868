"""What the server asks of a model that learns from corrections."""

from typing import Any, Protocol


class Teachable(Protocol):
    """A model with corrections on top, as rectrix.adapt has it."""

    def learn(self, source: str, target: str) -> Any:
        """Take up a correction at once; it is in the journal when this returns."""

    def lessons(self) -> list[Any]:
        """All corrections that count, oldest first."""

    def undo(self, id: Any) -> Any:
        """Take a correction back."""

    def close(self) -> None:
        """Let others write to the journal."""
