"""Numbers for hypotheses from a scorer's file, one a line, in the order of the hypotheses.

Read as they come: a number; `key number` of speech toolkits, matched by key; comet-score's
`FILE<TAB>Segment 3<TAB>score: 0.81`; JSON lines with "score" or "prediction" (MetricX).
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rectrix._core.kbest import Lists
from rectrix.base.errors import InputError
from rectrix.base.files import open_text
from rectrix.kbest.matrix import sentences
from rectrix.kbest.names import require_number

_COMET = re.compile(r"(?:.*\t)?Segment (\d+)\tscore: (\S+)(?:\t.*)?")
_COMET_END = re.compile(r"(?:.*\t)?(?:System )?score: \S+")
_JSON_KEYS = ("score", "prediction")


@dataclass(frozen=True)
class Values:
    """The numbers of a file, in order; `keyed` if its lines name their hypotheses."""

    path: Path | str
    numbers: NDArray[np.float64]
    keyed: dict[str, float] | None = None

    def take(self, lists: Lists, begin: int) -> NDArray[np.float64]:
        """Those of the hypotheses of these lists, of which the first is number `begin` of all."""
        if self.keyed is not None:
            return self._by_key(keys_of(lists))
        found = self.numbers[begin : begin + lists.hypotheses]
        if len(found) < lists.hypotheses:
            raise self._wrong(f"more than {len(self.numbers)}")
        return found

    def require_used(self, hypotheses: int) -> None:
        """Refuse a file that has more numbers than there are hypotheses."""
        if self.keyed is None and len(self.numbers) != hypotheses:
            raise self._wrong(str(hypotheses))

    def _wrong(self, hypotheses: str) -> InputError:
        return InputError.at(
            self.path, 0, f"{len(self.numbers)} numbers for {hypotheses} hypotheses; one a line is needed"
        )

    def _by_key(self, keys: list[str]) -> NDArray[np.float64]:
        assert self.keyed is not None
        for key in keys:
            if key not in self.keyed:
                raise InputError.at(self.path, 0, f"no number for the hypothesis {key!r}")
        return np.array([self.keyed[key] for key in keys], np.float64)


def keys_of(lists: Lists) -> list[str]:
    """The names of hypotheses as speech toolkits give them: utt-1-3 is the third of utt-1."""
    names = lists.ids or [str(number) for number in range(len(lists))]
    return [
        f"{name}-{rank}"
        for name, hypotheses in zip(names, sentences(lists), strict=True)
        for rank in range(1, len(hypotheses) + 1)
    ]


def read_values(path: Path | str) -> Values:
    """All numbers of a file."""
    with open_text(path) as file:
        lines = [(number, line.strip()) for number, line in enumerate(file, start=1)]
    pairs = [found for number, line in lines if (found := _parsed(line, path, number)) is not None]
    if any(bool(key) != bool(pairs[0][0]) for key, _ in pairs):
        raise InputError.at(path, 0, "some lines have a number, others a key and a number")
    keyed = dict(pairs) if pairs and pairs[0][0] else None
    if keyed is not None and len(keyed) < len(pairs):
        raise InputError.at(path, 0, "a key stands twice")
    return Values(path, np.array([value for _, value in pairs], np.float64), keyed)


def _parsed(line: str, path: Path | str, number: int) -> tuple[str, float] | None:
    """Key ('' if there is none) and value; None for the last line of comet-score."""
    if match := _COMET.fullmatch(line):
        return "", require_number(match[2], path, number)
    if _COMET_END.fullmatch(line):
        return None
    if line.startswith("{"):
        return "", _of_json(line, path, number)
    words = line.split()
    if len(words) == 2:
        return words[0], require_number(words[1], path, number)
    return "", require_number(line, path, number)


def _of_json(line: str, path: Path | str, number: int) -> float:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError.at(path, number, f"not valid JSON: {error}") from None
    for key in _JSON_KEYS:
        if isinstance(value := found.get(key), int | float):
            return require_number(str(value), path, number)
    raise InputError.at(path, number, f"none of {', '.join(_JSON_KEYS)} is a number in {line[:60]!r}")
