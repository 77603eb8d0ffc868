"""The Python interface: every name is there, typed, and the same whichever way it is imported."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import rectrix as rx
from rectrix.cli import load


def test_every_exported_name_exists():
    assert len(set(rx.__all__)) == len(rx.__all__)
    for name in rx.__all__:
        assert getattr(rx, name) is not None
    assert set(rx.__all__) - {"__version__"} == set(rx._EXPORTS)


def test_evaluate_is_a_function_and_a_folder():
    import rectrix.evaluate as folder
    from rectrix.evaluate import Options, evaluate

    systems, options = (
        {"one": [["a b c d"]], "two": [["a b d c"]]},
        Options(metrics=("bleu",), tokenize="none"),
    )
    scores = rx.evaluate(systems, [["a b c d"]], options)
    assert scores.results[0].mean == pytest.approx(100)
    assert folder.evaluate is evaluate
    assert scores.results == evaluate(systems, [["a b c d"]], options).results


def test_a_type_checker_sees_the_types(tmp_path):
    code = "import rectrix as rx\nreveal_type(rx.evaluate)\nreveal_type(rx.train)\nrx.evaluate(1)\n"
    (tmp_path / "user.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "user.py")]
    said = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path).stdout
    assert "Evaluation" in said and "Model" in said
    assert "user.py:4: error" in said


def test_objects_say_what_they_are(tmp_path):
    (tmp_path / "dev.en").write_text("a b c d\na b\n")
    references = rx.read_references(tmp_path / "dev.en")
    lists = rx.Lists(rx.FeatureSpace())
    for _ in range(2):
        lists.begin_sentence()
        for text, good in (("a b c d", 1.0), ("d c", 0.0)):
            lists.add(text, 0.0, [(lists.space.add("good"), good)])
    assert repr(references) == "<References: 2 sentences>"
    assert repr(lists) == "<Lists: 4 hypotheses of 2 sentences>"
    assert repr(lists.space) == "<FeatureSpace: 1 features>"
    tuned = rx.tune(lists, references)
    assert repr(tuned).startswith("<Tuned: 1 weights, 59.46 before") and "recipe=kbmira|" in repr(tuned)


def test_one_default_recipe():
    tuners = (rx.tune, rx.rerank.tune, rx.Model.tune)
    defaults = {inspect.signature(function).parameters["recipe"].default for function in tuners}
    options = load("rerank").commands["tune"].params
    defaults |= {part.default for part in options if part.name == "recipe"}
    assert defaults == {rx.TuneSettings().recipe}


@pytest.mark.parametrize("name", [name for name in rx.__all__ if not name.startswith("__")])
def test_every_name_says_what_it_is(name):
    made = getattr(rx, name)
    assert inspect.getdoc(made)
    if inspect.isclass(made):
        assert vars(made).get("__doc__"), "what its base says is not enough"
        verbs = [part for part in vars(made) if not part.startswith("_") and callable(getattr(made, part))]
        assert not [verb for verb in verbs if not inspect.getdoc(getattr(made, verb))]


def test_dir_shows_what_users_need():
    wanted = {
        "Lists",
        "FeatureSpace",
        "Run",
        "RectrixError",
        "InputError",
        "UsageError",
        "RunError",
        "rule_feature",
    }
    assert wanted <= set(dir(rx))


def test_the_reference_has_every_name():
    text = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
    for name in rx.__all__:
        if not name.startswith("__"):
            assert f"### {name}\n" in text or f"- `{name}` (" in text, name
