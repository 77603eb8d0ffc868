"""KenLM's answers, word by word, without KenLM."""

import pytest

from rectrix.lm import LanguageModel

from ..data import GOLDEN


@pytest.mark.parametrize("form", ["arpa", "rlm"])
def test_every_word_is_scored_as_kenlm_scores_it(form, tmp_path):
    model = LanguageModel.open(GOLDEN / "kenlm/lm.3.arpa.xz")
    if form == "rlm":
        model.save(tmp_path / "lm.rlm")
        model = LanguageModel.open(tmp_path / "lm.rlm")
    words = unknown_words = 0
    for row in (GOLDEN / "kenlm/scores.tsv").read_text().splitlines():
        line, score, scores = row.split("\t")
        assert model.score(line) == pytest.approx(float(score), abs=1e-4)
        for (found, found_length, found_unknown), theirs in zip(
            model.score_words(line), scores.split(" "), strict=True
        ):
            log10, length, unknown = theirs.split("/")
            assert found == pytest.approx(float(log10), abs=1e-5)
            assert (found_length, found_unknown) == (int(length), bool(int(unknown)))
            words += 1
            unknown_words += found_unknown
    assert words > 700 and unknown_words > 100
