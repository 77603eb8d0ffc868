"""Readers of bitexts and glossaries: what the standards say, and what hostile files hold."""

import gzip
import lzma
import tracemalloc
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.base.errors import InputError, UsageError
from rectrix.text.formats import Languages, ReadOptions, read_bitext
from rectrix.text.formats.tbx import read as read_terms

GERMAN = Languages("de", "en")
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="hand" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en"
 srclang="en-US" datatype="plaintext"/>
<body>
<tu tuid="1"><note>n</note><tuv xml:lang="en-US"><seg>The house &amp; the tree.</seg></tuv>
 <tuv xml:lang="DE"><seg>Das Haus &amp; der Baum.</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Only English</seg></tuv></tu>
<tu><tuv xml:lang="de-CH"><seg>Schweiz</seg></tuv><tuv xml:lang="de"><seg>Deutsch</seg></tuv>
 <tuv xml:lang="en"><seg>German</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>Ein <bpt i="1">&lt;b&gt;</bpt>fetter<ept i="1">&lt;/b&gt;</ept> Text mit
 <ph>%s</ph> und<ph>&lt;br/&gt;</ph>Ende, <hi>betont</hi></seg></tuv>
 <tuv lang="en"><seg>A <bpt i="1">{\\b </bpt>bold<ept i="1">}</ept> text
 <it pos="begin">x<sub>y</sub></it>end</seg></tuv>
</tu>
</body></tmx>
"""
XLIFF1 = """<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en-US" target-language="de" datatype="plaintext"><header/><body>
<group><trans-unit id="1"><source>House</source><target state="translated">Haus</target>
 <alt-trans><source>Houses</source><target>Häuser</target></alt-trans></trans-unit></group>
<trans-unit id="2"><source>Tree</source><target state="new">Tree</target></trans-unit>
<trans-unit id="3"><source>Sky</source></trans-unit>
<trans-unit id="4"><source>A <g id="7">big</g> <x id="8"/>sea</source>
<target>Ein <g id="7">großes</g> <x id="8"/>Meer</target>
</trans-unit></body></file></xliff>
"""
XLIFF2 = """<?xml version="1.0"?>
<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"
 xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1">
<mtc:matches><mtc:match ref="#s"><source>No</source><target>Nein</target></mtc:match></mtc:matches>
<segment id="s"><source>House <pc id="1">big</pc></source><target>Haus <pc id="1">groß</pc></target></segment>
<ignorable><source> </source></ignorable>
<segment state="initial"><source>Tree</source><target>?</target></segment></unit></file></xliff>
"""
PO = r"""# Translators, 2020.
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: a.c:1
#, c-format
msgid "Open \"%s\"\n"
msgstr "Öffne "
"\"%s\"\n"

msgctxt "menu"
msgid "One file"
msgid_plural "%d files"
msgstr[0] "Eine Datei"
msgstr[1] "%d Dateien"

#, fuzzy
#| msgid "Clos"
msgid "Close"
msgstr "Schlie"

msgid "Untranslated"
msgstr ""

