"""Tuning does not depend on the units of features; reports are what brute force finds; whole paths."""

import json
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

import rectrix as rx
from rectrix.base.errors import UnknownName, UsageError
from rectrix.cli import app
from rectrix.kbest import read, sentences
from rectrix.learn.stored import StoredLists
from rectrix.rerank import Axis, Scaling, grid
from rectrix.rerank.choices import Choices
from rectrix.rerank.scaling import deviations
from rectrix.score import metric, references_of

WORDS = ["the", "a", "old", "new", "man", "woman", "house", "book", "reads", "sees", "and", "today", "."]


def made_up(seed: int, count: int = 30, size: int = 8, unit: float = 1.0) -> tuple[list, list[str]]:
    """Sentences of (text, features) and references; `good` knows most, in any unit."""
    rng = np.random.default_rng(seed)
    lists, references = [], []
    for _ in range(count):
        reference = [str(word) for word in rng.choice(WORDS, size=9)]
        references.append(" ".join(reference))
        own = []
        for _ in range(size):
            wrong = 0.6 * rng.random()
            words = [str(rng.choice(WORDS)) if rng.random() < wrong else word for word in reference]
            features = {"good": unit * (-wrong + rng.normal(0, 0.1)), "noise": rng.normal(), "bias": 1.0}
            own.append((" ".join(words), features))
        lists.append(own)
    return lists, references


@pytest.mark.parametrize("recipe", ["kbmira", "pro", "minrisk", "rampion", "green2013"])
def test_units_do_not_matter(recipe: str) -> None:
    lists, references = made_up(1)
    large, _ = made_up(1, unit=1024.0)
    plain = rx.rerank.tune(lists, references, recipe, "chrf")
    other = rx.rerank.tune(large, references, recipe, "chrf")
    assert "scale=deviation" in plain.signature
    assert other.after == plain.after
    assert other.weights["good"] == pytest.approx(plain.weights["good"] / 1024, rel=1e-5)
    assert other.weights["noise"] == pytest.approx(plain.weights["noise"], rel=1e-4, abs=1e-9)
    # The weights are for the lists as they were given.
    assert rx.rerank.apply(large, other) == other.apply(rx.rerank.lists_of(large))
    judge, given = metric("chrf"), references_of([references])
    chosen = rx.rerank.lists_of([[(text, {})] for text in rx.rerank.apply(large, other)])
    assert judge.score(judge.statistics(chosen, given).sum(axis=0)) == pytest.approx(other.after)


def one_feature(seed: int) -> list[list[tuple[float, float]]]:
    """Sentences of (feature, value of the metric), with many ties."""
    rng = np.random.default_rng(seed)
    draw = (lambda: float(rng.integers(-2, 3))) if seed % 3 else (lambda: float(np.float32(rng.normal())))
    return [
        [(draw(), float(rng.integers(1, 6))) for _ in range(rng.integers(2, 5))]
        for _ in range(rng.integers(2, 5))
    ]


@pytest.mark.parametrize("start", [None, 1.0, -1.0])
@pytest.mark.parametrize("order", ["", ":lower"])
def test_mert_finds_the_sign_of_a_single_feature(start: float | None, order: str, tmp_path: Path) -> None:
    for seed in range(12):
        made = one_feature(seed)

        def score(sign: float, made: list[list[tuple[float, float]]] = made) -> float:
            return float(np.mean([max(own, key=lambda pair: sign * pair[0])[1] for own in made]))

        rows = [(n, f, m) for n, own in enumerate(made) for f, m in own]
        table = "".join(f"s{n}\tt {i}\t{f!r}\t{m}\n" for i, (n, f, m) in enumerate(rows))
        (tmp_path / "l.tsv").write_text("id\ttext\tf\tcolumn:m\n" + table)
        begin = None if start is None else {"f": start}
        settings = {"restarts": seed % 2}
        tuned = rx.rerank.tune(
            tmp_path / "l.tsv", None, "mert", f"column:m{order}", settings=settings, start=begin
        )
        best = (min if order else max)(score(1.0), score(-1.0))
        assert tuned.weights["f"] and tuned.after == score(tuned.weights["f"]) == pytest.approx(best)
        # Only weights of 0, which leave the choice to the order of the lists, can be better.
        worse = tuned.after > tuned.before if order else tuned.after < tuned.before
        assert not worse or start is None
        assert worse == any("worse than the first of each list" in said for said in tuned.warnings)


@pytest.mark.parametrize("seed", range(6))
def test_mert_is_never_worse_than_its_start(seed: int) -> None:
    lists, references = made_up(seed, count=4, size=4)
    rounded = [[(t, {n: float(round(v)) for n, v in f.items()}) for t, f in own] for own in lists]
    start = {"good": [1.0, -1.0, 0.0][seed % 3], "noise": -0.5 + seed % 2, "bias": 1.0}
    tuned = rx.rerank.tune(rounded, references, "mert", "chrf", settings={"restarts": 0}, start=start)
    assert tuned.after >= tuned.before


