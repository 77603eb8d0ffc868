"""Files that Python reads, damaged in every way: an error of ours that names the file, or what it says."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectrix.align import read_alignments, read_gold
from rectrix.base.errors import RectrixError
from rectrix.evaluate.tuning_log import TuningLog
from rectrix.exchange.foreign_weights import read_foreign
from rectrix.exchange.moses_ini import MosesIni
from rectrix.features.classes import read_classes
from rectrix.features.discretize import Discretizer
from rectrix.features.weights import read_weights
from rectrix.kbest import files as kbest
from rectrix.model.folder import ModelSettings
from rectrix.pipeline import TrainSettings
from rectrix.text import Bitext

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
    "tuning log": (TuningLog.read, b'{"epoch": 1, "before": 0.1, "after": 0.2}\n{"epoch": 2}\n'),
    "classes": (read_classes, b"haus 3\nund 17\n"),
    "alignment": (read_alignments, b"0-0 1-2\n\n"),
    "gold": (lambda path: read_gold(path, 1), b"1-1 2?3\n"),
    "lists": (lambda path: kbest.read_merged([path]), b"0 ||| a b ||| lm= -1 ||| -2\n"),
    "bitext": (lambda path: list(Bitext(path)), b"ein haus\ta house\n"),
}


def damaged(good: bytes) -> st.SearchStrategy[bytes]:
    """The good file with a piece replaced, or anything."""
    pieces = st.binary(max_size=20) | st.sampled_from(
        [b"\n", b"=", b"[", b'"', b"{", b"-", b"1e999", b"\xff", b"\0"]
    )
    places = st.integers(0, len(good))
    changed = st.tuples(places, places, pieces).map(lambda c: good[: min(c[:2])] + c[2] + good[max(c[:2]) :])
    return changed | st.binary(max_size=200) | st.text(max_size=100).map(str.encode)


@pytest.mark.parametrize("name", GOOD)
@given(data=st.data())
def test_damaged_files_are_errors_of_ours(name, data, tmp_path_factory):
    read, good = GOOD[name]
    path: Path = tmp_path_factory.mktemp("hostile") / "file"
    path.write_bytes(data.draw(damaged(good)))
    try:
        read(path)
    except RectrixError as error:
        assert "Traceback" not in str(error)
