"""Documents come apart into sentences and together again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.text.sentences import split_lines, split_sentences


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Das ist gut. Er geht!  „Wirklich?“ Ja.", ["Das ist gut.", "Er geht!", "„Wirklich?“", "Ja."]),
        (
            "de",
            "Am 5. Mai kam Dr. Müller, z.B. um 3.15 Uhr.",
            ["Am 5. Mai kam Dr. Müller, z.B. um 3.15 Uhr."],
        ),
        ("en", "See No. 5 of J. Smith. It vs. them.", ["See No. 5 of J. Smith.", "It vs. them."]),
        ("en", "Open file.txt. then wait", ["Open file.txt. then wait"]),
        ("en", "one\ntwo. three", ["one", "two. three"]),
        ("zh", "你好。再见！", ["你好。", "再见！"]),
        ("xx", "a. B", ["a.", "B"]),
    ],
)
def test_where_sentences_end(language, text, expected):
    assert list(split_sentences(text, language).sentences) == expected


@given(st.text(alphabet='aB .!?\n\r\t\u3000。"“(', max_size=60))
def test_nothing_is_lost(text):
    for document in (split_sentences(text, "de"), split_lines(text)):
        assert document.joined(document.sentences) == text
        assert all(one and one == one.strip() for one in document.sentences)


def test_a_long_line_takes_linear_time():
    text = "a. " * 100_000 + "!" * 100_000 + " " * 100_000 + "B"
    assert split_sentences(text, "en").joined(split_sentences(text, "en").sentences) == text
