"""Sentence-level gains: numbers of other toolkits' tests, and what each preset is known for."""

import numpy as np
import pytest

from rectrix.base.errors import UnknownName
from rectrix.score import BLEU, GAINS, Place, gain
from rectrix.score.gains.context import Background, Corpus, DocumentGain

# "the cat sat on the mat" and "the cat sat" against "the cat is on the mat".
CAT = np.array([[6, 6, 5, 3, 1, 0, 6, 5, 4, 3], [3, 6, 2, 1, 0, 0, 3, 2, 1, 0]], dtype=float)
PERFECT = np.array([6, 6, 6, 5, 4, 3, 6, 5, 4, 3], dtype=float)
FIRST = Place(0, 6)


@pytest.mark.parametrize(
    ("name", "long", "short"),
    [
        ("papineni", 0.0, 0.0),
        ("lin", 0.485492, 0.252582),
        ("nakov", 0.410960, 0.180983),
        ("liang", 0.265472, 0.041878),
        ("moses-pro", 0.488923, 0.260130),
        ("moses-pro-nakov", 0.413864, None),
        ("kbmira", 3.422461, None),
        ("phrasal", 6 * 0.485492, None),
    ],
)
def test_known_values(name: str, long: float, short: float | None) -> None:
    """Computed apart from this code from each toolkit's formula (and by hand for papineni)."""
    values = gain(name).gains(CAT, gain(name).start(), FIRST)
    assert values[0] == pytest.approx(long, abs=3e-6)
    if short is not None:
        assert values[1] == pytest.approx(short, abs=1e-6)


def test_travatars_unit_test() -> None:
    """ref "taro met hanako", hyp "the taro met the hanako": (3/5 * 2/5 * 1/4 * 1/3)^(1/4) = 0.376060."""
    row = np.array([5, 3, 3, 1, 0, 0, 5, 4, 3, 2], dtype=float)
    assert gain("travatar").gains(row, None, FIRST) == pytest.approx(0.376060, abs=1e-6)


def test_moses_unit_test() -> None:
    """6/6, 4/5, 2/4, 1/3 with reference length 7 scores 0.5115 in BleuScorerTest."""
    row = np.array([6, 7, 6, 4, 2, 1, 6, 5, 4, 3], dtype=float)
    assert BLEU().score(row) == pytest.approx(51.15, abs=0.01)


def test_cdecs_unit_test() -> None:
    """Two segments with four references each, precisions 81.5|50.8|29.5|18.6, brevity 0.898: 0.348854."""
    row = np.array([65, 72, 53, 32, 18, 11, 65, 63, 61, 59], dtype=float)
    assert BLEU().score(row) == pytest.approx(34.8854, abs=1e-4)


def test_grounded_bleu_by_hand() -> None:
    """(5/6 * 3/5 * 1/4 * 1/3)^(1/4) - (1/7 * 1/6 * 1/5 * 1/4)^(1/4), and the short one."""
    expected = (5 / 6 * 3 / 5 * 1 / 4 * 1 / 3) ** 0.25 - (1 / 7 / 6 / 5 / 4) ** 0.25
    assert gain("cdec-qcri").gains(CAT[0], None, FIRST) == pytest.approx(expected)
    short = np.exp(-4 / 3) * ((2 / 3 * 1 / 2 * 1) ** (1 / 3) - (1 / 4 / 3 / 2) ** (1 / 3))
    assert gain("cdec-qcri").gains(CAT[1], None, FIRST) == pytest.approx(short)


def test_linear_bleu_by_hand() -> None:
    """A perfect match of six words: -6 + (6 + 5/0.72 + 4/0.72^2 + 3/0.72^3) / 3.4."""
    expected = -6 + (6 + 5 / 0.72 + 4 / 0.72**2 + 3 / 0.72**3) / 3.4
    assert gain("linear").gains(PERFECT, None, FIRST) == pytest.approx(expected)


