"""Experiments from data to page: resumed condition by condition, on any executor, errors told early."""

import json
import shutil

import numpy as np
import pytest
from typer.testing import CliRunner

import rectrix as rx
from rectrix.base.errors import InputError, RunError, UsageError
from rectrix.base.progress import Progress
from rectrix.cli import app
from rectrix.execute.processes import Processes
from rectrix.model.folder import ModelFolder
from rectrix.pipeline import TuneSettings, source
from rectrix.reproduce import PAPERS, ExperimentSettings
from rectrix.reproduce.analyses import orders, shared, spellings
from rectrix.reproduce.condition import Condition
from rectrix.reproduce.data import DEVTEST, DataLimits, cut, from_sample
from rectrix.reproduce.experiment import Experiment, folder_name
from rectrix.reproduce.result import ConditionResult
from rectrix.reproduce.results import Results
from rectrix.reproduce.run import start_anew
from rectrix.reproduce.system import System, Trained, train_systems
from rectrix.reproduce.table import PaperTable

EXTRACTED: list[str] = []  # stores of rules that the experiment below extracted
TINY = {
    "title": "Two",
    "seeds": 2,
    "data": {"train": 200, "dev_sentences": 8, "test_sentences": 10},
    "recipes": {
        "kbmira": {"settings": {"rounds": 1, "epochs": 2}, "tune": {"k": 10}},
        "sparse": {
            "recipe": "green2013",
            "features": ["shape"],
            "settings": {"epochs": 1},
            "vary": {"l1": [0.1, 0.01]},
            "tune": {"k": 10, "start": "zero", "without": ["count_ef"], "neighbors": "any", "pop_limit": 50},
            "seeds": 1,
        },
    },
    "derived": {
        "both": {"models": ["kbmira", "sparse, l1 0.1"], "settings": {"epochs": 2}, "k": 5},
        "risk": {"models": ["kbmira"], "mbr": "bleu+1", "seeds": 1},
    },
}


class Said(Progress):
    """Remembers what it was told."""

    def __init__(self):
        self.lines = []

    def say(self, text, **facts):
        self.lines.append(text)


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    output = tmp_path_factory.mktemp("experiment") / "out"
    extract = source.extract_to_store

    def extract_and_note(bitext, lines, path, *more, **options):
        EXTRACTED.append(path.name)
        extract(bitext, lines, path, *more, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "extract_to_store", extract_and_note)
        return output, rx.experiment(TINY, output, run=rx.Run(executor="serial"))


def test_conditions_share_the_rules_that_they_tune_on(done):
    """Four runs of two recipes tune on one development set, and watch one held-out set."""
    output, _ = done
    assert 1 <= len(EXTRACTED) == len(set(EXTRACTED)) <= 2
    assert not (output / "systems" / "rules").exists(), "when all is done, nobody needs them"


def test_the_page_needs_no_network_and_has_every_condition(done):
    output, report = done
    page = (output / "index.html").read_text()
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    for name in ("kbmira", "sparse, l1 0.1", "sparse, l1 0.01"):
        assert name in page
    read = json.loads((output / "report.json").read_text())
    assert [len(one["runs"]) for one in read["conditions"]] == [2, 1, 1, 2, 1]
    assert all(run["numbers"]["cpu"] > 0 for one in read["conditions"] for run in one["runs"])
    for name in ("tables/table.md", "tables/table.tex", "tables/table.tsv", "figures/scores-test.svg"):
        assert (output / name).stat().st_size > 0
    assert (output / "figures/learning.pdf").read_bytes().startswith(b"%PDF")
    assert report.results.runs("kbmira")[0].output("test")


def test_derived_conditions_are_made_of_the_models_of_others(done):
    output, report = done
    folder = output / "conditions" / folder_name("both", 2)
    assert repr(rx.load(folder / "model")).startswith("<Combined")
    risk = rx.load(output / "conditions" / folder_name("risk", 1) / "model")
    assert risk.folder.settings.mbr.kind == "bleu+1"
    tuned = rx.load(output / "conditions" / folder_name("kbmira", 1) / "model")
    assert risk.folder.weights() == tuned.folder.weights()
    first = (output / "data/used/test.de").read_text().splitlines()
    assert [out.text for out in risk.translate(first)] == report.results.runs("risk")[0].output("test")