def test_deviations_are_within_sentences() -> None:
    lists = rx.rerank.lists_of(
        [[("a", {"x": 1.0 + s, "same": 7.0 + s, "rare": float(s == 0)}),
          ("b", {"x": 3.0 + s, "same": 7.0 + s})]
         for s in range(20)]
    )  # fmt: skip
    found = dict(zip(lists.space.names(np.arange(len(lists.space))), deviations(lists), strict=True))
    assert found["x"] == pytest.approx(1.0) and found["same"] == 0 and found["rare"] == 0
    scaling = Scaling.learn(lists)
    assert list(scaling.factors) == ["x"]
    assert scaling.back(scaling.into({"x": 2.0, "rare": 3.0})) == {"x": 2.0, "rare": 3.0}
    with pytest.raises(UnknownName, match="unknown scale"):
        rx.rerank.tune(lists, ["a"] * 20, scale="variance")


def test_start_weights_and_held_out_lists_are_scaled_too() -> None:
    lists, references = made_up(2, unit=500.0)
    others, other_references = made_up(3, unit=500.0)
    start = {"good": -0.01, "noise": 1.0}
    plain = rx.rerank.tune(lists, references, "kbmira", "bleu", {"epochs": 1}, start, scale="none")
    scaled = rx.rerank.tune(
        lists, references, "kbmira", "bleu", {"epochs": 3}, start,
        held_out=others, held_out_references=other_references,
    )  # fmt: skip
    assert scaled.before == plain.before and scaled.held_out is not None
    judge, given = metric("bleu"), references_of([other_references])
    chosen = rx.rerank.lists_of([[(text, {})] for text in scaled.apply(rx.rerank.lists_of(others))])
    assert judge.score(judge.statistics(chosen, given).sum(axis=0)) == pytest.approx(scaled.held_out[1])


@pytest.mark.parametrize("name", ["wer", "chrf", "bleu"])
def test_oracle_and_worst(name: str) -> None:
    """For sums of errors coordinate ascent is exact; else never worse than each sentence's best alone."""
    lists, references = made_up(4, count=4, size=4)
    own = rx.rerank.lists_of(lists)
    choices = Choices(StoredLists.of(own, references_of([references]), name))
    scores = [choices.score(np.array(chosen)) for chosen in product(*sentences(own))]
    best, worst = (min(scores), max(scores)) if name == "wer" else (max(scores), min(scores))
    assert choices.score(choices.extreme(1)) == pytest.approx(best, rel=0.02)
    assert choices.score(choices.extreme(-1)) == pytest.approx(worst, rel=0.05)
    if name == "wer":
        assert choices.score(choices.extreme(1)) == best
    assert choices.random(400, 1).mean() == pytest.approx(np.mean(scores), rel=0.05)


def test_report() -> None:
    lists, references = made_up(5)
    tuned = rx.rerank.tune(lists, references, "kbmira", "bleu")
    found = rx.rerank.report(lists, references, tuned, ["bleu", "wer"], resamples=100, shuffles=100)
    bleu, wer = found.metrics
    assert [line.name for line in bleu.lines] == ["first", "tuned", "oracle", "random", "worst"]
    scores = {line.name: line.score for line in bleu.lines}
    assert scores["tuned"] == pytest.approx(tuned.after)
    assert scores["oracle"] > scores["tuned"] > scores["first"] > scores["worst"]
    errors = {line.name: line.score for line in wer.lines}
    assert errors["oracle"] < errors["tuned"] < errors["worst"]
    assert bleu.lines[1].p_randomization is not None and bleu.lines[1].p_randomization < 0.05
    assert bleu.features[0].feature == "good" and bleu.features[0].difference < 0
    assert "oracle" in str(found) and "bias" not in str(found)
    empty = rx.rerank.report([*lists, []], [*references, "x"], tuned, resamples=10, shuffles=10)
    assert empty.metrics[0].gaining == bleu.gaining


def test_grid_agrees_with_the_tuned_score() -> None:
    lists, references = made_up(6)
    own = rx.rerank.lists_of(lists)
    judged = StoredLists.of(own, references_of([references]), "wer")
    weights = {"good": 1.0, "noise": 0.5}
    one = grid(judged, weights, [Axis("noise", (0.0, 0.5, 2.0))])
    assert one.scores[1] == judged.score_of(np.array([1.0, 0.5, 0.0]))
    two = grid(judged, weights, [Axis("good", (1.0, 2.0)), Axis("noise", (0.0, 0.5, 2.0))])
    assert two.scores[0].tolist() == one.scores.tolist()
    assert two.best[1] == two.scores.min() and set(two.best[0]) == {"good", "noise"}
    for drawn in (one, two):
        assert ElementTree.fromstring(drawn.svg()).tag.endswith("svg")
    axis = Axis.parse("noise=-1:1:5", weights, judged)
    assert axis.values == (-1.0, -0.5, 0.0, 0.5, 1.0)
    for text in ("nose", "noise=1", "noise=a:b", "noise=0:1:1"):
        with pytest.raises(UsageError, match="--grid"):
            Axis.parse(text, weights, judged)


