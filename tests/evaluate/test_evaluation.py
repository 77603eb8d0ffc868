"""Evaluation: sacrebleu's scores and p-values, MultEval's published table, complete reports."""

import gzip
import json
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from sacrebleu.significance import PairedTest
from typer.testing import CliRunner

from rectrix.base.errors import InputError, UnknownName, UsageError
from rectrix.cli import app
from rectrix.evaluate import Options, evaluate, page

EXAMPLE = Path(__file__).parents[3] / "shared/data/nbest/multeval/example"
QUICK = Options(resamples=200, shuffles=300)


def corrupted(rng: np.random.Generator, lines: list[str], rate: float) -> list[str]:
    return [
        " ".join(word if rng.random() > rate else f"w{rng.integers(9)}" for word in line.split())
        for line in lines
    ]


@pytest.fixture
def texts() -> tuple[list[str], list[str], list[str]]:
    """Reference, a system, and a slightly better one."""
    rng = np.random.default_rng(7)
    reference = [
        " ".join(f"w{i}," if i == 3 else f"W{i}" for i in rng.integers(40, size=rng.integers(3, 12)))
        for _ in range(80)
    ]
    return reference, corrupted(rng, reference, 0.42), corrupted(rng, reference, 0.36)


def test_scores_and_signatures_are_sacrebleus(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, _ = texts
    second = corrupted(np.random.default_rng(3), reference, 0.2)
    options = Options(("bleu", "chrf", "chrf++", "ter"), resamples=10)
    evaluation = evaluate({"a": [worse]}, [reference, second], options)
    for name, theirs in {"bleu": BLEU(), "chrf": CHRF(), "chrf++": CHRF(word_order=2), "ter": TER()}.items():
        expected = theirs.corpus_score(worse, [reference, second])
        assert evaluation.result("a", name).mean == pytest.approx(expected.score, rel=1e-13)
        assert evaluation.signatures[name].partition("|")[2] == str(theirs.get_signature())


@pytest.mark.parametrize("kind", ["bs", "ar"])
def test_p_values_agree_with_sacrebleus(kind: str, texts: tuple[list[str], list[str], list[str]]) -> None:
    """Within four standard errors of two Monte-Carlo estimates."""
    reference, worse, better = texts
    trials = 2000
    metrics = {"BLEU": BLEU(), "chrF": CHRF()}
    _, theirs = PairedTest([("a", worse), ("b", better)], metrics, [reference], kind, trials)()
    evaluation = evaluate(
        {"a": [worse], "b": [better]}, [reference], Options(("bleu", "chrf"), "13a", False, trials, trials)
    )
    for ours, name in (("bleu", "BLEU"), ("chrf", "chrF2")):
        result = evaluation.result("b", ours)
        p = result.p_bootstrap if kind == "bs" else result.p_randomization
        expected = theirs[name][1].p_value
        assert p is not None
        assert abs(p - expected) < 4 * np.sqrt(2 * max(expected, 0.01) * (1 - expected) / trials)
        assert result.difference == pytest.approx(theirs[name][1].score - theirs[name][0].score)


def test_multevals_published_table() -> None:
    """MultEval's README, three optimizer runs each: BLEU 18.5 (s_sel 0.3, s_opt 0.1) and 18.8 (0.3, 0.3),
    p 0.00; its regression test: BLEU 18.54 for the baseline's first run."""
    if not EXAMPLE.exists():
        pytest.skip(f"no {EXAMPLE}")

    def lines(name: str) -> list[str]:
        return gzip.decompress((EXAMPLE / f"{name}.gz").read_bytes()).decode().splitlines()

    systems = {
        name: [lines(f"hyps.lc.tok.en.{name}.opt{run}") for run in range(3)]
        for name in ("baseline", "sys1", "sys2")
    }
    options = Options(("bleu",), tokenize="none", resamples=500, shuffles=500)
    evaluation = evaluate(systems, [lines("refs.test2010.lc.tok.en.0")], options)
    shown = {
        name: [round(x, 1) for x in (result.mean, result.s_sel, result.s_opt or 0)]
        for name in systems
        for result in [evaluation.result(name, "bleu")]
    }
    assert shown == {"baseline": [18.5, 0.3, 0.1], "sys1": [18.8, 0.3, 0.3], "sys2": [18.5, 0.3, 0.1]}
    assert round(evaluation.result("baseline", "bleu").runs[0], 2) == 18.54
    assert (evaluation.result("sys1", "bleu").p_randomization or 1) < 0.005
    assert evaluation.result("sys2", "bleu").p_randomization is None  # the same files


def test_systems_that_differ_by_chance_are_not_significant() -> None:
    rng = np.random.default_rng(11)
    reference = [" ".join(f"w{i}" for i in rng.integers(30, size=10)) for _ in range(100)]
    systems = {name: [corrupted(rng, reference, 0.4) for _ in range(2)] for name in ("a", "b")}
    result = evaluate(systems, [reference], QUICK).result("b", "chrf")
    assert result.p_randomization is not None and result.p_randomization > 0.01


def test_the_same_seed_gives_the_same_numbers(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, better = texts
    first, second = (
        evaluate(
            {"a": [worse], "b": [better]},
            [reference],
            Options(("bleu",), resamples=50, shuffles=50, threads=t),
        )
        for t in (1, 3)
    )
    assert first.results == second.results


def test_lines_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"caf\xe9 noir ici oui\n")
    result = CliRunner().invoke(app, ["evaluate", str(tmp_path / "a"), "-r", str(tmp_path / "a"), "--json"])
    assert result.exit_code == 0, result.output
    assert [round(r["mean"], 9) for r in json.loads(result.stdout)["results"]] == [100, 100, 0]


def test_wrong_use(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, better = texts
    with pytest.raises(InputError, match="system a, run 1 has 79 lines; the references have 80"):
        evaluate({"a": [worse[1:]]}, [reference])
    with pytest.raises(InputError, match="reference 2 has 79 lines"):
        evaluate({"a": [worse]}, [reference, reference[1:]])
    with pytest.raises(UsageError, match="same number of runs"):
        evaluate({"a": [worse], "b": [better, better]}, [reference])
    with pytest.raises(UnknownName, match="unknown metric 'meteor'"):
        evaluate({"a": [worse]}, [reference], Options(("meteor",)))
    with pytest.raises(UnknownName, match="unknown tokenizer '13b'"):
        evaluate({"a": [worse]}, [reference], Options(tokenize="13b"))


class Balance(HTMLParser):
    """Fails if tags do not close; keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_data(self, data: str) -> None:
        self.text += data


def test_page(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, better = texts
    evaluation = evaluate({"<script>": [worse], "b & c": [better]}, [reference], QUICK)
    parser = Balance()
    parser.feed(page(evaluation))
    assert not parser.open and not parser.links
    assert "<script>" in parser.text and "b & c" in parser.text
    assert f"{evaluation.result('b & c', 'bleu').mean:.2f}" in parser.text
    assert page(evaluation).count("<svg") == 6  # bars and differences for each metric


def test_command(tmp_path: Path, texts: tuple[list[str], list[str], list[str]]) -> None:
    for name, lines in zip(("ref", "a", "b"), texts, strict=True):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    ref, a, b = (str(tmp_path / name) for name in ("ref", "a", "b"))
    common = ["-r", ref, "--resamples", "50", "--shuffles", "50"]
    result = CliRunner().invoke(
        app, ["evaluate", a, b, *common, "--json", "--html", str(tmp_path / "page.html")]
    )
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert facts["systems"] == ["a", "b"]
    assert facts["results"][0]["mean"] == pytest.approx(BLEU().corpus_score(texts[1], [texts[0]]).score)
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    result = CliRunner().invoke(
        app, ["evaluate", "--system", f"x={a},{b}", "--system", f"y={b},{a}", *common]
    )
    assert result.exit_code == 0, result.output
    assert "s_opt" in result.stdout and "BLEU|nrefs:1|case:mixed" in result.stdout.replace("\n", "")
    result = CliRunner().invoke(app, ["evaluate", "--system", "x", *common])
    assert "expected NAME=FILE" in str(result.exception)
