"""Documents filled in: only gaps change, translations are checked, marks for review are set."""

import difflib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError, OutputExists, RunError, UsageError
from rectrix.text.formats import Languages
from rectrix.text.formats.document import translate_document
from rectrix.text.formats.po_document import _quoted
from rectrix.text.formats.xliff_text import XliffText

PO = r"""# Übersetzer, 2020.
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: x\n"
"PO-Revision-Date: 2020-01-01 10:00+0100\n"
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"X-Generator: hand\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\n"

#. a comment   with  odd spacing
#: a.c:1
msgctxt "menu"
msgid   "Open %s"
msgstr ""

#, c-format
msgid "one file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""

msgid "Done"
msgstr "Fertig"

#, fuzzy, c-format
#| msgid "Clos"
msgid "Close"
msgstr "Schlie"

msgid "First line\n"
"second line\n"
msgstr ""

#~ msgid "Old"
#~ msgstr ""
"""


def shout(lines: list[str]) -> list[str]:
    """A translator that puts letters outside of placeholders and tags into capitals."""
    return [
        re.sub(r"%\w|</?\w+/?>|([a-z]+)", lambda m: m[0].upper() if m[1] else m[0], line) for line in lines
    ]


def fill(folder, name, content, translate=shout, **options):
    path, output = folder / name, folder / f"out-{name}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    report = translate_document(path, output, translate, force=True, **options)
    return report, output.read_bytes()


def changes(before: str, after: bytes) -> list[str]:
    lines = list(difflib.unified_diff(before.split("\n"), after.decode().split("\n"), n=0, lineterm=""))
    return [f"{line[0]} {line[1:]}" for line in lines[2:] if line[0] in "+-"]


@pytest.fixture(autouse=True)
def moment(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")


def test_only_untranslated_po_entries_change(tmp_path):
    report, output = fill(tmp_path, "de.po", PO, languages=Languages("en", "de"))
    assert (report.gaps, report.filled) == (5, 5)
    assert changes(PO, output) == [
        r'- "PO-Revision-Date: 2020-01-01 10:00+0100\n"',
        r'+ "PO-Revision-Date: 2023-11-14 22:13+0000\n"',
        r'- "X-Generator: hand\n"',
        r'+ "X-Generator: Rectrix\n"',
        "+ #, fuzzy",
        '- msgstr ""',
        '+ msgstr "OPEN %s"',
        "- #, c-format",
        "+ #, fuzzy, c-format",
        '- msgstr[0] ""',
        '- msgstr[1] ""',
        '+ msgstr[0] "ONE FILE"',
        '+ msgstr[1] "%d FILES"',
        '+ msgstr[2] "%d FILES"',
        "+ #, fuzzy",
        r'+ "FIRST LINE\n"',
        r'+ "SECOND LINE\n"',
    ]


def test_polib_reads_what_was_filled(tmp_path):
    polib = pytest.importorskip("polib")
    _, output = fill(tmp_path, "de.po", PO)
    by_id = {entry.msgid: entry for entry in polib.pofile(output.decode())}
    assert (
        by_id["Open %s"].msgstr == "OPEN %s" and by_id["Open %s"].fuzzy and by_id["Open %s"].msgctxt == "menu"
    )
    assert by_id["one file"].msgstr_plural == {0: "ONE FILE", 1: "%d FILES", 2: "%d FILES"}
    assert by_id["First line\nsecond line\n"].msgstr == "FIRST LINE\nSECOND LINE\n"
    assert not by_id["Done"].fuzzy


def test_fuzzy_entries_are_translated_anew_if_asked_for(tmp_path):
    report, output = fill(tmp_path, "de.po", PO, fuzzy=True)
    assert report.filled == 6
    assert b'#, fuzzy, c-format\n#| msgid "Clos"\nmsgid "Close"\nmsgstr "CLOSE"\n' in output


def test_a_full_document_stays_as_it_is(tmp_path):
    full = (
        PO.replace('msgstr ""\n\n', 'msgstr "x"\n\n')
        .replace('] ""', '] "%d"')
        .replace('"\nmsgstr ""\n\n#~', '"\n')
    )
    full = full.replace("nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2)", "nplurals=2; plural=n!=1")
    report, output = fill(tmp_path, "de.po", full)
    assert report.gaps == 0
    assert output == full.encode()


def test_windows_line_ends_charset_and_mark_stay(tmp_path):
    latin = PO.replace("UTF-8", "ISO-8859-1").replace("\n", "\r\n").encode("latin-1")
    _, output = fill(tmp_path, "de.po", latin)
    text = output.decode("latin-1")
    assert text.count("\n") == text.count("\r\n")
    assert "# Übersetzer" in text
    report, output = fill(tmp_path, "bom.po", b"\xef\xbb\xbf" + PO.encode())
    assert output.startswith(b"\xef\xbb\xbf# ") and report.filled == 5


def test_what_the_charset_cannot_write_stays_untranslated(tmp_path):
    latin = PO.replace("UTF-8", "ISO-8859-1").encode("latin-1")
    report, output = fill(tmp_path, "de.po", latin, lambda lines: [f"{line}→" for line in lines])
    assert report.filled == 0
    assert "'→' cannot be written in ISO-8859-1" in report.failures[0]
    assert output == latin


def test_translations_that_lose_a_placeholder_are_not_used(tmp_path):
    report, output = fill(tmp_path, "de.po", PO, lambda lines: [line.replace("%", "") for line in lines])
    assert report.failures == [
        f"{tmp_path}/de.po:14: left untranslated: %s is missing",
        f"{tmp_path}/de.po:19: left untranslated: %d is missing",
        f"{tmp_path}/de.po:19: left untranslated: %d is missing",
        f"{tmp_path}/de.po:19: left untranslated: another of its plural forms is",
    ]
    assert report.filled == 1
    assert b'msgid   "Open %s"\nmsgstr ""\n' in output


def test_a_document_in_another_language_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"de.po:3: is in de, but translations will be in fr"):
        fill(tmp_path, "de.po", PO, languages=Languages("en", "fr"))
    with pytest.raises(InputError, match=r"is from en to de, not from de to en"):
        fill(tmp_path, "a.xlf", XLIFF1, languages=Languages("de", "en"))


