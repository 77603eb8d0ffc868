"""K-best lists and their file formats."""

from typing import TYPE_CHECKING

from rectrix.base.lazy import lazily

if TYPE_CHECKING:
    from rectrix._core.kbest import Lists, extract, unique
    from rectrix.kbest.files import merge, read, stream, write
    from rectrix.kbest.formats import FORMATS
    from rectrix.kbest.matrix import matrix, sentences

__all__ = ["FORMATS", "Lists", "extract", "matrix", "merge", "read", "sentences", "stream", "unique", "write"]

lazily(__name__)
