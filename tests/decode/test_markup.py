"""Moses' XML markup: what it says, in the words of the text, and every way to get it wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectrix.base.errors import InputError
from rectrix.decode.constraints import SentenceConstraints, SpanConstraint
from rectrix.decode.markup import MarkedText, parse
from rectrix.text import TextPipeline, words
from rectrix.text.settings import TextSettings


def plain(text: str) -> str:
    return " ".join(words(text))


def read(line: str, policy: str = "exclusive") -> tuple[str, SentenceConstraints]:
    return parse(line, policy).in_words("exclusive" if policy == "ignore" else policy, plain, plain)


def test_spans_alternatives_walls_and_zones() -> None:
    text, found = read(
        'a <n translation="x y||z" prob="0.4||.6">b c</n> <wall/>'
        " <zone>d <np translation='w'> e </np></zone>f"
    )
    assert text == "a b c d e f"
    assert found.spans == (
        SpanConstraint(1, 3, "x y", "exclusive", 0.4),
        SpanConstraint(1, 3, "z", "exclusive", 0.6),
        SpanConstraint(4, 5, "w", "exclusive", 1.0),
    )
    assert (found.walls, found.zones) == ((3,), ((3, 5),))


def test_marks_end_words_and_entities_are_decoded() -> None:
    text, found = read(
        'ab<x translation="&lt;b&gt; &quot;&#124;&#x41;">cd</x>ef &amp;lt; 3 < 4 <3 AT&T &nosuch;'
    )
    assert text == "ab cd ef &lt; 3 < 4 <3 AT&T &nosuch;"
    assert found.spans == (SpanConstraint(1, 2, '<b> "|A'),)


def test_an_empty_translation_deletes_and_ignore_forgets() -> None:
    assert read('<n translation="">a</n> b')[1].spans == (SpanConstraint(0, 1, ""),)
    line = '<n translation="x">a</n> <wall/> b'
    assert read(line, "ignore") == ("a b", SentenceConstraints(walls=(1,)))
    nested = '<a translation="x">a <b translation="y">b</b></a>'
    assert [(one.begin, one.end) for one in read(nested, "inclusive")[1].spans] == [(1, 2), (0, 2)]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ('a <n translation="x">b', 3, "<n> is not closed"),
        ("a </n>", 3, "without a <n>"),
        ('<a translation="x">b <zone> c </a> </zone>', 31, "<zone> must be closed first"),
        ("a <n>b</n>", 3, "needs an attribute"),
        ("a <n translation=x>b</n>", 3, "cannot read 'translation=x'"),
        ('a <n translation="x" prob="big">b</n>', 3, "probability 'big'"),
        ('a <n translation="x" prob="0">b</n>', 3, "probability '0'"),
        ('a <n translation="x" prob="nan">b</n>', 3, "probability 'nan'"),
        ('a <n translation="x||y" prob="1">b</n>', 3, "2 translations with 1 prob"),
        ('a <n translation="x"> </n>', 3, "no words"),
        ('a <n translation="x"/> b', 3, "no words"),
        ('a <n translation="x">b <m translation="y">c</m></n>', 24, "within another span"),
        ('a <n translation="x">b <wall/> c</n>', 24, "<wall/> within"),
        ("a <wall> b", 3, "written <wall/>"),
        ('a <n translation="x', 3, "without its >"),
        ("a <n", 3, "without its >"),
        ("<n <m", 1, "without its >"),
        ('a <n span="1,2" translation="x">b</n>', 3, "span="),
    ],
)
def test_wrong_markup_is_an_error_with_line_and_column(line: str, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(line, "exclusive", "in.txt", 7)
    assert str(caught.value).startswith(f"in.txt:7: column {column}: ")
    assert message in str(caught.value)


def test_constraint_refuses_an_empty_translation() -> None:
    with pytest.raises(InputError, match="empty translation"):
        parse('<n translation="x||">a</n>', "constraint")


def test_a_megabyte_of_wrong_markup_is_refused_without_delay() -> None:
    for line in ("<" + "a" * 10**6, '<n translation="' + "x" * 10**6, "<n " + "a='1' " * 10**5):
        with pytest.raises(InputError):
            parse(line, "exclusive")
    many = '<n translation="x">a</n> ' * 20000
    assert len(read(many)[1].spans) == 20000


def test_a_tokenizer_sees_the_whole_text_where_marks_stand_between_its_words() -> None:
    settings = TextSettings(language="de", tokenize="moses", case="lowercase")
    normalize = TextPipeline(settings).words_of
    line = 'Hr. <n translation="X">Dr. Müller</n> sagt, <m translation="Y">„Nein“</m>.'
    text, found = parse(line, "exclusive").in_words("exclusive", normalize, normalize)
    assert text == normalize("Hr. Dr. Müller sagt, „Nein“ .")
    chosen = [" ".join(text.split()[one.begin : one.end]) for one in found.spans]
    assert chosen == [normalize("Dr. Müller"), normalize("„Nein“")]
    assert [one.translation for one in found.spans] == ["x", "y"]


def test_a_text_change_that_joins_words_over_a_mark_sees_the_parts() -> None:
    joined = MarkedText("a b c d", walls=(3,))
    text, found = joined.in_words("exclusive", lambda text: text.strip().replace(" ", ""), plain)
    assert (text, found.walls) == ("ab cd", (1,))
    dropped, found = joined.in_words("exclusive", lambda text: text.replace("a", ""), plain)
    assert (words(dropped), found.walls) == (["b", "c", "d"], (1,))


@settings(max_examples=300)
@given(st.text(st.sampled_from("ab<>/=\"' &;|wallzonetranslation")))
def test_any_text_is_read_or_refused_and_plain_text_stays(line: str) -> None:
    try:
        found = parse(line, "exclusive")
    except InputError:
        return
    if "<" not in line and "&" not in line:
        assert found.text == line
