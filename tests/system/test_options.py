"""Options come from the fields of settings: same names, defaults and bounds in every command."""

import json
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from rectrix.align import AlignSettings
from rectrix.base.meaning import meanings
from rectrix.cli import COMMANDS, app, load
from rectrix.grammar import HieroSettings, PhraseSettings
from rectrix.lm import TrainOptions
from rectrix.pipeline import TrainSettings, TuneSettings
from rectrix.reorder import EventSettings, ReorderSettings
from rectrix.sample import SampleSettings

FROM_FIELDS = {
    ("grammar", ""): HieroSettings,
    ("phrases", ""): PhraseSettings,
    ("sample", ""): SampleSettings,
    ("align", "<itself>"): AlignSettings,
    ("lm", "train"): TrainOptions,
    ("reorder", "events"): EventSettings,
    ("reorder", "train"): ReorderSettings,
    ("train", ""): TrainSettings,
    ("tune", ""): TuneSettings,
}
# Options with a form of their own, such as 400M for an amount of memory, or that two settings share.
BY_HAND = {"significance", "memory", "prune", "vocabulary", "seed", "languages", "max_words"}
BY_HAND |= {"templates", "source_classes", "target_classes"}


def leaves():
    for name in COMMANDS:
        loaded = load(name)
        inner = getattr(loaded, "commands", {"": loaded})
        yield from (((name, sub), command) for sub, command in inner.items())


ALL = dict(leaves())


@pytest.mark.parametrize(("command", "kind"), FROM_FIELDS.items())
def test_defaults_and_help_are_those_of_the_fields(command, kind):
    params = {part.name: part for part in ALL[command].params}
    known = getattr(kind, "model_fields", None) or dict.fromkeys(kind.__dataclass_fields__)
    shared = [name for name in known if name in params and params[name].default is not None]
    for name in shared:
        default = getattr(kind(), name)
        assert params[name].default == default or name in BY_HAND, name
    said = meanings(kind)
    helped = [name for name in known if name in params and said.get(name)]
    own = [name for name in helped if name not in BY_HAND]
    assert own and all(said[name][1:20] in params[name].help for name in own)


def test_every_command_has_json_and_quiet():
    # These print their results, and say nothing else.
    silent = {("lm", "query"), ("align", "score"), ("text", "apply"), ("text", "invert")}
    silent |= {("analyze", name) for name in ("overlap", "domain", "reordering")}
    for name, command in ALL.items():
        options = {part.name for part in command.params}
        assert "json" in options, name
        assert "quiet" in options or name in silent, name


def test_one_vocabulary():
    """A thing has one name: what one command calls --reference, none calls --references or --ref."""
    spelled = {"alignment": "--alignment", "memory": "--memory", "reference": "--reference"}
    for name, command in ALL.items():
        if name[0] in ("rerank", "evaluate"):
            continue
        options = [option for part in command.params for option in part.opts]
        assert not {"--align", "--references", "--ref", "--cache", "--mem"} & {
            option for option in options if name != ("sample", "")
        }, name
        for part in command.params:
            if part.name in spelled:
                assert spelled[part.name] in part.opts


def test_train_and_tune_take_the_same_tuning_options():
    names = [{part.name for part in ALL[(name, "")].params} for name in ("train", "tune")]
    shared = set(TuneSettings.model_fields) - {"settings", "discretize"}
    shared |= {"changes", "seed", "shards", "held_out_source", "held_out_reference", "patience", "bits"}
    assert shared <= names[0] and shared <= names[1]


def test_numbers_out_of_bounds_are_refused_before_anything():
    result = CliRunner().invoke(app, ["grammar", "index", "text", "-o", "out", "--max-span", "0"])
    assert result.exit_code == 2 and "--max-span" in result.stderr


@pytest.mark.parametrize("arguments", [["recipes"], ["recipes", "pro"], ["recipes", "--parts"], ["features"]])
def test_lists_of_what_can_be_named(arguments):
    result = CliRunner().invoke(app, [*arguments, "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert rows and all(row["summary"] for row in rows)
    assert CliRunner().invoke(app, arguments).stdout.count("\n") >= len(rows)


def test_shells_complete_commands_options_and_recipes():
    def completed(words):
        environment = {
            "_RECTRIX_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
        code = "import sys; sys.argv[0] = 'rectrix'; from rectrix.cli import main; main()"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
        return re.split(r"\s+", ran.stdout.strip())

    assert completed("rectrix tr") == ["train", "translate"]
    assert "--max-span" in completed("rectrix grammar --max-s")
    assert completed("rectrix recipes gre") == ["green2013"]
