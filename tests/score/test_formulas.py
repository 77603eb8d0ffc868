"""Metrics by formula and from elsewhere: sums, F scores of edit counts, columns, anybody's functions."""

import pickle
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import rectrix as rx
from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.score import BLEU, CHRF, EditF, External, Weighted, metric, metrics, references_of

from .test_metrics import one_best

FILE = '''
def overlap(hypothesis, references):
    words = set(hypothesis.split())
    return max(len(words & set(r.split())) for r in references) / max(1, len(words))

class Errors:
    higher_is_better = False
    def statistics(self, hypothesis, references):
        return [abs(len(hypothesis.split()) - len(references[0].split())), len(references[0].split()), 0]
    def score(self, sums):
        return sums[0] / max(1, sums[1])

broken = lambda hypothesis, references: float("nan")
nothing = 5
'''  # fmt: skip


def test_a_sum_is_the_sum_of_scores() -> None:
    texts, given = one_best(["a b c d e", "a"]), references_of([["a b c d f", "b"]])
    part = metric("0.5*bleu+0.25*chrf++")
    rows = part.statistics(texts, given)
    assert rows.shape == (2, part.width)
    total = rows.sum(axis=0)
    expected = [
        one.score(one.statistics(texts, given).sum(axis=0)) for one in (metric("bleu"), metric("chrf++"))
    ]
    assert part.score(total) == pytest.approx(0.5 * expected[0] + 0.25 * expected[1])
    assert part.score(rows[:, None, :]).shape == (2, 1)
    assert part.higher_is_better and part.in_points


def test_signs_of_sums() -> None:
    assert metric("0.5*chrf+++0.5*bleu").signature.startswith("0.5*(chrF2++")
    assert metric("1*bleu - .2*ter").higher_is_better
    assert not metric("0.5*wer + 0.5*column:metricx:lower").higher_is_better
    assert metric("1*bleu+0.1*chrf") == Weighted(((1.0, BLEU()), (0.1, CHRF())))
    with pytest.raises(UsageError, match="subtract error rates"):
        metric("0.5*bleu+0.5*ter")
    with pytest.raises(UsageError, match=r"expected NUMBER\*METRIC"):
        metric("0*bleu+1*chrf")
    with pytest.raises(UnknownName, match="unknown metric 'blue'"):
        metric("0.5*blue+0.5*chrf")


def test_edit_counts() -> None:
    lists = one_best(["a", "b"])
    for name, values in {"tp": [3, 1], "fp": [1, 0], "fn": [2, 4]}.items():
        lists.set_column(name, np.array(values, float))
    rows = metric("f0.5").statistics(lists, references_of([]))
    precision, recall = 4 / 5, 4 / 10
    expected = 100 * 1.25 * precision * recall / (0.25 * precision + recall)
    assert metric("f0.5").score(rows.sum(axis=0)) == pytest.approx(expected)
    assert metric("f1:tp,fn,fp") == EditF(1.0, ("tp", "fn", "fp"))
    assert metric("f2").score(np.zeros(3)) == 100
    with pytest.raises(UsageError, match="three columns"):
        metric("f0.5:tp,fp")
    lists.set_column("fp", np.array([-1.0, 0]))
    with pytest.raises(InputError, match="column 'fp' has a negative number"):
        metric("f0.5").statistics(lists, references_of([]))


def test_columns_say_what_is_better() -> None:
    assert metric("column:metricx:lower") == External("metricx", higher_is_better=False)
    assert metric("column:comet").higher_is_better and metric("column:letter").higher_is_better
    for name in ("metricx", "MetricX-24", "my_wer", "wer", "ter.dev", "error"):
        with pytest.raises(UsageError, match=f"column:{name}:lower"):
            metric(f"column:{name}")
        assert metric(f"column:{name}:higher").higher_is_better
    with pytest.raises(UsageError, match="column:NAME:lower"):
        metric("column:comet:smaller")


def test_lower_is_better_is_minimized() -> None:
    """The complaint: a tuner that maximized an error and called it better."""
    sentence = [("a", {"x": 1.0}), ("b", {"x": 0.0}), ("c", {"x": -1.0})]
    lists = rx.rerank.lists_of([sentence] * 4)
    lists.set_column("metricx", np.array([9.0, 5.0, 1.0] * 4))
    for recipe in ("mert", "kbmira", "pro"):
        tuned = rx.rerank.tune(lists, recipe=recipe, metric="column:metricx:lower")
        assert tuned.after == 1 and tuned.apply(lists) == ["c"] * 4, recipe


@pytest.fixture
def plugin(tmp_path: Path) -> Path:
    (tmp_path / "plugged.py").write_text(FILE)
    return tmp_path / "plugged.py"


def test_functions_and_objects_of_files_and_modules(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts, given = one_best(["a b", "c"]), references_of([["a b c", "x"], ["a", "c d"]])
    monkeypatch.chdir(plugin.parent)
    for place in (f"{plugin}:overlap", "plugged:overlap"):
        part = metric(place)
        assert part.score(part.statistics(texts, given).sum(axis=0)) == 1.0
        again = pickle.loads(pickle.dumps(part))
        assert again.statistics(texts, given).tolist() == part.statistics(texts, given).tolist()
    errors = metric(f"{plugin}:Errors")
    assert not errors.higher_is_better and errors.width == 3
    rows = errors.statistics(texts, given)
    assert rows.tolist() == [[1, 3, 0], [0, 1, 0]] and errors.score(rows.sum(axis=0)) == 0.25
    assert errors.score(np.stack([rows, rows])).shape == (2, 2)
    monkeypatch.syspath_prepend(str(plugin.parent))
    monkeypatch.chdir("/")
    assert metric("plugged:Errors").score(rows.sum(axis=0)) == 0.25
    sys.modules.pop("plugged")


def test_foreign_metrics_that_fail(plugin: Path) -> None:
    for place, message in (
        (f"{plugin}:missing", "has no 'missing'"),
        (f"{plugin}:nothing", "expected an object with statistics"),
        (f"{plugin.parent / 'none.py'}:x", "no such file"),
        ("no_such_module:x", "no_such_module"),
    ):
        with pytest.raises((UsageError, InputError), match=message):
            metric(place)
    with pytest.raises(InputError, match="broken gave"):
        metric(f"{plugin}:broken").statistics(one_best(["a"]), references_of([["a"]]))


def test_entry_points(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(plugin.parent))
    point = EntryPoint("overlap", "plugged:overlap", "rectrix.metrics")
    monkeypatch.setattr(metrics, "entry_points", lambda group: [point] if group == point.group else [])
    part = metric("overlap")
    assert part.score(part.statistics(one_best(["a"]), references_of([["a"]])).sum(axis=0)) == 1
    with pytest.raises(UnknownName, match="overlap"):
        metric("overlaps")
    sys.modules.pop("plugged")


def test_a_python_function_tunes(plugin: Path) -> None:
    sentence = [("good", {"x": 1.0, "y": 0.1}), ("bad", {"x": 2.0, "y": 0.0})]
    lists = rx.rerank.lists_of([sentence] * 4)

    def exact(hypothesis: str, references: list[str]) -> float:
        return float(hypothesis in references)

    for recipe in ("mert", "kbmira", "minrisk"):
        tuned = rx.rerank.tune(lists, ["good"] * 4, recipe, exact)
        assert tuned.apply(lists) == ["good"] * 4 and tuned.after == 1
    tuned = rx.rerank.tune(
        lists, ["good"] * 4, "mert", f"{plugin}:overlap", run=rx.Run(executor="processes", workers=2)
    )
    assert tuned.after == 1
