"""Protection: what must not be translated is found, leaves the text, and comes back exactly once."""

import random
import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rectrix.base.errors import UnknownName
from rectrix.text.patterns import CLASS_OF, CLASSES, KINDS, require_kinds
from rectrix.text.protect import Protection, protect
from rectrix.text.restore import restore
from rectrix.text.segmented import Segmented
from rectrix.text.tokenize import tokenizer

EVERY_KIND = frozenset(KINDS)


def tokens(text: str) -> Segmented:
    """Letters and digits together, every other character a word of its own."""
    return Segmented(text, tuple(match.span() for match in re.finditer(r"[^\W_]+|[^\w\s]|_", text)))


def identity(text: str, kinds=EVERY_KIND) -> str:
    protection = protect(text, kinds)
    words = tokens(protection.text)
    return restore(protection, words, words, [(n, n) for n in range(len(words))])


PLACEHOLDERS = [
    "%s",
    "%1$d",
    "%(name)s",
    "%d",
    "%5.2f",
    "%-10s",
    "%ld",
    "%%",
    "%PRODUCTNAME",
    "%SLIDE_COUNT%",
]
PLACEHOLDERS += [
    "%1",
    "%{link}",
    "{0}",
    "{name}",
    "{}",
    "{0:.2f}",
    "{{user}}",
    "${x}",
    "$x",
    "$(ARG1)",
    "%2$s",
]
PLACEHOLDERS += ["$[officename]", "$1", "#{count}", "%@", "[X12X]", "[X7X ]"]


@pytest.mark.parametrize("text", PLACEHOLDERS)
def test_placeholders_are_single_items(text):
    assert [item.text for item in protect(f"Open {text} now").items] == [text]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("&amp;", "escape"),
        ("&lt;", "escape"),
        ("&#8212;", "escape"),
        (r"\n", "escape"),
        (r"\t", "escape"),
        (".doc", "file"),
        ("https://example.org/a?b=1&c=2#d", "url"),
        ("www.example.org", "url"),
        ("first.last+x@example.co.uk", "email"),
        ("report-2.tar.gz", "file"),
        (r"C:\Program\new.txt", "file"),
        ("/usr/share/doc", "file"),
        ("1,234.5", "number"),
        ("20°C", "number"),
        ("<name>", "placeholder"),
    ],
)
def test_each_kind_is_found_in_running_text(text, kind):
    (item,) = protect(f"Look at {text}, please.", EVERY_KIND).items
    assert (item.text, item.kind) == (text, kind)


@pytest.mark.parametrize(
    "text",
    [
        "Das sind 50 % davon, 100%ige, 40 %ige und 10 %-ige Lösungen.",
        "AT&T, R&D and Q&A",
        "a < b and c > d, x <= y",
        "und/oder, km/h, his/her",
        "He paid US$ 5.50 or $5.50.",
        "Sentence one.Sentence two. And e.g. this.",
        "CONST_NAME and other_NAMES",
    ],
)
def test_prose_is_left_alone(text):
    assert protect(text) == Protection(text)


def test_items_of_one_kind_become_the_same_word():
    first, second = protect("Open %s now"), protect("Open {file} now")
    assert first.text == second.text == f"Open {CLASSES['placeholder']} now"


def test_tags_are_taken_out_and_words_stay_apart():
    assert protect("a<br/>b <b>c</b>d <td>e</td><td>f</td>").text == "a b cd e f"


def test_accelerators():
    for text, plain in [
        ("~File", "File"),
        ("E_xit…", "Exit…"),
        ("Save &As", "Save As"),
        ("文件(_F)…", "文件…"),
    ]:
        assert protect(text).text == plain
    assert protect("_one _two").accelerator is None  # which would be it?
    assert protect("Y-_Achse").accelerator is not None


def test_a_class_token_in_the_text_is_an_item_itself():
    text = f"odd {CLASSES['url']} and https://example.org"
    assert [CLASS_OF[c] for c in protect(text).text if c in CLASS_OF] == ["literal", "url"]
    assert identity(text) == text