def test_linear_bleu_orders_changes_as_corpus_bleu_does() -> None:
    """At a corpus of the assumed precisions, it is the gradient: small changes rank alike."""
    totals = 10_000.0 * np.ones(4)
    corpus = np.r_[10_000.0, 10_000.0, 0.85 * 0.72 ** np.arange(4) * totals, totals]
    rng = np.random.default_rng(2)
    rows = np.stack(
        [np.r_[9, 9, np.sort(rng.integers(0, 9, 4))[::-1], 9, 9, 9, 9] for _ in range(40)]
    ).astype(float)
    change = np.log(BLEU().score(corpus + rows)) - np.log(BLEU().score(corpus))
    assert np.corrcoef(change, gain("linear").gains(rows, None, FIRST))[0, 1] > 0.9999


def test_perfect_matches() -> None:
    values = {name: float(gain(name).gains(PERFECT, gain(name).start(), FIRST)) for name in GAINS}
    assert values["lin"] == values["papineni"] == values["cdec"] == pytest.approx(1)
    assert values["nakov"] == pytest.approx(0.84648, abs=1e-5)
    assert values["liang"] == pytest.approx(0.9375)
    assert values["chiang"] == pytest.approx(6)  # times the source length


def test_short_references_cap_the_order() -> None:
    row = np.array([2, 2, 2, 1, 0, 0, 2, 1, 0, 0], dtype=float)
    assert gain("papineni").gains(row, None, FIRST) == pytest.approx(1)


@pytest.mark.parametrize("name", GAINS)
def test_every_gain_is_finite_and_rewards_matches(name: str) -> None:
    """Empty hypotheses and empty references included: nothing may become NaN in a learner."""
    part = gain(name)
    empty = np.zeros(10)
    no_reference = np.array([2, 0, 0, 0, 0, 0, 2, 1, 0, 0], dtype=float)
    empty_hypothesis = np.array([0, 6, 0, 0, 0, 0, 0, 0, 0, 0], dtype=float)
    rows = np.stack([empty, no_reference, empty_hypothesis, CAT[1], PERFECT])
    state = part.start()
    for _ in range(3):
        with np.errstate(all="raise", under="ignore"):
            values = part.gains(rows, state, FIRST)
        assert np.isfinite(values).all()
        assert values[-1] == values[2:].max()  # of those with the same reference
        state = part.after_pass(rows, part.after_sentence(rows[-2], state, FIRST))


def test_pseudo_document_decays() -> None:
    part = gain("chiang")
    state = part.after_sentence(CAT[0], part.start(), Place(0, 7))
    state = part.after_sentence(PERFECT, state, Place(1, 5))
    np.testing.assert_allclose(state.statistics, 0.9 * (0.9 * CAT[0] + PERFECT))
    assert state.source_length == pytest.approx(0.9 * (0.9 * 7 + 5))


def test_kbmira_background_is_decayed_before_the_hope_is_added() -> None:
    part = gain("kbmira")
    assert part.remembers == "hope"
    np.testing.assert_allclose(part.after_sentence(CAT[0], part.start(), FIRST).statistics, 0.999 + CAT[0])


def test_eidelman_is_the_change_of_the_corpus_score() -> None:
    """Gains differ as corpus BLEU does when the sentence is swapped within the previous pass."""
    rng = np.random.default_rng(1)
    totals = np.array([9, 8, 7, 6])
    rows = np.stack([np.r_[9, 9, rng.integers(1, totals), totals] for _ in range(20)]).astype(float)
    candidates = np.stack([np.r_[9, 9, rng.integers(0, totals), totals] for _ in range(8)]).astype(float)
    part = gain("eidelman")
    state = part.after_pass(rows, part.start())
    swapped = [BLEU().score(rows.sum(axis=0) - rows[3] + row) for row in candidates]
    gains = part.gains(candidates, state, Place(3, 9))
    np.testing.assert_allclose(np.diff(gains), np.diff(swapped) / 100 * 20 * 9, atol=1e-12)


def test_costs_of_eidelman_by_name_count_words_or_are_of_order_one() -> None:
    """One is the other times the words of the reference, on every pass."""
    rows = np.array([[9, 9, 7, 5, 3, 2, 9, 8, 7, 6], [4, 4, 3, 2, 1, 1, 4, 3, 2, 1]], float)
    words, unit = gain("eidelman"), gain("eidelman-unit")
    for state in (None, words.after_pass(rows, None)):
        counted = words.gains(rows[:1], state, Place(0, 9))
        np.testing.assert_allclose(unit.gains(rows[:1], state, Place(0, 9)) * 9, counted)
    assert 0 < unit.gains(rows[:1], None, FIRST)[0] < 1
    assert words.signature != unit.signature