def test_nothing_is_overwritten_and_nothing_is_left_half_done(tmp_path):
    (tmp_path / "out.po").write_text("mine")
    (tmp_path / "de.po").write_text(PO)
    with pytest.raises(OutputExists):
        translate_document(tmp_path / "de.po", tmp_path / "out.po", shout)
    with pytest.raises(RunError, match="1 came back"):
        translate_document(tmp_path / "de.po", tmp_path / "new.po", lambda lines: lines[:1])
    with pytest.raises(UsageError, match=r"known endings: .xlf, .xliff, .po, .pot"):
        translate_document(tmp_path / "de.tmx", tmp_path / "new.tmx", shout)
    assert not (tmp_path / "new.po").exists()


XLIFF1 = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><!-- ä -->
<file original='a "b"' source-language="en" target-language="de" datatype="plaintext"><body>
  <trans-unit id="1">
    <source>Open <g id="1">the &amp; door</g><x id="2"/></source>
    <note>Why?</note>
  </trans-unit>
  <trans-unit id="2"><source>two</source><target   xml:lang="de" /></trans-unit>
  <trans-unit id="3"><source>three</source><target state="final">drei</target></trans-unit>
  <trans-unit id="4"><source>four</source><target state="new">four</target></trans-unit>
  <trans-unit id="5"><source>five</source><target state="needs-adaptation">fünf?</target></trans-unit>
  <trans-unit id="6" translate="no"><source>six</source></trans-unit>
  <trans-unit id="7" approved="yes"><source>seven</source><target></target></trans-unit>
  <trans-unit id="8"><source>eight
    lines</source><alt-trans><source>x</source><target>y</target></alt-trans></trans-unit>
  <trans-unit id="9" xml:space="preserve"><source>  a
 b </source></trans-unit>
  <trans-unit id="10">
   <source>a <bpt id="1">&lt;b&gt;</bpt>b<ept id="1">&lt;/b&gt;</ept> <ph id="2">%s</ph></source>
  </trans-unit>
</body></file></xliff>
"""
XLIFF2 = """<?xml version="1.0"?>
<xliff version="2.0" xmlns="urn:x" srcLang="en" trgLang="de"><file id="f">
<unit id="1"><segment id="a"><source>one <pc id="1">two</pc></source></segment>
 <segment state='initial' id="b"><source>three</source><target>three</target></segment>
 <segment state="reviewed"><source>four</source><target>vier</target></segment>
 <segment state="translated" subState="rectrix:needs-review"><source>five</source><target>5</target></segment>
 <ignorable><source> </source></ignorable></unit>
