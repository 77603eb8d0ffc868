"""The check of a translation against its source, and numbers in another language's manner."""

import pytest

from rectrix.base.errors import UsageError
from rectrix.text.check import differences
from rectrix.text.numbers import convert


@pytest.mark.parametrize(
    ("source", "target", "problems"),
    [
        ("Open %s", "%s öffnen", []),
        ("Open %s", "Öffnen", ["%s is missing"]),
        ("Open %s", "%s %s öffnen", ["%s is surplus"]),
        ("_File", "_Datei", []),
        ("_File", "Datei", ["accelerator _ is missing"]),
        ("_File", "ファイル(_F)", []),
        ("a <b>c</b>", "<b>c</b> a", []),
        ("a <b>c</b>", "</b>c<b> a", ["tags do not match each other as in the source"]),
    ],
)
def test_differences(source, target, problems):
    assert differences(source, target) == problems


@pytest.mark.parametrize(
    ("text", "source", "target", "converted"),
    [
        ("1.000,5", "de", "en", "1,000.5"),
        ("1,000.5", "en", "fr", "1\u00a0000,5"),
        ("12 345,6 km", "fr", "en", "12,345.6 km"),
        ("-3,5%", "de", "en", "-3.5%"),
        ("1.2.3", "de", "en", "1.2.3"),  # a version
        ("12.5.2020", "de", "en", "12.5.2020"),
        ("1000", "de", "en", "1000"),
    ],
)
def test_numbers(text, source, target, converted):
    assert convert(text, source, target) == converted


def test_a_language_without_known_numbers_is_refused():
    with pytest.raises(UsageError, match="'xx' is not known"):
        convert("1", "xx", "en")