def test_unknown_kinds_are_refused():
    with pytest.raises(UnknownName, match="known: accelerator, email"):
        require_kinds(["tag", "tags"])


_BITS = [
    *PLACEHOLDERS,
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<br/>",
    '<ph id="1"/>',
    "<name>",
    "~",
    "_",
    "&",
    "&amp;",
    "(_F)",
]
_BITS += [
    " ",
    "  ",
    "\t",
    "a",
    "Bc",
    "文",
    ".",
    "1.5",
    "\\n",
    "http://x.y/z",
    "a@b.de",
    "x.txt",
    "\ud800",
    "\u200d",
]
_BITS += [
    CLASSES["literal"],
    CLASSES["placeholder"],
    "\n",
    "<",
    ">",
    "e\u0301",
]
MIXED = st.lists(st.sampled_from(_BITS), max_size=14).map("".join)


@given(st.one_of(MIXED, st.text()))
@example("<b>a</b>b<i>c</i>")
@example("a<b> </b>c")
@example("文件(_F)</b>")
@example("x<b><i>y</b></i>z")
def test_identity_alignment_gives_the_text_back(text):
    assert identity(text) == text


class _Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


_WORDS = st.lists(
    st.sampled_from(["Haus", "Baum", "und", "%s", "{0}", "https://x.org/a", "a@b.de", "x.txt", "<br/>"]),
    max_size=10,
)


@given(_WORDS, st.integers(0, 2**32), st.booleans())
def test_every_item_comes_back_once_from_any_translation(words, seed, tagged):
    if tagged and len(words) > 2:
        words = ["<b>", words[0], "<i>", *words[1:-1], "</i>", words[-1], "</b>", "~Ende"]
    text = " ".join(words)
    protection = protect(text)
    source = tokens(protection.text)
    output, links = translation(source, seed)
    restored = restore(protection, source, output, links)
    assert found(restored) == found(text), restored
    parser = _Balanced()
    parser.feed(restored.replace("<br/>", ""))
    assert not parser.open


@given(MIXED, MIXED, st.lists(st.tuples(st.integers(-2, 20), st.integers(-2, 20)), max_size=12))
def test_nothing_is_lost_whatever_the_translation_and_its_links(text, output, links):
    protection = protect(text)
    restored = restore(protection, tokens(protection.text), tokens(output), links)
    for piece in {entry.text for entry in (*protection.items, *protection.tags)}:
        kept = sum(entry.text == piece for entry in (*protection.items, *protection.tags))
        assert restored.count(piece) >= kept or overlaps(piece)


def overlaps(piece: str) -> bool:
    """Whether str.count may miss some: %%%% holds three %%, of which it counts two."""
    return piece == "%%"


def translation(source: Segmented, seed: int) -> tuple[Segmented, list[tuple[int, int]]]:
    """Some source words in some order, some invented ones among them, and most of the links."""
    draw = random.Random(seed)
    kept = [(n, source.word(n)) for n in range(len(source)) if draw.random() < 0.7]
    made = [
        (-1, draw.choice(["word", CLASSES["placeholder"], CLASSES["url"]])) for _ in range(draw.randrange(4))
    ]
    chosen = kept + made
    draw.shuffle(chosen)
    links = [(s, t) for t, (s, _) in enumerate(chosen) if s >= 0 and draw.random() < 0.8]
    return Segmented.joined([word for _, word in chosen]), links


def found(text: str) -> Counter[str]:
    protection = protect(text)
    return Counter(
        [*(i.text for i in protection.items), *(t.text for t in protection.tags), *re.findall("~", text)]
    )


def test_tags_follow_the_words_they_enclosed():
    text = "I <b>like</b> to <u>drive</u> this car ."
    protection = protect(text)
    target = Segmented.joined(["Ich", "fahre", "gerne", "dieses", "Auto", "."])
    links = [(0, 0), (1, 2), (3, 1), (4, 3), (5, 4), (6, 5)]
    restored = restore(protection, tokens(protection.text), target, links)
    assert restored == "Ich <u>fahre</u> <b>gerne</b> dieses Auto ."


