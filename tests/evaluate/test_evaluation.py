"""Evaluation: sacrebleu's scores and p-values, MultEval's published table, complete reports."""

import gzip
import json
from html.parser import HTMLParser
from itertools import product
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
from rectrix.evaluate.significance import randomization_p_value

from ..data import DATA

EXAMPLE = DATA / "nbest/multeval/example"
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
    """Within the error of two Monte-Carlo estimates; sacrebleu's bootstrap counts one tail of two."""
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
        expected = theirs[name][1].p_value * (2 if kind == "bs" else 1)
        assert p is not None
        assert abs(p - expected) < 8 * np.sqrt(2 * max(expected, 0.01) * (1 - expected) / trials)
        assert result.difference == pytest.approx(theirs[name][1].score - theirs[name][0].score)


def test_both_p_values_are_two_sided() -> None:
    """Of a difference of two standard errors 4.6 % by the normal distribution, whichever system is better."""
    rng = np.random.default_rng(5)
    differences = rng.normal(size=400)
    differences += 2 * differences.std(ddof=1) / 20 - differences.mean()
    lines = [["x"] * 400]
    columns = {"a": [{"c": np.zeros(400).tolist()}], "b": [{"c": differences.tolist()}]}
    for sign in (1, -1):
        columns["b"] = [{"c": (sign * differences).tolist()}]
        options = Options(("column:c",), resamples=20000, shuffles=20000)
        result = evaluate({"a": lines, "b": lines}, [], options, columns=columns).result("b", "column:c")
        assert result.p_bootstrap == pytest.approx(0.0455, abs=0.008)
        assert result.p_randomization == pytest.approx(0.0455, abs=0.008)


def exact_p_value(first: np.ndarray, second: np.ndarray) -> float:
    """Of all ways to exchange sentences, those that give at least the observed difference of means."""
    ways = np.array(list(product([0, 1], repeat=len(first))))
    found = np.abs(((1 - 2 * ways) * (second - first)).mean(axis=1))
    return float(np.mean(found >= found[0] - 1e-9))


