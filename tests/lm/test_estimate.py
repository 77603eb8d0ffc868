"""Estimation against the model that KenLM's lmplz made, and against the formulas written down naively."""

import io
import lzma
import math
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix.base.errors import InputError, UsageError
from rectrix.lm import LanguageModel, TrainOptions, train

from ..data import DATA, GOLDEN

Ngram = tuple[str, ...]


def parse(lines) -> dict[Ngram, tuple[float, float]]:
    rows = (line.rstrip("\n").split("\t") for line in lines)
    return {
        tuple(row[1].split(" ")): (float(row[0]), float(row[2]) if len(row) > 2 else 0.0)
        for row in rows
        if len(row) > 1
    }


def estimate(text: str, tmp_path: Path, **options) -> dict[Ngram, tuple[float, float]]:
    arpa = tmp_path / "out.arpa"
    train([io.BytesIO(text.encode())], TrainOptions(**options), arpa=arpa, force=True)
    with arpa.open() as file:
        return parse(file)


def assert_same(ours, expected):
    assert ours.keys() == expected.keys()
    for gram, (prob, backoff) in expected.items():
        assert ours[gram] == (pytest.approx(prob, abs=1e-5), pytest.approx(backoff, abs=1e-5)), gram


@pytest.mark.parametrize(
    ("name", "options"), [("whole", {"order": 3}), ("pruned", {"order": 4, "prune": [0, 1, 1, 2]})]
)
def test_lmplz_estimates_the_same_model_of_verses(tmp_path: Path, name: str, options: dict[str, Any]):
    folder = GOLDEN / "lmplz"
    _, report = train([folder / "verses.xz"], TrainOptions(**options), arpa=tmp_path / "lm.arpa")
    with lzma.open(folder / f"{name}.arpa.xz", "rt") as file, (tmp_path / "lm.arpa").open() as own:
        assert_same(parse(own), parse(file))
    for level, line in zip(report.levels, (folder / f"{name}.discounts").open(), strict=True):
        assert level.discounts == pytest.approx([float(d) for d in re.findall(r"=(\S+)", line)], rel=1e-5)


@pytest.mark.slow
def test_kenlm_estimates_the_same_model(tmp_path: Path):
    golden, text = DATA / "golden/lm.4.arpa.xz", DATA / "multi30k/train.en.xz"
    if not (golden.exists() and text.exists()):
        pytest.skip(f"{golden} or {text} is absent")
    _, report = train([text], TrainOptions(order=4), arpa=tmp_path / "lm.arpa", mapped=tmp_path / "lm.rlm")
    with lzma.open(golden, "rt") as file:
        theirs = parse(file)
    with (tmp_path / "lm.arpa").open() as file:
        ours = parse(file)
    assert ours.keys() == theirs.keys()
    assert max(abs(ours[g][0] - p) for g, (p, _) in theirs.items()) < 1e-4
    assert max(abs(ours[g][1] - b) for g, (_, b) in theirs.items()) < 1e-4
    # Printed by lmplz for this text.
    assert report.levels[3].discounts == pytest.approx([0.882443, 1.1259, 1.33181], rel=1e-5)
    assert report.words == 377534