def test_a_derived_condition_is_run_again_when_what_it_is_made_of_was(done, tmp_path):
    output = shutil.copytree(done[0], tmp_path / "out")
    changed = {**TINY, "recipes": {**TINY["recipes"]}}
    changed["recipes"]["kbmira"] = {"settings": {"rounds": 1, "epochs": 1}, "tune": {"k": 10}}
    said = Said()
    rx.experiment(changed, output, run=rx.Run(executor="serial", progress=said))
    ran = [line.partition("] ")[2].partition(":")[0] for line in said.lines if line.startswith("[")]
    assert ran == ["kbmira, seed 1", "kbmira, seed 2", "both, seed 1", "risk, seed 1", "both, seed 2"]
    assert "kbmira, seed 1: run again, since it has other settings than it had" in said.lines


@pytest.mark.parametrize(
    ("derived", "told"),
    [
        ({"models": ["nobody"]}, "nobody"),
        ({"models": ["kbmira"]}, "it takes one model for minimum Bayes risk"),
        ({"models": ["kbmira", "kbmira"], "mbr": "chrf"}, "it takes one model for minimum Bayes risk"),
    ],
)
def test_derived_conditions_that_cannot_be_made_are_refused_before_any_work(tmp_path, derived, told):
    with pytest.raises(UsageError, match=told):
        rx.experiment({**TINY, "derived": {"x": derived}}, tmp_path / "out")
    assert not (tmp_path / "out" / "conditions").exists()


def test_models_of_conditions_can_be_used_and_lack_what_was_left_out(done):
    output, _ = done
    folder = output / "conditions" / folder_name("sparse, l1 0.1", 1)
    model = rx.load(folder / "model")
    assert "count_ef" not in model.folder.weights() and "p_ef" in model.folder.weights()
    first = (output / "data/used/test.de").read_text().splitlines()[:1]
    assert [out.text for out in model.translate(first)] == (folder / "test.out").read_text().splitlines()[:1]
    assert not (folder / "checkpoints").exists()


def test_a_second_call_runs_only_what_is_missing_and_gives_the_same(done, tmp_path):
    output, report = done
    again = tmp_path / "out"
    shutil.copytree(output, again, symlinks=True)
    lost = folder_name("kbmira", 2)
    shutil.rmtree(again / "conditions" / lost)
    said = Said()
    # Another executor, whose items and results cross processes.
    renewed = rx.experiment(TINY, again, run=rx.Run(executor=Processes(1), progress=said))
    assert [line for line in said.lines if line.startswith("[")] == [
        line for line in said.lines if "kbmira, seed 2" in line
    ]
    before, after = (
        [(run.condition, run.seed, run.scores, run.curves.get("tuning")) for run in one.results.all]
        for one in (report, renewed)
    )
    assert before == after


def test_a_page_fills_up_part_by_part(done, tmp_path):
    output, _ = done
    part = tmp_path / "out"
    shutil.copytree(output, part, symlinks=True)
    for name in ("sparse, l1 0.1", "sparse, l1 0.01"):
        shutil.rmtree(part / "conditions" / folder_name(name, 1))
    report = rx.experiment(TINY, part, ["l1 0.01"], rx.Run(executor="serial"))
    assert {run.condition for run in report.results.all} == {"kbmira", "sparse, l1 0.01", "risk"}
    assert "| sparse, l1 0.1 | — |" in (part / "tables/table.md").read_text()


