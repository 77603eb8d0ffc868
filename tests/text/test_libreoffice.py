"""Protection on real strings of a program's interface and help, where they are at hand."""

import lzma
import random
import re

import pytest

from rectrix.text.check import differences
from rectrix.text.protect import protect, protected_lines
from rectrix.text.restore import restore
from rectrix.text.segmented import Segmented

from ..data import DATA

STRINGS = DATA / "libreoffice"
pytestmark = pytest.mark.skipif(not STRINGS.exists(), reason=f"{STRINGS} is not there")


@pytest.fixture(scope="module")
def rows():
    with lzma.open(STRINGS / "de-en.tsv.xz", "rt", encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t")[2:] for line in file]


def tokens(text: str) -> Segmented:
    return Segmented(text, tuple(match.span() for match in re.finditer(r"[^\W_]+|[^\w\s]|_", text)))


def test_people_keep_what_is_found(rows):
    """What is found in the source is found in its human translation: else the patterns take real words."""
    protected = [(source, target) for source, target in rows if protect(source)]
    kept = sum(not differences(source, target) for source, target in protected)
    assert len(protected) > 5000
    assert kept > 0.95 * len(protected)


def test_many_lines_are_protected_as_each_is(rows):
    texts = [target for _, target in rows]
    assert protected_lines(texts) == [protect(text).text for text in texts]


def test_every_string_comes_back_from_the_identity(rows):
    for text in (text for row in rows for text in row):
        protection = protect(text)
        if protection:
            words = tokens(protection.text)
            assert restore(protection, words, words, [(n, n) for n in range(len(words))]) == text


def test_translations_hold_the_items_of_their_source(rows):
    """Human translations with class tokens of their own, and links that are guessed and leaky."""
    draw = random.Random(1)
    right = count = 0
    for text, human in rows:
        protection = protect(text)
        if protection:
            source, target = tokens(protection.text), tokens(protect(human).text)
            scale = len(source) / max(len(target), 1)
            links = [(int(t * scale), t) for t in range(len(target)) if draw.random() < 0.8]
            right += not differences(text, restore(protection, source, target, links))
            count += 1
    assert right >= 0.995 * count