def naive(sentences: list[list[str]], order: int, prune: list[int]) -> dict[Ngram, tuple[float, float]]:
    """Modified Kneser-Ney by its definition: dictionaries, recursion, no cleverness."""
    counts: Counter[Ngram] = Counter()
    for words in sentences:
        padded = ["<s>", *words, "</s>"]
        for n in range(1, order + 1):
            counts.update(tuple(padded[i : i + n]) for i in range(len(padded) - n + 1))
    del counts[("<s>",)]
    before = defaultdict(set)
    for gram in counts:
        before[gram[1:]].add(gram[0])
    adjusted = {g: c if len(g) == order or g[0] == "<s>" else len(before[g]) for g, c in counts.items()}
    discounts = [
        naive_discounts([a for g, a in adjusted.items() if len(g) == n]) for n in range(1, order + 1)
    ]
    behind: dict[Ngram, list[Ngram]] = defaultdict(list)
    for gram in adjusted:
        behind[gram[:-1]].append(gram)
    words = {g for g in counts if len(g) == 1} | {("<unk>",)}

    def discount(gram: Ngram) -> float:
        return discounts[len(gram) - 1][min(adjusted[gram], 3) - 1]

    def pruned(gram: Ngram) -> bool:
        return counts[gram] <= prune[len(gram) - 1]

    def backoff(context: Ngram) -> float:
        grams = behind[context]
        if not grams:
            return 1.0
        return sum(adjusted[g] if pruned(g) else discount(g) for g in grams) / sum(adjusted[g] for g in grams)

    def prob(gram: Ngram) -> float:
        total = sum(adjusted[g] for g in behind[gram[:-1]])
        own = (adjusted[gram] - discount(gram)) / total if gram in adjusted and not pruned(gram) else 0.0
        lower = prob(gram[1:]) if len(gram) > 1 else 1 / len(words)
        return own + backoff(gram[:-1]) * lower

    kept = [g for g in adjusted if not pruned(g)] + [("<unk>",)] * (("<unk>",) not in adjusted)
    model = {g: (math.log10(prob(g)), math.log10(backoff(g)) if len(g) < order else 0.0) for g in kept}
    model[("<s>",)] = (0.0, math.log10(backoff(("<s>",))) if order > 1 else 0.0)
    return model


def naive_discounts(adjusted: list[int]) -> list[float]:
    t = Counter(adjusted)
    if min(t[k] for k in (1, 2, 3, 4)) == 0:
        return [0.5, 1.0, 1.5]
    y = t[1] / (t[1] + 2 * t[2])
    found = [k - (k + 1) * y * t[k + 1] / t[k] for k in (1, 2, 3)]
    return found if all(0 <= d <= k for k, d in enumerate(found, 1)) else [0.5, 1.0, 1.5]


def random_text(seed: int, lines: int) -> list[list[str]]:
    rng = random.Random(seed)
    return [[f"w{int(rng.expovariate(0.3))}" for _ in range(rng.randint(0, 8))] for _ in range(lines)]


@settings(max_examples=40)
@given(
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.integers(1, 7),
    st.sampled_from([[0], [0, 1], [0, 0, 2], [0, 1, 1, 3]]),
)
def test_formulas_hold_on_random_text(tmp_path_factory, seed, lines, order, prune):
    sentences = random_text(seed, lines)
    thresholds = (prune + [prune[-1]] * order)[:order]
    expected = naive(sentences, order, thresholds)
    text = "".join(" ".join(words) + "\n" for words in sentences)
    folder = tmp_path_factory.mktemp("lm")
    assert_same(estimate(text, folder, order=order, prune=thresholds), expected)


def test_probabilities_sum_to_one(tmp_path: Path):
    text = "".join(" ".join(words) + "\n" for words in random_text(3, 200))
    lm, _ = train([io.BytesIO(text.encode())], TrainOptions(order=3, prune=[0, 0, 1]))
    assert lm is not None
    model = lm.core
    words = [w for w in range(lm.counts[0]) if model.word(w) != "<s>"]
    for history in ([], ["w0"], ["w0", "w1"], ["w2", "never"], ["w30", "w1"]):
        state = model.begin()
        for word in history:
            state = model.score(state, model.index(word))[1]
        assert sum(math.exp(model.score(state, word)[0]) for word in words) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("settings", [{"threads": 3}, {"memory": 100_000}, {"memory": 200_000, "threads": 2}])
