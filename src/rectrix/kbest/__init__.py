"""K-best lists and their file formats."""

from rectrix._core.kbest import Lists, extract, unique
from rectrix.kbest.files import FORMATS, merge, read, stream, write
from rectrix.kbest.matrix import matrix, sentences

__all__ = ["FORMATS", "Lists", "extract", "matrix", "merge", "read", "sentences", "stream", "unique", "write"]
