"""Sentences that another one equals but for a word, against all pairs compared."""

from hypothesis import given
from hypothesis import strategies as st

from rectrix.pipeline.neighbors import with_neighbors

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
