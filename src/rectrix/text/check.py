"""Whether a translation holds exactly the placeholders, tags and accelerators of its source."""

from collections import Counter

from rectrix.text.patterns import DEFAULT_KINDS, Kind
from rectrix.text.protect import Protection, protect


def differences(source: str, target: str, kinds: frozenset[Kind] = DEFAULT_KINDS) -> list[str]:
    """What is missing from a translation, what is surplus, tags that no longer match; empty: all is well."""
    before, after = protect(source, kinds), protect(target, kinds)
    wanted, found = _bag(before), _bag(after)
    problems = [f"{text} is missing" for text in sorted((wanted - found).elements())]
    problems += [f"{text} is surplus" for text in sorted((found - wanted).elements())]
    if not problems and _lone_tags(before) != _lone_tags(after):
        problems.append("tags do not match each other as in the source")
    return problems


def _bag(protection: Protection) -> Counter[str]:
    texts = [item.text for item in protection.items] + [tag.text for tag in protection.tags]
    if protection.accelerator:
        texts.append(f"accelerator {protection.accelerator.mark}")
    return Counter(texts)


def _lone_tags(protection: Protection) -> int:
    return sum(tag.partner is None for tag in protection.tags)
