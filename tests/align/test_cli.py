"""`rectrix align` and `rectrix align score` as a user meets them."""

import json
import os
import sys
from types import SimpleNamespace

import pytest

from rectrix.cli import main


@pytest.fixture
def run(monkeypatch, capfd):
    """Runs `rectrix align` with these arguments in this process."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["rectrix", "align", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
            sys.exit(0)
        output = capfd.readouterr()
        return SimpleNamespace(returncode=stopped.value.code or 0, stdout=output.out, stderr=output.err)

    return call


@pytest.fixture
def texts(tmp_path):
    (tmp_path / "s").write_text("das haus\ndas buch\nein buch\n")
    (tmp_path / "t").write_text("the house\nthe book\na book\n")
    return tmp_path


def test_align_save_load_and_score(run, texts):
    made = run(texts / "s", texts / "t", "-o", texts / "out", "--model", "ibm1", "--save", texts / "m.ralign")
    assert made.returncode == 0, made.stderr
    assert (texts / "out").read_text() == "0-0 1-1\n" * 3
    assert (texts / "out.toml").read_text().startswith("# model=ibm1|rectrix=")
    again = run(texts / "s", texts / "t", "-o", "-", "--load", texts / "m.ralign", "--quiet")
    assert (again.returncode, again.stdout, again.stderr) == (0, "0-0 1-1\n" * 3, "")
    (texts / "gold").write_text("1-1 2p2\n1-1 2-2\n1-1\n")
    scored = run("score", texts / "out", texts / "gold", "--gold-first", "1", "--json")
    assert json.loads(scored.stdout) == {
        "precision": 5 / 6,
        "recall": 1.0,
        "aer": pytest.approx(1 - 9 / 10),
        "links": 6,
        "sure": 4,
    }
    assert "aer       0.1000" in run("score", texts / "out", texts / "gold", "--gold-first", "1").stdout


def test_options_may_come_first_and_help_shows_the_command(run, texts):
    assert run("-o", texts / "out", "--quiet", texts / "s", texts / "t").returncode == 0
    for arguments in ([], ["--help"], ["-h"]):
        text = run(*arguments).stdout
        assert "--symmetrize" in text and "align score" in text
    assert "--gold-first" in run("score", "--help").stdout


def test_errors_are_one_sentence_and_status_2(run, texts):
    (texts / "out").write_text("mine")
    refused = run(texts / "s", texts / "t", "-o", texts / "out")
    assert (refused.returncode, (texts / "out").read_text()) == (2, "mine")
    assert "--force" in refused.stderr
    unknown = run(texts / "s", texts / "t", "-o", texts / "new", "--model", "ibm7")
    assert unknown.returncode == 2 and "ibm7" in unknown.stderr and "hmm" in unknown.stderr
    assert run(texts / "s", texts / "missing", "-o", texts / "new").returncode == 2
    assert run("score", texts / "out", texts / "out").stderr.startswith("error: ")
    assert run(texts / "s", texts / "t", "-o", texts / "new", "--load", texts / "s").returncode == 2
    assert not (texts / "new").exists()


def test_one_stream_with_scores_and_lexicons(run, texts):
    lines = zip((texts / "s").read_text().splitlines(), (texts / "t").read_text().splitlines(), strict=True)
    (texts / "pairs").write_text("".join(f"{s} ||| {t}\n" for s, t in lines) + " ||| only\n")
    made = run(
        *("--pairs", texts / "pairs", "-o", texts / "out", "--model", "ibm1", "--quiet"),
        *("--scores", texts / "scores", "--moses-lexicon", texts / "lex", "--marian-lexicon", texts / "lex"),
    )
    assert made.returncode == 0, made.stderr
    assert (texts / "out").read_text() == "0-0 1-1\n" * 3 + "\n"
    for way in ("forward", "reverse"):
        scores = [float(line) for line in (texts / f"scores.{way}").read_text().splitlines()]
        assert len(scores) == 4 and all(score < 0 for score in scores[:3]) and scores[3] != scores[3]
    # Moses: generated word, given word, probability; NULL where there is no link. Marian wants no NULL.
    assert "the das 1.0000000\n" in (texts / "lex.f2e").read_text()
    assert "das the 1.0000000\n" in (texts / "lex.e2f").read_text()
    assert "only NULL 1.0000000\n" in (texts / "lex.f2e").read_text()
    assert "NULL" not in (texts / "lex.s2t").read_text() + (texts / "lex.t2s").read_text()
    assert "house haus 1.0000000\n" in (texts / "lex.s2t").read_text()


def test_bad_lines_of_one_stream_are_named(run, tmp_path):
    (tmp_path / "pairs").write_text("a ||| b\na b\n")
    made = run("--pairs", tmp_path / "pairs", "-o", tmp_path / "out")
    assert made.returncode != 0
    assert "pairs:2" in made.stderr and "source ||| target" in made.stderr
    assert not (tmp_path / "out").exists()
    assert "--pairs" in run(tmp_path / "pairs", "-o", tmp_path / "out").stderr
    os.mkfifo(tmp_path / "pipe")
    for once in ("-", tmp_path / "pipe"):
        assert "only once" in run("--pairs", once, "-o", tmp_path / "out").stderr


def test_a_sample_is_trained_on_and_all_is_aligned(run, tmp_path):
    words = [f"w{n % 7} w{n % 5}" for n in range(60)]
    (tmp_path / "s").write_text("\n".join(words) + "\n")
    (tmp_path / "t").write_text("\n".join(line.upper() for line in words) + "\n")
    made = run(tmp_path / "s", tmp_path / "t", "-o", tmp_path / "out", "--sample", 30, "--model", "hmm", "-q")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "out").read_text() == "0-0 1-1\n" * 60


def test_raw_text_has_links_between_its_words(run, tmp_path):
    (tmp_path / "s").write_text("Das Haus.\nDas Buch!\nEin Buch.\nDas.\nEin?\n")
    (tmp_path / "t").write_text("The house.\nThe book!\nA book.\nThe.\nA?\n")
    made = run(tmp_path / "s", tmp_path / "t", "-o", tmp_path / "out", "--raw", "--model", "hmm", "-q")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "out").read_text() == "0-0 1-1\n" * 3 + "0-0\n" * 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--agree"], "fertility always trains both directions together"),
        (["--model", "hmm", "--reward", "2", "--sweeps", "3"], "reward, sweeps: of the model fertility"),
        (["--load", "m.ralign", "--model", "hmm"], "--model is about training"),
        (["--sample", "2", "--moses-lexicon", "lexicon"], "no --sample"),
        (["--raw", "--marian-lexicon", "lexicon"], "no --raw"),
    ],
)
def test_options_without_effect_are_refused_before_anything_is_written(run, texts, given, told):
    before = sorted(texts.iterdir())
    wrong = run(texts / "s", texts / "t", "-o", texts / "out", *given)
    assert wrong.returncode == 2 and told in wrong.stderr
    assert sorted(texts.iterdir()) == before


def test_a_saved_model_is_asked_for_links_in_other_ways(run, texts):
    run(texts / "s", texts / "t", "-o", texts / "out", "--model", "ibm1", "--save", texts / "m.ralign")
    asked = ("--load", texts / "m.ralign", "--symmetrize", "soft-union", "--threshold", "0.2", "--posterior")
    assert run(texts / "s", texts / "t", "-o", "-", *asked).returncode == 0
