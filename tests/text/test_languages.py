"""Language codes: typing errors are told before hours are spent."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import UsageError
from rectrix.cli import app
from rectrix.text import guess_language, language_pair
from rectrix.text.formats.unit import speaks


def test_two_letters_must_be_a_language():
    with pytest.raises(UsageError, match=r"'xx' is no language: .* ISO 639-1"):
        language_pair("xx-en")
    assert language_pair("swh-en") == ("swh", "en")  # three letters: there are 8,000
    assert guess_language(Path("train.xx")) is None and guess_language(Path("train.de.gz")) == "de"


def test_withdrawn_codes_are_the_languages_they_were():
    assert language_pair("iw-in") == ("he", "id") and guess_language(Path("train.iw.xz")) == "he"
    assert speaks("he", "iw") and speaks("yi", "ji")


def test_capitals_are_told():
    with pytest.raises(UsageError, match=r"'LA' is not a language code .*, in small letters: la"):
        language_pair("LA-en")


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