def run(*words: object) -> str:
    result = CliRunner().invoke(app, ["rerank", *map(str, words)])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def test_speech_lists_from_end_to_end(tmp_path: Path) -> None:
    """Kaldi's files: words and costs by key, references by name; WER falls to what the lists allow."""
    rng = np.random.default_rng(8)
    lists, references = made_up(7, count=20)
    words, costs, texts = [], [], []
    for number, (own, reference) in enumerate(zip(lists, references, strict=True)):
        texts.append(f"utt-{number} {reference}\n")
        for rank, (text, features) in enumerate(own, start=1):
            words.append(f"utt-{number}-{rank} {text}\n")
            costs.append(f"utt-{number}-{rank} {-features['good']}\n")
    (tmp_path / "words").write_text("".join(words))
    (tmp_path / "costs").write_text("".join(rng.permutation(costs)))
    (tmp_path / "text").write_text("".join(rng.permutation([*texts, "utt-without-a-list x\n"])))
    given = [
        "-n",
        tmp_path / "words",
        "--format",
        "kaldi",
        "--feature",
        f"cost={tmp_path / 'costs'}",
        "--ready",
        "votes,length",
    ]
    run(
        "tune",
        *given,
        "-r",
        tmp_path / "text",
        "--metric",
        "wer",
        "--recipe",
        "kbmira",
        "-o",
        tmp_path / "w",
        "-q",
    )
    weights = dict(line.split("\t") for line in (tmp_path / "w").read_text().splitlines())
    assert float(weights["cost"]) < 0
    run("apply", *given, "-w", tmp_path / "w", "--ids", "-o", tmp_path / "out", "-q")
    assert (tmp_path / "out").read_text().splitlines()[3].startswith("utt-3 ")
    shown = json.loads(
        run("report", *given, "-r", tmp_path / "text", "-w", tmp_path / "w", "--metric", "wer,cer", "--json",
            "--shuffles", 50, "--grid", "cost", "--grid", "votes=0:1:3", "--plot", tmp_path / "g.svg",
            "-q").splitlines()[-1]
    )  # fmt: skip
    scores = {line["name"]: line["score"] for line in shown["metrics"][0]["lines"]}
    assert scores["oracle"] <= scores["tuned"] < scores["random"]
    assert (tmp_path / "g.svg").read_text().startswith("<svg xmlns")


