"""The fertility model: its sampler against enumeration, its seeds, its priors, what it finds."""

import itertools

import numpy as np
import pytest

from rectrix._core.align import FertilityOptions
from rectrix.align import AlignSettings, align, train
from rectrix.base.errors import UsageError

TWO = [("das haus", "the house"), ("das buch", "the book")]


def exact(pairs, alpha, words):
    """P(das-the) in the first pair under collapsed model 1 without the empty word, by enumeration."""
    tokens = [(s.split(), e) for s, t in pairs for e in t.split()]
    weights = {}
    for choice in itertools.product(*(range(len(given)) for given, _ in tokens)):
        counts, totals, weight = {}, {}, 1.0
        for (given, e), i in zip(tokens, choice, strict=True):
            f = given[i]
            weight *= (counts.get((f, e), 0) + alpha) / (totals.get(f, 0) + alpha * words)
            counts[f, e] = counts.get((f, e), 0) + 1
            totals[f] = totals.get(f, 0) + 1
        weights[choice] = weight
    return sum(w for choice, w in weights.items() if choice[0] == 0) / sum(weights.values())


def test_the_enumeration_has_the_published_values():
    assert exact(TWO, 0.001, 3) == pytest.approx(0.995047, abs=1e-6)
    assert exact(TWO, 0.1, 3) == pytest.approx(0.745277, abs=1e-6)


def test_the_sampler_agrees_with_enumeration(trainer):
    # Forgetting to take a word's own count away would show here.
    made = trainer(TWO)
    options = FertilityOptions()
    options.chains, options.sweeps = 8, 1000
    options.lexical_prior, options.jump_prior = 0.1, 0.0
    options.null_probability, options.reward = 0.0, 1.0
    made.sample(options)
    # The word probabilities are the relative frequencies of the posteriors: das-the stands in two pairs.
    das = {e: made.aligner.probability("das", e) for e in ("the", "house", "book")}
    share = das["the"] / sum(das.values())
    vocabulary = 6  # with the three words that every vocabulary has
    p = exact(TWO, 0.1, vocabulary)
    house = 1 - exact([("das haus", "house the"), ("das buch", "book the")], 0.1, vocabulary)
    assert share == pytest.approx(2 * p / (2 * p + 2 * (1 - house)), abs=0.02)


def fertile(pairs=200, seed=5):
    random = np.random.default_rng(seed)
    numbers = [random.integers(0, 40, size=random.integers(2, 8)) for _ in range(pairs)]
    source = [" ".join(f"s{n}" for n in row) for row in numbers]
    # Even words become two, every fifth none.
    target = [" ".join(f"t{n}a t{n}b" if n % 2 == 0 else f"t{n}" for n in row if n % 5) for row in numbers]
    return source, [line or "t1" for line in target]


def test_words_with_several_and_with_no_translations_are_found():
    source, target = fertile()
    links = align(source, target)
    right = total = 0
    for pair, (s, t) in enumerate(zip(source, target, strict=True)):
        left, other = s.split(), t.split()
        total += len(other)
        for i, j in links[pair]:
            right += other[j].rstrip("ab")[1:] == left[i][1:]
            total += other[j].rstrip("ab")[1:] != left[i][1:]
    assert right / total > 0.95


def test_seeds_matter_and_repeat():
    source, target = fertile(60)
    found = [
        align(source, target, seed=seed, chains=1, sweeps=3, symmetrize="soft-union").text()
        for seed in (1, 1, 2)
    ]
    assert found[0] == found[1] != found[2]


def test_an_earlier_model_is_a_prior():
    # Two words that stand together only once may mean either of the others; an earlier model knows.
    teacher, _ = train(*fertile())
    words = [n for n in range(1, 40, 2) if n % 5]
    couples = list(zip(words[::2], words[1::2], strict=True))
    source = [f"s{a} s{b}" for a, b in couples]
    target = [f"t{b} t{a}" if k % 3 else f"t{a} t{b}" for k, (a, b) in enumerate(couples)]
    meant = {
        (k, *link) for k in range(len(couples)) for link in ([(0, 1), (1, 0)] if k % 3 else [(0, 0), (1, 1)])
    }
    right = []
    for prior in (None, teacher):
        links = train(source, target, AlignSettings(), prior=prior)[1]
        found = {(k, *link) for k in range(len(couples)) for link in links[k]}
        right.append(len(found & meant) - len(found - meant))
    assert right[1] >= 14 > right[0]
    with pytest.raises(UsageError, match="prior of the fertility model"):
        train(source, target, AlignSettings(model="hmm"), prior=teacher)


def test_a_trained_model_aligns_new_text(tmp_path):
    aligner, _ = train(*fertile())
    aligner.save(tmp_path / "m.ralign")
    for heuristic in ("grow-diag-final-and", "soft-union", "soft-intersection"):
        links = aligner.align(["s3 s8 s1"], ["t3 t8a t8b t1"], heuristic)
        # The geometric mean cannot pass where one direction has a single link for a word to give.
        missing = {(1, 2)} if heuristic == "soft-intersection" else set()
        assert {(0, 0), (1, 1), (1, 2), (2, 3)} - missing <= set(links[0])
        assert set(links[0]) <= {(0, 0), (1, 1), (1, 2), (2, 3)}


def test_a_higher_threshold_keeps_fewer_links():
    source, target = fertile(80)
    kept = [
        {(p, *link) for p, links in enumerate([found[n] for n in range(len(found))]) for link in links}
        for found in (
            align(source, target, symmetrize="soft-union", threshold=threshold)
            for threshold in (0.05, 0.3, 0.8)
        )
    ]
    assert kept[0] > kept[1] > kept[2]


@pytest.mark.parametrize(
    ("name", "value"),
    [("chains", 0), ("sweeps", 0), ("sweeps", 5000), ("lexical_prior", 0.0), ("null_probability", 1.0)],
)
def test_senseless_options_are_refused(trainer, name, value):
    options = FertilityOptions()
    setattr(options, name, value)
    with pytest.raises(UsageError, match="must"):
        trainer(TWO).sample(options)