def test_wrong_settings_are_told_before_any_work(tmp_path):
    def changed(**changes):
        return {**TINY, "recipes": {"kbmira": {**TINY["recipes"]["kbmira"], **changes}}, "derived": {}}

    for settings, message in (
        (changed(settings={"round": 1}), "unknown key"),
        (changed(features=["nix"]), "unknown feature template 'nix'"),
        (changed(systems=["phrase"]), "unknown system in recipes.kbmira 'phrase'; known: hiero"),
        ({}, "there is no condition to run; .*recipes.NAME"),
        (changed(recipe="mart"), "unknown recipe 'mart'"),
        (changed(tune={"recipe": "pro"}), "setting of tune"),
        (changed(tune={"metric": "blue"}), "unknown metric 'blue'"),
        (changed(tuning_set="dev-news"), "unknown tuning set 'dev-news'; known: dev"),
        (changed(sparse_reordering=True), "only phrase-based systems"),
        (changed(vary={"cap": []}), "recipes.kbmira: vary.cap has no values"),
        ({**TINY, "systems": {"../evil": {}}}, "systems.../evil"),
        ({**TINY, "baseline": "pro"}, "unknown baseline"),
        ({**TINY, "systems": {"hiero": {"decoder": "neural"}}}, "decoder"),
    ):
        with pytest.raises(UsageError, match=message):
            rx.experiment(settings, tmp_path / "out")
        assert not (tmp_path / "out" / "systems").exists()
    with pytest.raises(UsageError):
        rx.experiment({}, tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()  # not even data are drawn


def test_a_condition_that_fails_does_not_stop_the_others(tmp_path):
    recipes = {
        "kbmira": TINY["recipes"]["kbmira"],
        "lost": {**TINY["recipes"]["kbmira"], "recipe": "kbmira", "tune": {"without": ["nowhere"]}},
    }
    with pytest.raises(RunError, match=r"lost, seed 1: .*nowhere"):
        rx.experiment({**TINY, "derived": {}, "seeds": 1, "recipes": recipes}, tmp_path / "out")
    page = (tmp_path / "out" / "index.html").read_text()
    assert "Failed" in page and "nowhere" in page


def test_the_command_reads_a_file_and_leaves_other_folders_alone(done, tmp_path):
    output, _ = done
    file = tmp_path / "two.toml"
    file.write_text(ExperimentSettings.of(TINY).toml())
    shutil.copytree(output, tmp_path / "out", symlinks=True)
    ran = CliRunner().invoke(app, ["experiment", str(file), "-o", str(tmp_path / "out"), "-q"])
    assert ran.exit_code == 0 and ran.stdout.startswith("|  | test | p |")
    other = tmp_path / "mine"
    (other / "data").mkdir(parents=True)
    (other / "data" / "thesis.tex").touch()
    ran = CliRunner().invoke(app, ["experiment", str(file), "-o", str(other), "--force"])
    assert isinstance(ran.exception, UsageError) and (other / "data" / "thesis.tex").exists()


def test_a_page_and_its_json_have_all_settings(done):
    output, _ = done
    read = json.loads((output / "report.json").read_text())
    sparse = next(one for one in read["conditions"] if one["condition"] == "sparse, l1 0.1")
    assert sparse["settings"]["tune"]["without"] == ["count_ef"] and sparse["settings"]["templates"] == [
        "shape"
    ]
    assert read["experiment"]["recipes"]["sparse"]["tune"]["pop_limit"] == 50
    assert read["systems"] == {"hiero": {}}
    assert "&quot;without&quot;: [&quot;count_ef&quot;]" in (output / "index.html").read_text()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("analyze", "overlap", "MODEL", "TEXT", "TEXT"), "has no sparse features"),
        (("translate", "MODEL", "TEXT", "--mbr-scale", "0.5"), "which neither the model nor --mbr asks for"),
    ],
)
def test_what_a_model_does_not_have_is_not_asked_of_it(done, asked, told):
    output, _ = done
    text = next((output / "data").rglob("test.de"))
    places = {"MODEL": output / "conditions" / folder_name("kbmira", 1) / "model", "TEXT": text}
    ran = CliRunner().invoke(app, [str(places.get(word, word)) for word in asked])
    assert isinstance(ran.exception, UsageError) and told in str(ran.exception)


def test_a_folder_is_of_one_experiment(done, tmp_path):
    output = shutil.copytree(done[0], tmp_path / "out", symlinks=True)
    page = (output / "index.html").read_bytes()
    with pytest.raises(
        UsageError, match="has results of an experiment of a file, not of clark2014, size tiny"
    ):
        rx.reproduce("clark2014", output)
    assert (output / "index.html").read_bytes() == page
    for damaged in ("garbage", "[]", "\udcff"):
        (output / "experiment.json").write_bytes(damaged.encode("utf-8", "surrogateescape"))
        with pytest.raises(InputError, match="not what an experiment has written"):
            rx.experiment(TINY, output)


def test_results_on_other_data_are_not_replaced(done, tmp_path):
    output = shutil.copytree(done[0], tmp_path / "out", symlinks=True)
    page = (output / "index.html").read_bytes()
    other = {**TINY, "data": {**TINY["data"], "train": 210}}
    with pytest.raises(UsageError, match="has results on other data"):
        rx.experiment(other, output, run=rx.Run(executor="serial"))
    assert (output / "index.html").read_bytes() == page
    start_anew(output)
    rx.experiment(other, output, ["sparse, l1 0.1"], rx.Run(executor="serial"))
    assert (output / "index.html").read_bytes() != page


