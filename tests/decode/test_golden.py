"""Conformance with cdec on the golden sentences: scores, features and lists."""

from __future__ import annotations

import numpy as np
import pytest

from rectrix._core.kbest import Lists, extract

from ..data import DECODED
from . import golden
from .golden import UNITS, Golden, Hypothesis


@pytest.fixture(scope="module", params=DECODED)
def model(request: pytest.FixtureRequest) -> Golden:
    return golden.load(request.param)


def hundred_best(model: Golden, cdec_order: bool) -> Lists:
    decoder = model.decoder(cdec_order=cdec_order)
    found, _, _ = extract(decoder, model.lines, model.weights, size=100, threads=2)
    return found


@pytest.fixture(scope="module")
def lists(model: Golden) -> Lists:
    return hundred_best(model, cdec_order=True)


@pytest.fixture(scope="module")
def coarse_lists(model: Golden) -> Lists:
    """What everybody gets: the coarse chart decides where to search."""
    return hundred_best(model, cdec_order=False)


def in_their_units(lists: Lists, hypothesis: int) -> dict[str, float]:
    span = slice(*lists.feature_begin[hypothesis : hypothesis + 2])
    names = [lists.space.name(int(index)) for index in lists.feature_ids[span]]
    ours = dict(zip(names, lists.feature_values[span].tolist(), strict=True))
    return {UNITS[name][0]: value * UNITS[name][1] for name, value in ours.items()}


def same_features(ours: dict[str, float], theirs: dict[str, float]) -> bool:
    names = set(ours) | set(theirs)
    return all(abs(ours.get(name, 0.0) - theirs.get(name, 0.0)) < 2e-3 for name in names)


def common(model: Golden, lists: Lists) -> list[tuple[int, int, Hypothesis]]:
    """Hypotheses that both list: sentence, our number, theirs."""
    pairs = []
    for sentence, theirs in enumerate(model.lists):
        begin, end = lists.list_begin[sentence : sentence + 2]
        ours = {lists.text(number): number for number in range(begin, end)}
        pairs += [(sentence, ours[one.text], one) for one in theirs if one.text in ours]
    return pairs


def test_common_hypotheses_score_at_least_as_high(model: Golden, lists: Lists) -> None:
    """A lower score would be a wrong model, or a derivation that our search misses and theirs does not."""
    pairs = common(model, lists)
    lower = [theirs.text for _, number, theirs in pairs if lists.scores[number] < theirs.score - 1e-3]
    assert not lower, lower


def test_features_are_the_same_where_derivations_are(model: Golden, lists: Lists) -> None:
    same = different = 0
    for _, number, theirs in common(model, lists):
        if abs(lists.scores[number] - theirs.score) > 1e-5:
            continue  # another derivation of the same string
        if same_features(in_their_units(lists, number), theirs.features):
            same += 1
        else:
            different += 1  # equal scores of different derivations
    assert same > 0.9 * sum(map(len, model.lists))
    assert different < 0.01 * same


def test_best_scores(model: Golden, lists: Lists) -> None:
    """Theirs are the best there is (a pop limit of 3000 finds nothing better), so only rounding is higher."""
    ours = lists.scores[lists.list_begin[:-1]]
    theirs = np.array([one[0].score for one in model.lists])
    assert np.mean(ours >= theirs - 1e-3) >= 0.95
    assert ours.mean() >= theirs.mean() - 1e-5  # cdec prints six digits


def test_lists_overlap_where_both_agree_on_the_best(model: Golden, lists: Lists) -> None:
    shares = []
    for sentence, theirs in enumerate(model.lists):
        numbers = range(*lists.list_begin[sentence : sentence + 2])
        ours = {lists.text(number) for number in numbers}
        if lists.text(numbers[0]) == theirs[0].text:
            shares.append(len(ours & {one.text for one in theirs}) / len(theirs))
    assert len(shares) >= 0.95 * len(model.lists)
    assert np.mean(shares) >= 0.90


def test_model_scores_are_weights_times_features(model: Golden, lists: Lists) -> None:
    for number in range(0, lists.hypotheses, 50):
        span = slice(*lists.feature_begin[number : number + 2])
        total = float(model.weights[lists.feature_ids[span]] @ lists.feature_values[span])
        assert lists.scores[number] == pytest.approx(total, abs=1e-4)


@pytest.mark.parametrize("cdec_order", [False, True])
def test_the_best_translation_is_the_first_of_the_list(
    model: Golden, lists: Lists, coarse_lists: Lists, cdec_order: bool
) -> None:
    of_same_search = lists if cdec_order else coarse_lists
    found = model.decoder(cdec_order=cdec_order).translate(model.lines, model.weights, threads=2)
    for sentence, (text, score, _) in enumerate(found):
        number = int(of_same_search.list_begin[sentence])
        assert score == pytest.approx(of_same_search.scores[number], abs=1e-9)
        assert text == of_same_search.text(number)


def test_lists_by_the_coarse_chart_score_as_high(lists: Lists, coarse_lists: Lists) -> None:
    """Work that is saved where nothing good lies must not cost what lists are for."""
    sizes = np.minimum(np.diff(lists.list_begin), np.diff(coarse_lists.list_begin))

    def mean_score(of: Lists) -> float:
        begins = of.list_begin[:-1]
        return float(np.mean([of.scores[b : b + n].mean() for b, n in zip(begins, sizes, strict=True)]))

    assert sizes.sum() >= 0.99 * lists.hypotheses
    assert mean_score(coarse_lists) >= mean_score(lists) - 1e-3 * abs(mean_score(lists))


def test_fifty_thousand_best(model: Golden) -> None:
    """Unique at every node, or the list would be full of spurious ambiguity and take gigabytes."""
    found, _, _ = extract(
        model.decoder(pop_limit=500, cdec_order=True), model.lines[:1], model.weights, size=50000
    )
    assert found.hypotheses == 50000 if len(model.lines) == 50 else found.hypotheses > 1500
    assert len({found.text(number) for number in range(found.hypotheses)}) == found.hypotheses
    assert np.all(np.diff(found.scores) <= 1e-9)


@pytest.mark.parametrize("pop_limit", [5, 10, 20, 50, 100, 200])
def test_the_search_for_the_best_loses_little(model: Golden, pop_limit: int) -> None:
    """It spends less where the coarse chart sees no good translation; cdec's order, the same everywhere."""

    def mean_score(cdec_order: bool) -> float:
        decoder = model.decoder(pop_limit=pop_limit, cdec_order=cdec_order)
        found = decoder.translate(model.lines, model.weights, threads=2)
        return float(np.mean([score for _, score, _ in found]))

    found, everywhere = mean_score(cdec_order=False), mean_score(cdec_order=True)
    assert found >= everywhere - (1e-9 if pop_limit == 200 else 5e-4 * abs(everywhere))
