"""Sentences that another one equals but for a word, against all pairs compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import UsageError
from rectrix.pipeline.neighbors import with_neighbors
from rectrix.pipeline.training_sample import draw

SENTENCES = st.lists(st.lists(st.sampled_from("abc"), max_size=5), max_size=30)


def differ_in_one_place_at_most(one: list[str], other: list[str]) -> bool:
    same_length = len(one) == len(other) > 0
    return same_length and sum(a != b for a, b in zip(one, other, strict=True)) <= 1


@given(SENTENCES)
def test_all_pairs_compared(sentences):
    expected = [
        any(differ_in_one_place_at_most(one, other) for j, other in enumerate(sentences) if i != j)
        for i, one in enumerate(sentences)
    ]
    assert with_neighbors(sentences).tolist() == expected


def test_a_word_elsewhere_or_missing_is_no_neighbor():
    assert not with_neighbors([list("abc"), list("bac"), list("ab"), list("c"), []]).any()


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
