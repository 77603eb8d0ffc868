"""Symmetrization against examples worked by hand, and what holds between the heuristics."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix._core.align import Alignments, heuristics, symmetrize
from rectrix.base.errors import UsageError


def alignments(*pairs):
    offsets = np.cumsum([0, *(len(pair) for pair in pairs)], dtype=np.uint64)
    flat = np.array([n for pair in pairs for link in pair for n in link], dtype=np.uint16)
    return Alignments.from_arrays(offsets, flat)


# Source words 0..4, target words 0..5 (columns):
#        0 1 2 3 4 5
#      0 B . . . . .      B: in both directions
#      1 . B F . . .      F: forward (a target word has one source word)
#      2 . R . . . .      R: reverse (a source word has one target word)
#      3 . . . . . F
#      4 . . . . R .
FORWARD = [(0, 0), (1, 1), (1, 2), (3, 5)]
REVERSE = [(0, 0), (1, 1), (2, 1), (4, 4)]
# grow-diag adds (1, 2) and (2, 1), neighbors of (1, 1): each aligns a new word. (3, 5) and (4, 4) touch no
# chosen point; final-and takes both, because neither of their words has a link.
GROWN = [(0, 0), (1, 1), (1, 2), (2, 1)]
CASES = {
    "intersection": [(0, 0), (1, 1)],
    "union": [*GROWN, (3, 5), (4, 4)],
    "grow-diag": GROWN,
    "grow-diag-final": [*GROWN, (3, 5), (4, 4)],
    "grow-diag-final-and": [*GROWN, (3, 5), (4, 4)],
    "forward": FORWARD,
    "reverse": REVERSE,
}


@pytest.mark.parametrize("heuristic", CASES)
def test_worked_example(heuristic):
    assert symmetrize(alignments(FORWARD), alignments(REVERSE), heuristic)[0] == sorted(CASES[heuristic])


def test_final_takes_one_new_word_and_final_and_wants_two():
    # (0, 0) is common; (0, 3) shares its source word with it and touches nothing; (2, 2) is all new.
    forward, reverse = alignments([(0, 0), (0, 3), (2, 2)]), alignments([(0, 0)])
    assert symmetrize(forward, reverse, "grow-diag")[0] == [(0, 0)]
    assert symmetrize(forward, reverse, "grow-diag-final")[0] == [(0, 0), (0, 3), (2, 2)]
    assert symmetrize(forward, reverse, "grow-diag-final-and")[0] == [(0, 0), (2, 2)]


def test_growth_goes_along_a_chain_and_stops_where_both_words_have_links():
    # From (1, 1) diagonally to (2, 2) and on to (3, 3); (0, 1) adds no word.
    forward, reverse = alignments([(0, 0), (1, 1), (2, 2), (3, 3)]), alignments([(0, 0), (0, 1), (1, 1)])
    assert symmetrize(forward, reverse, "grow-diag")[0] == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_straight_neighbors_come_before_diagonal_ones():
    # Around (0, 0): (1, 1) would take both new words at once, but (0, 1) and (1, 0) are asked first.
    forward, reverse = alignments([(0, 0), (0, 1), (1, 1)]), alignments([(0, 0), (1, 0)])
    assert symmetrize(forward, reverse, "grow-diag")[0] == [(0, 0), (0, 1), (1, 0)]


def test_forward_links_win_over_reverse_ones_at_the_end():
    # (4, 4) and (4, 6) are both new and rivals for source word 4: final-and asks the forward direction first.
    forward, reverse = alignments([(0, 0), (4, 4)]), alignments([(0, 0), (4, 6)])
    assert symmetrize(forward, reverse, "grow-diag-final-and")[0] == [(0, 0), (4, 4)]


directed = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=7)


@given(forward=directed, reverse=directed)
def test_each_heuristic_lies_between_intersection_and_union(forward, reverse):
    found = {
        name: set(symmetrize(alignments(forward), alignments(reverse), name)[0])
        for name in heuristics()
        if not name.startswith("soft-")
    }
    assert found["intersection"] == set(forward) & set(reverse)
    assert found["union"] == set(forward) | set(reverse)
    chain = ["intersection", "grow-diag", "grow-diag-final-and", "union"]
    for smaller, larger in itertools.pairwise(chain):
        assert found[smaller] <= found[larger]
    assert found["grow-diag"] <= found["grow-diag-final"] <= found["union"]
    # grow-diag-final covers every word that the union covers.
    for side in (0, 1):
        assert {link[side] for link in found["grow-diag-final"]} == {link[side] for link in found["union"]}


def test_sizes_and_names_are_checked():
    with pytest.raises(UsageError, match="1 and 2 alignments"):
        symmetrize(alignments([]), alignments([], []), "union")
    with pytest.raises(UsageError, match="grow-diag-final-and"):
        symmetrize(alignments([]), alignments([]), "gdfa")
    with pytest.raises(UsageError, match="posteriors"):
        symmetrize(alignments([]), alignments([]), "soft-union")
