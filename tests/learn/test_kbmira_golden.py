"""k-best MIRA step by step against Moses' own log: 60 epochs on lists of multi30k, without shuffling."""

import importlib.util
import re

import numpy as np
import pytest

from rectrix._core.learn import KbMiraSolverSingle, ListsView
from rectrix.score.bleu import BLEU

from ..data import DATA, GOLDEN

FOLDER = GOLDEN / "kbmira"
WHOLE = DATA / "golden/tune"
START = [0.3] * 7 + [0.5, -1.0] + [0.2] * 5


@pytest.fixture(scope="module")
def sliced():
    """The module that made the slice."""
    found = importlib.util.spec_from_file_location("kbmira_slice", FOLDER / "make.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_every_epoch_agrees_with_moses(sliced):
    features, statistics, begin = sliced.load()
    problem = ListsView(
        begin.astype(np.int64),
        np.arange(len(features) + 1) * 14,
        np.tile(np.arange(14, dtype=np.int32), len(features)),
        features.ravel(order="C"),
        np.ascontiguousarray(statistics, np.float64),
    )
    log = (FOLDER / "kbmira.no-shuffle.log").read_text()
    lines = re.findall(r"(\d+)/1014 updates, avg loss = (\S+), BLEU = (\S+)", log)
    start = np.array(START)
    assert BLEU().score(problem.sums(start)) == pytest.approx(39.0424, abs=1e-4)
    learner, best = KbMiraSolverSingle(problem, start, 4, np.zeros(0)), (0.0, start)
    assert len(lines) == 60
    for updates, loss, bleu in lines:
        done, total = learner.run(np.arange(1014))
        weights = learner.average()
        score = float(BLEU().score(problem.sums(weights)))
        assert done == int(updates)
        assert total / 1014 == pytest.approx(float(loss), abs=2e-5)
        # Once in 60 epochs a sentence's two best hypotheses are too close for single precision to agree.
        assert score / 100 == pytest.approx(float(bleu), abs=2e-5)
        best = max(best, (score, weights), key=lambda pair: pair[0])
    expected = [float(line.split()[1]) for line in (FOLDER / "kbmira.no-shuffle.weights").open()]
    assert best[1] == pytest.approx(expected, abs=2e-5)


@pytest.mark.slow
@pytest.mark.skipif(not WHOLE.exists(), reason=f"{WHOLE} is not there")
def test_the_slice_is_what_moses_kept_of_its_lists(sliced):
    for ours, theirs in zip(sliced.reduced(WHOLE), sliced.load(), strict=True):
        assert np.array_equal(ours, theirs)
