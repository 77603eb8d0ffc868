"""Language codes: typing errors are told before hours are spent."""

from pathlib import Path

import pytest

from rectrix.base.errors import UsageError
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
