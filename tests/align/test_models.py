"""The models against enumeration of all alignments, and EM against its own promise."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.special import digamma

from rectrix._core.align import diagonal_sums, exp_digamma

NULL = -1  # the empty word's position
VARIANTS = [
    ("ibm1", {}),
    ("ibm1", {"null_probability": 0.3}),
    ("diagonal", {}),
    ("diagonal", {"learn_tension": False, "tension": 1.5}),
    ("hmm", {}),
    ("hmm", {"favor_diagonal": False, "restart_probability": 0.3}),
    ("hmm", {"jump_width": 1, "restart_probability": 0.0, "null_probability": 0.05}),
]


def split(pairs):
    return [(s.split(), t.split()) for s, t in pairs]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(("model", "values"), VARIANTS)
def test_likelihood_is_the_sum_over_all_alignments(
    trainer, options, tiny, enumerated, model, values, reverse
):
    made = trainer(tiny)
    made.use(reverse, model, options(**values))
    for _ in range(4):
        expected = sum(
            math.log(sum(enumerated(made.aligner, s, t, reverse).values())) for s, t in split(tiny)
        )
        assert made.iterate(reverse) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(("model", "values"), VARIANTS)
def test_best_alignment_is_the_best_of_all(trainer, options, tiny, enumerated, model, values, reverse):
    made = trainer(tiny)
    made.use(reverse, model, options(**values))
    for _ in range(3):
        made.iterate(reverse)
    found = made.align(reverse)
    for number, (s, t) in enumerate(split(tiny)):
        joint = enumerated(made.aligner, s, t, reverse)
        chosen = [NULL] * len(s if reverse else t)
        for source, target in found[number]:
            chosen[source if reverse else target] = target if reverse else source
        assert joint[tuple(chosen)] == pytest.approx(max(joint.values()), rel=1e-4)


@pytest.mark.parametrize(("model", "values"), VARIANTS)
def test_posterior_decoding_takes_each_words_most_probable_link(
    trainer, options, tiny, enumerated, model, values
):
    made = trainer(tiny)
    made.use(False, model, options(**values))
    for _ in range(3):
        made.iterate(False)
    found = made.align(False, posterior=True)
    for number, (s, t) in enumerate(split(tiny)):
        joint = enumerated(made.aligner, s, t, False)
        links = {target: source for source, target in found[number]}
        for j in range(len(t)):
            mass = {i: sum(p for a, p in joint.items() if a[j] == i) for i in range(-1, len(s))}
            assert mass[links.get(j, NULL)] == pytest.approx(max(mass.values()), rel=1e-4)


@pytest.mark.parametrize(("model", "values"), VARIANTS)
def test_one_step_is_the_expected_count_over_its_total(trainer, options, tiny, enumerated, model, values):
    made = trainer(tiny)
    made.use(False, model, options(**values))
    made.iterate(False)
    counts, totals = {}, {}
    for s, t in split(tiny):
        joint = enumerated(made.aligner, s, t, False)
        whole = sum(joint.values())
        for alignment, probability in joint.items():
            for j, i in enumerate(alignment):
                given_word = "" if i == NULL else s[i]
                counts[given_word, t[j]] = counts.get((given_word, t[j]), 0) + probability / whole
                totals[given_word] = totals.get(given_word, 0) + probability / whole
    made.iterate(False)
    for (f, e), count in counts.items():
        now = made.aligner.probability(f, e) if f else made.aligner.null_probability(e)
        assert now == pytest.approx(count / totals[f], abs=1e-5)


words = st.sampled_from("abcde")
sentences = st.lists(words, min_size=1, max_size=7).map(" ".join)


@pytest.mark.parametrize(("model", "values"), VARIANTS)
@given(pairs=st.lists(st.tuples(sentences, sentences), min_size=1, max_size=6))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_iteration_lowers_the_likelihood(trainer, options, pairs, model, values):
    made = trainer(pairs)
    made.use(False, "ibm1", options())
    made.iterate(False)
    made.use(False, model, options(**values))
    seen = [made.iterate(False) for _ in range(8)]
    for before, after in itertools.pairwise(seen):
        assert after >= before - 1e-4 * abs(before) - 1e-4


@given(
    given_length=st.integers(1, 60),
    generated_length=st.integers(1, 60),
    tension=st.floats(0.1, 30),
    data=st.data(),
)
def test_the_diagonals_normalizer_and_gradient(given_length, generated_length, tension, data):
    j = data.draw(st.integers(0, generated_length - 1))
    normalizer, distance = diagonal_sums(j, given_length, generated_length, tension)
    distances = [abs((i + 1) / given_length - (j + 1) / generated_length) for i in range(given_length)]
    plain = math.fsum(math.exp(-tension * d) for d in distances)
    assert normalizer == pytest.approx(plain, rel=1e-9)

    # Given and generated length swapped, as a well-known program has them, would fail here.
    step = 1e-5
    above = diagonal_sums(j, given_length, generated_length, tension + step)[0]
    below = diagonal_sums(j, given_length, generated_length, tension - step)[0]
    assert -distance == pytest.approx((math.log(above) - math.log(below)) / (2 * step), rel=1e-4, abs=1e-6)


def test_tension_is_learned_from_distances(trainer, options):
    # Monotone pairs of unique words: the more iterations, the closer to the diagonal.
    pairs = [
        (" ".join(f"s{k}{i}" for i in range(9)), " ".join(f"t{k}{i}" for i in range(9))) for k in range(9)
    ]
    made = trainer(pairs)
    made.use(False, "diagonal", options(tension=1.0))
    tensions = []
    for _ in range(5):
        made.iterate(False)
        tensions.append(made.aligner.parameters(False)[1])
    assert tensions == sorted(tensions) and tensions[-1] > 5


@given(st.floats(0.0015, 1e6))
def test_exp_digamma_agrees_with_scipy(x):
    assert exp_digamma(x) == pytest.approx(float(np.exp(digamma(x))), rel=1e-7, abs=1e-300)


def test_variational_bayes_starves_rare_explanations(trainer, options, tiny):
    # Under a sparse prior fewer word pairs keep a noticeable probability than under plain EM.
    kept = {}
    for concentration in (0.0, 0.01):
        made = trainer(tiny)
        made.use(False, "ibm1", options())
        for _ in range(10):
            made.iterate(False, concentration)
        pairs = {(f, e) for s, t in split(tiny) for f in s for e in t}
        kept[concentration] = sum(made.aligner.probability(*pair) > 0.05 for pair in pairs)
    assert kept[0.01] < kept[0.0]
