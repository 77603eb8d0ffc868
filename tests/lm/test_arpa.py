"""ARPA files as they occur in the wild are read rightly; broken ones are refused clearly."""

import gzip
import io
import math
from pathlib import Path

import pytest

from rectrix._core import lm as core
from rectrix.base.errors import DamagedFile, InputError, UsageError
from rectrix.lm import LanguageModel

# Three words, order 3. Probabilities and weights are chosen so that every sum below can be done by hand.
SMALL = r"""
made by hand

\data\
ngram 1=6
ngram 2=5
ngram 3=2

\1-grams:
-2	<unk>	-8
-99	<s>	-0.25
-1	</s>
-1.5	a	-0.5
-1.25	b	0.5
-3	c

\2-grams:
-0.75	<s> a	-0.125
-0.5	a b	-1
-0.25	b a
-4	<unk> <unk>	-16
-0.125	b </s>

\3-grams:
-0.0625	<s> a b
-0.03125	a b </s>

\end\
"""


def read(text: str | bytes) -> LanguageModel:
    data = text if isinstance(text, bytes) else text.encode()
    return LanguageModel(core.Model.read_arpa(io.BytesIO(data), "test.arpa"))


def words(lm: LanguageModel, line: str, **bounds: bool) -> list[tuple[float, int]]:
    return [(log10, length) for log10, length, _ in lm.score_words(line, **bounds)]


def test_values_worked_out_by_hand():
    lm = read(SMALL)
    assert words(lm, "a b") == [(-0.75, 2), (-0.0625, 3), (-0.03125, 3)]
    # b(a b) + b(b) + p(c): a positive back-off raises the probability
    assert words(lm, "a b c", begin=False, end=False) == [(-1.5, 1), (-0.5, 2), (-1 + 0.5 - 3, 1)]
    # b(<s>) + p(<unk>), then the listed <unk> <unk>, then both back-offs of that context
    assert words(lm, "x y a", end=False) == [(-0.25 - 2, 1), (-4, 2), (-16 - 8 - 1.5, 1)]
    # b(c) is not listed: no weight
    assert words(lm, "c </s>", begin=False, end=False) == [(-3, 1), (-1, 1)]
    assert lm.counts == [6, 5, 2]


def test_states_forget_what_cannot_matter():
    model = read(SMALL).core
    state = model.score(model.begin(), model.index("a"))[1]
    assert len(state) == 2  # <s> a begins a longer n-gram
    assert (
        len(model.score(model.score(model.null(), model.index("b"))[1], model.index("a"))[1]) == 1
    )  # b a does not
    assert len(model.score(state, model.index("c"))[1]) == 0  # nothing begins with c


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\t", " "),
        lambda t: t.replace("<unk>", "<UNK>"),
        lambda t: t.replace("\n\n", "\n\n\n \n"),
        lambda t: t.replace("ngram 1=6", "ngram 1 = 6"),
        lambda t: t.replace("<s> a b\n", "<s> a b\t0\n"),
        lambda t: t.replace("\\end\\\n", "\\end\\"),
        lambda t: t.replace("-99\t<s>", "-inf\t<s>"),
    ],
)
def test_harmless_variants_are_the_same_model(change):
    lines = ["a b c", "x y a", "", "b a b a"]
    assert list(read(change(SMALL)).score_all(lines).log10) == list(read(SMALL).score_all(lines).log10)


def test_missing_unknown_word_has_log10_of_minus_100():
    text = SMALL.replace("-2\t<unk>\t-8\n", "").replace("ngram 1=6", "ngram 1=5")
    text = text.replace("-4\t<unk> <unk>\t-16\n", "").replace("ngram 2=5", "ngram 2=4")
    assert words(read(text), "x", begin=False, end=False) == [(-100, 1)]


