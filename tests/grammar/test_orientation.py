"""Orientations against hand-worked alignments, a slow restatement of the definition, and Moses' table."""

import gzip
import lzma
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix import _core

from ..data import DATA

NAMES = _core.reorder.ORIENTATIONS


def orientations(links, source, target, model, direction, max_length=7):
    boxes, found = _core.reorder.phrase_orientations(links, source, target, max_length, model, direction)
    return {
        tuple(box): NAMES[number] for box, number in zip(boxes.reshape(-1, 4).tolist(), found, strict=True)
    }


def is_phrase(links, box):
    """A box with a link, and no link from inside it to the outside."""
    source, target = range(box[0], box[1]), range(box[2], box[3])
    inside = [link for link in links if link[0] in source and link[1] in target]
    touching = [link for link in links if link[0] in source or link[1] in target]
    return bool(inside) and inside == touching


def all_phrases(links, source, target, max_length):
    return {
        (a, b, c, d)
        for a in range(source)
        for b in range(a + 1, min(source, a + max_length) + 1)
        for c in range(target)
        for d in range(c + 1, min(target, c + max_length) + 1)
        if is_phrase(links, (a, b, c, d))
    }


def slow_orientation(links, source, target, model, direction, box, max_length):
    """The definition, read literally: mirror forward into backward, then ask who stands where."""
    if direction == "forward":  # turn both sentences around: what comes next came before
        turned = [(source - 1 - s, target - 1 - t) for s, t in links]
        a, b, c, d = box
        mirrored = (source - b, source - a, target - d, target - c)
        return slow_orientation(turned, source, target, model, "backward", mirrored, max_length)
    begin, end, previous = box[0], box[1], box[2] - 1
    points = {*links, (-1, -1), (source, target)}
    limit = {"word": 0, "phrase": max_length, "hierarchical": source + target}[model]
    phrases = all_phrases(links, source, target, limit)
    left_ends = {b - 1 for a, b, c, d in phrases if d - 1 == previous}
    right_begins = {a for a, b, c, d in phrases if d - 1 == previous}
    left, right = (begin - 1, previous) in points, (end, previous) in points
    if (left and not right) or begin - 1 in left_ends:
        return "monotone"
    if (right and not left) or end in right_begins:
        return "swap"
    if previous < 0:
        return "right"
    if model == "word":
        before = any(s < begin for s, t in links if t == previous)
        after = any(s >= end for s, t in links if t == previous)
    else:
        before = any(s < begin for s in left_ends)
        after = any(s >= end for s in right_begins)
    if before == after:
        return "discontinuous"
    return "right" if before else "left"


@st.composite
def alignments(draw):
    source, target = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = [(s, t) for s in range(source) for t in range(target)]
    return sorted(draw(st.sets(st.sampled_from(cells), max_size=8))), source, target


@given(alignments(), st.integers(1, 4))
@settings(max_examples=300)
def test_phrase_pairs_are_the_consistent_boxes(aligned, max_length):
    links, source, target = aligned
    assert set(orientations(links, source, target, "word", "backward", max_length)) == all_phrases(
        links, source, target, max_length
    )


@pytest.mark.parametrize("direction", ["backward", "forward"])
@pytest.mark.parametrize("model", ["word", "phrase", "hierarchical"])
@given(aligned=alignments(), max_length=st.integers(1, 4))
@settings(max_examples=150)
def test_orientation_is_the_definition(model, direction, aligned, max_length):
    links, source, target = aligned
    found = orientations(links, source, target, model, direction, max_length)
    for box, orientation in found.items():
        # Turned around, a jump to the right is still to the right in the turned sentence, so names agree.
        expected = slow_orientation(links, source, target, model, direction, box, max_length)
        assert orientation == expected, (box, links)


def test_hand_worked():
    # f1-e1 f2-e3 f3-e2: the last two swap.
    links = [(0, 0), (1, 2), (2, 1)]
    back = orientations(links, 3, 3, "word", "backward")
    assert back[0, 1, 0, 1] == "monotone"  # the sentence's begin counts as linked
    assert back[2, 3, 1, 2] == "right"  # f3 after f1, over f2
    assert back[1, 2, 2, 3] == "swap"
    assert back[1, 3, 1, 3] == "monotone"
    ahead = orientations(links, 3, 3, "word", "forward")
    assert ahead[0, 1, 0, 1] == "right"
    assert ahead[2, 3, 1, 2] == "swap"
    assert ahead[1, 3, 1, 3] == "monotone"


def test_models_differ_where_the_neighbor_is_a_block():
    # Galley & Manning's case: f3 follows the block f1 f2, whose words are swapped: the word model sees the
    # last target word's link two words away, the phrase models see the block's corner.
    links = [(0, 1), (1, 0), (2, 2)]
    assert orientations(links, 3, 3, "word", "backward")[2, 3, 2, 3] == "right"
    assert orientations(links, 3, 3, "phrase", "backward")[2, 3, 2, 3] == "monotone"
    assert orientations(links, 3, 3, "phrase", "backward", 1)[2, 3, 2, 3] == "right"
    assert orientations(links, 3, 3, "hierarchical", "backward", 1)[2, 3, 2, 3] == "monotone"


def lines(path):
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


@pytest.mark.slow
def test_moses_reordering_table():
    table = DATA / "golden/phrase/reordering-table.wbe-msd-bidirectional-fe.gz"
    if not table.exists():
        pytest.skip(f"needs {DATA}/golden")
    expected = {}
    with gzip.open(table, "rt", encoding="utf-8") as file:
        for line in file:
            source, target, scores = line.split(" ||| ")
            expected[source, target] = [float(score) for score in scores.split()]
    wanted = {source for source, _ in expected}
    counts = Counter()
    texts = zip(
        lines(DATA / "multi30k/train.de.xz"),
        lines(DATA / "multi30k/train.en.xz"),
        lines(DATA / "golden/phrase/train.gdfa.xz"),
        strict=True,
    )
    for source_line, target_line, links_line in texts:
        source, target = source_line.split(), target_line.split()
        links = [tuple(map(int, link.split("-"))) for link in links_line.split()]
        for offset, direction in (0, "backward"), (3, "forward"):
            boxes, found = _core.reorder.phrase_orientations(
                links, len(source), len(target), 7, "word", direction
            )
            for (a, b, c, d), number in zip(boxes.reshape(-1, 4).tolist(), found.tolist(), strict=True):
                phrase = " ".join(source[a:b])
                if phrase in wanted:
                    counts[phrase, " ".join(target[c:d]), offset + min(number, 2)] += 1
    for pair, scores in expected.items():
        for first in (0, 3):
            here = [counts[(*pair, first + k)] + 0.5 for k in range(3)]
            assert [n / sum(here) for n in here] == pytest.approx(scores[first : first + 3], abs=1e-5), pair
