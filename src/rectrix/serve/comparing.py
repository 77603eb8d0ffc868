"""Systems' outputs that came in a request, compared."""

from rectrix.serve.errors import Refused, TooLarge
from rectrix.serve.limits import Limits
from rectrix.serve.schema import CompareAsked, Compared


def compared(asked: CompareAsked, limits: Limits) -> Compared:
    """The comparison as a piece of a page."""
    from rectrix.evaluate.comparison import Compare, compare
    from rectrix.evaluate.comparison_page import comparison_html

    references = [_lines(text, limits) for text in asked.references]
    systems = {name: _lines(text, limits) for name, text in asked.systems.items()}
    sources = _lines(asked.sources, limits) if asked.sources else None
    if len(systems) > 20:
        raise Refused("at most 20 systems are compared")
    found = compare(systems, references, sources, Compare(tokenize=asked.tokenize))
    return Compared(html=comparison_html(found))


def _lines(text: str, limits: Limits) -> list[str]:
    lines = text.removesuffix("\n").split("\n")
    if len(lines) > limits.lines:
        raise TooLarge(f"{len(lines):,} lines; at most {limits.lines:,} are compared")
    return lines
