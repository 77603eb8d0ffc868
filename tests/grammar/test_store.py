"""Stores and text forms: round trips, and what a hostile file could hold."""

import gzip
import random
import re
from pathlib import Path

import pytest

from rectrix.base.errors import InputError, OutputExists, UsageError
from rectrix.grammar import GrammarStore, export_cdec, grammar_files, import_text

GRAMMAR = """\
[X] ||| das [X,1] haus ||| the [1] house ||| EgivenFCoherent=0.25 CountEF=1.5 ||| 0-0 2-2
[X] ||| [X,1] nicht [X,2] ||| [X,2] not [X,1] ||| EgivenFCoherent=1e-7 CountEF=-99 ||| 1-1
[X] ||| haus ||| house ||| CountEF=3
"""


def imported(folder: Path, *texts: str, unnamed: str = "PhraseModel_") -> GrammarStore:
    source = folder / "grammars"
    source.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (source / f"grammar.{number}").write_text(text)
    return import_text(source, folder / "store.rgrammar", unnamed, force=True)


def test_rules_come_back_as_they_were(tmp_path: Path) -> None:
    store = imported(tmp_path, GRAMMAR, "", GRAMMAR)
    assert len(store) == 3 and not store.shared
    assert store.score_names == ["EgivenFCoherent", "CountEF"]
    text = store.cdec(0).decode()
    assert text == (
        "[X] ||| das [X,1] haus ||| the [X,1] house ||| EgivenFCoherent=0.25 CountEF=1.5 ||| 0-0 2-2\n"
        "[X] ||| [X,1] nicht [X,2] ||| [X,2] not [X,1] ||| EgivenFCoherent=0.0000001 CountEF=-99 ||| 1-1\n"
        "[X] ||| haus ||| house ||| EgivenFCoherent=0 CountEF=3 |||\n"
    )
    assert store.cdec(1) == b"" and store.cdec(2).decode() == text
    rules = store.rules(0)
    words = store.source_words
    assert rules.source(1) == [-1, words.find("nicht"), -2] and rules.target(1)[0] == -2


def test_equal_rules_of_different_sentences_are_stored_once(tmp_path: Path) -> None:
    rules = "".join(f"[X] ||| w{n} ||| v{n} ||| p={n} ||| 0-0\n" for n in range(1000))
    imported(tmp_path, rules)
    once = (tmp_path / "store.rgrammar").stat().st_size
    store = imported(tmp_path, *[rules] * 10)
    assert (tmp_path / "store.rgrammar").stat().st_size < 2 * once
    assert {store.cdec(n) for n in range(10)} == {store.cdec(0)}


def test_text_survives_store_and_export(tmp_path: Path) -> None:
    store = imported(tmp_path, GRAMMAR, "[X] ||| a ||| ||| x=0.1\n")
    export_cdec(store, tmp_path / "out")
    again = import_text(tmp_path / "out", tmp_path / "again.rgrammar")
    assert [again.cdec(n) for n in range(2)] == [store.cdec(n) for n in range(2)]
    with pytest.raises(OutputExists):
        export_cdec(store, tmp_path / "out")


def test_one_file_serves_all_lines(tmp_path: Path) -> None:
    (tmp_path / "all.gz").write_bytes(gzip.compress(GRAMMAR.encode()))
    store = import_text(tmp_path / "all.gz", tmp_path / "store.rgrammar")
    assert store.shared and store.cdec(0) == store.cdec(12345)
    export_cdec(store, tmp_path / "out.gz")
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()) == store.cdec(0)


def test_a_shared_grammar_gives_what_a_sentence_can_use(tmp_path: Path) -> None:
    generator = random.Random(4)
    lines = set()
    for _ in range(300):
        words = [generator.choice("abcd") for _ in range(generator.randint(1, 3))]
        for gap in range(1, generator.randint(1, 3)):
            words.insert(generator.randint(0, len(words)), f"[X,{gap}]")
        lines.add(f"[X] ||| {' '.join(words)} ||| {' '.join(w for w in words if '[' in w)} ||| x=1\n")
    (tmp_path / "all").write_text("".join(sorted(lines)))
    store = import_text(tmp_path / "all", tmp_path / "store.rgrammar")
    every = store.rules(0)
    for _ in range(20):
        sentence = [generator.choice("abcdz") for _ in range(generator.randint(0, 6))]
        found = store.find(7, store.source_words.encode(" ".join(sentence)))
        sides = {tuple(found.source(n)) for n in range(len(found))}
        expected = [s for s in map(every.source, range(len(every))) if usable(s, store, sentence)]
        assert sides == set(map(tuple, expected))


