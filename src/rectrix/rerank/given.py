"""Lists and references as people have them in Python: files, pandas, plain lists."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import InputError, UsageError
from rectrix.base.files import open_text
from rectrix.kbest.files import lists_from
from rectrix.kbest.files import read as read_file
from rectrix.kbest.foreign_list import ForeignHypothesis, ForeignList
from rectrix.kbest.names import require_name
from rectrix.kbest.speech import icefall_references
from rectrix.score.references import read_references, references_of

Plain: TypeAlias = Iterable[Iterable[tuple[str, Mapping[str, float]]]]  # sentences of (text, features)
Given: TypeAlias = Lists | Path | str | Plain | Any  # Any: a pandas DataFrame
GivenReferences: TypeAlias = (
    References | Path | str | Sequence[str] | Sequence[Path] | Sequence[Sequence[str]] | None
)


def lists_of(
    given: Given,
    format: str = "auto",
    id: str = "id",
    text: str = "text",
    columns: Sequence[str] = (),
    space: FeatureSpace | None = None,
) -> Lists:
    """Lists from whatever holds them.

    given: a file's path; a pandas DataFrame with a row for each hypothesis, whose columns are the id of its
    sentence, its text, and numbers; or sentences that are lists of (text, features). columns: which numbers
    of a DataFrame are for metrics (column:NAME) instead of features.
    """
    if isinstance(given, Lists):
        return given
    space = FeatureSpace() if space is None else space
    if isinstance(given, str | Path):
        return read_file(given, format, space)
    if hasattr(given, "columns") and hasattr(given, "itertuples"):
        return lists_from(_of_frame(given, id, text, columns), space, "the DataFrame")
    return lists_from([_plain(number, sentence) for number, sentence in enumerate(given)], space, "the lists")


def _plain(number: int, sentence: Any) -> ForeignList:
    hypotheses = []
    for item in sentence:
        if isinstance(item, str):
            item = (item, {})
        if len(item) != 2 or not isinstance(item[0], str) or not isinstance(item[1], Mapping):
            raise UsageError(f"sentence {number}: expected (text, {{feature: number}}), saw {item!r}")
        hypotheses.append(ForeignHypothesis(item[0], _numbers(item[1], f"sentence {number}")))
    return ForeignList("", hypotheses)


def _numbers(features: Mapping[str, Any], where: str) -> dict[str, float]:
    found = {require_name(str(name), where): float(value) for name, value in features.items()}
    for name, value in found.items():
        if not abs(value) < 3e38:
            raise InputError(f"{where}: feature {name} is {value}; only finite numbers can be used")
    return found


def _of_frame(frame: Any, id: str, text: str, columns: Sequence[str]) -> list[ForeignList]:
    names = [str(name) for name in frame.columns]
    for name in (id, text, *columns):
        if name not in names:
            raise UsageError(f"the DataFrame has no column {name!r}; it has {', '.join(names)}")
    numbers = [name for name in names if name not in (id, text) and _numeric(frame[name])]
    lists: dict[str, list[ForeignHypothesis]] = {}
    for row in frame[[id, text, *numbers]].itertuples(index=False, name=None):
        if not isinstance(row[1], str):
            raise InputError(f"id {row[0]!r}: the text is {row[1]!r}, not a string")
        values = _numbers(dict(zip(numbers, row[2:], strict=True)), f"id {row[0]!r}")
        metrics = {name: values.pop(name) for name in columns}
        lists.setdefault(str(row[0]), []).append(ForeignHypothesis(row[1], values, metrics))
    numbered = [str(number) for number in range(len(lists))]
    return [ForeignList("" if list(lists) == numbered else name, own) for name, own in lists.items()]


def _numeric(column: Any) -> bool:
    return np.issubdtype(np.asarray(column).dtype, np.number)


def references_for(lists: Lists, given: GivenReferences) -> References | None:
    """References of the lists' sentences: files or lines, one or more.

    Where sentences have names, a file whose lines begin with those names is matched by them.
    """
    if given is None or isinstance(given, References):
        return given
    if isinstance(given, str | Path):
        given = [Path(given)]
    if not len(given):
        raise UsageError("no references were given")
    if isinstance(given[0], Path):
        return _of_files(lists, [Path(str(path)) for path in given])
    several = [given] if isinstance(given[0], str) else given
    return references_of([_by_name(lists, list(lines), "the references") for lines in several])  # type: ignore[arg-type]


def _of_files(lists: Lists, paths: list[Path]) -> References:
    if not lists.ids:
        return read_references(paths)
    texts = []
    for path in paths:
        with open_text(path) as file:
            lines = icefall_references([line.rstrip("\n") for line in file], path)
            texts.append(_by_name(lists, lines, str(path)))
    return references_of(texts)


def _by_name(lists: Lists, lines: list[str], where: str) -> list[str]:
    """In the order of the lists, if every line begins with the name of a sentence; else as they are."""
    if not lists.ids:
        return lines
    texts = dict(line.partition(" ")[::2] for line in lines)
    known = sum(name in texts for name in lists.ids)
    if known == 0:
        return lines
    missing = [name for name in lists.ids if name not in texts]
    if missing:
        raise InputError.at(
            where, 0, f"no reference for sentence {missing[0]!r} and {len(missing) - 1} others"
        )
    return [texts[name] for name in lists.ids]
