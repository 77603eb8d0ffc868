"""The form of a text, tokenized or lowercased: where outputs and references differ in it, scores mislead."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_APART = re.compile(r"\S [.,](?: |$)")  # a space before a comma or full stop; no language writes so
_TOGETHER = re.compile(r"\w[.,](?: |$)")


@dataclass(frozen=True)
class Form:
    """Whether a text looks as if it were tokenized, or in small letters only."""

    tokenized: bool
    lowercased: bool

    @classmethod
    def of(cls, lines: Sequence[str]) -> "Form":
        """By what most lines look like."""
        apart = sum(bool(_APART.search(line)) for line in lines)
        together = sum(bool(_TOGETHER.search(line)) for line in lines)
        letters = [line for line in lines if line.lower() != line.upper()]
        capitals = sum(line != line.lower() for line in letters)
        return cls(apart > together, bool(letters) and 20 * capitals < len(letters))


def form_warnings(systems: dict[str, Sequence[str]], references: Sequence[Sequence[str]]) -> list[str]:
    """What to say about systems whose form differs from that of the references."""
    given = [Form.of(lines) for lines in references]
    warnings = []
    for name, lines in systems.items():
        own = Form.of(lines)
        for word, here, there in (
            ("tokenized", own.tokenized, all(form.tokenized for form in given)),
            ("lowercased", own.lowercased, all(form.lowercased for form in given)),
        ):
            if here != there:
                which, other = (
                    (name, "the references do not") if here else ("the references", f"{name} does not")
                )
                looks = "looks" if here else "look"
                warnings.append(f"warning: {which} {looks} {word}, but {other}: the scores mislead")
    rows = enumerate(zip(*references, strict=False), start=1)
    if blank := [number for number, lines in rows if not any(map(str.strip, lines))]:
        warnings.append(f"warning: {len(blank)} reference lines are blank, the first is line {blank[0]}")
    return warnings
