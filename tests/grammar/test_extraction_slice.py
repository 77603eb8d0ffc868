"""cdec's rules and Moses' phrases, wherever the tests run: those that a slice of the text determines."""

import lzma
import math
from collections import defaultdict

import pytest
from making import parse, store_of

from rectrix import _core
from rectrix.grammar import extract_phrases, index

from ..data import GOLDEN

FOLDER = GOLDEN / "extraction"
LEXICAL = {"MaxLexFgivenE", "MaxLexEgivenF"}


def rows(name):
    with lzma.open(FOLDER / name, "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def bitext_of(folder, links):
    return index(*(FOLDER / f"train.{side}.xz" for side in ("de", "en")), FOLDER / links, folder / "index")


@pytest.mark.parametrize("name", ["unsampled", "leave-one-out"])
def test_rules_counts_scores_and_links_are_cdecs(name, tmp_path):
    expected = defaultdict(dict)
    for row in rows(f"{name}.rules.xz"):
        number, rule = row.split("\t")
        _, source, target, scores, links = rule.split(" ||| ")
        expected[int(number)][source, target] = dict(s.split("=") for s in scores.split()), links
    settings = {"leave_one_out": name == "leave-one-out", "max_samples": 0}
    store, _ = store_of(tmp_path, bitext_of(tmp_path, "links.cdec.xz"), rows(f"{name}.input.xz"), **settings)
    compared = lexical = 0
    for number, theirs in expected.items():
        ours = parse(store.cdec(number).decode())
        for key, (scores, links) in theirs.items():
            found, found_links = ours[key]
            assert found_links == links, key
            for name, value in scores.items():
                if value != "-":
                    assert found[name] == pytest.approx(float(value), rel=1e-6, abs=1e-6), (key, name)
                    lexical += name in LEXICAL
            compared += 1
        sources = {source for source, _ in theirs}
        assert {key for key in ours if key[0] in sources} == theirs.keys()
    print(f"{compared} rules, {lexical} lexical weights")
    assert compared > 1500


def test_phrases_counts_probabilities_and_orientations_are_moses(tmp_path):
    table = extract_phrases(bitext_of(tmp_path, "links.moses.xz"), tmp_path / "table")
    compared = tied = 0
    for row in rows("phrases.xz"):
        source, target, scores, links, counts, orientations = row.split(" ||| ")
        ours = {text: rest for text, *rest in table.translations(source)}
        own_links, own, own_orientations = ours[target]
        tied += {f"{i}-{j}" for i, j in own_links} != set(links.split())
        values = [value if value == "-" else math.log(float(value)) for value in scores.split()]
        for found, value in zip(own.tolist(), [*values, *counts.split()], strict=True):
            assert value == "-" or found == pytest.approx(float(value), abs=2e-5), (source, target)
            compared += value != "-"
        # Tables of Moses hold probabilities, ours their logarithms.
        expected = [math.log(float(value)) for value in orientations.split()]
        assert own_orientations.tolist() == pytest.approx(expected, abs=2e-5)
    print(f"{compared} numbers, other links {tied} times")
    assert compared > 1500 and tied == 0


def test_orientations_are_moses_by_counting(tmp_path):
    expected = {}
    for row in rows("phrases.xz"):
        source, target, *_, orientations = row.split(" ||| ")
        expected[source, target] = [float(value) for value in orientations.split()]
    counts = defaultdict(int)
    for source_line, target_line, links_line in zip(
        rows("train.de.xz"), rows("train.en.xz"), rows("links.moses.xz"), strict=True
    ):
        source, target = source_line.split(), target_line.split()
        links = [tuple(map(int, link.split("-"))) for link in links_line.split()]
        for offset, direction in (0, "backward"), (3, "forward"):
            boxes, found = _core.reorder.phrase_orientations(
                links, len(source), len(target), 7, "word", direction
            )
            for (a, b, c, d), number in zip(boxes.reshape(-1, 4).tolist(), found.tolist(), strict=True):
                counts[" ".join(source[a:b]), " ".join(target[c:d]), offset + min(number, 2)] += 1
    for pair, scores in expected.items():
        for first in (0, 3):
            here = [counts[(*pair, first + k)] + 0.5 for k in range(3)]
            assert [n / sum(here) for n in here] == pytest.approx(scores[first : first + 3], abs=1e-5), pair
