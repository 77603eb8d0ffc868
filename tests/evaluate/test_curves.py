"""Tuning logs read and drawn: every epoch a dot, every oracle a bar, every discretized feature a curve."""

import json
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from rectrix.base.errors import InputError, OutputExists
from rectrix.cli import app
from rectrix.evaluate.curves import tuning_page, weight_curves
from rectrix.evaluate.tuning_log import TuningLog


def entry(epoch, **facts):
    base = {"epoch": epoch, "objective": 1.0, "tuning": 20.0 + epoch, "held_out": None, "features": 3 * epoch}
    return base | {"seconds": 0.5} | facts


def written(path, entries):
    path.write_text("".join(json.dumps(each) + "\n" for each in entries))
    return path


def pictures(page):
    """The parsed SVG elements: malformed ones would raise."""
    parts = page.split("<svg")[1:]
    return [ElementTree.fromstring("<svg" + part.partition("</svg>")[0] + "</svg>") for part in parts]


def dots(picture):
    return [element for element in picture.iter() if element.tag.endswith("circle")]


def lines(picture, width="1.8"):
    """Curves; of width 4: the bars behind them."""
    found = [element for element in picture.iter() if element.tag.endswith("polyline")]
    return [line for line in found if line.get("stroke-width") == width]


@pytest.fixture
def runs(tmp_path):
    model = tmp_path / "model <&>"
    model.mkdir()
    mira = [
        entry(n, held_out=19.0 + n, oracle=40.0, prediction=10.0, length=0.9 + n / 100) for n in (1, 2, 3)
    ]
    written(model / "tuning.jsonl", mira)
    (model / "weights.tsv").write_text("lm\t0.5\np:-inf_1\t-1\np:1_2\t0.25\np:2_inf\t1\n")
    written(tmp_path / "w.log.jsonl", [entry(1), entry(2)])
    (tmp_path / "w").write_text("lm\t0.5\n")
    return model, tmp_path / "w"


def test_elements_of_the_page(runs):
    page = tuning_page([TuningLog.read(path) for path in runs])
    tuning, held_out, length, oracles, features, curve = pictures(page)
    assert len(dots(length)) == 3 and "<td>0.930</td>" in page
    assert len(lines(tuning)) == 2 and len(dots(tuning)) == 5
    assert len(lines(held_out)) == 1 and len(dots(held_out)) == 3
    assert len(lines(oracles, "4")) == 3
    assert sum("stroke-dasharray" in line.attrib for line in lines(oracles)) == 1
    assert len(dots(features)) == 5
    assert len(lines(curve)) == 1 and len(dots(curve)) == 6  # two ends for each bin
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "") and "<script" not in page


def test_dots_are_as_high_as_their_values(runs):
    tuning = pictures(tuning_page([TuningLog.read(runs[0])]))[0]
    first, second, third = (float(dot.get("cy")) for dot in dots(tuning))
    assert first > second > third  # the vertical axis of SVG points down
    assert first - second == pytest.approx(second - third, abs=0.11)


def test_a_single_epoch_and_equal_scores_can_be_drawn(tmp_path):
    log = written(tmp_path / "a.jsonl", [entry(1, features=0, tuning=0.0)])
    assert len(pictures(tuning_page([TuningLog.read(log)] * 20))) == 2


def test_weights_of_overlapping_bins_add_up_and_missing_bins_weigh_nothing():
    weights = {"p:-inf_2": 1.0, "p:1_3": 10.0, "p:4_inf": 5.0}
    curve = weight_curves(weights)["p"]
    assert curve[0::2] == [(0.0, 1.0), (1.0, 11.0), (2.0, 10.0), (3.0, 0.0), (4.0, 5.0)]
    assert curve[1::2] == [(1.0, 1.0), (2.0, 11.0), (3.0, 10.0), (4.0, 0.0), (5.0, 5.0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the log is empty"),
        ("\n", "the log is empty"),
        ("{", r"log:1: expected a JSON object"),
        ("[1]\n", r"log:1: expected a JSON object"),
        ('{"epoch": 1}\n', "no finite number 'tuning'"),
        ('{"epoch": 1, "tuning": NaN}\n', "no finite number 'tuning'"),
        ('{"epoch": true, "tuning": 1}\n', "no finite number 'epoch'"),
    ],
)
def test_other_files_are_refused(tmp_path, text, message):
    (tmp_path / "log").write_text(text)
    with pytest.raises(InputError, match=message):
        TuningLog.read(tmp_path / "log")


def test_wrong_paths_are_explained(tmp_path):
    with pytest.raises(InputError, match="cannot open"):
        TuningLog.read(tmp_path / "absent")
    with pytest.raises(InputError, match=r"no tuning\.jsonl in this folder"):
        TuningLog.read(tmp_path)


def test_command(runs, tmp_path):
    output = tmp_path / "page.html"
    arguments = ["plot", *map(str, runs), "-o", str(output)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert output.read_text().startswith("<!doctype html>")
    assert isinstance(CliRunner().invoke(app, arguments).exception, OutputExists)
    assert CliRunner().invoke(app, [*arguments, "--force"]).exit_code == 0


def test_command_without_an_output_writes_here(runs, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["plot", *(str(run.absolute()) for run in runs)])
    assert result.exit_code == 0 and "tuning.html" in result.stdout
    assert (tmp_path / "tuning.html").read_text().startswith("<!doctype html>")


def test_a_log_names_its_metric_and_of_an_error_rate_the_lowest_is_best(tmp_path):
    rows = [
        {"epoch": epoch, "tuning": score, "metric": "TER|nrefs:1", "higher_is_better": False}
        for epoch, score in ((1, 60.0), (2, 55.0), (3, 58.0))
    ]
    path = tmp_path / "run.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    read = TuningLog.read(path)
    assert read.metric == "TER" and read.best["epoch"] == 2
    assert "<td>TER</td>" in tuning_page([read]) and "55.00 (epoch 2)" in tuning_page([read])
