"""A process maps a file once, however often it is opened."""

import os
import sys
from pathlib import Path

import pytest

from rectrix.exchange.cdec import import_model
from rectrix.lm import compile_arpa
from rectrix.lm.model import LanguageModel
from rectrix.model.folder import ModelFolder
from rectrix.model.translator import Translator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/self/maps")

GRAMMAR = "[X] ||| das [X,1] ||| the [X,1] ||| EgivenFCoherent=0.25 CountEF=1.5 ||| 0-0\n"
ARPA = "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n0\t<s>\n-0.5\t</s>\n{the}\tthe\n\n\\end\\\n"


def mappings(path: Path) -> int:
    return sum(line.endswith(str(path)) for line in Path("/proc/self/maps").read_text().splitlines())


def language_model(path: Path, the: str) -> Path:
    text = path.with_suffix(".arpa")
    text.write_text(ARPA.format(the=the))
    compile_arpa(text, path, force=True)
    return path


def model_of(folder: Path) -> ModelFolder:
    (folder / "grammars").mkdir()
    (folder / "grammars/grammar.0").write_text(GRAMMAR)
    (folder / "weights").write_text("LanguageModel 0.5\nEgivenFCoherent -0.07\n")
    (folder / "lm.arpa").write_text(ARPA.format(the="-0.3"))
    texts = folder / "grammars", folder / "lm.arpa", folder / "weights"
    return import_model("cdec", *texts, folder / "model")[0]


def test_a_model_that_is_opened_again_shares_what_is_mapped(tmp_path: Path) -> None:
    folder = model_of(tmp_path)
    files = [folder.grammar, *(path for path, _ in folder.language_models)]
    first = Translator.open(folder.path)
    once = [mappings(path) for path in files]
    second = Translator.open(folder.path)
    assert once == [mappings(path) for path in files] == [1, 1]
    del first
    assert [mappings(path) for path in files] == [1, 1]  # what the second still uses
    assert second.decoder is not None
    del second
    assert [mappings(path) for path in files] == [0, 0]  # nothing is kept for nobody


def test_links_to_one_file_are_one_file(tmp_path: Path) -> None:
    """Tuned copies of a model share its large files by hard links."""
    path = language_model(tmp_path / "lm.rlm", "-0.3")
    os.link(path, tmp_path / "other.rlm")
    both = [LanguageModel.open(path), LanguageModel.open(tmp_path / "other.rlm")]
    assert mappings(path) + mappings(tmp_path / "other.rlm") == 1
    assert both[0].score("the") == both[1].score("the")


def test_a_replaced_file_is_opened_anew(tmp_path: Path) -> None:
    path = language_model(tmp_path / "lm.rlm", "-0.3")
    old = LanguageModel.open(path)
    before = old.score("the")
    language_model(path, "-0.7")  # of the same size
    assert LanguageModel.open(path).score("the") == pytest.approx(before - 0.4, abs=1e-5)
    assert old.score("the") == before
