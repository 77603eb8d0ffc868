"""Word classes: the likelihood is the class bigram model's, and no word would suit another class better."""

from collections import Counter
from itertools import pairwise, product
from math import log
from pathlib import Path
from random import Random

import pytest

from rectrix._core import lm as core
from rectrix.base.errors import InputError, OutputExists, UsageError
from rectrix.base.progress import Progress
from rectrix.lm import ClassSettings, class_lines, learn_classes
from rectrix.lm.estimate import read_corpus
from rectrix.text.classes import read_classes

# Words by frequency: cat sleeps the a dog runs.
SENTENCES = ["a cat sleeps", "the dog runs", "the cat runs", "a dog sleeps", "the cat sleeps"]


def exchanged(sentences: list[str], classes: int, cycles: int) -> tuple[dict[str, int], float]:
    words, log_likelihood, _ = core.exchange(
        read_corpus([sentences], None, Progress()), classes, cycles, None
    )
    return dict(words), log_likelihood


def log_likelihood(sentences: list[str], classes: dict[str, int]) -> float:
    """Sum of log p(class | class before) p(word | class), by counting."""
    classed = {**classes, "<s>": "<s>", "</s>": "</s>"}
    bigrams = [pair for line in sentences for pair in pairwise(["<s>", *line.split(), "</s>"])]
    pairs = Counter((classed[a], classed[b]) for a, b in bigrams)
    before, after = Counter(classed[a] for a, _ in bigrams), Counter(classed[b] for _, b in bigrams)
    words = Counter(b for _, b in bigrams)
    return sum(
        log(pairs[classed[a], classed[b]] / before[classed[a]]) + log(words[b] / after[classed[b]])
        for a, b in bigrams
    )


def random_text(seed: int) -> list[str]:
    random = Random(seed)
    return [" ".join(random.choices("abcdefgh", k=random.randint(1, 6))) for _ in range(25)]


def test_published_example() -> None:
    assert exchanged(SENTENCES, 3, 0)[1] == pytest.approx(-28.237540, abs=1e-6)
    classes, found = exchanged(SENTENCES, 3, 1)
    assert found == pytest.approx(-10.095175, abs=1e-6)
    groups = {frozenset(w for w in classes if classes[w] == c) for c in range(3)}
    assert groups == {frozenset({"a", "the"}), frozenset({"cat", "dog"}), frozenset({"runs", "sleeps"})}


def test_best_of_all_assignments_is_found_in_the_example() -> None:
    words = sorted({word for line in SENTENCES for word in line.split()})
    best = max(
        log_likelihood(SENTENCES, dict(zip(words, classes, strict=True)))
        for classes in product(range(3), repeat=len(words))
    )
    assert exchanged(SENTENCES, 3, 20)[1] == pytest.approx(best)


@pytest.mark.parametrize("seed", range(5))
def test_likelihood_is_that_of_the_model_and_rises_with_every_cycle(seed: int) -> None:
    text = random_text(seed)
    found = [exchanged(text, 3, cycles) for cycles in range(6)]
    for classes, reported in found:
        assert reported == pytest.approx(log_likelihood(text, classes))
    assert all(b >= a - 1e-9 for (_, a), (_, b) in pairwise(found))


@pytest.mark.parametrize("seed", range(5))
def test_no_word_is_left_that_another_class_would_suit_better(seed: int) -> None:
    text = random_text(seed)
    classes, reported = exchanged(text, 3, 100)
    for word, other in product(classes, range(3)):
        assert log_likelihood(text, {**classes, word: other}) <= reported + 1e-6


def test_file_is_read_back_and_its_perplexity_is_of_the_text(tmp_path: Path) -> None:
    report = learn_classes([SENTENCES], tmp_path / "classes", ClassSettings(classes=3))
    assert report.perplexity == pytest.approx(1.656586, abs=1e-6)
    assert (report.words, report.types, report.sentences) == (15, 6, 5)
    classes = read_classes(tmp_path / "classes")
    assert classes["cat"] == classes["dog"] != classes["the"]
    assert list(class_lines(["the bird runs"], classes)) == [f"{classes['a']} <unk> {classes['sleeps']}"]


def test_more_classes_than_words_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="7 classes for 6 words"):
        learn_classes([SENTENCES], tmp_path / "classes", ClassSettings(classes=7))
    assert not (tmp_path / "classes").exists()


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    (tmp_path / "classes").write_text("mine")
    with pytest.raises(OutputExists):
        learn_classes([SENTENCES], tmp_path / "classes", ClassSettings(classes=3))


def test_no_words_have_no_classes(tmp_path):
    with pytest.raises(InputError, match="no words to learn classes from"):
        learn_classes([["", " "]], tmp_path / "classes")
    assert not (tmp_path / "classes").exists()
