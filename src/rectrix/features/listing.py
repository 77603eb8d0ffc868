"""The templates that there are, with what they say of a rule, as commands and docs show it."""

from collections.abc import Iterator
from typing import Any

from rectrix._core.features import describe_template, rule_features, stateful_names, template_names
from rectrix.features.chosen import plugged_in

_RULE = ("das [1] haus", "the old [1] house", [(0, 0), (2, 3)])


def listed() -> Iterator[dict[str, Any]]:
    """Name, meaning and example of each template; then features of other packages."""
    for name in template_names():
        example = [feature for feature, _ in rule_features(name, *_RULE)]
        yield {"template": name, "summary": describe_template(name), "example": example}
    for name in stateful_names():
        yield {"template": name, "summary": describe_template(name), "example": []}
    for name, place in plugged_in().items():
        yield {"template": name, "summary": f"in Python, {place}", "example": []}
