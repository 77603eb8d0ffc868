"""Translating as a filter, with files that change, and with lines that are too long."""

import os
import re
import shutil
import subprocess
import sys
from random import Random
from threading import Timer

import pytest

from rectrix.base.errors import UsageError
from rectrix.model.copies import copy_model
from rectrix.pipeline import Model
from rectrix.text import read_sentences

MAIN = [sys.executable, "-c", "from rectrix.cli import main; main()"]


@pytest.mark.parametrize("options", [(), ("--nbest", "1"), ("/dev/stdin",)])
def test_a_program_that_waits_for_an_answer_gets_it(trained, options):
    command = [*MAIN, "translate", trained, *options]
    talk = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    rescue = Timer(60, talk.kill)  # a deadlock must not hang the test
    rescue.start()
    for word in (b"ein", b"zwei", b"B"):
        talk.stdin.write(word[:1])
        talk.stdin.flush()
        talk.stdin.write(word[1:] + b"\n")
        talk.stdin.flush()
        assert talk.stdout.readline().endswith(b"\n"), "it was killed while both waited"
    talk.stdin.write(b"ohne Ende")
    talk.stdin.close()
    assert talk.stdout.read().endswith(b"\n") and talk.wait() == 0
    rescue.cancel()


def test_a_pipe_gives_what_a_file_gives(trained, sample, rectrix):
    text = (sample / "dev.de").read_text()
    from_file = rectrix("translate", trained, sample / "dev.de")
    assert rectrix("translate", trained, input=text).stdout == from_file.stdout
    assert from_file.stdout.count("\n") == text.count("\n")


def test_nothing_is_cut(trained, rectrix, tmp_path):
    (tmp_path / "text").write_text("ein\n" + "wort " * 6000 + "\n")
    refused = rectrix("translate", trained, tmp_path / "text", "--nbest", 2)
    assert refused.returncode == 2
    assert refused.stderr.startswith("error: sentence 2: more than 5000 words, the most that n-best lists")
    whole = rectrix("translate", trained, tmp_path / "text")
    assert [len(line.split()) for line in whole.stdout.splitlines()][1] >= 6000
    (tmp_path / "text").write_text("ein\n" + "wort " * 300_000 + "\n")
    refused = rectrix("translate", trained, tmp_path / "text")
    assert refused.returncode == 2 and "text:2: more than 1,048,576 bytes" in refused.stderr


@pytest.mark.parametrize("load", ["map", "populate", "read"])
def test_every_way_to_load_translates_the_same(trained, sample, load):
    lines = list(read_sentences(sample / "dev.de"))
    expected = [output.text for output in Model.open(trained).translate(lines)]
    assert [output.text for output in Model.open(trained, load=load).translate(lines)] == expected


def test_what_is_kept_between_sentences_changes_no_translation(trained, sample):
    lines = list(read_sentences(sample / "dev.de"))
    texts = [[out.text for out in Model.open(trained, cache=cache).translate(lines)] for cache in (0, 512)]
    assert texts[0] == texts[1]


def test_lists_do_not_make_a_model_grow(trained, tmp_path):
    copy_model(trained, tmp_path / "sparse", templates=("word_pairs",))
    model = Model.open(tmp_path / "sparse")
    before = len(model.space)
    lists = model.kbest("ein neueswort", 10)
    assert len(lists.space) > before == len(model.space)
    list(model.translate(["noch einneueswort"], mbr=model.mbr("bleu")))
    assert len(model.space) == before


MAPPED = """
import re, sys
from pathlib import Path
from rectrix.lm import LanguageModel
file, load = sys.argv[1:]
model = LanguageModel.open(file, load)
sizes = re.escape(file) + r"\\nSize: +(\\d+) kB\\n(?:.*\\n)*?Rss: +(\\d+) kB"
print(*re.findall(sizes, Path("/proc/self/smaps").read_text()))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what is mapped is told by Linux's /proc")
def test_a_file_is_loaded_in_the_way_that_was_asked_for(rectrix, tmp_path):
    random, file = Random(1), tmp_path / "lm.rlm"
    lines = (" ".join(f"w{random.randrange(500)}" for _ in range(20)) for _ in range(3000))
    made = rectrix("lm", "train", "-", "-o", file, input="".join(f"{line}\n" for line in lines))
    assert made.returncode == 0 and file.stat().st_size > 1 << 20, made.stderr

    def mapped(load):
        shown = subprocess.run([sys.executable, "-c", MAPPED, file, load], capture_output=True, text=True)
        return [int(size) for size in re.findall(r"\d+", shown.stdout)]

    size, touched = mapped("map")
    assert touched < size / 2
    assert mapped("populate") == [size, size]
    assert mapped("read") == []


def test_models_that_were_read_do_not_depend_on_their_files(trained, tmp_path):
    """Truncated while the command waits for its next line, which it translates all the same."""
    shutil.copytree(trained, tmp_path / "model")
    command = [*MAIN, "translate", tmp_path / "model", "--loading", "read"]
    talk = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    rescue = Timer(60, talk.kill)
    rescue.start()
    first = asked(talk, b"ein\n")
    for file in (tmp_path / "model").iterdir():
        os.truncate(file, 0)
    assert asked(talk, b"das ist ein Haus\n").strip() and asked(talk, b"ein\n") == first
    talk.stdin.close()
    assert talk.wait() == 0
    rescue.cancel()


def asked(talk, line):
    talk.stdin.write(line)
    talk.stdin.flush()
    return talk.stdout.readline()


def test_an_unknown_way_to_load_is_told(trained):
    with pytest.raises(UsageError, match="known: map, populate, read"):
        Model.open(trained, load="mmap")


SHRINK = """
import os, sys
from rectrix.lm import LanguageModel
file, load = sys.argv[1:]
model = LanguageModel.open(file, load)
os.truncate(file, 0)
print(model.perplexity(["the house"]))
"""


def test_a_mapped_file_that_shrinks_is_named(trained, rectrix, tmp_path):
    file = tmp_path / "lm.rlm"
    shutil.copy(trained / "lm.rlm", file)
    command = [sys.executable, "-c", SHRINK, file]
    lost = subprocess.run([*command, "map"], capture_output=True, text=True)
    assert lost.returncode == 1
    assert lost.stderr.startswith(f"error: {file}: it became shorter or unreadable while it was open")
    advised = re.search(r"--\S+ read\b", lost.stderr).group().split()
    assert rectrix("translate", trained, *advised, input="ein\n").returncode == 0
    shutil.copy(trained / "lm.rlm", file)
    subprocess.run([*command, "read"], check=True, capture_output=True)


def test_a_tuned_model_has_files_of_its_own(trained, sample, rectrix, tmp_path):
    shutil.copytree(trained, tmp_path / "first")
    refs = ["-s", sample / "dev.de", "-r", sample / "dev.ref0.en"]
    done = rectrix("tune", "first", "-o", "second", *refs, "--set", "rounds=1", "--k", 5, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for file in (tmp_path / "first").iterdir():
        file.write_bytes(b"overwritten in place")
    assert rectrix("verify", "second", cwd=tmp_path).returncode == 0


def test_verify_finds_what_opening_does_not_look_at(trained, rectrix, tmp_path):
    model = tmp_path / "model"
    shutil.copytree(trained, model)
    good = rectrix("verify", model)
    assert good.returncode == 0 and "all as written" in good.stdout
    damaged = bytearray((model / "lm.rlm").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (model / "lm.rlm").write_bytes(damaged)
    bad = rectrix("verify", model)
    assert bad.returncode == 2 and "lm.rlm: damaged: its checksum differs" in bad.stderr