def test_expand_and_paste(tmp_path: Path) -> None:
    lists = [
        {"id": f"s{i}", "hypotheses": [{"text": f"h{i} {j}", "features": {"lp": -j}} for j in range(i)]}
        for i in (2, 0, 3)
    ]
    (tmp_path / "l.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in lists))
    (tmp_path / "src").write_text("q2\nq0\nq3\n")
    (tmp_path / "ref").write_text("r2\nr0\nr3\n")
    run(
        "expand",
        "-n",
        tmp_path / "l.jsonl",
        "-s",
        tmp_path / "src",
        "-r",
        tmp_path / "ref",
        "-o",
        tmp_path / "x",
        "-q",
    )
    assert (tmp_path / "x.hypothesis").read_text() == "h2 0\nh2 1\nh3 0\nh3 1\nh3 2\n"
    assert (tmp_path / "x.source").read_text() == "q2\nq2\nq3\nq3\nq3\n"
    assert (tmp_path / "x.reference").read_text() == "r2\nr2\nr3\nr3\nr3\n"
    (tmp_path / "comet").write_text(
        "".join(f"x\tSegment {i}\tscore: 0.{i}\n" for i in range(5)) + "x\tscore: 0.2\n"
    )
    run(
        "paste",
        "-n",
        tmp_path / "l.jsonl",
        "--column",
        f"comet={tmp_path / 'comet'}",
        "-o",
        tmp_path / "p.jsonl",
        "-q",
    )
    pasted = read(tmp_path / "p.jsonl")
    assert pasted.column("comet").tolist() == [0, 0.1, 0.2, 0.3, 0.4] and pasted.ids == ["s2", "s3"]
    run("tune", "-n", tmp_path / "p.jsonl", "--metric", "column:comet", "-o", tmp_path / "w", "-q")
    run("apply", "-n", tmp_path / "p.jsonl", "-w", tmp_path / "w", "-o", tmp_path / "out", "-q")
    assert (tmp_path / "out").read_text() == "h2 1\nh3 2\n"


@pytest.mark.parametrize("recipe", [[], ["--recipe", "mert"]])
def test_grammatical_error_correction(recipe: list[str], tmp_path: Path) -> None:
    table = "id\ttext\tlm\tsim\tcolumn:tp\tcolumn:fp\tcolumn:fn\n"
    for i in range(6):
        table += f"s{i}\tkept {i}\t-9\t1.0\t0\t0\t2\n"
        table += f"s{i}\tmended {i}\t-5\t0.9\t2\t0\t0\n"
        table += f"s{i}\twrong {i}\t-1\t0.2\t1\t5\t1\n"
    (tmp_path / "gec.tsv").write_text(table)
    run("tune", "-n", tmp_path / "gec.tsv", "--metric", "f0.5", "-o", tmp_path / "w", "-q", *recipe)
    run("apply", "-n", tmp_path / "gec.tsv", "-w", tmp_path / "w", "-o", tmp_path / "out", "-q")
    assert (tmp_path / "out").read_text().splitlines() == [f"mended {i}" for i in range(6)]


def test_convert_says_what_moses_cannot_hold(tmp_path: Path) -> None:
    (tmp_path / "l.jsonl").write_text(
        '{"id": "a", "text": "x y", "features": {"f": 1}, "metrics": {"m": 2}}\n'
    )
    result = CliRunner().invoke(
        app,
        ["rerank", "convert", "-n", str(tmp_path / "l.jsonl"), "--to", "moses", "-o", str(tmp_path / "m")],
    )
    assert "cannot hold m, names of sentences" in result.stderr
    assert (tmp_path / "m").read_text() == "0 ||| x y ||| f= 1 ||| 0\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tune", "--metric", "blue"], "unknown metric 'blue'"),
        (["tune", "--metric", "column:metricx"], "column:metricx:lower"),
        (["tune", "--feature", "qe"], "expected NAME=FILE"),
        (["tune", "--feature", "my qe=x"], "cannot be named 'my qe'"),
        (["tune", "--ready", "size"], "unknown ready feature 'size'"),
        (["tune", "--scale", "log"], "'log' is not one of"),
        (["tune", "--feature", "qe#2=x"], "cannot be named 'qe#2'"),
        (["tune", "--recipe", "mertt"], "unknown recipe 'mertt'"),
        (["report", "--grid", "x"], "--plot FILE.svg"),
        (["report", "--retune", "mertt"], "unknown recipe 'mertt'"),
        (["report", "--table-format", "html"], "unknown table format"),
    ],
)
def test_wrong_use_is_refused_before_the_lists_are_read(
    tmp_path: Path, words: list[str], message: str
) -> None:
    output = ["-o", str(tmp_path / "w")] if words[0] == "tune" else []
    command = ["rerank", *words, "-n", str(tmp_path / "none"), "-r", str(tmp_path / "ref"), *output]
    result = CliRunner().invoke(app, command)
    assert message in f"{result.exception} {result.stderr}" and result.exit_code


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    wrong = ["--recipe", "mertt", "--metric", "blue", "--feature", "qe", "-r", str(tmp_path / "none")]
    command = ["rerank", "tune", "-n", str(tmp_path / "lists"), "-o", str(tmp_path / "w"), *wrong]
    said = str(CliRunner().invoke(app, command).exception)
    for problem in (
        "unknown recipe 'mertt'",
        "unknown metric 'blue'",
        "NAME=FILE",
        "none: there is no",
        "lists: there",
    ):
        assert problem in said


def test_apply_gives_json(tmp_path: Path) -> None:
    (tmp_path / "lists").write_text("0 ||| a b ||| f= 1 ||| 0\n0 ||| c ||| f= 2 ||| 0\n")
    (tmp_path / "w").write_text("f\t1\n")
    result = CliRunner().invoke(
        app, ["rerank", "apply", "-n", str(tmp_path / "lists"), "-w", str(tmp_path / "w"), "--json"]
    )
    assert [json.loads(line) for line in result.stdout.splitlines()] == [{"text": "c"}]


def test_samples_need_no_weights_for_the_one_that_the_others_agree_with(tmp_path: Path) -> None:
    (tmp_path / "samples").write_text("a b c d\nx y z\na b c e\n" + "u\nv w\nv w\n")
    command = ["rerank", "apply", "-n", str(tmp_path / "samples"), "--format", "lines:3"]
    result = CliRunner().invoke(app, [*command, "--mbr", "chrf"])
    assert result.stdout.splitlines() in (["a b c d", "v w"], ["a b c e", "v w"])
    refused = CliRunner().invoke(app, command)
    assert isinstance(refused.exception, UsageError) and "--mbr" in str(refused.exception)