def test_missing_suffixes_and_contexts_are_backed_off():
    """A pruned model lists `a b </s>` although it lists neither `a b` nor `b </s>`."""
    text = (
        SMALL.replace("-0.5\ta b\t-1\n", "").replace("-0.125\tb </s>\n", "").replace("ngram 2=5", "ngram 2=3")
    )
    lm = read(text)
    # listed; b(a) + p(b); then the listed trigram
    assert words(lm, "a b", begin=False) == [(-1.5, 1), (-0.5 - 1.25, 2), (-0.03125, 3)]
    assert words(lm, "b", begin=False) == [(-1.25, 1), (0.5 - 1, 2)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\\data\\", "data", "no line .data"),
        ("ngram 2=5", "ngram 3=5", "expected 'ngram 2=COUNT'"),
        ("ngram 2=5", "ngram 2=many", "expected 'ngram 2=COUNT'"),
        ("ngram 2=5", "ngram 2=-5", "expected 'ngram 2=COUNT'"),
        ("ngram 2=5", "ngram 2=6", "6 2-grams are announced, but 5"),
        ("ngram 2=5", "ngram 2=4", "test.arpa:22: expected .3-grams: and saw '-0.125"),
        ("ngram 2=5", "ngram 2=99999999999999", "announced, but 5"),
        ("\\2-grams:", "\\3-grams:", "expected .2-grams: and saw '.3-grams:'"),
        ("-1.5\ta", "nan\ta", "test.arpa:13: expected a number as log10 probability and saw 'nan'"),
        ("-1.5\ta", "x\ta", "saw 'x'"),
        ("-1.5\ta", "0.3\ta", "probability above 1"),
        ("a\t-0.5", "a\tinf", "expected a number as back-off and saw 'inf'"),
        ("a\t-0.5", "a\t-0.5 7", "more than a probability"),
        ("-0.25\tb a", "-0.25\tb", "fewer than 2 words"),
        ("-0.25\tb a", "-0.25\tb d", "the word 'd' is not among the 1-grams"),
        ("-3\tc", "-3\tb", "test.arpa:15: a word that was there before: 'b'"),
        ("-0.25\tb a", "-0.25\ta b", "test.arpa:20: an n-gram that was there before"),
        ("\\end\\\n", "", "ends too early"),
    ],
)
def test_broken_files_are_refused_with_a_reason(old, new, message):
    assert old in SMALL
    with pytest.raises(InputError, match=message):
        read(SMALL.replace(old, new, 1))


def test_every_truncation_is_refused():
    whole = SMALL.strip()
    for end in range(len(whole) - 1):
        with pytest.raises(InputError):
            read(whole[:end])


def test_too_high_an_order_is_refused():
    counts = "".join(f"ngram {n}=1\n" for n in range(1, 9))
    with pytest.raises(InputError, match="order 8; up to order 7"):
        read(f"\\data\\\n{counts}\n\\1-grams:\n")


def test_empty_and_binary_input():
    for data in (b"", b"\n\n", bytes(range(256)) * 40):
        with pytest.raises(InputError, match="not a language model"):
            read(data)


def test_compressed_files_and_the_mapped_form(tmp_path: Path):
    packed = tmp_path / "lm.arpa.gz"
    packed.write_bytes(gzip.compress(SMALL.encode()))
    lm = LanguageModel.open(packed)
    lm.save(tmp_path / "lm.rlm")
    mapped = LanguageModel.open(tmp_path / "lm.rlm")
    lines = ["a b c", "x y a", "", "b a b a", "<s> a </s>"]
    assert mapped.counts == [6, 5, 2]
    assert list(mapped.score_all(lines).log10) == list(lm.score_all(lines).log10)
    with pytest.raises(UsageError, match="copy the file"):
        mapped.save(tmp_path / "again.rlm")


def test_damaged_mapped_files_are_refused_or_answer(tmp_path: Path):
    """No byte of a damaged file may crash the process: it is refused, or some scores are wrong."""
    path = tmp_path / "lm.rlm"
    read(SMALL).save(path)
    whole = path.read_bytes()
    for end in range(0, len(whole), 37):
        path.write_bytes(whole[:end])
        with pytest.raises(DamagedFile if end >= 8 else InputError):
            LanguageModel.open(path)
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            scores = LanguageModel.open(path).score_all(["a b c", "x y", "c a"])
        except InputError:
            continue
        assert len(scores.log10) == 3


def test_perplexity_is_per_word_and_end():
    lm = read(SMALL)
    total = lm.score_all(["a b", "x"]).sum()
    assert (total.sentences, total.words, total.tokens, total.unknown) == (2, 3, 5, 1)
    expected = (-0.75 - 0.0625 - 0.03125) + (-0.25 - 2) + (-8 - 1)
    assert total.log10 == pytest.approx(expected)
    assert total.perplexity() == pytest.approx(10 ** (-expected / 5))
    assert total.perplexity(unknown=False) == pytest.approx(10 ** (-(expected + 2.25) / 4))
    assert math.isnan(lm.perplexity([]))


def test_lines_that_are_not_utf8():
    lm = read(SMALL.encode().replace(b"\tc\n", b"\t\xff\n"))
    assert lm.score_all([b"\xff"]).unknown[0] == 0
    assert lm.score_all([b"\xff".decode("utf-8", "surrogateescape")]).unknown[0] == 0