def _document(length: float, reference: float) -> Background:
    """Many sentences of 10 words, 6, 4, 3 and 2 of whose n-grams match, with so much text for a reference."""
    matches = length * np.array([0.6, 0.36, 0.24, 0.14])
    totals = length * np.array([1.0, 0.9, 0.8, 0.7])
    return Background(np.r_[length, reference, matches, totals], length)


def test_a_document_values_what_corpus_bleu_gains() -> None:
    """By whatever order the words match, and times the sentence's share of the text."""
    rng = np.random.default_rng(3)
    totals = np.array([9, 8, 7, 6])
    rows = np.stack([np.r_[9, 9, np.sort(rng.integers(0, totals))[::-1], totals] for _ in range(8)])
    state = _document(1000, 1000)
    change = BLEU().score(state.statistics + rows) - BLEU().score(state.statistics)
    gains = DocumentGain().gains(rows, state, Place(0, 9))
    np.testing.assert_allclose(gains, change / 100 * (1000 + 9) / 9, atol=1e-12)
    scaled = DocumentGain(scaled=True).gains(rows, state, Place(0, 9))
    np.testing.assert_allclose(scaled, 9 * gains, atol=1e-12)


def test_a_document_pulls_towards_the_length_of_its_references() -> None:
    """A word more that matches nothing: good for a text that is too short, bad for one that is not; sentence
    BLEU, and BLEU itself, would rather not have it."""
    shorter = np.array([9, 10, 6, 4, 2, 1, 9, 8, 7, 6], dtype=float)
    longer = np.array([10, 10, 6, 4, 2, 1, 10, 9, 8, 7], dtype=float)
    rows = np.stack([shorter, longer])

    def preferred(part: DocumentGain, state: Background) -> int:
        return int(np.argmax(part.gains(rows, state, Place(0, 9))))

    assert preferred(DocumentGain(), _document(970, 1000)) == 1
    assert preferred(DocumentGain(), _document(1010, 1000)) == 0
    assert preferred(DocumentGain(pull=0), _document(970, 1000)) == 0


def test_a_document_forgets() -> None:
    part = DocumentGain(decay=0.5)
    state = part.after_sentence(CAT[0], part.start(), Place(0, 7))
    state = part.after_sentence(PERFECT, state, Place(1, 5))
    np.testing.assert_allclose(state.statistics, 0.25 + 0.5 * CAT[0] + PERFECT)
    assert state.source_length == 0.25 + 0.5 * 7 + 5


@pytest.mark.parametrize("length", [930.0, 1040.0])
@pytest.mark.parametrize("name", ["chiang", "kbmira", "document-scaled", "eidelman"])
def test_slopes_are_the_derivatives_of_a_gain(name: str, length: float) -> None:
    """A word adds to the length and to the n-grams of all orders, a match to its own order alone."""
    document = np.array([length, 1000, 700, 400, 250, 150, length, 900, 850, 800])
    state = Corpus(np.zeros((1, 10)), document) if name == "eidelman" else Background(document, 980.0)
    directions = np.zeros((5, 10))
    directions[0, [0, 6, 7, 8, 9]] = 1
    directions[1:, 2:6] = np.eye(4)
    small, nowhere = 1e-4, Place(0, 0)
    both = [gain(name).gains(sign * small * directions, state, nowhere) for sign in (1, -1)]
    assert gain(name).slopes(state) == pytest.approx((both[0] - both[1]) / (2 * small), rel=1e-6)


@pytest.mark.parametrize("name", GAINS)
def test_what_remembers_nothing_has_no_slopes(name: str) -> None:
    assert gain(name).slopes(gain(name).start()) is None


def test_unknown_gain() -> None:
    with pytest.raises(UnknownName, match="known: cdec"):
        gain("bleu+1")