@pytest.mark.parametrize(
    "change", [{"baseline": "nobody"}, {"recipes": {"kbmira": {"settings": {"ronds": 1}}}}]
)
def test_wrong_names_are_told_before_anything_is_written(change, tmp_path):
    with pytest.raises(UsageError, match="unknown"):
        rx.experiment({**TINY, "derived": {}, **change}, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_of_data_that_is_not_there_leaves_no_folder_of_results(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        rx.experiment(TINY, tmp_path / "out", data=tmp_path / "nowhere")
    assert not (tmp_path / "out").exists()


def test_other_data_take_the_place_of_those_that_the_file_names(tmp_path):
    named = ExperimentSettings.of({**TINY, "data": {"folder": "mine", "languages": "de-en", "train": 7}})
    assert named.on(None, "") == named
    other = named.on(tmp_path / "other", "cs-en").data
    assert (other.folder, other.languages, other.train) == (str(tmp_path / "other"), "cs-en", 7)
    file = tmp_path / "named.toml"
    file.write_text(named.toml())
    for given, seen in (([], tmp_path / "mine"), (["--data", str(tmp_path / "other")], tmp_path / "other")):
        ran = CliRunner().invoke(app, ["experiment", str(file), "-o", str(tmp_path / "out"), "-q", *given])
        assert str(seen) in str(ran.exception)


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize("size", ["tiny", "small", "full"])
def test_every_paper_is_a_valid_experiment_at_every_size(name, size, tmp_path):
    paper = PAPERS[name]
    data = from_sample(tmp_path / "sample", DataLimits(40, 4, 4), Progress())
    used = cut(data, DataLimits(0, 0, 0, 4), tmp_path / "used", Progress())
    design = paper.design(paper.size(size), used)
    design.experiment.check(used)
    known = {condition.name for condition in design.experiment.conditions} | set(design.experiment.choices)
    for table in design.tables:
        if isinstance(table, PaperTable):
            assert {row.condition for row in table.rows} | {table.baseline} - {""} <= known


def test_a_paper_runs_on_the_sample_and_can_be_run_in_part(tmp_path):
    command = [
        "reproduce",
        "alrajeh2014",
        "-o",
        str(tmp_path / "out"),
        "--only",
        "classifier",
        "--seeds",
        "1",
    ]
    ran = CliRunner().invoke(app, [*command, "--executor", "serial", "-q"], catch_exceptions=False)
    assert ran.exit_code == 0
    assert "The dual trains faster" in ran.stdout and "not run" in ran.stdout
    read = json.loads((tmp_path / "out" / "report.json").read_text())
    assert read["tables"]["Table 2"][0]["error % paper"] == "17.81"
    verdicts = {claim["verdict"] for claim in read["claims"]}
    assert verdicts <= {"holds", "direction only", "no difference", "opposite", "not run"}
    faster = next(claim for claim in read["claims"] if "trains faster" in claim["claim"])
    assert faster["verdict"] != "holds"  # one seed is not enough


def test_fewer_epochs_and_sentences_than_the_size_has(tmp_path):
    only = "algorithm 3, train, default"
    report = rx.reproduce(
        "simianer2012", tmp_path / "out", only=[only], epochs=1, sentences=80, run=rx.Run(executor="serial")
    )
    (run,) = report.results.runs(only)
    assert run.numbers["epochs"] == 1
    assert "shards=2|" in run.signature  # of 40, as large as those of the size
    with pytest.raises(rx.UsageError, match="eidelman2012 does not tune on training sentences"):
        rx.reproduce("eidelman2012", tmp_path / "other", sentences=80)
    assert not (tmp_path / "other").exists()


def test_a_whole_name_means_one_condition_and_a_part_all_that_have_it():
    conditions = tuple(Condition(name=name) for name in ("MERT", "MERT on lists", "PRO"))
    experiment = Experiment("Names", (System(),), conditions)

    def names(*parts):
        return [condition.name for condition in experiment.only(parts).conditions]

    assert names("MERT") == ["MERT"]
    assert names("MER") == ["MERT", "MERT on lists"]
    assert names("MERT", "RO") == ["MERT", "PRO"]
    assert names() == ["MERT", "MERT on lists", "PRO"]
    with pytest.raises(UsageError, match="no condition is called like PR0; there are:\nMERT\nMERT on lists"):
        names("PR0")


def test_the_sample_is_for_the_size_tiny(tmp_path):
    with pytest.raises(UsageError, match="needs data"):
        rx.reproduce("clark2014", tmp_path / "out", size="full")
    with pytest.raises(UsageError, match="unknown paper"):
        rx.reproduce("clark2015", tmp_path / "out")


def test_of_swept_candidates_only_the_chosen_one_has_more_than_a_first_seed(tmp_path):
    tune = TuneSettings.of({"recipe": "kbmira", "settings": {"rounds": 1, "epochs": 1}, "k": 5})
    conditions = tuple(Condition(name=name, tune=tune) for name in ("plain", "swept, 1", "swept, 2"))
    swept = Experiment("Sweep", (System(),), conditions, 3, {"swept": ("swept, 1", "swept, 2")})
    data = from_sample(tmp_path / "sample", DataLimits(50, 4, 4), Progress())

    def labels(chosen):
        return [task.label for task in swept.tasks(Trained(tmp_path, data), tmp_path, 1, chosen)]

    first = ["plain, seed 1", "swept, 1, seed 1", "swept, 2, seed 1"]
    assert labels(()) == [*first, "plain, seed 2", "plain, seed 3"]
    assert labels(["swept, 2"]) == [
        *first,
        *(f"{name}, seed {seed}" for seed in (2, 3) for name in ("plain", "swept, 2")),
    ]


def test_a_sweep_is_decided_by_first_seeds_alone(tmp_path):
    """The chosen candidate's later seeds, good or bad, do not overturn the choice."""
    scores = {("a", 1): 30.0, ("b", 1): 31.0, ("b", 2): 20.0}
    runs = [ConditionResult(name, seed, "", "", {DEVTEST: score}) for (name, seed), score in scores.items()]
    data = from_sample(tmp_path / "sample", DataLimits(50, 4, 4), Progress())
    results = Results(Trained(tmp_path, data), runs, (), {"swept": ("a", "b")})
    assert results.chosen("swept") == "b" and len(results.runs("swept")) == 2


def test_analyses_of_green_2013_for_the_conditions_of_an_experiment(done):
    output, report = done
    results, sparse = report.results, "sparse, l1 0.1"
    model = rx.load(output / "conditions" / folder_name(sparse, 1) / "model")
    lines = {name: (output / f"data/used/{name}.de").read_text().splitlines() for name in ("dev", "test")}
    shapes = {}
    for name, text in lines.items():
        lists = model.kbest(text, 100)
        used = lists.space.names(np.unique(lists.feature_ids).astype(np.int64))
        shapes[name] = {feature for feature in used if feature.startswith("shape:")}
    row = [cell.text for cell in shared(results, sparse, ["dev"], "test").rows[0]]
    both = shapes["dev"] & shapes["test"]
    expected = [str(len(shapes["dev"])), str(len(shapes["test"])), str(len(both))]
    assert row == ["dev", "test", *expected, f"{100 * len(both) / len(shapes['test']):.1f} %"]

    counts = [cell.text for _, cell, _ in orders(results, "kbmira", sparse, "test", "1234").rows]
    different, *right = (int(count.split(" of ")[0]) for count in counts)
    assert different == sum(right) and counts[0].endswith(" of 10")
    assert spellings(results, sparse, "kbmira", [("program", "programme")]).rows == []  # neither has rule_id
    for table in (shared(results, "x", ["dev"], "test"), orders(results, "x", sparse, "test", "")):
        assert table.rows == []  # a condition that has not run


def test_systems_have_their_own_alignment_and_word_classes(tmp_path):
    """Tuning on the training text extracts rules from an index: another system's would be silently wrong."""
    data = from_sample(tmp_path / "data", DataLimits(200, 8, 10), Progress())
    systems = [System(train={"align": {"model": model}}, name=model) for model in ("ibm1", "hmm")]
    systems.append(System(name="classes", train={"align": {"model": "hmm"}, "classes": 5}))
    trained = train_systems(systems, data, tmp_path / "systems", rx.Run(executor="serial"))
    links = {system.name: trained.bitext(system.name)[2].read_text() for system in systems}
    assert links["ibm1"] != links["hmm"] == links["classes"]
    indexes = {system.name: trained.index(system.name).read_bytes() for system in systems}
    assert indexes["ibm1"] != indexes["hmm"] == indexes["classes"]
    models = [ModelFolder.open(trained.model(system.name)).settings for system in systems]
    assert [len(settings.language_models) for settings in models] == [1, 1, 2]


def test_systems_have_word_classes_only_if_they_ask_for_them(tmp_path):
    data = from_sample(tmp_path / "sample", DataLimits(50, 4, 4), Progress())
    for asked, classes in (
        ({}, 0),
        ({"decoder": "phrase"}, 0),
        ({"classes": 8}, 8),
        ({"preset": "good"}, 100),
    ):
        assert System(train=asked).settings(data).classes == classes
