"""Agreement training and the sieve: numbers worked out apart, and what must not depend on direction."""

import itertools

import numpy as np
import pytest

from rectrix.align import AlignSettings, align, train

BOOKS = [("das haus", "the house"), ("das buch", "the book"), ("ein buch", "a book")]


def by_hand(iterations, even):
    """t(the | das) and t(house | haus) by the formulas; even: all start equal."""
    split = [(s.split(), t.split()) for s, t in BOOKS]
    cells = {(f, e) for s, t in split for f in s for e in t}
    there = {(f, e): 1 if even else 1 / sum(g == f for g, _ in cells) for f, e in cells}
    back = {(f, e): 1 if even else 1 / sum(g == e for _, g in cells) for f, e in cells}
    found = []
    for _ in range(iterations):
        counts = {name: dict.fromkeys(cells, 0.0) for name in ("there", "back")}
        for s, t in split:
            product = {
                (f, e): there[f, e] / sum(there[g, e] for g in s) * back[f, e] / sum(back[f, g] for g in t)
                for f in s
                for e in t
            }
            for f, e in product:
                counts["there"][f, e] += product[f, e] / sum(product[g, e] for g in s)
                counts["back"][f, e] += product[f, e] / sum(product[f, g] for g in t)
        totals = {f: sum(c for (g, _), c in counts["there"].items() if g == f) for f, _ in cells}
        others = {e: sum(c for (_, g), c in counts["back"].items() if g == e) for _, e in cells}
        there = {(f, e): counts["there"][f, e] / totals[f] for f, e in cells}
        back = {(f, e): counts["back"][f, e] / others[e] for f, e in cells}
        found += [there["das", "the"], there["haus", "house"]]
    return found


def test_the_formulas_have_the_published_values():
    expected = [0.5, 0.5, 0.742841, 0.665233, 0.951198, 0.905887]
    assert by_hand(3, even=False) == pytest.approx(expected, abs=1e-6)


def test_the_product_of_posteriors_is_normalized_over_each_words_links(trainer, options):
    made = trainer(BOOKS)
    for reverse in (False, True):
        made.use(reverse, "ibm1", options(null_probability=0.0))
    found = []
    for _ in range(3):
        made.iterate_agreeing()
        found += [made.aligner.probability("das", "the"), made.aligner.probability("haus", "house")]
    assert found == pytest.approx(by_hand(3, even=True), abs=1e-5)


def noisy(pairs=300, seed=3):
    """Word-by-word translations with fertile and missing words."""
    random = np.random.default_rng(seed)
    source, target = [], []
    for _ in range(pairs):
        numbers = random.zipf(1.4, size=random.integers(1, 10)) % 80
        words = itertools.chain.from_iterable([f"t{n}"] * int(random.integers(0, 3)) for n in numbers)
        source.append(" ".join(f"s{n}" for n in numbers))
        target.append(" ".join(words) or "t0")
    return source, target


@pytest.mark.parametrize("symmetrize", ["intersection", "union", "soft-union", "soft-intersection"])
@pytest.mark.parametrize("least", [0.0, 0.03])
def test_swapping_the_languages_transposes_the_links(symmetrize, least):
    source, target = noisy()
    chosen = {
        "model": "hmm",
        "agree": True,
        "posterior": True,
        "symmetrize": symmetrize,
        "least_posterior": least,
    }
    there, back = align(source, target, **chosen), align(target, source, **chosen)
    swapped = [sorted((j, i) for i, j in back[pair]) for pair in range(len(back))]
    assert [there[pair] for pair in range(len(there))] == swapped


def test_agreement_has_fewer_rivals_than_two_models_of_their_own():
    source, target = noisy()
    rivals = {}
    for agree in (False, True):
        both, either = (
            align(source, target, model="hmm", agree=agree, symmetrize=name)
            for name in ("intersection", "union")
        )
        rivals[agree] = len(either.links) - len(both.links)
    assert rivals[True] < 0.8 * rivals[False]


def test_the_sieve_keeps_what_model_1_deems_likely(trainer, options):
    # The posteriors of model 1 after two iterations, without the sieve, tell what must be left.
    pairs = list(zip(*noisy(150), strict=True))
    full = trainer(pairs)
    for reverse in (False, True):
        full.use(reverse, "ibm1", options())
        for _ in range(2):
            full.iterate(reverse)
    least = 0.2
    kept = trainer(pairs, least_posterior=least)
    for reverse in (False, True):
        kept.use(reverse, "ibm1", options())
        kept.iterate(reverse)

    def posterior(s, t, i, j, reverse):
        given, generated, at, of = (t, s, j, i) if reverse else (s, t, i, j)
        chance = [
            full.aligner.probability(*((generated[of], g) if reverse else (g, generated[of])), reverse)
            for g in given
        ]
        return chance[at] / (sum(chance) + full.aligner.null_probability(generated[of], reverse))

    likely = [
        (f, e, max(posterior(s, t, i, j, False), posterior(s, t, i, j, True)))
        for s, t in ((left.split(), right.split()) for left, right in pairs)
        for i, f in enumerate(s)
        for j, e in enumerate(t)
    ]
    best: dict[tuple[str, str], float] = {}
    for f, e, chance in likely:
        best[f, e] = max(best.get((f, e), 0.0), chance)
    clear = {pair: chance for pair, chance in best.items() if abs(chance - least) > 1e-3}
    assert {pair for pair, chance in clear.items() if chance > least} == {
        pair for pair in clear if max(kept.aligner.probability(*pair, way) for way in (False, True)) > 0
    }


def test_agreement_is_the_same_for_any_number_of_threads(tmp_path):
    files = []
    for threads in (1, 3):
        chosen = AlignSettings(model="hmm", agree=True, symmetrize="soft-union")
        aligner, links = train(*noisy(600), chosen, threads)
        aligner.save(tmp_path / f"{threads}.ralign")
        files.append(((tmp_path / f"{threads}.ralign").read_bytes(), links.text()))
    assert files[0] == files[1]
