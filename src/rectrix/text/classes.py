"""Word classes from files: `word class` lines (mkcls) or `bits word count` lines (Brown clusters)."""

from pathlib import Path

from rectrix._core.text import WordClasses
from rectrix.base.files import open_bytes, shown


def read_classes(path: Path) -> WordClasses:
    """The classes of one language's words."""
    with open_bytes(path) as reader:
        return WordClasses(reader, shown(path))
