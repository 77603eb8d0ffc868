"""Rule-local features written in Python: decorated functions of a rule, evaluated once per rule and sentence.

    @rule_feature
    def longer(rule: Rule) -> float:
        return max(0, len(rule.target) - len(rule.source))

    @rule_feature
    def suffix(rule: Rule) -> dict[str, float]:
        return {word[-3:]: 1.0 for word in rule.target_words}

A number becomes the feature `longer`, a mapping the features `suffix:ing`, `suffix:ed`...; zeros are dropped.
Models keep features as source text (see sources); a decorated function of a module can also be pickled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, SupportsFloat

from rectrix.base.errors import RunError, UsageError

Value = float | Mapping[str, float] | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A translation rule: words as text, the first gap as 1 and the second as 2."""

    source: tuple[str | int, ...]
    target: tuple[str | int, ...]
    alignment: tuple[tuple[int, int], ...]  # positions in source and target that are linked

    @property
    def source_words(self) -> list[str]:
        """The source side without its gaps."""
        return [symbol for symbol in self.source if isinstance(symbol, str)]

    @property
    def target_words(self) -> list[str]:
        """The target side without its gaps."""
        return [symbol for symbol in self.target if isinstance(symbol, str)]


@dataclass(frozen=True)
class RuleFeature:
    """A function of a rule under the name of its features."""

    name: str
    function: Callable[[Rule], Value]

    def __call__(self, rule: Rule) -> Value:
        """What the function says of a rule."""
        return self.function(rule)

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        """By name: the worker imports the module in which the function was decorated."""
        return _load, (self.function.__module__, self.function.__qualname__)


def rule_feature(function: Callable[[Rule], Value]) -> RuleFeature:
    """Decorate a function of a rule as a feature."""
    name = function.__name__
    if not name.isidentifier():
        raise UsageError(f"a feature function needs a name, not {name!r}")
    return RuleFeature(name, function)


def _load(module: str, qualname: str) -> Any:
    found: Any = import_module(module)
    for part in qualname.split("."):
        found = getattr(found, part)
    return found


@dataclass(frozen=True)
class RuleFeatures:
    """Several features as the decoder calls them: all rules of a sentence at once."""

    features: tuple[RuleFeature, ...]

    def __call__(self, rules: Sequence[tuple[Any, Any, Any]]) -> list[tuple[int, str, float]]:
        """The number of a rule, the name of a feature and its value, for all that are not 0."""
        found: list[tuple[int, str, float]] = []
        for number, (source, target, alignment) in enumerate(rules):
            rule = Rule(source, target, alignment)
            for feature in self.features:
                found += [(number, name, value) for name, value in _named(feature, rule)]
        return found


def _named(feature: RuleFeature, rule: Rule) -> list[tuple[str, float]]:
    try:
        result = feature(rule)
    except Exception as error:
        raise RunError(
            f"the feature {feature.name} fails on {rule}: {type(error).__name__}: {error}"
        ) from error
    if result is None:
        return []
    pairs = result.items() if isinstance(result, Mapping) else [("", result)]
    named = []
    for key, value in pairs:
        if number := _number(feature, rule, value):
            named.append((f"{feature.name}:{_escaped(str(key))}" if key else feature.name, number))
    return named


def _number(feature: RuleFeature, rule: Rule, value: object) -> float:
    # SupportsFloat: what NumPy gives is a number, too; a text is none.
    number = float(value) if isinstance(value, SupportsFloat) else math.nan
    if not math.isfinite(number):
        raise RunError(f"the feature {feature.name} of {rule} is {value!r}; features are finite numbers")
    return number


def _escaped(key: str) -> str:
    for mark in "% =\t\r\n":
        key = key.replace(mark, f"%{ord(mark):02X}")
    return key
