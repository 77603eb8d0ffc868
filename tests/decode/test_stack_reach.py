"""Forced decoding with phrases: all derivations of a translation, against brute force."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .random_phrases import derivations, random_phrases
from .test_stack import build

SEEDS = st.integers(0, 10**6)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SEEDS)
def test_all_derivations_of_a_translation_are_found(tmp_path: Path, seed: int) -> None:
    phrases, sentence = random_phrases(seed)
    expected = derivations(phrases, sentence)
    if len(expected) > 3000:
        return
    # Limits of the search that would lose most derivations: forced decoding does not obey them.
    decoder, weights = build(phrases, tmp_path, pop_limit=1, stack=1)
    texts = list(dict.fromkeys(one.words for _, one in expected))
    for words in texts[:: max(1, len(texts) // 5)]:
        forest = decoder.reach(" ".join(sentence), " ".join(words), weights)
        assert forest is not None
        scores = [value for value, one in expected if one.words == words]
        found = forest.kbest(len(scores) + 1, unique=False)
        assert {one["text"] for one in found} == {" ".join(words)}
        np.testing.assert_allclose([one["score"] for one in found], scores, atol=1e-4)
        steps = forest.steps(found[0]["edges"])
        np.testing.assert_allclose(sum(step["score"] for step in steps), found[0]["score"], atol=1e-6)
    reached = set(texts)
    for wrong in (texts[0] + ("nowhere",), texts[0][:-1]):
        if wrong not in reached:
            assert decoder.reach(" ".join(sentence), " ".join(wrong), weights) is None
