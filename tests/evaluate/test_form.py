"""Outputs whose form differs from that of the references are warned of."""

from typer.testing import CliRunner

from rectrix.cli import app
from rectrix.evaluate.form import Form, form_warnings

TEXT = ["The house, he said, is old.", "It is in Paris.", "Yes, it is."]
FRENCH = ["Oui ! Il dit : « non », dit-il.", "Quoi ?"]


def test_forms():
    tokens = [line.replace(",", " ,").replace(".", " .") for line in TEXT]
    assert Form.of(TEXT) == Form(tokenized=False, lowercased=False)
    assert Form.of(tokens) == Form(tokenized=True, lowercased=False)
    assert Form.of([line.lower() for line in tokens]) == Form(tokenized=True, lowercased=True)
    assert Form.of(FRENCH) == Form(tokenized=False, lowercased=False), "French sets blanks before marks"
    assert Form.of(["我爱你。", ""]) == Form(tokenized=False, lowercased=False), "no case, no blanks"


def test_only_differences_are_warned_of():
    small = [line.lower() for line in TEXT]
    assert form_warnings({"a": TEXT, "b": list(TEXT)}, [TEXT]) == form_warnings({"a": small}, [small]) == []
    (warning,) = form_warnings({"a": small}, [TEXT])
    assert warning == "warning: a looks lowercased, but the references do not: the scores mislead"
    (warning,) = form_warnings({"a": TEXT}, [small])
    assert warning == "warning: the references look lowercased, but a does not: the scores mislead"


def test_evaluate_says_so(tmp_path):
    (tmp_path / "hypothesis").write_text("".join(f"{line.lower()}\n" for line in TEXT))
    (tmp_path / "reference").write_text("".join(f"{line}\n" for line in TEXT))
    options = ["--resamples", "2", "--shuffles", "1"]
    result = CliRunner().invoke(
        app, ["evaluate", str(tmp_path / "hypothesis"), "-r", str(tmp_path / "reference"), *options]
    )
    assert result.exit_code == 0 and "hypothesis looks lowercased" in result.stderr