def test_memory_and_threads_change_nothing(tmp_path: Path, settings):
    """Sorted runs on disk and contexts in parts give the same bytes as one block in memory."""
    text = "".join(" ".join(words) + "\n" for words in random_text(5, 5000)).encode()
    outputs = []
    for number, options in enumerate([{}, settings]):
        arpa, mapped = tmp_path / f"{number}.arpa", tmp_path / f"{number}.rlm"
        train([io.BytesIO(text)], TrainOptions(order=4, prune=[0, 0, 1], **options), arpa=arpa, mapped=mapped)
        outputs.append((arpa.read_bytes(), mapped.read_bytes()))
    assert outputs[0] == outputs[1]


def test_arpa_and_mapped_form_are_the_same_model(tmp_path: Path):
    sentences = [" ".join(words) for words in random_text(7, 300)]
    text = "\n".join(sentences).encode()
    trained, _ = train(
        [io.BytesIO(text)], TrainOptions(order=5), arpa=tmp_path / "lm.arpa.gz", mapped=tmp_path / "lm.rlm"
    )
    assert trained is not None
    queries = [*sentences[:50], "w1 never w2 w0"]
    expected = list(trained.score_all(queries).log10)
    for path in (tmp_path / "lm.arpa.gz", tmp_path / "lm.rlm"):
        assert list(LanguageModel.open(path).score_all(queries).log10) == expected


def test_vocabulary_limit_counts_other_words_as_unknown(tmp_path: Path):
    sentences = random_text(9, 80)
    text = "".join(" ".join(words) + "\n" for words in sentences)
    frequent = [w for w, _ in Counter(w for words in sentences for w in words).most_common(4)]
    (tmp_path / "words").write_text(" ".join(frequent) + "\n")
    limited = [[w if w in frequent else "<unk>" for w in words] for words in sentences]
    expected = naive(limited, 3, [0, 0, 0])
    assert_same(estimate(text, tmp_path, order=3, vocabulary=4), expected)
    assert_same(estimate(text, tmp_path, order=3, vocabulary=tmp_path / "words"), expected)


def test_sentence_marks_in_the_text(tmp_path: Path):
    with pytest.raises(InputError, match=r"text:2: the text holds </s>.*--skip-markers"):
        estimate("a b\nb </s>\n", tmp_path)
    marked = estimate("<s> a b </s>\nb </s>\n", tmp_path, skip_markers=True)
    assert marked == estimate("a b\nb\n", tmp_path)


def test_sentences_from_anywhere(tmp_path: Path):
    """A path, an open file and sentences from memory are one text."""
    sentences = [" ".join(words) for words in random_text(2, 50)]
    path = tmp_path / "text"
    path.write_text("\n".join(sentences) + "\n")
    expected = estimate(path.read_text(), tmp_path, order=3)
    for number, text in enumerate([path, str(path), iter(sentences)]):
        arpa = tmp_path / f"{number}.arpa"
        train([text], TrainOptions(order=3), arpa=arpa)
        assert parse(arpa.read_text().splitlines()) == expected


def test_tiny_text_gives_a_model(tmp_path: Path):
    lm, report = train([io.BytesIO(b"a b\n")], TrainOptions(order=5))
    assert lm is not None
    assert all(level.fallback for level in report.levels)
    assert lm.score("a b") > lm.score("b a")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"order": 8}, UsageError, "1 to 7"),
        ({"order": 0}, UsageError, "1 to 7"),
        ({"prune": [1]}, UsageError, "first pruning threshold must be 0"),
        ({"prune": [0, 2, 1]}, UsageError, "must not fall"),
        ({"order": 2, "prune": [0, 1, 1]}, UsageError, "more pruning thresholds"),
        ({"vocabulary": 0}, UsageError, "at least 1"),
    ],
)
def test_wrong_options(tmp_path: Path, options, error, message):
    with pytest.raises(error, match=message):
        estimate("a b\n", tmp_path, **options)


def test_no_text_at_all(tmp_path: Path):
    with pytest.raises(InputError, match="no lines"):
        estimate("", tmp_path)
    assert not (tmp_path / "out.arpa").exists()
