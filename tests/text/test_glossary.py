"""Glossaries: which terms are found, and which files are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError, UnknownName
from rectrix.text.glossary import Glossary, Term, TermMatch


def matcher(*terms: tuple[str, str], endings: tuple[str, ...] = ()):
    made = Glossary(tuple(Term(*term, "terms.tsv", n) for n, term in enumerate(terms, start=1)), endings)
    return made.matcher(str.lower, str.lower)


def test_the_longest_term_wins_wherever_it_begins() -> None:
    found = matcher(("a b", "X"), ("b c d", "Y"), ("d", "Z"), ("a", "W"))
    assert found.find("A b C d d a") == [
        TermMatch(0, 1, "w"),
        TermMatch(1, 4, "y"),
        TermMatch(4, 5, "z"),
        TermMatch(5, 6, "w"),
    ]
    assert found.find("a b a b") == [TermMatch(0, 2, "x"), TermMatch(2, 4, "x")]
    assert found.find("") == []


@given(st.lists(st.sampled_from("abc"), max_size=8))
def test_matches_do_not_overlap_and_none_is_left(line: list[str]) -> None:
    terms = {"a": "1", "a b": "2", "b c a": "3", "c c": "4"}
    found = matcher(*terms.items()).find(" ".join(line))
    taken = [word for one in found for word in range(one.begin, one.end)]
    assert taken == sorted(set(taken))
    for one in found:
        assert terms[" ".join(line[one.begin : one.end])] == one.translation
    for term in terms:
        for begin in range(len(line) - len(term.split()) + 1):
            span = range(begin, begin + len(term.split()))
            if " ".join(line[begin : span.stop]) == term:
                assert not set(span).isdisjoint(taken)


def test_endings_join_forms_of_a_word_but_exact_terms_come_first() -> None:
    found = matcher(
        ("europäische Kommission", "European Commission"),
        ("Kommissionen", "commissions"),
        ("Rat", "council"),
        endings=("e", "en", "n", "s", "r"),
    )
    assert found.find("der europäischen kommission")[0].translation == "european commission"
    assert found.find("kommissionen")[0].translation == "commissions"
    assert found.find("räte rats raten") == []  # too short for an ending to be taken away
    assert matcher(("Kommission", "commission")).find("kommissionen") == []


def test_a_tsv_file(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_bytes("\ufeff# names\r\nRat\tCouncil\tnote\r\n\r\nEU\tthe EU\r\n".encode())
    assert Glossary.read(path).terms == (
        Term("Rat", "Council", str(path), 2),
        Term("EU", "the EU", str(path), 4),
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("Rat\tCouncil\nHaus\n", 2, "separated by a tab"),
        ("Rat\t \n", 1, "separated by a tab"),
        ("\tCouncil\n", 1, "separated by a tab"),
        ("Rat\tCouncil\nHaus\tHouse\nrat\tadvice\n", 3, "again; its first translation is in line 1"),
        ("# nothing\n", 0, "without terms"),
        ("Rat\tCouncil\nR\udcfft\tx\n", 2, "UTF-8"),
    ],
)
def test_wrong_entries_are_refused_by_file_and_line(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    path = tmp_path / "terms.tsv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as caught:
        Glossary.read(path).matcher(str.lower, str.lower)
    assert str(caught.value).startswith(f"{path}:{line}: " if line else f"{path}: ")
    assert message in str(caught.value)


def test_other_formats_and_terms_without_words_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="tsv"):
        Glossary.read(tmp_path / "terms.doc")
    with pytest.raises(InputError, match=r"terms\.tsv:1: the term has no words"):
        Glossary((Term("a", "b", "terms.tsv", 1),)).matcher(lambda _: " ", str.lower)