<unit id="2" translate="no"><segment><source>six</source></segment></unit></file></xliff>
"""
REVIEW = 'state="needs-review-translation" state-qualifier="leveraged-mt"'


def test_only_untranslated_units_of_xliff_1_change(tmp_path):
    report, output = fill(tmp_path, "a.xlf", XLIFF1)
    expected = XLIFF1
    for old, new in [
        (
            'door</g><x id="2"/></source>',
            'door</g><x id="2"/></source>\n'
            f'    <target {REVIEW}>OPEN <g id="1">THE &amp; DOOR</g><x id="2"/></target>',
        ),
        ('<target   xml:lang="de" />', f'<target   xml:lang="de" {REVIEW}>TWO</target>'),
        (
            '<target state="new">four',
            '<target state="needs-review-translation" state-qualifier="leveraged-mt">FOUR',
        ),
        ("lines</source>", f"lines</source><target {REVIEW}>EIGHT LINES</target>"),
        ("\n b </source>", f"\n b </source><target {REVIEW}>  A\n B </target>"),
        (
            "%s</ph></source>",
            f'%s</ph></source>\n   <target {REVIEW}>A <bpt id="1">&lt;b&gt;</bpt>'
            'B<ept id="1">&lt;/b&gt;</ept> <ph id="2">%s</ph></target>',
        ),
    ]:
        assert old in expected
        expected = expected.replace(old, new)
    assert output.decode() == expected
    assert report.filled == 6
    assert fill(tmp_path, "b.xlf", XLIFF1, fuzzy=True)[0].filled == 7


def test_only_untranslated_segments_of_xliff_2_change(tmp_path):
    report, output = fill(tmp_path, "a.xliff", XLIFF2)
    state = 'state="translated" subState="rectrix:needs-review"'
    expected = XLIFF2.replace('<segment id="a">', f'<segment id="a" {state}>')
    expected = expected.replace(
        "two</pc></source>", 'two</pc></source><target>ONE <pc id="1">TWO</pc></target>'
    )
    expected = expected.replace(
        "state='initial' id=\"b\"", 'state="translated" id="b" subState="rectrix:needs-review"'
    )
    expected = expected.replace("<target>three", "<target>THREE")
    assert output.decode() == expected
    assert report.filled == 2
    assert fill(tmp_path, "b.xliff", XLIFF2, fuzzy=True)[0].filled == 3


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_xliff_in_other_encodings(tmp_path, encoding):
    content = XLIFF1.replace("UTF-8", encoding).encode(encoding)
    _, output = fill(tmp_path, "a.xlf", content, lambda lines: [f"{line}€" for line in lines])
    text = output.decode(encoding)
    assert "<!-- ä -->" in text
    assert ("two€" if encoding == "utf-16" else "two&#8364;") in text


def test_tags_that_do_not_nest_are_not_written(tmp_path):
    inner = '<source><g id="1">a <g id="2">b</g></g></source>'
    source = f'<xliff version="1.2"><trans-unit>{inner}</trans-unit></xliff>'
    crossed = lambda lines: [re.sub(r"(</\w+>)(</\w+>)", r"\2\1", line) for line in lines]  # noqa: E731
    report, output = fill(tmp_path, "a.xlf", source, crossed)
    assert len(report.failures) == 1
    assert output.decode() == source


def test_what_xml_cannot_hold_is_not_written(tmp_path):
    source = '<xliff version="1.2"><trans-unit><source>a</source></trans-unit></xliff>'
    report, output = fill(tmp_path, "a.xlf", source, lambda lines: ["a\x01" for _ in lines])
    assert "XML cannot hold" in report.failures[0]
    assert output.decode() == source


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("cut.xlf", XLIFF1[:500], "no well-formed XML"),
        ("bomb.xlf", '<!DOCTYPE x [<!ENTITY a "b">]><xliff>&a;</xliff>', "declares the entity"),
        ("deep.xlf", "<xliff>" + "<g>" * 1000, "nested more than 256 deep"),
        ("wrong.po", PO.encode("latin-1"), "wrong.po:1: is not UTF-8"),
        ("bytes.xlf", XLIFF1.encode("latin-1"), "no well-formed XML"),
    ],
)
def test_hostile_documents_are_refused_before_work_is_spent(tmp_path, name, content, message):
    def never(lines):
        raise AssertionError("translated")

    with pytest.raises(InputError, match=message):
        fill(tmp_path, name, content, never)


_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=20)


@given(st.lists(st.one_of(_TEXT, st.sampled_from(["<g1>", "</g1>", "&lt;", "%s"])), max_size=6).map("".join))
def test_any_xliff_text_round_trips(text):
    from xml.sax.saxutils import escape

    xml = f'{escape(text)}<g id="a">{escape(text)}<x id="b"/></g>'
    parsed = XliffText.of(xml, preserve_space=True)
    assert parsed.xml(parsed.text) == xml


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_text_is_quoted_as_po_reads_it(tmp_path_factory, text):
    from rectrix.text.formats.po import entries

    lines = ['msgid "x"', *_quoted("msgstr", text)]
    # Only \n ends a line of a PO file.
    assert next(iter(entries("x.po", lines))).translations[0] == text
