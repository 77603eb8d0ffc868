"""Tokenization: Moses' convention, every script, nothing lost."""

import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix._core.text import record, restore
from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.text.tokenize import tokenizer

from ..data import DATA


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        (
            "en",
            "Mr. Smith didn't pay $1,000.50 (or 5%)...",
            "Mr. Smith didn 't pay $ 1,000.50 ( or 5 % ) ...",
        ),
        ("en", "It’s John's dogs’ house; the 90's, too.", "It ’s John 's dogs ’ house ; the 90 's , too ."),
        (
            "en",
            "See No. 5, not no. Ask e.g. him, U.S. or vs. us.",
            "See No. 5 , not no . Ask e.g. him , U.S. or vs. us .",
        ),
        ("fr", "L'homme d’hier n'a pas l'eau.", "L' homme d’ hier n' a pas l' eau ."),
        (
            "de",
            "Am 5. Mai kam Dr. Meier z.B. zu Peter's Haus.",
            "Am 5. Mai kam Dr. Meier z.B. zu Peter ' s Haus .",
        ),
        ("sw", "Ng’ombe wake - watatu.", "Ng’ombe wake - watatu ."),
        ("sw", "Yohana 3:16, saa 10:30:15: a:1 :5", "Yohana 3:16 , saa 10:30:15 : a : 1 : 5"),
        ("zh", "我爱Python 3.5。好", "我 爱 Python 3.5 。 好"),
        ("ja", "アメリカ人です。", "アメリカ 人 で す 。"),
        ("hi", "हिन्दी में,", "हिन्दी में ,"),
        ("en", "Noe\u0308l 👩\u200d👩\u200d👧🇩🇪🇫🇷 e\u0301!", "Noe\u0308l 👩\u200d👩\u200d👧 🇩🇪 🇫🇷 e\u0301 !"),
        ("he", "שלום\u200f, עולם", "שלום , עולם"),
        ("en", "", ""),
    ],
)
def test_words(language, text, words):
    assert tokenizer("auto", language).tokenize(text) == words.split()


def test_unknown_names_and_missing_extras_are_told():
    with pytest.raises(UnknownName, match="unknown tokenizer 'penn'; known: auto, fugashi, jieba, moses"):
        tokenizer("penn", "en")
    for name, extra in (("jieba", "chinese"), ("fugashi", "japanese")):
        try:
            __import__(name)
        except ImportError:
            with pytest.raises(UsageError, match=rf"pip install 'rectrix\[{extra}\]'"):
                tokenizer(name, "zh")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("jieba", "我爱北京，Python 3.5很好。", "我 爱 北京 ， Python 3.5 很 好 。"),
        ("fugashi", "アメリカ人です。3.5を使う", "アメリカ 人 です 。 3.5 を 使う"),
    ],
)
def test_segmenters(name, text, words):
    pytest.importorskip(name)
    segmenter = tokenizer(name, "zh")
    assert segmenter.tokenize(text) == words.split()
    assert restore(words.split(), record(text, words.split(), words.split())) == text


def given_back(line, language="en"):
    tokens = tokenizer("auto", language).tokenize(line)
    kept = record(line, tokens, tokens)
    return kept is not None and restore(tokens, kept) == line and all(token.strip() for token in tokens)


@given(st.text(), st.sampled_from(["en", "fr", "de", "zh"]))
def test_every_line_comes_back(line, language):
    assert given_back(line, language)


@given(st.text(st.sampled_from("ab1.,'’\" -()\u200d\u0301\u200f我ア👩🇩\ufe0f\udc80\t")))
def test_every_hostile_line_comes_back(line):
    assert given_back(line)


def test_megabytes_without_a_blank_and_lone_surrogates():
    for text in ("a" * (1 << 20), "." * (1 << 20), "'" * (1 << 20), "我" * 400_000, "\u200d" * 400_000):
        assert given_back(text)
    assert tokenizer("auto", "en").tokenize("a\udcffb") == ["a", "\udcff", "b"]
    with pytest.raises(InputError, match="half of a surrogate pair"):
        tokenizer("auto", "en").tokenize("\ud800")


@pytest.mark.parametrize("wrong", ["x", "9", "0=1", "1 0", "0=zz", "1~"])
def test_a_record_of_other_words_is_refused(wrong):
    with pytest.raises(InputError, match="is not one of these words"):
        restore(["a", "b"], wrong)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_agreement_with_sacremoses(language):
    """Of the version in the development dependencies, without escapes; all lines in benchmarks/text.py."""
    from sacremoses import MosesTokenizer

    pair = "europarl-fr-en" if language == "fr" else "europarl-de-en"
    path = DATA / pair / f"devtest.{language}.xz"
    if not path.exists():
        pytest.skip(f"needs {path}")
    ours, theirs = tokenizer("moses", language), MosesTokenizer(language)
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        lines = [line.rstrip("\n") for line in file][:1000]
    different = [line for line in lines if ours.tokenize(line) != theirs.tokenize(line, escape=False)]
    assert len(different) <= 1, different
