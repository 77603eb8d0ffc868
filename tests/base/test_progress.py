"""Progress: lines for people, JSON for programs, silence when asked."""

import io
import json

from rectrix.base import progress as module
from rectrix.base.progress import BarProgress, JsonProgress, LineProgress, for_terminal


def run(progress):
    with progress.task("decoding", total=3, unit="sentences") as task:
        for bleu in (1.0, 2.0, 33.333):
            task.advance(bleu=bleu)
    progress.say("done", lines=3)
    assert list(progress.track([1, 2], "tracking")) == [1, 2]


def test_lines_end_with_count_and_facts():
    file = io.StringIO()
    run(LineProgress(file))
    first, second, third = file.getvalue().splitlines()
    assert first.startswith("decoding: 3 sentences in ") and first.endswith("bleu 33.33")
    assert second == "done"
    assert third.startswith("tracking: 2 in ")


def test_slow_steps_are_told_by_the_seconds_of_each():
    file = io.StringIO()
    shown = LineProgress(file)
    state = {"event": "end", "task": "runs", "total": 2, "unit": "runs", "seconds": 13.2}
    shown.show({**state, "done": 2})
    shown.show({**state, "done": 0})
    shown.show({**state, "done": 40})
    assert file.getvalue().splitlines() == [
        "runs: 2 runs in 13.2 s (6.6 s each)",
        "runs: 0 runs in 13.2 s",
        "runs: 40 runs in 13.2 s (3/s)",
    ]


def test_json_lines_parse(monkeypatch):
    monkeypatch.setattr(module, "_SECONDS_BETWEEN_LINES", 0.0)
    file = io.StringIO()
    run(JsonProgress(file))
    events = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [event["event"] for event in events] == ["progress"] * 3 + ["end", "message"] + [
        "progress"
    ] * 2 + ["end"]
    assert events[3]["done"] == 3 and events[3]["bleu"] == 33.333
    assert events[4] == {"event": "message", "text": "done", "lines": 3}


def test_quiet_prints_nothing(capsys):
    run(for_terminal(quiet=True))
    assert capsys.readouterr() == ("", "")


def test_bars_can_be_nested(capsys):
    progress = BarProgress()
    with progress.task("outer", total=1) as outer, progress.task("inner", total=2, unit="x") as inner:
        inner.advance(2, loss=0.5)
        outer.advance()
    assert "inner" in capsys.readouterr().err


def test_a_task_without_steps_has_no_rate():
    file = io.StringIO()
    with LineProgress(file).task("compiling"):
        pass
    assert file.getvalue() == "compiling: 0.0 s\n"


def test_large_counts_are_written_out():
    file = io.StringIO()
    with LineProgress(file).task("reading", unit="pairs") as task:
        task.advance(1_234_567)
    assert file.getvalue().startswith("reading: 1,234,567 pairs in ")