@pytest.mark.parametrize("seed", range(6))
def test_randomization_agrees_with_all_ways_to_exchange_sentences(seed: int) -> None:
    """Small whole numbers: most ways tie with others, which counting larger differences alone would miss."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(4, size=(2, 9)).astype(float)
    second[rng.integers(9)] = first[0] + 3
    trials = 4000
    rows = [np.stack([values, np.ones(9)], axis=-1)[None] for values in (first, second)]
    found = randomization_p_value(*rows, lambda sums: sums[..., 0] / sums[..., 1], trials, rng)
    expected = exact_p_value(first, second)
    assert abs(found - expected) < 5 * np.sqrt(expected * (1 - expected) / trials) + 1 / trials


def test_one_changed_sentence_is_not_significant() -> None:
    lines = [f"a{n} b{n} c{n} d{n} e{n}" for n in range(30)]
    changed = ["x y z", *lines[1:]]
    result = evaluate({"a": [changed], "b": [lines]}, [lines], QUICK).result("b", "bleu")
    assert result.p_randomization == 1.0


@pytest.mark.parametrize("executor", ["serial", "threads", "processes"])
def test_executors_give_the_same_bytes(
    executor: str, texts: tuple[list[str], list[str], list[str]], tmp_path: Path
) -> None:
    reference, worse, better = texts
    (tmp_path / "mine.py").write_text("def mine(h, r):\n    return len(h) / len(r[0])\n")
    names = ("bleu", "wer", "0.5*bleu+0.5*chrf", f"{tmp_path / 'mine.py'}:mine")
    options = Options(names, resamples=50, shuffles=50, threads=1 if executor == "serial" else 2)
    found = evaluate({"a": [worse], "b": [better]}, [reference], options, executor=executor, workers=2)
    expected = evaluate({"a": [worse], "b": [better]}, [reference], Options(names, resamples=50, shuffles=50))
    assert json.dumps(found.as_dict()) == json.dumps(expected.as_dict())


def test_a_function_from_python(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, better = texts

    def words(hypothesis: str, references: list[str]) -> float:
        return len(set(hypothesis.split()) & set(references[0].split())) / len(references[0].split())

    options = Options((words, "wer"), resamples=50, shuffles=50)
    found = evaluate({"a": [worse], "b": [better]}, [reference], options)
    expected = np.mean([words(h, [r]) for h, r in zip(worse, reference, strict=True)])
    assert found.result("a", "words").mean == pytest.approx(expected)
    assert json.loads(json.dumps(found.as_dict()))["options"]["metrics"] == ["words", "wer"]
    assert "words" in page(found)


def test_sums_are_of_prepared_text(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, _ = texts
    options = Options(("bleu", "chrf", "0.5*bleu+0.5*chrf"), lowercase=True, resamples=10)
    found = evaluate({"a": [worse]}, [reference], options)
    bleu, chrf, both = (result.mean for result in found.results)
    assert bleu == pytest.approx(BLEU(lowercase=True).corpus_score(worse, [reference]).score)
    assert both == pytest.approx((bleu + chrf) / 2)
    assert (
        "case:lc" in found.signatures["0.5*bleu+0.5*chrf"]
        and "tok:13a" in found.signatures["0.5*bleu+0.5*chrf"]
    )


def test_details_of_bleu_are_sacrebleus(texts: tuple[list[str], list[str], list[str]]) -> None:
    reference, worse, _ = texts
    short = [" ".join(line.split()[:-1]) for line in worse]
    details = (
        evaluate({"a": [short]}, [reference], Options(("bleu",), resamples=10)).result("a", "bleu").details
    )
    theirs = BLEU().corpus_score(short, [reference])
    assert list(details) == ["BP", "ratio", "1-gram", "2-gram", "3-gram", "4-gram"]
    assert list(details.values()) == pytest.approx(
        [theirs.bp, theirs.sys_len / theirs.ref_len, *theirs.precisions]
    )


def test_digits_suit_the_scale() -> None:
    lines = [["x"] * 50]
    for size, digits in ((1000.0, 0), (1.0, 3), (0.01, 5), (1e-9, 6)):
        values = (size * np.arange(50) / 50 + size).tolist()
        found = evaluate(
            {"a": lines}, [], Options(("column:c",), resamples=50), columns={"a": [{"c": values}]}
        )
        assert found.digits["column:c"] == digits


def test_tables(texts: tuple[list[str], list[str], list[str]], tmp_path: Path) -> None:
    for name, lines in zip(("ref", "a_1", "b&c|d"), texts, strict=True):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    command = ["evaluate", str(tmp_path / "a_1"), str(tmp_path / "b&c|d"), "-r", str(tmp_path / "ref")]
    command += ["--resamples", "20", "--shuffles", "20", "--metric", "bleu,wer"]
    shown = {
        format: CliRunner().invoke(app, [*command, "-q", "--table-format", format]).stdout
        for format in ("text", "markdown", "latex", "tsv", "json")
    }
    score = f"{BLEU().corpus_score(texts[1], [texts[0]]).score:.2f}"
    assert all(score in text for format, text in shown.items() if format != "json")
    assert "| b&c\\|d |" in shown["markdown"] and "| --- | ---: |" in shown["markdown"]
    assert "a\\_1 & " in shown["latex"] and "b\\&c|d & " in shown["latex"]
    rows = [line.split("\t") for line in shown["tsv"].splitlines()]
    assert len({len(row) for row in rows}) == 1 and [row[1] for row in rows[1:]] == ["a_1", "b&c|d"] * 3
    assert json.loads(shown["json"])["results"][3]["metric"] == "wer"
    refused = CliRunner().invoke(app, [*command, "--table-format", "html"])
    assert "unknown table format 'html'" in str(refused.exception)


def test_columns_of_systems(tmp_path: Path) -> None:
    for name, text in {"a": "x\ny\n", "b": "y\nx\n", "1": "0.5\n0.7\n", "2": "0.6\n0.9\n"}.items():
        (tmp_path / name).write_text(text)
    a, b, one, two = (str(tmp_path / name) for name in ("a", "b", "1", "2"))
    command = ["evaluate", a, b, "--metric", "column:comet", "--column", f"comet={one}"]
    result = CliRunner().invoke(app, [*command, "--column", f"comet={two}", "--json", "--shuffles", "10"])
    assert [round(r["mean"], 9) for r in json.loads(result.stdout)["results"]] == [0.6, 0.75]
    assert "1 files for 2 systems" in str(CliRunner().invoke(app, command).exception)


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
    with pytest.raises(UsageError, match="give at least one reference"):
        evaluate({"a": [worse]}, [])
    with pytest.raises(UnknownName, match="unknown executor"):
        evaluate({"a": [worse]}, [reference], executor="cloud")
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
