"""Files as localizers have them: a model from TSV, TMX and PO together, then a PO file filled in by it."""

from xml.sax.saxutils import escape

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import InputError, UsageError
from rectrix.cli import app
from rectrix.pipeline import train
from rectrix.sample import SampleSettings, write_sample
from rectrix.text.formats import Languages
from rectrix.text.formats.collection import Collection
from rectrix.text.formats.po import entries

CONFIG = "lm_order = 3\n[tune]\nrecipe = 'kbmira'\nk = 20\n[tune.settings]\nrounds = 1\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("localization")
    write_sample(folder, SampleSettings(pairs=300, held_out=20, references=1))
    sides = [(folder / f"train.{side}").read_text().splitlines() for side in ("de", "en")]
    pairs = list(zip(*sides, strict=True))
    units = "".join(
        f"<tu><tuv xml:lang='de'><seg>{escape(s)}</seg></tuv>"
        f"<tuv xml:lang='en'><seg>{escape(t)}</seg></tuv></tu>"
        for s, t in pairs[:100]
    )
    (folder / "a.tmx").write_text(f"<tmx><body>{units}</body></tmx>")
    (folder / "b.tsv").write_text("".join(f"ui\t{s}\t{t}\n" for s, t in pairs[100:200]))
    (folder / "c.po").write_text("".join(f'msgid "{s}"\nmsgstr "{t}"\n\n' for s, t in pairs[200:]))
    (folder / "train.toml").write_text(CONFIG)
    return folder


def command(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_from_files_of_three_formats_to_a_filled_document(folder):
    bitexts = [option for name in ("a.tmx", "b.tsv", "c.po") for option in ("--bitext", folder / name)]
    dev = ["--dev-source", folder / "dev.de", "--dev-reference", folder / "dev.ref0.en"]
    options = ["--config", folder / "train.toml", "-o", folder / "model", "--columns", "2,3"]
    trained = command("train", *bitexts, *dev, *options)
    assert trained.exit_code == 0, trained.output
    for side, made in (("de", "source"), ("en", "target")):
        text = (folder / "model.work" / f"bitext.{made}").read_text()
        assert text == (folder / f"train.{side}").read_text()

    first = (folder / "train.de").read_text().splitlines()[0]
    entry = f'msgid "{first}\\n"\nmsgstr ""\n'
    (folder / "in.po").write_text(
        f'{entry}\nmsgid "kept"\nmsgstr "as it was"\n\nmsgid "%s {first}"\nmsgstr ""\n'
    )
    filled = command("translate", folder / "model", folder / "in.po", "-o", folder / "out.po")
    assert filled.exit_code == 0, filled.output
    translation = command("translate", folder / "model", folder / "train.de").stdout.splitlines()[0]
    output = (folder / "out.po").read_text()
    assert output.startswith(f'#, fuzzy\nmsgid "{first}\\n"\nmsgstr ')
    assert next(iter(entries(folder / "out.po", output.splitlines()))).translations[0] == f"{translation}\n"
    assert 'msgid "kept"\nmsgstr "as it was"\n' in output
    assert "of 2 untranslated texts filled in and marked for review" in filled.stdout

    refused = command("translate", folder / "model", folder / "in.po")
    assert "give an output file" in str(refused.exception)
    as_text = command("translate", folder / "model", folder / "in.po", "--format", "text")
    assert as_text.stdout.count("\n") == 8


def test_parallel_texts_come_first(folder, tmp_path):
    collection = Collection([folder / "a.tmx"], Languages("de", "en"))
    made = tmp_path / "source", tmp_path / "target"
    assert collection.write(*made, before=(folder / "dev.de", folder / "dev.ref0.en")) == 100
    lines = made[0].read_text().splitlines()
    assert lines[:20] == (folder / "dev.de").read_text().splitlines()
    assert len(lines) == len(made[1].read_text().splitlines()) == 120
    with pytest.raises(InputError, match=r"dev.de has 20 lines, but .*train.en has 300"):
        collection.write(*made, before=(folder / "dev.de", folder / "train.en"))


def test_bytes_that_are_no_text_reach_the_policy_for_bad_lines(tmp_path):
    (tmp_path / "a.tsv").write_bytes(b"H\xffus\thouse\n")
    made = tmp_path / "source", tmp_path / "target"
    Collection([tmp_path / "a.tsv"], Languages("de", "en")).write(*made)
    assert made[0].read_bytes() == b"H\xffus\n"


def test_texts_of_several_lines_stay_together_if_they_match(tmp_path):
    path = tmp_path / "a.po"
    path.write_text(
        r'msgid "a\n\n  b\n"' + "\n" r'msgstr "A\nB\n"' + "\n\n" r'msgid "c\nd"' + "\n" r'msgstr "C D"' + "\n"
    )
    units = [unit[:2] for unit in Collection([path], Languages("en", "de"))]
    assert units == [("a", "A"), ("b", "B"), ("c d", "C D")]


def test_what_is_no_bitext_is_told_before_anything_is_made(folder, tmp_path):
    dev = (folder / "dev.de", [folder / "dev.ref0.en"], tmp_path / "model")
    with pytest.raises(UsageError, match="a bitext is needed"):
        train(None, None, *dev)
    with pytest.raises(UsageError, match="a bitext is needed"):
        train(folder / "train.de", None, *dev, bitexts=[folder / "a.tmx"])
    with pytest.raises(UsageError, match="its ending names no bitext format"):
        train(None, None, *dev, bitexts=[folder / "train.toml"])
    assert not list(tmp_path.iterdir())
    (tmp_path / "empty.tmx").write_text("<tmx/>")
    with pytest.raises(InputError, match=r"no translated text in .*empty.tmx"):
        train(None, None, *dev, bitexts=[tmp_path / "empty.tmx"])