#~ msgid "Old"
#~ msgstr "Alt"
"""


def write(folder, name, text):
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def tmx(texts):
    units = [
        f"<tu><tuv xml:lang='de'><seg>{escape(source)}</seg></tuv>"
        f"<tuv xml:lang='en'><seg>{escape(target)}</seg></tuv></tu>\n"
        for source, target in texts
    ]
    return f"<tmx><body>{''.join(units)}</body></tmx>"


def pairs(path, languages=GERMAN, **options):
    return [(unit.source, unit.target) for unit in read_bitext(path, languages, ReadOptions(**options))]


def test_tmx(tmp_path):
    path = write(tmp_path, "a.tmx", TMX)
    units = list(read_bitext(path, GERMAN))
    assert [(unit.source, unit.target) for unit in units] == [
        ("Das Haus & der Baum.", "The house & the tree."),
        ("Deutsch", "German"),  # the exact language before a regional one
        ("Ein fetter Text mit\n %s und Ende, betont", "A bold text\n end"),
    ]
    assert units[0].origin == f"{path}:7"


def test_inline_codes_as_tags(tmp_path):
    *_, (source, target) = pairs(write(tmp_path, "a.tmx", TMX), codes="tags")
    assert (
        source == 'Ein <g id="1">fetter</g> Text mit\n <x id="3"/> und<x id="4"/>Ende, <g id="5">betont</g>'
    )
    assert target == 'A <g id="1">bold</g> text\n <x id="3"/>end'


def test_tmx_without_the_languages_says_which_it_has(tmp_path):
    with pytest.raises(InputError, match=r"no unit has both fr and en; languages seen: .*de \(2\)"):
        pairs(write(tmp_path, "a.tmx", TMX), Languages("fr", "en"))


def test_xliff(tmp_path):
    old, new = write(tmp_path, "a.xlf", XLIFF1), write(tmp_path, "b.xliff", XLIFF2)
    english = Languages("en", "de")
    assert pairs(old, english) == [("House", "Haus"), ("A big sea", "Ein großes Meer")]
    assert pairs(new, english) == [("House big", "Haus groß")]
    assert pairs(old, GERMAN)[0] == ("Haus", "House")
    assert pairs(old, english, codes="tags")[1][0] == 'A <g id="7">big</g> <x id="8"/>sea'
    with pytest.raises(InputError, match=r"a.xlf:3: is from en-US to de, not from fr to de"):
        pairs(old, Languages("fr", "de"))


def test_po(tmp_path):
    expected = [('Open "%s"\n', 'Öffne "%s"\n'), ("One file", "Eine Datei"), ("%d files", "%d Dateien")]
    path = write(tmp_path, "de.po", PO)
    assert pairs(path, Languages("en", "de")) == expected
    assert pairs(path, GERMAN) == [(target, source) for source, target in expected]
    with pytest.raises(InputError, match="is in de, neither fr nor cs"):
        pairs(path, Languages("fr", "cs"))


def test_po_reads_as_polib_does(tmp_path):
    polib = pytest.importorskip("polib")
    path = write(tmp_path, "de.po", PO)
    expected = []
    for entry in polib.pofile(str(path)).translated_entries():
        if entry.msgid_plural:
            expected += [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        else:
            expected.append((entry.msgid, entry.msgstr))
    assert pairs(path, Languages("en", "de")) == expected


def test_tsv_columns_and_compression(tmp_path):
    text = "ui\ta.po\tHaus\tHouse\nui\ta.po\tBaum\tTree\n"
    for name, data in [
        ("a.tsv", text.encode()),
        ("b.tsv.gz", gzip.compress(text.encode())),
        ("c.tsv.xz", lzma.compress(text.encode())),
    ]:
        assert pairs(write(tmp_path, name, data), columns=(3, 4)) == [("Haus", "House"), ("Baum", "Tree")]
    with pytest.raises(InputError, match=r"a.tsv:1: 4 columns, but column 5 is wanted"):
        pairs(tmp_path / "a.tsv", columns=(3, 5))


def test_an_unknown_ending_lists_the_known(tmp_path):
    with pytest.raises(UsageError, match=r"known endings: .tsv, .tab, .tmx, .xlf, .xliff, .po, .pot"):
        read_bitext(tmp_path / "a.doc", GERMAN)


def test_term_bases(tmp_path):
    old = """<martif type="TBX"><text><body><termEntry id="1">
      <langSet xml:lang="de"><tig><term>Rechner</term></tig><tig><term>Computer</term></tig></langSet>
      <langSet xml:lang="en"><tig><term>calculator</term>
       <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
       <ntig><termGrp><term>PC</term></termGrp></ntig>
       <tig><term>computer</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig>
      </langSet></termEntry></body></text></martif>"""
    new = """<tbx xmlns="urn:iso:std:iso:30042:ed-2"><text><body><conceptEntry id="1">
      <langSec xml:lang="de-DE"><termSec><term>Haus</term></termSec></langSec>
      <langSec xml:lang="en"><termSec><term>house</term></termSec></langSec>
      </conceptEntry></body></text></tbx>"""
    path = write(tmp_path, "o.tbx", old)
    assert list(read_terms(path, GERMAN)) == [
        ("Rechner", "computer", str(path), 1),
        ("Computer", "computer", str(path), 1),
    ]
    assert [term[:2] for term in read_terms(write(tmp_path, "n.tbx", new), GERMAN)] == [("Haus", "house")]
    with pytest.raises(InputError, match=r"the document's element is <tmx>, neither <martif> nor <tbx>"):
        list(read_terms(write(tmp_path, "t.tbx", TMX), GERMAN))


BOMB = '<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><tmx>&b;</tmx>'


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bomb.tmx", BOMB, "declares the entity 'a'"),
        ("bomb.xlf", BOMB.replace("tmx", "xliff"), "declares the entity 'a'"),
        ("cut.tmx", TMX[:600], "no well-formed XML"),
        ("cut.xlf", XLIFF1[:300], "no well-formed XML"),
        ("empty.tmx", "", "no well-formed XML: no element found"),
        (
            "open.tmx",
            "<tmx><body><tu><tuv xml:lang='de'><seg>a<b></seg>",
            "1: this is no well-formed XML: mismatched",
        ),
        ("deep.tmx", "<tmx>" + "<a>" * 100_000, "nested more than 256 deep"),
        ("entity.tmx", '<!DOCTYPE tmx SYSTEM "x.dtd"><tmx>&copy;</tmx>', "&copy; that is not declared"),
        ("html.tmx", "<html></html>", "the document's element is <html>, not <tmx>"),
        ("html.xlf", "<html></html>", "the document's element is <html>, not <xliff>"),
        (
            "language.tmx",
            "<tmx><body><tu><tuv><seg>a</seg></tuv></tu></body></tmx>",
            "a tuv without xml:lang",
        ),
        ("charset.tmx", b'<?xml version="1.0" encoding="klingon"?><tmx/>', "encoding"),
        ("latin.tmx", "<tmx>ä</tmx>".encode("latin-1"), "no well-formed XML"),
        ("charset.po", PO.replace("UTF-8", "klingon"), "charset.po:5: the charset 'klingon' is not known"),
        ("wrong.po", PO.encode("latin-1"), r"wrong.po:11: is not UTF-8, the charset that the header names"),
        ("ascii.po", PO.replace("UTF-8", "US-ASCII"), "ascii.po:11: is not US-ASCII"),
        ("quote.po", 'msgid "a\nmsgstr "b"\n', "quote.po:1: expected a keyword or a string"),
        ("inner.po", 'msgid "a"b"\nmsgstr "b"\n', "inner.po:1: a string whose quotes do not match"),
        ("order.po", 'msgstr "a"\n', "order.po:1: msgstr before a msgid"),
        (
            "cut.po",
            'msgid "a"\nmsgstr "b"\n\nmsgid "c"\n',
            "cut.po:4: an entry without msgid or msgstr; is the file cut",
        ),
        ("twice.po", 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "twice.po:3: a second msgstr"),
        ("nothing.po", "\x00\x01\x02", "nothing.po:1: expected a keyword"),
    ],
)
def test_hostile_files_are_refused_with_a_clear_error(tmp_path, name, content, message):
    with pytest.raises(InputError, match=message):
        pairs(write(tmp_path, name, content), Languages("en", "de"))


def test_a_megabyte_in_one_segment_is_read(tmp_path):
    long = "a" * (1 << 20)
    assert pairs(write(tmp_path, "a.tmx", tmx([(long, "b")]))) == [(long, "b")]
    assert pairs(write(tmp_path, "a.po", f'msgid "{long}"\nmsgstr "b"\n')) == [(long, "b")]


def test_lone_surrogates_are_refused_by_xml(tmp_path):
    with pytest.raises(InputError, match="reference to invalid character"):
        pairs(write(tmp_path, "a.tmx", "<tmx>&#xD800;</tmx>"))


def test_memory_does_not_grow_with_the_file(tmp_path):
    path = write(tmp_path, "a.tmx", tmx([("Haus und Hof", "house")] * 20_000))  # 2 MB
    tracemalloc.start()
    assert sum(1 for _ in read_bitext(path, GERMAN)) == 20_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=30)


@given(st.lists(st.tuples(_TEXT, _TEXT), min_size=1, max_size=5))
def test_any_text_comes_through_every_format(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("formats")

    quoted = [tuple(x.replace("\\", r"\\").replace('"', r"\"") for x in pair) for pair in texts]
    po = "".join(f'msgctxt "{n}"\nmsgid "{s}"\nmsgstr "{t}"\n\n' for n, (s, t) in enumerate(quoted))
    assert pairs(write(folder, "a.tmx", tmx(texts))) == texts
    assert pairs(write(folder, "a.po", po)) == texts
