"""Phrase-based decoding against Moses: its tables, language model and weights give its scores or better.

Moses 2025-02, cube pruning, pop limit 1000, stack 100, distortion limit 6, order-4 model; 100 distinct best.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rectrix._core.grammar import PhraseTable
from rectrix._core.kbest import extract
from rectrix.decode import StackDecoder, StackOptions
from rectrix.decode.moses import export_moses, import_moses
from rectrix.pipeline.model import Model

from .golden_phrase import FOLDER, Hypothesis, read_lines, read_lists

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason=f"{FOLDER} is not there")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    folder = tmp_path_factory.mktemp("golden") / "model"
    import_moses(FOLDER / "moses.ini", folder)
    yield Model.open(folder)


def lists_of(model: Model, decoder: StackDecoder, k: int) -> list[dict[str, Hypothesis]]:
    """Our lists, by text."""
    lists, _, _ = extract(decoder, read_lines(), model.weights, size=k)
    found: list[dict[str, Hypothesis]] = []
    for sentence in range(len(lists)):
        found.append({})
        for h in range(lists.list_begin[sentence], lists.list_begin[sentence + 1]):
            begin, end = lists.feature_begin[h], lists.feature_begin[h + 1]
            names = [model.space.name(i) for i in lists.feature_ids[begin:end]]
            features = dict(zip(names, lists.feature_values[begin:end].tolist(), strict=True))
            found[-1][lists.text(h)] = Hypothesis(lists.text(h), features, float(lists.scores[h]))
    return found


def below(ours: list[dict[str, Hypothesis]]) -> tuple[int, int]:
    """How many hypotheses are in both lists, and how many of them Moses scores higher."""
    pairs = [
        (ours[sentence][one.text].score, one.score)
        for sentence, theirs in enumerate(read_lists())
        for one in theirs
        if one.text in ours[sentence]
    ]
    return len(pairs), sum(score < moses - 1e-3 for score, moses in pairs)


@pytest.fixture(scope="module")
def ours(model: Model) -> list[dict[str, Hypothesis]]:
    return lists_of(model, model.decoder, 400)


def test_best_scores_reach_those_of_moses(model: Model) -> None:
    theirs = [one[0].score for one in read_lists()]
    scores = [output.score for output in model.translate(read_lines())]
    reached = sum(a >= b - 1e-3 for a, b in zip(scores, theirs, strict=True))
    print(f"reached {reached} of {len(theirs)}; mean {sum(scores) / 50:.5f} against {sum(theirs) / 50:.5f}")
    assert reached >= 0.95 * len(theirs)
    assert sum(scores) > sum(theirs)


def test_shared_hypotheses_score_at_least_what_moses_gives_them(
    model: Model, ours: list[dict[str, Hypothesis]]
) -> None:
    shared, worse = below(ours)
    print(f"{shared} shared hypotheses, {worse} below Moses")
    assert shared > 3400
    # The best derivation of a string far down the list can fall to the beam in either decoder.
    assert worse <= 0.002 * shared
    table = PhraseTable.open(model.folder.grammar)
    wide = StackDecoder(
        table, model.language_models, [], model.space, StackOptions(pop_limit=3000, stack=300)
    )
    shared, worse = below(lists_of(model, wide, 100))
    assert shared > 3200
    assert worse == 0


def test_features_are_those_of_moses_where_derivations_coincide(ours: list[dict[str, Hypothesis]]) -> None:
    same = 0
    for sentence, theirs in enumerate(read_lists()):
        for one in theirs:
            found = ours[sentence].get(one.text)
            if found is None or abs(found.score - one.score) > 2e-4 * abs(one.score) + 1e-3:
                continue
            # Different derivations can have nearly the same score, but hardly the same phrases and scores.
            keys = ("phrase_penalty", "p_fe", "p_ef")
            if all(found.features.get(key, 0) == pytest.approx(one.features[key], abs=2e-3) for key in keys):
                same += 1
                for name, value in one.features.items():
                    assert found.features.get(name, 0.0) == pytest.approx(value, abs=5e-3), (
                        sentence,
                        one.text,
                        name,
                    )
    print(f"{same} hypotheses with the same derivation")
    assert same > 1500


def test_an_exported_model_comes_back_with_the_same_scores(model: Model, tmp_path: Path) -> None:
    export_moses(model.folder, tmp_path / "moses")
    (tmp_path / "moses" / "lm0.arpa.xz").symlink_to(FOLDER.parent.resolve() / "lm.4.arpa.xz")
    import_moses(tmp_path / "moses" / "moses.ini", tmp_path / "again")
    lines = read_lines()[:10]
    before = [output.score for output in model.translate(lines)]
    after = [output.score for output in Model.open(tmp_path / "again").translate(lines)]
    assert after == pytest.approx(before, abs=1e-3)
