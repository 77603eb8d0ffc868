"""Every form of file that Python reads, made up whole by hypothesis: right in its syntax, of any content.

Damage alone (test_readers.py) mostly meets a parser; here values of a wrong kind, at a wrong place or too
many of them get past it.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rectrix.base.config import to_toml
from rectrix.base.errors import RectrixError
from rectrix.evaluate.tuning_log import TuningLog
from rectrix.features.discretize import Discretizer
from rectrix.kbest import files as kbest
from rectrix.kbest.values import read_values
from rectrix.learn.records import Record
from rectrix.model.settings import ModelSettings
from rectrix.pipeline import TrainSettings
from rectrix.text.formats import DOCUMENTS, Languages, ReadOptions, read_bitext
from rectrix.text.formats.journal import read_journal
from rectrix.text.glossary import Glossary

GERMAN = Languages("de", "en")
EXAMPLES = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])

NUMBERS = st.one_of(
    st.integers(),
    st.sampled_from([2**31, 2**32, 2**63, -(2**63) - 1, 10**400]),
    st.floats(allow_nan=False, allow_infinity=False),
)
PLAIN = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=20), st.just("1e999"))


def tables(keys, leaves=PLAIN):
    """Nested values under keys that a reader may know."""
    names = st.one_of(st.sampled_from(keys), st.text(min_size=1, max_size=8))
    inner = st.recursive(
        leaves,
        lambda values: st.one_of(st.lists(values, max_size=4), st.dictionaries(names, values, max_size=4)),
        max_leaves=8,
    )
    return st.dictionaries(names, inner, max_size=6)


def reads_or_names(read, content, name="file"):
    """A reader takes the content, or says what is wrong with the file that it names."""
    __tracebackhide__ = True
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            found = read(path)
            if hasattr(found, "__next__"):
                for _ in found:
                    pass
        except RectrixError as error:
            assert name in str(error), f"an error that does not name the file: {error}"


JSON = {
    "bins": (Discretizer.load, ["bounds", "overlap", "keep", "probabilities", "p"]),
    "tuning log": (TuningLog.read, ["epoch", "tuning", "held_out", "weights", "step"]),
    "journal": (read_journal, ["id", "source", "target", "model", "links", "changes", "time", "undo"]),
    "lists": (
        lambda path: kbest.read_merged([path]),
        ["id", "text", "features", "score", "metrics", "hypotheses", "source"],
    ),
    "scores": (read_values, ["score", "scores", "id"]),
}


@pytest.mark.parametrize("name", JSON)
def test_json_of_any_content(name):
    read, keys = JSON[name]

    @EXAMPLES
    @given(st.lists(st.one_of(tables(keys), PLAIN), min_size=1, max_size=4))
    def check(values):
        text = "".join(json.dumps(value) + "\n" for value in values)
        reads_or_names(read, text.encode("utf-8", "surrogatepass"))

    check()


@pytest.mark.parametrize("kind", [ModelSettings, TrainSettings])
def test_toml_of_any_content(kind):
    leaves = PLAIN.filter(lambda value: value is not None)

    @EXAMPLES
    @given(tables([*kind.model_fields, "file", "pop_limit", "rounds"], leaves))
    def check(values):
        reads_or_names(kind.read, to_toml(values).encode("utf-8", "surrogatepass"))

    check()


@EXAMPLES
@given(
    st.dictionaries(st.text(max_size=8), st.one_of(PLAIN, st.lists(PLAIN, max_size=3)), max_size=4),
    st.dictionaries(st.text(min_size=1, max_size=8), st.lists(st.floats(), max_size=5), max_size=3),
)
def test_checkpoints_come_back(head, arrays):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        made = {name: np.array(values, dtype=np.float64) for name, values in arrays.items()}
        Record(head, made).write(path)
        back = Record.read(path)
        assert dict(back.head) == head and back.arrays.keys() == made.keys()
        for name, array in made.items():
            np.testing.assert_array_equal(back.arrays[name], array)


@EXAMPLES
@given(tables(["head", "arrays", "log"]), st.binary(max_size=40))
def test_checkpoints_whose_head_says_anything(values, rest):
    head = json.dumps(values).encode()
    reads_or_names(Record.read, b"RECTRIXR" + len(head).to_bytes(8, "little") + head + rest)


def elements(names, attributes):
    """XML with known elements in any order, and any text."""
    text = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=10).map(escape)
    values = st.sampled_from(["de", "en", "", "1", "x" * 300, "yes"])
    given_attributes = st.dictionaries(st.sampled_from(attributes), values, max_size=3)

    def element(name, given, inside):
        listed = "".join(f" {key}={quoteattr(value)}" for key, value in given.items())
        return f"<{name}{listed}>{''.join(inside)}</{name}>"

    return st.recursive(
        text,
        lambda inner: st.builds(
            element, st.sampled_from(names), given_attributes, st.lists(inner, max_size=5)
        ),
        max_leaves=15,
    )


XML = {
    "tmx": ("tmx", ["header", "body", "tu", "tuv", "seg", "ph", "bpt", "hi", "prop"], ["xml:lang", "tuid"]),
    "xliff": (
        "xliff",
        ["file", "body", "trans-unit", "source", "target", "x", "g", "unit", "segment", "group"],
        ["id", "source-language", "target-language", "state", "version", "approved", "srcLang", "trgLang"],
    ),
    "tbx": (
        "tbx",
        ["text", "body", "conceptEntry", "langSec", "termSec", "term", "termEntry", "langSet", "tig"],
        ["xml:lang", "id", "type"],
    ),
}


@pytest.mark.parametrize("name", XML)
def test_xml_of_any_content(name):
    root, inside, attributes = XML[name]
    readers = {
        "tmx": [lambda path: read_bitext(path, GERMAN, ReadOptions(), "tmx")],
        "xliff": [
            lambda path: read_bitext(path, GERMAN, ReadOptions(), "xliff"),
            lambda path: DOCUMENTS["xliff"](path, GERMAN),
        ],
        "tbx": [lambda path: Glossary.read(path, languages=GERMAN)],
    }[name]

    @EXAMPLES
    @given(elements(inside, attributes))
    def check(content):
        text = f'<?xml version="1.0"?><{root} version="1.2" srcLang="de">{content}</{root}>'
        for read in readers:
            reads_or_names(read, text.encode(), f"file.{name}")

    check()


PO_LINES = st.one_of(
    st.sampled_from(
        [
            *('msgid ""', 'msgstr ""', 'msgid "a %d"', 'msgid_plural "b"', 'msgstr[0] "c"', 'msgstr[1] ""'),
            *('msgstr[99] "d"', 'msgctxt "m"', "#, fuzzy", "#| msgid \"old\"", "#~ msgid \"gone\"", ""),
            *('"Language: en\\n"', '"Content-Type: text/plain; charset=nonsense\\n"', '"\\x"', "msgid"),
            '"Plural-Forms: nplurals=999999; plural=n;\\n"',
        ]
    ),
    st.text(max_size=12),
)  # fmt: skip


@EXAMPLES
@given(st.lists(PO_LINES, max_size=14))
def test_po_of_any_lines(lines):
    content = "\n".join(lines).encode("utf-8", "surrogatepass")
    reads_or_names(lambda path: read_bitext(path, GERMAN, ReadOptions(), "po"), content, "file.po")
    reads_or_names(lambda path: DOCUMENTS["po"](path, GERMAN), content, "file.po")
