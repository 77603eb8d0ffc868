"""Which sentences of the training bitext are drawn to tune on."""

import numpy as np
import pytest

from rectrix.base.errors import UsageError
from rectrix.pipeline.training_sample import draw


class SmallBitext:
    """Ten sentences with neighbors, ten without, as an index tells of them."""

    def __len__(self):
        return 20

    def source(self, number):
        return f"the same words but {number}" if number % 2 else f"w{number} x{number} y{number} z{number}"

    target = source


def test_neighbors_are_drawn_last_or_never():
    last, never, either = (draw(SmallBitext(), 0, 40, 1, one) for one in ("last", "never", "any"))
    assert sorted(never) == list(range(0, 20, 2)) and last[:10] == never
    assert sorted(last) == sorted(either) == list(range(20)) and sorted(either[:10]) != sorted(never)
    assert draw(SmallBitext(), 5, 40, 1) == never[:5]
    with pytest.raises(UsageError, match="no neighbor"):
        draw(SmallBitext(), 0, 3, 1, "never")


class UnevenBitext:
    """Sources of 0 to 44 words, targets shorter or longer by about a quarter."""

    def __init__(self, size):
        random = np.random.default_rng(1)
        self.sources = random.integers(0, 45, size)
        self.targets = (self.sources * np.exp(random.normal(0, 0.25, size))).astype(int)

    def __len__(self):
        return len(self.sources)

    def source(self, number):
        return f"s{number} " * self.sources[number]

    def target(self, number):
        return f"t{number} " * self.targets[number]

    def ratio(self, numbers):
        return self.targets[numbers].sum() / self.sources[numbers].sum()


@pytest.mark.parametrize("ratio", [0.85, 0.95, 1.15])
def test_a_sample_has_the_wanted_words_for_a_source_word(ratio):
    bitext = UnevenBitext(20_000)
    drawn = draw(bitext, 1000, 40, 1, ratio=ratio)
    assert bitext.ratio(drawn) == pytest.approx(ratio, abs=0.025)
    assert len(set(drawn)) == 1000 and draw(bitext, 1000, 40, 1, ratio=ratio) == drawn
    assert draw(bitext, 1000, 40, 2, ratio=ratio) != drawn
    for lengths in (bitext.sources[drawn], bitext.targets[drawn]):
        assert lengths.min() >= 1 and lengths.max() <= 40


def test_all_sentences_are_the_same_whatever_the_ratio():
    bitext = UnevenBitext(200)
    assert sorted(draw(bitext, 0, 40, 1, ratio=1.15)) == sorted(draw(bitext, 0, 40, 1))


def test_a_ratio_that_no_draw_can_have_is_refused():
    with pytest.raises(UsageError, match=r"3\.00 target words for a source word"):
        draw(UnevenBitext(200), 10, 40, 1, ratio=3.0)
