"""Verdicts from outputs that are known, tables beside the paper's numbers, and choices on devtest."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from rectrix import reproduce
from rectrix.reproduce.claim import below, better, larger, same
from rectrix.reproduce.result import ConditionResult
from rectrix.reproduce.results import ConditionComparison, Results, bleu, number
from rectrix.reproduce.table import Cell, Cells, Column, PaperRow, PaperTable

REFERENCE = [f"the {n} small houses stand near the old river of town {n} ." for n in range(40)]


@dataclass(frozen=True)
class Fixed:
    """In place of trained systems."""

    def references(self, test):
        return [REFERENCE]


def spoiled(share, seed=0):
    """The reference with one word wrong in a share of the lines."""
    wrong = {(7 * n + seed) % len(REFERENCE) for n in range(round(share * len(REFERENCE)))}
    return [line.replace("old", "new") if n in wrong else line for n, line in enumerate(REFERENCE)]


@pytest.fixture
def results(tmp_path):
    found = []
    qualities = {"good": 0.1, "bad": 0.9, "like good": 0.1}
    for name, share in qualities.items():
        for seed in (1, 2, 3):
            folder = tmp_path / f"{name}-{seed}"
            folder.mkdir()
            lines = spoiled(share, seed + (name == "like good"))
            (folder / "test.out").write_text("".join(f"{line}\n" for line in lines))
            score = 100 - 50 * share
            numbers = {"features": 10 * seed + 100 * share, "active": 100 * share}
            found.append(
                ConditionResult(
                    name, seed, "", "", {"test": score, "devtest": score}, {}, numbers, folder=folder
                )
            )
    return Results(Fixed(), found, choices={"best": ("bad", "good")})


def verdict(claim, results):
    return claim.judge(results).verdict


def test_a_clear_difference_holds_one_way_and_is_opposite_the_other(results):
    assert verdict(better("", "good", "bad", "test"), results) == "holds"
    assert verdict(better("", "bad", "good", "test"), results) == "opposite"
    assert verdict(same("", "bad", "good", "test"), results) == "opposite"


def test_a_level_of_the_papers_own_is_told(results):
    assert "p < 0.01 asked" in better("", "good", "bad", "test", level=0.01).judge(results).evidence
    assert "asked" not in better("", "good", "bad", "test").judge(results).evidence


def test_equal_systems_are_no_difference(results):
    assert verdict(better("", "good", "like good", "test"), results) == "no difference"
    assert verdict(same("", "good", "like good", "test"), results) == "holds"


def test_equality_of_systems_far_apart_is_undecided_if_it_may_be_chance(results, monkeypatch):
    by_chance = ConditionComparison(-2.2, 0.13, 1)
    monkeypatch.setattr(Results, "compare", lambda *given: by_chance)
    assert verdict(same("", "good", "bad", "test"), results) == "undecided"


def test_too_few_seeds_are_a_direction_only(results):
    few = Results(Fixed(), [run for run in results.all if run.seed == 1])
    assert verdict(better("", "good", "bad", "test"), few) == "direction only"
    assert verdict(better("", "good", "bad", "test", seeds=1), few) == "holds"
    assert verdict(same("", "good", "good", "test"), few) == "direction only"
    assert verdict(larger("", number("features"), "bad", "good", "features"), few) == "direction only"
    assert verdict(larger("", number("features"), "bad", "good", "features", seeds=1), few) == "holds"


def test_one_deterministic_run_is_compared_with_several(results):
    runs = [run for run in results.all if run.condition != "good" or run.seed == 1]
    found = Results(Fixed(), runs).compare("bad", "good", "test")
    assert found.difference > 0 and found.p < 0.05 and found.runs == 1


def test_the_same_output_is_no_difference(results):
    assert results.compare("good", "good", "test").p is None
    assert verdict(better("", "good", "good", "test"), results) == "no difference"


def test_what_was_not_run_is_said(results):
    judged = better("", "good", "missing", "test").judge(results)
    assert judged.verdict == "not run" and "missing" in judged.evidence
    assert verdict(better("", "good", "bad", "newstest"), results) == "not run"


def test_numbers_must_differ_for_every_seed(results):
    features = number("features")
    assert verdict(larger("", features, "bad", "good", "features"), results) == "holds"
    assert verdict(larger("", features, "good", "bad", "features"), results) == "opposite"
    overlapping = Results(Fixed(), [run for run in results.all if run.condition != "bad"])
    assert verdict(larger("", features, "good", "like good", "features"), overlapping) == "no difference"
    assert verdict(below("", number("active"), "good", 20, "active"), results) == "holds"
    assert verdict(below("", number("active"), "bad", 20, "active"), results) == "opposite"


def test_a_name_can_stand_for_the_best_on_devtest(results):
    assert results.chosen("best") == "good"
    assert [run.condition for run in results.runs("best")] == ["good"] * 3


def test_tables_have_ours_beside_theirs_in_every_format(results):
    columns = [
        Column("test", bleu("test"), ".1f", test="test"),
        Column("#", number("features"), ".0f"),
        Column("Zh_En", None),
    ]
    rows = [PaperRow("ours & co", "good", {"test": 40.25, "Zh_En": 23.5}), PaperRow("lost", "missing")]
    grid = PaperTable("Table 1", "", columns, rows, "bad").grid(results)
    assert grid.heads == ["", "test", "paper", "p", "#", "paper, Zh_En"]
    first, second = ([cell.text for cell in row] for row in grid.rows)
    assert first[1:3] == ["95.0", "40.2"] and float(first[3]) < 0.05 and first[4:] == ["30 ± 10", "23.50"]
    assert second == ["lost", "—", "", "", "—", ""]
    assert "| *40.2* |" in grid.markdown()
    assert r"ours \& co & 95.0 & \textit{40.2}" in grid.latex() and r"Zh\_En" in grid.latex()
    assert grid.tsv().splitlines()[0].split("\t") == list(grid.heads)
    assert grid.plain()[0]["test paper"] == "40.2"


def test_columns_with_one_head_are_all_in_the_json():
    heads = ["", "news", "p", "length %", "talks", "p", "length %"]
    row = ["a", "20.1", "0.02", "98", "30.5", "0.4", "101"]
    (plain,) = Cells(heads, [[Cell(text) for text in row]]).plain()
    assert list(plain.values()) == row
    assert plain["talks length %"] == "101" and plain["news p"] == "0.02"


def test_latex_knows_every_sign_that_tables_are_written_with():
    # Greek letters, arrows and operators: pdflatex stops at one that it does not know.
    files = Path(reproduce.__file__).parent.glob("*.py")
    written = {
        sign for file in files for sign in file.read_text() if "Ͱ" <= sign <= "Ͽ" or "←" <= sign <= "⋿"
    }
    assert {"∩", "λ"} <= written
    assert all("$" in Cells([sign], []).latex() for sign in written)


def test_results_come_back_from_their_folder(tmp_path):
    result = ConditionResult(
        "a", 1, "f", "s", {"test": 1.5}, {}, {"cpu": 2.0}, {"tuning": [1.0, 2.0]}, folder=tmp_path
    )
    assert ConditionResult.read(tmp_path) is None
    result.write()
    assert ConditionResult.read(tmp_path) == result
    assert result.curve("tuning") == [(1.0, 1.0), (2.0, 2.0)]
    assert isinstance(result.folder, Path)
