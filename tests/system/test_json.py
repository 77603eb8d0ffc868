"""--json: every line on standard output is one object, whatever the command."""

import json

import pytest
from typer.testing import CliRunner

from rectrix.cli import COMMANDS, app, load

# Each needs what those before it have written; {…}: the sample, a trained model, one to be exported, and the
# folder of this run.
RUN = {
    "recipes": "",
    "features": "",
    "sample": "-o {o}/sample --pairs 50 --held-out-sentences 5",
    "clean": "-s {s}/train.de -t {s}/train.en -o {o}/clean",
    "text learn": "{s}/train.de -o {o}/processing",
    "text apply": "{o}/processing {s}/dev.de",
    "text invert": "{o}/processing {s}/dev.de",
    "align": "{s}/train.de {s}/train.en -o {o}/links",
    "align score": "{o}/links {o}/links",
    "lm train": "{s}/train.en -o {o}/lm.rlm --order 2",
    "lm classes": "{s}/train.en -o {o}/classes --classes 5",
    "lm export": "{o}/lm.rlm -o {o}/lm.arpa",
    "lm compile": "{o}/lm.arpa -o {o}/lm2.rlm",
    "lm query": "{o}/lm.rlm {s}/dev.ref0.en",
    "index": "-s {s}/train.de -t {s}/train.en -a {o}/links -o {o}/index",
    "grammar": "{o}/index {s}/dev.de -o {o}/grammars",
    "phrases": "{o}/index -o {o}/phrases",
    "export cdec": "{e} -o {o}/cdec --source {s}/dev.de",
    "export joshua": "{e} -o {o}/joshua --source {s}/dev.de",
    "tune": "{m} -s {s}/dev.de -r {s}/dev.ref0.en -o {o}/tuned --set rounds=1 --k 5",
    "average": "{m} {o}/tuned -o {o}/mean",
    "translate": "{m} {s}/dev.de",
    "verify": "{m}",
    "rerank convert": "-n {o}/lists -o {o}/lists.jsonl",
    "rerank expand": "-n {o}/lists -o {o}/expanded",
    "rerank paste": "-n {o}/lists --column c={o}/scores -o {o}/pasted.jsonl",
    "rerank tune": "-n {o}/lists -r {o}/reference -o {o}/w --metric chrf",
    "rerank apply": "-n {o}/lists -w {o}/w",
    "rerank report": "-n {o}/lists -r {o}/reference -w {o}/w --metric chrf",
    "evaluate": "{s}/dev.ref0.en -r {s}/dev.ref0.en",
    "plot": "{o}/tuned -o {o}/plots",
    "reorder events": "-s {s}/train.de -t {s}/train.en -a {o}/links -o {o}/events --cutoff 1",
    "reorder train": "--events {o}/events -o {o}/orientation --max-passes 2",
    "reorder score": "{o}/orientation {o}/events",
    "analyze reordering": "{s}/dev.ref0.en {s}/dev.ref0.en -r {s}/dev.ref0.en",
    "analyze oracle": "{m} {s}/dev.de -r {s}/dev.ref0.en",
    "learn": "{m} -s {s}/dev.de -t {s}/dev.ref0.en --journal {o}/new.journal",
    "mbr": "{m} {s}/dev.de -r {s}/dev.ref0.en -o {o}/mbr",
    "combine": "{m} {o}/tuned -s {s}/dev.de -r {s}/dev.ref0.en -o {o}/both",
}
# Long, servers, or with an input of its own: their rooms' tests run them.
ELSEWHERE = {
    "demo",
    "train",
    "serve",
    "inspect",
    "experiment",
    "reproduce",
    "analyze overlap",
    "analyze domain",
}
ELSEWHERE |= {"import cdec", "import joshua", "import moses", "export moses"}


@pytest.fixture(scope="module")
def results(sample, trained, exportable, tmp_path_factory):
    folder = tmp_path_factory.mktemp("json")
    lists = (f"{n} ||| {text} ||| f= {f} ||| {f}\n" for n in (0, 1) for text, f in (("a b", 1), ("a c d", 2)))
    (folder / "lists").write_text("".join(lists))
    (folder / "reference").write_text("a b\na b\n")
    (folder / "scores").write_text("1\n2\n3\n4\n")
    places = {"s": sample, "m": trained, "e": exportable, "o": folder}
    return {
        name: CliRunner().invoke(app, [*name.split(), *arguments.format(**places).split(), "--json"])
        for name, arguments in RUN.items()
    }


def test_every_command_is_tried_or_named():
    found = set()
    for name in COMMANDS:
        inner = getattr(load(name), "commands", {"": None})
        found |= {name if sub in ("", "<itself>") else f"{name} {sub}" for sub in inner}
    assert found == set(RUN) | ELSEWHERE


@pytest.mark.parametrize("command", RUN)
def test_one_object_a_line(results, command):
    ran = results[command]
    assert ran.exit_code == 0, ran.output
    lines = ran.stdout.splitlines()
    assert lines and all(isinstance(json.loads(line), dict) for line in lines)
