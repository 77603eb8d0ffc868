"""Whether a file that should be UTF-8 is in another encoding: then an error says so, whatever the policy.

Single wrong lines are the business of a policy for bad lines. A file is in another encoding if its letters
beyond ASCII are invalid throughout, in at least one line of a hundred; what is wrong touches letters or is
long, as in `f\\xfcr`. Judged at the end of the file, or after some such lines.
"""

import re
from pathlib import Path

from rectrix.base.errors import InputError

_ENOUGH = 20  # invalid lines by which a file is judged before its end
_RARE = 0.01  # of the lines: fewer are damage, not an encoding
_FOREIGN = re.compile(rb"[A-Za-z][\x80-\xff]|[\x80-\xff][A-Za-z]|[\x80-\xff]{4}")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Charset:
    """What the lines of a file say about its encoding."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._first = self._invalid = 0  # the first invalid line, and how many there are

    def proven(self, number: int, line: bytes) -> bool:
        """Look at a line; does it prove that the file is UTF-8, so that no other need be looked at?"""
        if line.isascii():
            return False
        if number == 1 and line.startswith(_UTF16):
            raise InputError.at(self._path, 1, "this is UTF-16; convert it: iconv -f UTF-16 -t UTF-8")
        try:
            line.decode("utf-8")
        except UnicodeDecodeError:
            if _FOREIGN.search(line):
                self._first = self._first or number
                self._invalid += 1
                if self._invalid >= _ENOUGH:
                    self.judge(number)
            return False
        return True

    def judge(self, lines: int) -> None:
        """Refuse a file in another encoding, of which so many lines were seen."""
        if self._invalid < max(1, _RARE * lines):
            return
        raise InputError.at(
            self._path,
            self._first,
            f"invalid UTF-8, like all of the first {lines:,} lines that have letters beyond ASCII "
            f"({self._invalid:,}): another encoding? Convert it, from Latin-1 by: iconv -f LATIN1 -t UTF-8",
        )
