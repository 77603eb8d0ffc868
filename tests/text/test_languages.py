"""Language codes: typing errors are told before hours are spent."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import UsageError
from rectrix.cli import app
from rectrix.text import guess_language, language_pair
from rectrix.text.formats.unit import speaks


def test_two_letters_must_be_a_language():
    with pytest.raises(UsageError, match=r"'xx' is no language: .*\baa\b.*\bzu\b"):
        language_pair("xx-en")
    assert language_pair("swh-en") == ("swh", "en")  # three letters: there are 8,000
    assert guess_language(Path("train.xx")) is None and guess_language(Path("train.de.gz")) == "de"


def test_three_letters_are_two_where_there_are():
    assert language_pair("deu-eng") == language_pair("ger-en") == ("de", "en")
    assert guess_language(Path("train.eng")) == "en"
    assert speaks("de", "deu-DE") and not speaks("de", "den")


def test_nothing_is_learned_from_an_empty_text(tmp_path):
    (tmp_path / "empty.fi").write_text("\n \n")
    result = CliRunner().invoke(
        app, ["text", "learn", str(tmp_path / "empty.fi"), "-o", str(tmp_path / "out")]
    )
    assert result.exit_code != 0 and "there is no text to learn from" in str(result.exception)
    assert not (tmp_path / "out").exists()
