"""Compound splitting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError
from rectrix.text import CompoundSplitter
from rectrix.text.part_scores import FILLERS, PartScores

# Koehn & Knight's example: the frequencies decide between the cuts of "Aktionsplan".
FREQUENCIES = {"aktionsplan": 852, "aktion": 960, "aktions": 5, "plan": 710, "akt": 224, "ion": 1}


def test_koehn_and_knight_example():
    splitter = CompoundSplitter(FREQUENCIES, min_letters=3, min_count=1)
    assert splitter.geometric_mean(["aktion", "plan"]) == pytest.approx(825.6, abs=0.1)
    assert splitter.geometric_mean(["akt", "ion", "plan"]) == pytest.approx(54.2, abs=0.1)
    assert splitter.split("aktionsplan") == ["aktionsplan"], "852 beats 825.6"
    rarer = CompoundSplitter({**FREQUENCIES, "aktionsplan": 100}, min_letters=3, min_count=1)
    assert rarer.split("aktionsplan") == ["aktion", "plan"], "with the filler s"


def test_unknown_compounds_are_split_and_plain_words_kept():
    splitter = CompoundSplitter({"haus": 50, "tür": 40, "garten": 30, "zaun": 9, "arbeit": 7, "kraft": 7})
    words = splitter.apply(["gartenzaun", "haustür", "arbeitskraft", "krankenwagen", "12345678", "."])
    assert words == ["garten", "zaun", "haustür", "arbeit", "kraft", "krankenwagen", "12345678", "."], (
        "tür is too short"
    )


def test_parts_have_their_usual_form_and_marked_ones_are_joined_again():
    counts = {"Garten": 30, "Zaun": 9, "zaun": 1, "Arbeit": 7, "Kraft": 7}
    assert CompoundSplitter(counts).apply(["Gartenzaun"]) == ["Garten", "Zaun"]
    marked = CompoundSplitter(counts | {"Holzzaun": 1, "Holz": 3, "Gartenkraft": 1}, marked=True)
    pieces = marked.apply(["Gartenzaun", "Arbeitskraft", "GARTENZAUN"])
    assert pieces == ["Garten￭", "Zaun", "Arbeits￭", "Kraft", "GARTENZAUN"]
    assert marked.invert(pieces) == ["Gartenzaun", "Arbeitskraft", "GARTENZAUN"]


@pytest.mark.parametrize(
    ("translated", "written"),
    [
        ("die Kraft", "die Kraft"),  # nothing is glued to an article
        ("Arbeits￭ ist da", "Arbeit ist da"),  # a part alone loses its filler
        ("die Arbeits￭ .", "die Arbeit ."),
        ("Garten￭ Arbeits￭ Kraft", "Gartenarbeitskraft"),
        ("Garten￭", "Garten"),
        ("￭ Garten", "￭ Garten"),
        ("Arbeits￭ Garten", "Arbeit Garten"),  # no compound of the training text ends so
        ("Arbeits￭ seekers", "Arbeit seekers"),
        ("Garten￭ Arbeits￭ nicht", "Gartenarbeit nicht"),
    ],
)
def test_marked_parts_are_joined_with_what_ends_compounds(translated, written):
    counts = {"Garten": 30, "Arbeit": 7, "Kraft": 7, "Arbeitskraft": 1, "die": 90, "ist": 50, "nicht": 80}
    splitter = CompoundSplitter(counts, marked=True)
    assert splitter.invert(translated.split()) == written.split()


def brute_force_cuts(splitter, word, first=True):
    """Every cut by definition."""
    found = (
        [[word]]
        if splitter.counts.get(word, 0) >= splitter.min_count and len(word) >= splitter.min_letters
        else []
    )
    for end in range(splitter.min_letters, len(word)):
        if splitter.counts.get(word[:end], 0) < splitter.min_count:
            continue
        for filler in ("", *splitter.fillers):
            if word[end:].startswith(filler):
                rest = brute_force_cuts(splitter, word[end + len(filler) :], False)
                found += [[word[:end], *parts] for parts in rest]
    return found


@given(
    st.dictionaries(st.text("ase", min_size=2, max_size=4), st.integers(1, 50), max_size=12),
    st.text("ase", max_size=10),
)
def test_best_cut_equals_brute_force(counts, word):
    splitter = CompoundSplitter(counts, min_letters=2, min_count=1)
    cuts = [cut for cut in brute_force_cuts(splitter, word) if len(cut) > 1]
    means = [splitter.geometric_mean(cut) for cut in cuts] + [float(counts.get(word, 0))]
    parts = splitter.split(word)
    mean = float(counts.get(word, 0)) if parts == [word] else splitter.geometric_mean(parts)
    assert mean == pytest.approx(max(means)) or len(word) < 4


def test_very_long_word_is_quick():
    splitter = CompoundSplitter({"aaaa": 5, "aaaaa": 5})
    assert "".join(splitter.split("a" * 400)) == "a" * 400


def test_splitter_is_written_and_read():
    splitter = CompoundSplitter.learn(["haus garten", "haus 12"], min_letters=3, marked=True)
    assert CompoundSplitter.read(splitter.written(), "counts") == splitter
    with pytest.raises(InputError, match=r"broken:2: expected"):
        CompoundSplitter.read(splitter.written().replace(b"\t", b" "), "broken")
    with pytest.raises(InputError, match=r"old:1: .* train the model again"):
        CompoundSplitter.read(splitter.written().replace(b"marked=2", b"marked=1"), "old")


@given(
    st.dictionaries(st.text("abs", min_size=3, max_size=5), st.integers(1, 50), max_size=12),
    st.text("abs", min_size=6, max_size=11),
)
def test_most_probable_cut_equals_brute_force(counts, word):
    def cuts(at):  # all ways to cut word[at:] into (filler, part)
        if at == len(word):
            yield []
        for filler in FILLERS if at else ("",):
            begin = at + len(filler)
            for end in range(begin + 3, len(word) + 1) if word.startswith(filler, at) else ():
                if counts.get(word[begin:end], 0) > 1 and end - begin < len(word):
                    yield from ([(filler, word[begin:end]), *rest] for rest in cuts(end))

    scores, total = PartScores(), sum(counts.values())
    found = {
        tuple(part for _, part in cut): sum(scores.score(p, f, counts[p], total) for f, p in cut)
        for cut in cuts(0)
    }
    found[(word,)] = scores.score(word, "", counts.get(word, 0), total, whole=True)
    best = scores.split(word, lambda part: counts.get(part, 0), total)
    assert found[tuple(best)] == pytest.approx(max(found.values())) or len(found) < len(list(cuts(0))) + 1


def test_the_most_probable_cut_is_an_option():
    parts = {"arbeit": 900, "markt": 700, "politik": 800, "vertrag": 500, "trag": 9, "ver": 3}
    counts = parts | {"arbeitsmarktpolitik": 3, "die": 10_000_000}
    splitter = CompoundSplitter(counts, posterior=True)
    assert splitter.split("Arbeitsmarktpolitik") == ["arbeit", "markt", "politik"]
    assert splitter.split("Vertrag") == ["Vertrag"] and splitter.split("a" * 400) == ["a" * 400]
    assert CompoundSplitter.read(splitter.written(), "counts") == splitter