def test_items_follow_their_links_not_their_order():
    protection = protect("Copy %1 to %2")
    place = CLASSES["placeholder"]
    target = Segmented.joined(["Nach", place, place, "kopieren"])
    assert (
        restore(protection, tokens(protection.text), target, [(3, 1), (1, 2), (0, 3)])
        == "Nach %2 %1 kopieren"
    )


def test_a_lost_item_stands_between_the_translations_of_its_neighbors():
    protection = protect("Öffnen Sie %s jetzt.")
    target = Segmented("Open it now.", ((0, 4), (5, 7), (8, 11), (11, 12)))
    assert (
        restore(protection, tokens(protection.text), target, [(0, 0), (1, 1), (3, 2), (4, 3)])
        == "Open it %s now."
    )


def test_a_surplus_class_token_is_dropped():
    protection = protect("Open %s")
    place = CLASSES["placeholder"]
    target = Segmented.joined([place, "öffnen", place, place])
    assert restore(protection, tokens(protection.text), target, [(1, 2)]) == "öffnen %s"


@pytest.mark.parametrize(
    ("source", "target", "restored"),
    [
        ("_Datei", "File", "_File"),
        ("Be~enden", "Quit", "~Quit"),
        ("_Datei", "ファイル", "ファイル(_D)"),
        ("文件(_F)", "File", "_File"),
        ("Be_enden %s", CLASSES["placeholder"], "%s_"),
    ],
)
def test_an_accelerator_goes_to_a_word_of_the_output(source, target, restored):
    protection = protect(source)
    words = tokens(protection.text)
    links = [(0, 0)] if protection.items == () else [(1, 0)]
    assert restore(protection, words, tokens(target), links) == restored


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "<a " * 200_000,
        "a.a" * 300_000,
        "<b>" * 100_000,
        "%(" * 300_000,
        "<a>" * 60_000 + "</b>" * 60_000,
    ],
)
def test_a_megabyte_without_an_end_is_searched_quickly(text):
    assert identity(text) == text


def test_words_are_located_whatever_their_case_and_splitting():
    located = Segmented.located(
        "Der Aktionsplan  der EU.", ["der", "aktion", "plan", "der", "EU", "missing", "."]
    )
    assert [located.word(n) for n in range(len(located))] == ["Der", "Aktion", "plan", "der", "EU", "", "."]


@pytest.mark.parametrize(
    ("text", "target", "restored"),
    [
        ("%d%% done", "fertig: P P", "fertig: %d%%"),
        ("{0}{1}", "P , P", "{0} , {1}"),
        ("Version v%s (x)", "Die Version v P", "Die Version v%s"),
        ("打开PDF%s", "open PDF P", "open PDF %s"),
    ],
)
def test_items_touch_what_they_touched(text, target, restored):
    protection = protect(text)
    words = [CLASSES["placeholder"] if word == "P" else word for word in target.split()]
    source = Segmented.located(protection.text, tokenizer("auto", "en").tokenize(protection.text))
    assert restore(protection, source, Segmented.joined(words), []) == restored


@given(st.lists(st.sampled_from(["a", "%s", " ", "<b>", "</b>", "x.txt", "~File", "<br/>", "é"]), max_size=8))
def test_places_are_found_in_the_protected_text(pieces):
    text = "".join(pieces)
    protection = protect(text)
    places = [protection.offset(place) for place in range(len(text) + 1)]
    assert places == sorted(places) and places[0] == 0 and places[-1] == len(protection.text)
    for place, letter in enumerate(
        text
    ):  # a letter that stayed is found, one that was taken out has no width
        if places[place] < places[place + 1] and protection.text[places[place]] not in CLASSES.values():
            assert protection.text[places[place]] == letter or letter == ">"