def usable(side: list[int], store: GrammarStore, sentence: list[str]) -> bool:
    """Whether a source side matches a part of the sentence, by regular expression."""
    words = ("(\\S )+" if symbol < 0 else f"{store.source_words.text(symbol)} " for symbol in side)
    return re.search(r"(^|(?<= ))" + "".join(words), "".join(f"{word} " for word in sentence)) is not None


def test_unnamed_scores_are_called_by_their_place(tmp_path: Path) -> None:
    text = "[X] ||| el chico [X,1] ||| the boy [X,1] ||| -3.14 0 lexprob=2 17\n"
    assert imported(tmp_path, text).score_names == [
        "PhraseModel_0",
        "PhraseModel_1",
        "lexprob",
        "PhraseModel_2",
    ]
    assert imported(tmp_path, text, unnamed="tm_pt_").score_names[0] == "tm_pt_0"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[X] ||| a ||| b", "3 fields"),
        ("[S] ||| a ||| b ||| x=1", "glue rules are built in"),
        ("[X] ||| [NP,1] a ||| [NP,1] ||| x=1", "not an X"),
        ("[X] ||| [X,1] a [X,2] [X,3] ||| b ||| x=1", "more than two gaps"),
        ("[X] ||| [X,1] [X,2] ||| [X,1] [X,2] ||| x=1", "no word"),
        ("[X] ||| [X,1] a ||| b ||| x=1", "once in the target"),
        ("[X] ||| a ||| [X,1] ||| x=1", "has no gap"),
        ("[X] ||| [X,1] a ||| [X,1] [X,1] ||| x=1", "once in the target"),
        ("[X] ||| [X,1] a [X,1] ||| [X,1] ||| x=1", "stands twice"),
        ("[X] ||| a ||| b ||| x=nan", "not a finite number"),
        ("[X] ||| a ||| b ||| x=1e60", "not a finite number"),
        ("[X] ||| a ||| b ||| x=", "not a finite number"),
        ("[X] ||| a ||| b ||| =1", "without a name"),
        ("[X] ||| a ||| b ||| x=1 ||| 0-1", "outside the rule"),
        ("[X] ||| a ||| b ||| x=1 ||| 0:0", "not a link"),
        ("[X] ||| " + "a " * 300 + "||| b ||| x=1", "more than 255"),
    ],
)
def test_wrong_lines_are_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=r"grammar\.0:2: .*" + message):
        imported(tmp_path, "[X] ||| a ||| b ||| x=1\n" + line + "\n")


def test_folders_must_have_a_grammar_for_every_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no grammar\.0"):
        grammar_files(tmp_path)
    (tmp_path / "grammar.1").touch()
    with pytest.raises(InputError, match=r"grammar\.0 is missing"):
        grammar_files(tmp_path)
    for name in ("grammar.0.gz", "grammar.10", *(f"grammar.{n}" for n in range(2, 10))):
        (tmp_path / name).touch()
    assert [file.name for file in grammar_files(tmp_path)][10] == "grammar.10"
    (tmp_path / "grammar.0").touch()
    with pytest.raises(InputError, match="both"):
        grammar_files(tmp_path)


def test_a_sentence_without_a_grammar_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none for sentence 2"):
        imported(tmp_path, GRAMMAR).rules(1)


def test_damaged_stores_are_refused_or_harmless(tmp_path: Path) -> None:
    imported(tmp_path, GRAMMAR * 3, GRAMMAR)
    whole = (tmp_path / "store.rgrammar").read_bytes()
    generator = random.Random(1)
    refused = 0
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(4):
            data[generator.randrange(len(data))] = generator.choice((0, 1, 127, 128, 255))
        (tmp_path / "damaged").write_bytes(data)
        try:
            store = GrammarStore.open(tmp_path / "damaged")
            for number in range(len(store)):
                store.cdec(number)
        except (InputError, UsageError):
            refused += 1
    assert refused > 100
