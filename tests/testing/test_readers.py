"""Every file that Python reads, damaged in hundreds of ways: it is read, or an error names the file."""

import numpy as np
import pytest

from rectrix.align import read_alignments, read_gold
from rectrix.evaluate.tuning_log import TuningLog
from rectrix.exchange.foreign_weights import read_foreign
from rectrix.exchange.moses_ini import MosesIni
from rectrix.features.discretize import Discretizer
from rectrix.features.weights import read_weights
from rectrix.kbest import files as kbest
from rectrix.kbest.values import read_values
from rectrix.learn.records import Record
from rectrix.model.settings import ModelSettings
from rectrix.pipeline import TrainSettings
from rectrix.testing import check_reader
from rectrix.text import Bitext
from rectrix.text.classes import read_classes
from rectrix.text.formats import BITEXTS, DOCUMENTS, Languages, ReadOptions, read_bitext
from rectrix.text.glossary import GLOSSARIES, Glossary

GOOD = {
    "weights": (read_weights, b"lm 0.5\nglue -1e-3\n# note\n"),
    "foreign weights": (read_foreign, b"LanguageModel 0.5\nGlue=-1\n"),
    "bins": (
        Discretizer.load,
        b'{"bounds": {"p": [-2.0, -1.0]}, "overlap": 1, "keep": false, "probabilities": []}',
    ),
    "model.toml": (ModelSettings.read, ModelSettings().toml().encode()),
    "training.toml": (TrainSettings.read, TrainSettings().toml().encode()),
    "moses.ini": (
        MosesIni.read,
        b"[feature]\nDistortion\nKENLM name=LM0 path=lm.arpa order=4\n[weight]\nLM0= 0.5\n",
    ),
    "tuning log": (TuningLog.read, b'{"epoch": 1, "tuning": 0.1}\n{"epoch": 2, "tuning": 0.3}\n'),
    "classes": (read_classes, b"haus 3\nund 17\n"),
    "alignment": (read_alignments, b"0-0 1-2\n\n"),
    "gold": (lambda path: read_gold(path, 1), b"1-1 2?3\n"),
    "lists": (lambda path: kbest.read_merged([path]), b"0 ||| a b ||| lm= -1 ||| -2\n"),
    "scores": (read_values, b'1.5\n{"score": 2}\n-3e-1\n'),
    "bitext": (lambda path: list(Bitext(path)), b"ein haus\ta house\n"),
}


FORMATS = {
    "tmx": """<?xml version="1.0" encoding="UTF-8"?><tmx version="1.4"><header srclang="en"/><body>
<tu tuid="1"><tuv xml:lang="en-US"><seg>The &amp; <ph>%s</ph><hi>tree</hi>.</seg></tuv>
<tuv xml:lang="DE"><seg>Der Baum.</seg></tuv></tu></body></tmx>""",
    "xliff": """<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="de" target-language="en" datatype="plaintext"><body>
<trans-unit id="1"><source>Haus <x id="8"/></source>
<target state="translated">House <x id="8"/></target></trans-unit>
<trans-unit id="2"><source>Baum</source></trans-unit></body></file></xliff>""",
    "po": """msgid ""\nmsgstr ""\n"Language: en\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n
#, fuzzy\nmsgctxt "m"\nmsgid "Haus\\t%d"\nmsgid_plural "H"\nmsgstr[0] "House"\nmsgstr[1] ""\n""",
    "tsv": "das haus\tthe house\nein\ta\n",
    "journal": '{"id": 1, "source": "ein", "target": "a", "model": "0", "links": "0-0", "changes": {}, '
    '"time": ""}\n{"undo": 1}\n',
    "tbx": """<?xml version="1.0"?><tbx type="TBX-Basic" xml:lang="de"><text><body><conceptEntry id="1">
<langSec xml:lang="de"><termSec><term>Haus</term></termSec></langSec>
<langSec xml:lang="en"><termSec><term>house</term></termSec></langSec></conceptEntry></body></text></tbx>""",
}
GERMAN = Languages("de", "en")


@pytest.mark.parametrize("name", GOOD)
def test_damaged_files_are_errors_of_ours(name):
    check_reader(*GOOD[name])


@pytest.mark.parametrize("name", BITEXTS)
def test_every_format_of_bitexts(name):
    def read(path):
        return read_bitext(path, GERMAN, ReadOptions(), name)

    check_reader(read, FORMATS[name].encode(), name=f"file.{name}")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_format_of_documents(name):
    check_reader(lambda path: DOCUMENTS[name](path, GERMAN), FORMATS[name].encode(), name=f"file.{name}")


@pytest.mark.parametrize("name", GLOSSARIES)
def test_every_format_of_glossaries(name):
    check_reader(
        lambda path: Glossary.read(path, languages=GERMAN), FORMATS[name].encode(), name=f"file.{name}"
    )


def test_checkpoints(tmp_path):
    head = {"log": [{"epoch": 1}], "score": (0.5).hex(), "seconds": [0.1]}
    Record(head, {"keys": np.arange(6), "values": np.linspace(0, 1, 6)}).write(tmp_path / "run")
    check_reader(Record.read, (tmp_path / "run").read_bytes(), trials=1000)


def test_a_reader_that_lets_others_errors_through_is_found():
    with pytest.raises(AssertionError, match="ValueError"):
        check_reader(lambda path: [float(line) for line in path.read_bytes().split()], b"1 2\n3")
    with pytest.raises(AssertionError, match="a missing file passes"):
        check_reader(lambda path: path.exists(), b"1")
