"""Options come from the fields of settings: same names, defaults and bounds in every command."""

import ast
import dataclasses
import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_origin

import pytest
from typer.testing import CliRunner

import rectrix
from rectrix.align import AlignSettings
from rectrix.base.config import Settings
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


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_help_has_whole_names_in_a_narrow_terminal(command):
    """Nothing is cut off, and types are words for users; options stand in their sections."""
    name = [part for part in command if part not in ("", "<itself>")]
    shown = CliRunner().invoke(app, [*name, "--help"], env={"COLUMNS": "60", "TERMINAL_WIDTH": "60"})
    assert shown.exit_code == 0
    words = shown.output.replace(",", " ").split()
    own = {option for part in ALL[command].params for option in part.opts if option.startswith("--")}
    assert own <= set(words)
    assert not re.search(r"<(path|str|int|float|list)|x>=|<=x|default: \(", shown.output)


def test_groups_list_commands_with_whole_sentences():
    for name in sorted({first for first, second in ALL if second and second != "<itself>"} - {"align"}):
        listed = (
            CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "60"}).output.partition("Commands:")[2]
        )
        assert listed.rstrip().endswith(".") and "...\n" not in listed, name


def test_sections_of_train():
    shown = CliRunner().invoke(app, ["train", "--help"], env={"COLUMNS": "80"}).output
    model, tuning = shown.index("\nModel:"), shown.index("\nTuning:")
    assert (
        shown.index("--dev-source") < model < shown.index("--lm-order N") < tuning < shown.index("--recipe")
    )
    assert "[default: 4; 1 to 7]" in " ".join(shown.split())


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
    wrong = {"--align", "--references", "--ref", "--cache", "--mem", "--held-out", "--held-out-references"}
    for name, command in ALL.items():
        options = [option for part in command.params for option in part.opts]
        # The sample's --references is how many there are.
        assert not wrong & set(options) - ({"--references"} if name == ("sample", "") else set()), name
        for part in command.params:
            if part.name in spelled and part.param_type_name == "option":
                assert spelled[part.name] in part.opts


# Options of one name whose values are of another kind in other commands, and why.
SEVERAL_KINDS = {
    "--nbest": "how many lists `translate` writes, where `rerank` reads them: what both are called elsewhere",
    "--pairs": "of the sample, how many; of `align`, the file that has both sides",
    "--split-compounds": "of one side, whether; of two, which",
    "--smoothing": "of probabilities, by which method; of orientations, how much",
    "--rate": "of requests, and of learning",
}


def kind_of_value(part):
    """A file, a number, a flag or a name; the same whether it may be given once or again."""
    annotation = part.type_descriptor.annotation
    inner = get_args(annotation)[0] if get_origin(annotation) is list else annotation
    return inner if isinstance(inner, type) else str


def test_an_option_is_of_one_kind_everywhere():
    """A file here and a number there would be two things with one name."""
    kinds = {}
    for name, command in ALL.items():
        for part in command.params:
            for option in part.opts:
                if option.startswith("--") and (option, name[0]) != ("--lm", "rerank"):  # NAME=FILE, too
                    kinds.setdefault(option, {}).setdefault(kind_of_value(part), []).append(name)
    several = {option for option, found in kinds.items() if len(found) > 1}
    assert several == set(SEVERAL_KINDS), [kinds[option] for option in several ^ set(SEVERAL_KINDS)]


TRIVIAL = (None, False, "", ())


def fields_of_settings():
    """Name and default of every field of every settings class and dataclass of the package."""
    found = {}
    for module in pkgutil.walk_packages(rectrix.__path__, "rectrix."):
        if module.name.startswith(("rectrix._core", "rectrix.serve")):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and issubclass(kind, Settings):
                for name, field in kind.model_fields.items():
                    found.setdefault(name, {})[kind.__name__] = field.default
            elif inspect.isclass(kind) and dataclasses.is_dataclass(kind):
                for field in dataclasses.fields(kind):
                    found.setdefault(field.name, {})[kind.__name__] = field.default
    return found


def spelled_defaults(path):
    """Defaults that a command's module writes as constants: (function, parameter, value)."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and not function.name.startswith("_"):
            given = function.args
            plain = given.posonlyargs + given.args
            pairs = [*zip(plain[len(plain) - len(given.defaults) :], given.defaults, strict=True)]
            pairs += zip(given.kwonlyargs, given.kw_defaults, strict=True)
            for parameter, value in pairs:
                if isinstance(value, ast.Constant) and value.value not in TRIVIAL:
                    yield function.name, parameter.arg, value.value


def test_no_default_stands_twice():
    """A default that a settings' field has is taken from there: written again, it drifts."""
    known = fields_of_settings()
    assert known["span_limit"]["DecoderSettings"] == 15  # the test sees what it should
    twice = [
        f"{path.name}: {function} {parameter}={value!r}, as {holder} has it"
        for path in sorted(Path(rectrix.cli.__file__).parent.glob("*.py"))
        for function, parameter, value in spelled_defaults(path)
        for holder, default in known.get(parameter, {}).items()
        if type(default) is type(value) and default == value
    ]
    assert not twice, "\n".join(twice)


def test_spelled_defaults_are_found(tmp_path):
    module = tmp_path / "command.py"
    module.write_text("def command(a: int, k: int = 100, *, seed: int = 1, quiet: bool = False): ...\n")
    assert list(spelled_defaults(module)) == [("command", "k", 100), ("command", "seed", 1)]


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
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        environment = {**os.environ, "_RECTRIX_COMPLETE": "complete_bash", **asked}
        code = "import sys; sys.argv[0] = 'rectrix'; from rectrix.cli import main; main()"
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
        return re.split(r"\s+", ran.stdout.strip())

    assert completed("rectrix tr") == ["train", "translate"]
    assert "--max-span" in completed("rectrix grammar --max-s")
    assert completed("rectrix recipes gre") == ["green2013"]
