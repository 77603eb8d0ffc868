"""N-best lists of speech recognizers, whose sentences are utterances with names.

kaldi        utt-1-1 text, utt-1-2 text: the utterance's name and the number of the hypothesis
espnet       a folder with 1best_recog/text, 1best_recog/score, 2best_recog/text ...
icefall      cut-1:<TAB>ref=['the', 'house'], cut-1:<TAB>hyp=['a', 'house']: a hypothesis, or several together
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rectrix.base.errors import InputError
from rectrix.base.files import open_text
from rectrix.kbest.foreign_list import ForeignHypothesis, ForeignList, Lines, grouped
from rectrix.kbest.names import require_number

ICEFALL = re.compile(r"(\S+):\t(ref|hyp|timestamp_\w+)=(.*)")


def kaldi(lines: Lines, path: Path | str) -> Iterator[ForeignList]:
    """Lines `utt-1-3 text`: the third hypothesis of utt-1; scores come from files with the same keys."""

    def rows() -> Iterator[tuple[str, ForeignHypothesis]]:
        for number, line in lines:
            key, _, text = line.strip().partition(" ")
            if not key:
                continue
            utterance, dash, rank = key.rpartition("-")
            if not dash or not utterance or not rank.isdecimal():
                raise InputError.at(path, number, f"expected a key such as utt-1-3, saw {key!r}")
            yield utterance, ForeignHypothesis(text)

    return grouped(rows(), path)


def icefall(lines: Lines, path: Path | str) -> Iterator[ForeignList]:
    """Results of icefall's recipes, recogs-*.txt; `icefall_references` has what was said."""

    def rows() -> Iterator[tuple[str, ForeignHypothesis]]:
        for number, line in lines:
            found = ICEFALL.fullmatch(line)
            if found is None and line.strip():
                raise InputError.at(path, number, f"expected NAME:<TAB>hyp=[...], saw {line[:60]!r}")
            if found is not None and found[2] == "hyp":
                yield found[1], ForeignHypothesis(_words(found[3], path, number))

    return grouped(rows(), path)


def icefall_references(lines: Sequence[str], path: Path | str) -> list[str]:
    """Lines `name words` of what was said; other lines than icefall's are given back as they are."""
    if not lines or not ICEFALL.fullmatch(lines[0]):
        return list(lines)
    said: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        found = ICEFALL.fullmatch(line)
        if found is not None and found[2] == "ref":
            said[found[1]] = _words(found[3], path, number)
    return [f"{name} {words}" for name, words in said.items()]


def _words(text: str, path: Path | str, line: int) -> str:
    """Of a list as Python prints it, or plain text."""
    if not text.startswith("["):
        return text
    try:
        words = ast.literal_eval(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        words = None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InputError.at(path, line, f"expected a list of words, saw {text[:60]!r}")
    return " ".join(words)


_BEST = re.compile(r"(\d+)best_recog")


def espnet(folder: Path) -> Iterator[ForeignList]:
    """ESPnet's folder of results: Nbest_recog/text and score, with the utterance's name in each line."""
    parts = sorted((int(m[1]), path) for path in folder.iterdir() if (m := _BEST.fullmatch(path.name)))
    if not parts:
        raise InputError.at(folder, 0, "no folders 1best_recog, 2best_recog ...: not a result of ESPnet")
    lists: dict[str, list[ForeignHypothesis]] = {}
    for _, part in parts:
        scores = dict(_keyed(part / "score")) if (part / "score").exists() else {}
        for number, (utterance, text) in enumerate(_keyed(part / "text"), start=1):
            hypothesis = ForeignHypothesis(text)
            if scores:
                if utterance not in scores:
                    raise InputError.at(part / "score", 0, f"has no score of {utterance!r}")
                # A score that is still a tensor is written as tensor(-3.2) or tensor(-3.2, device=...).
                value = re.sub(r"^tensor\(([^,)]*).*$", r"\1", scores[utterance])
                hypothesis.features["score"] = require_number(value, part / "score", number)
            lists.setdefault(utterance, []).append(hypothesis)
    for utterance, hypotheses in lists.items():
        yield ForeignList(utterance, hypotheses)


def _keyed(path: Path) -> Iterator[tuple[str, str]]:
    """Lines `key rest`."""
    with open_text(path) as file:
        for line in file:
            key, _, rest = line.strip().partition(" ")
            if key:
                yield key, rest
