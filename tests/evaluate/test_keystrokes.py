"""Keystrokes of an interactive translator, counted by hand."""

import pytest

from rectrix.evaluate.keystrokes import Keystrokes, keystrokes

REFERENCE = "the cat sat on the mat"
PROPOSALS = {
    "": "a cat sits on mat",
    "t": "the cat sits on mat",
    "the cat sat": "the cat sat on mat",
    "the cat sat on t": REFERENCE,
}


def test_keys_and_moves_of_a_sentence_counted_by_hand() -> None:
    asked: list[str] = []

    def proposed(typed: str) -> str | None:
        asked.append(typed)
        return PROPOSALS.get(typed)

    found = keystrokes(REFERENCE, proposed)
    assert found == Keystrokes(keys=4, moves=3, characters=22)  # t, a, t, t; two jumps and accepting
    assert found.ksr == pytest.approx(0.1818, abs=5e-5)
    assert found.ksmr == pytest.approx(0.3182, abs=5e-5)
    assert asked == ["", "t", "the cat sa", "the cat sat", "the cat sat on t"]


def test_without_proposals_everything_is_typed() -> None:
    found = keystrokes(REFERENCE, lambda typed: None)
    assert (found.ksr, found.keys, found.moves) == (1.0, 22, 1)


def test_a_perfect_proposal_is_only_accepted() -> None:
    assert keystrokes(REFERENCE, lambda typed: REFERENCE) == Keystrokes(0, 1, 22)


def test_what_a_proposal_has_too_much_is_cut_off() -> None:
    assert keystrokes("the cat", lambda typed: "the cat sat") == Keystrokes(1, 2, 7)  # jump, cut, accept


def test_a_proposal_that_does_not_begin_as_typed_is_no_help() -> None:
    assert keystrokes("abc", lambda typed: "xyz").keys == 3


def test_sums_weigh_sentences_by_their_characters() -> None:
    whole = Keystrokes(4, 3, 22) + Keystrokes(0, 1, 78)
    assert (whole.ksr, whole.ksmr) == (0.04, 0.08)
    assert Keystrokes().ksmr == 0
