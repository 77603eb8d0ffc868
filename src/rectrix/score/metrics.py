"""The metrics by name, by formula, and from elsewhere.

bleu  chrf++  wer                     a name of METRICS, or of an entry point in the group rectrix.metrics
column:comet  column:metricx:lower    the mean of a column of the lists
f0.5  f0.5:tp,fp,fn                   an F score of columns that count edits
0.5*bleu+0.5*chrf                     a weighted sum
my_module:Metric  my_file.py:metric   anybody's, see rectrix.score.texts
"""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.score.edits import NAME as F_SCORE
from rectrix.score.edits import EditF
from rectrix.score.external import External
from rectrix.score.metric import Metric
from rectrix.score.names import FORMS, METRICS
from rectrix.score.texts import Judges, metric_of
from rectrix.score.weighted import Weighted, is_sum

_GROUP = "rectrix.metrics"

MetricLike: TypeAlias = str | Metric | Judges | Callable[[str, list[str]], float]


def metric(name: MetricLike) -> Metric:
    """The metric that a text stands for; objects and functions are taken as they are."""
    if not isinstance(name, str):
        return metric_of(name)
    if name in METRICS:
        return metric_of(METRICS[name])
    if name.startswith("column:"):
        return External.named(name.removeprefix("column:"))
    if F_SCORE.fullmatch(name):
        return EditF.named(name)
    if is_sum(name):
        return Weighted.named(name, metric)
    if ":" in name:
        where, _, attribute = name.rpartition(":")
        module = _module(where)
        if not hasattr(module, attribute):
            raise UsageError(f"metric {name!r}: {where} has no {attribute!r}")
        place = f"{Path(where).resolve()}:{attribute}" if where.endswith(".py") else name
        return metric_of(getattr(module, attribute), attribute, place)
    for point in entry_points(group=_GROUP):
        if point.name == name:
            return metric_of(point.load(), name, name)
    known = [*METRICS, *(point.name for point in entry_points(group=_GROUP)), *FORMS]
    raise UnknownName("metric", name, known)


def _module(where: str) -> Any:
    """A module by name, also of the current folder, as for `python -m`; or a file."""
    if where.endswith(".py"):
        return _run(Path(where))
    beside = Path(*where.split(".")).with_suffix(".py")
    try:
        return _run(beside) if beside.is_file() else import_module(where)
    except ImportError as error:
        raise UsageError(f"metric of {where!r}: {error}") from error


def _run(path: Path) -> Any:
    if not path.is_file():
        raise InputError.at(path, 0, "there is no such file")
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
