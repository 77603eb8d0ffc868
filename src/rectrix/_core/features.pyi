"""The feature space and the feature templates."""

from collections.abc import Sequence


class FeatureSpace:
    """Feature names with stable 64-bit keys and dense indexes 0..D-1."""

    def __init__(self) -> None: ...

    def add(self, name: str) -> int:
        """The feature's index, a new one if it had none."""

    def find(self, name: str) -> int | None:
        """The feature's index, None if it has none."""

    def name(self, index: int) -> str:
        """The feature's name."""

    def key(self, index: int) -> int:
        """The feature's stable 64-bit key."""

    def __len__(self) -> int: ...

    def __contains__(self, arg: str, /) -> bool: ...

def template_names() -> list[str]:
    """The templates of rule-local features."""

def rule_features(template: str, source: str, target: str, links: Sequence[tuple[int, int]] = []) -> list[tuple[str, float]]:
    """
    The features that a template gives to a rule whose gaps are [1] and [2].
    """
