"""The journal survives crashes, refuses what it did not write, becomes training text or a TMX file."""

import os
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from rectrix.adapt import Journal
from rectrix.adapt.stream import answers
from rectrix.base.errors import InputError, UsageError
from rectrix.cli import app
from rectrix.pipeline import load
from rectrix.text.formats import Languages, ReadOptions, Unit, read_bitext
from rectrix.text.formats.journal import JournalEntry, read_journal
from rectrix.text.formats.tmx import write

PAIR = ("Ungidos mundo", "Unction world")


def command(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def filled(path, count=3):
    journal = Journal(path)
    journal.read()
    for id in range(1, count + 1):
        journal.add(
            JournalEntry(id, f"quelle {id}", f"source {id} <&> „“", "m", "0-0", {"weights": {"lm": 0.1}}, "")
        )
    journal.close()
    return path


def test_every_cut_keeps_the_whole_lines_before_it(tmp_path):
    """A crash may cut the file anywhere; what was answered is there, and the next pair comes behind it."""
    whole = filled(tmp_path / "a.journal").read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
    for cut in {0, 1, *(end + near for end in ends for near in (-2, -1, 0, 1))} & set(range(len(whole) + 1)):
        path = tmp_path / "b.journal"
        path.write_bytes(whole[:cut])
        kept = whole[:cut].count(b"\n")
        journal = Journal(path)
        assert len(journal.read().entries) == kept
        journal.add(JournalEntry(9, "x", "y", "m", "", {}, ""))
        journal.close()
        assert [entry.id for entry in read_journal(path).entries] == [*range(1, kept + 1), 9]


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "nonsense",
        '{"id": 4}',
        '{"undo": 7}',
        '{"undo": "1"}',
        "[" * 100_000,
        "\x00",
        '{"undo": 1, "x": 2}',
    ],
)
def test_a_line_that_is_not_ours_is_named(tmp_path, line):
    path = filled(tmp_path / "a.journal")
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=r"a\.journal:4: "):
        read_journal(path)


def test_killed_after_its_answer_nothing_is_lost(model_folder, tmp_path, lines):
    path = tmp_path / "a.journal"
    code = f"import sys; sys.argv = ['rectrix', 'learn', {str(model_folder)!r}, '--journal', {str(path)!r}]; "
    code += "from rectrix.cli import main; main()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1, text=True) as process:
        process.stdin.write(f"{lines[0]}\nLEARN ||| {PAIR[0]} ||| {PAIR[1]}\n{PAIR[0]} Ungidos\n")
        process.stdin.flush()
        answered = [process.stdout.readline().rstrip("\n") for _ in range(3)]
        os.kill(process.pid, signal.SIGKILL)
    assert answered[1] == "LEARNED ||| 1"
    again = load(model_folder).learner(path)
    assert [output.text for output in again.translate([f"{PAIR[0]} Ungidos"])] == answered[2:]
    again.learn("Ungidos", "Anointed")  # the dead process' lock does not hold
    assert len(read_journal(path).entries) == 2


def test_each_line_has_one_answer_in_order(model_folder, lines):
    learner = load(model_folder).learner()
    stream = [
        lines[0],
        f"LEARN ||| {PAIR[0]} ||| {PAIR[1]}",
        PAIR[0],
        "",
        "LEARN ||| x",
        "LEARN |||  ||| y",
        lines[1],
    ]
    found = list(answers(learner, stream))
    plain = [output.text for output in load(model_folder).translate(lines[:2])]
    assert found[:4] == [plain[0], "LEARNED ||| 1", PAIR[1], ""]
    assert found[4].startswith("REFUSED ||| LEARN ||| source ||| target is expected, not 2")
    assert found[5] == "REFUSED ||| the source of a pair has no words" and found[6] == plain[1]


def test_commands(model_folder, tmp_path, lines):
    journal, sides = tmp_path / "a.journal", [tmp_path / "s", tmp_path / "t"]
    for side, text in zip(sides, PAIR, strict=True):
        side.write_text(f"{text}\n")
    options = ["--journal", journal]
    assert command("learn", model_folder, "-s", sides[0], "-t", sides[1], *options).exit_code == 0
    again = command("learn", model_folder, "-s", sides[0], "-t", sides[1], *options)
    assert "0 pairs learned" in again.stdout and len(read_journal(journal).entries) == 1
    (tmp_path / "in").write_text(f"{PAIR[0]}\nLEARN ||| Katze ||| Tomcat\nKatze\n")
    translated = command("translate", model_folder, tmp_path / "in", *options)
    assert translated.stdout == f"{PAIR[1]}\nLEARNED ||| 2\nTomcat\n", translated.output
    assert command("learn", model_folder, "--list", *options).stdout.splitlines()[1] == "2\tKatze\tTomcat"
    assert command("learn", model_folder, "--undo", 2, *options).exit_code == 0
    assert command("learn", model_folder, "--export", tmp_path / "a.tmx", *options).exit_code == 0
    units = list(read_bitext(tmp_path / "a.tmx", Languages("de", "en")))
    assert [unit[:2] for unit in units] == [PAIR]
    assert isinstance(command("learn", model_folder, "--undo", 2, *options).exception, UsageError)
    sides[1].write_text("one\ntwo\n")
    refused = command("learn", model_folder, "-s", sides[0], "-t", sides[1], *options)
    assert isinstance(refused.exception, InputError) and len(read_journal(journal).entries) == 1


def test_what_was_learned_is_chosen_from_as_told(model_folder, tmp_path, lines):
    """Minimum Bayes risk with a tiny scale takes other translations, and never those of confirmed sources."""
    journal, text = tmp_path / "a.journal", tmp_path / "in"
    learner = load(model_folder).learner(journal)
    learner.learn(*PAIR)
    learner.close()
    text.write_text("".join(f"{line}\n" for line in [PAIR[0], *lines[:20]]))
    plain, risky = (
        command("translate", model_folder, text, "--journal", journal, "--mbr", *kind)
        for kind in (["none"], ["bleu+1", "--mbr-scale", 0.001])
    )
    assert plain.stdout == command("translate", model_folder, text, "--journal", journal).stdout
    first, *others = risky.stdout.splitlines()
    assert first == PAIR[1] and others != plain.stdout.splitlines()[1:]


def test_empty_files_teach_nothing(model_folder, tmp_path):
    journal, empty = tmp_path / "a.journal", tmp_path / "empty"
    empty.touch()
    refused = command("learn", model_folder, "-s", empty, "-t", empty, "--journal", journal)
    assert isinstance(refused.exception, InputError) and "no sentences to learn" in str(refused.exception)
    assert not journal.exists()


def test_a_journal_is_training_text(tmp_path):
    path = filled(tmp_path / "a.journal")
    journal = Journal(path)
    journal.read()
    journal.undo(2)
    journal.close()
    units = read_bitext(path, Languages("de", "en"))
    assert [unit.source for unit in units] == ["quelle 1", "quelle 3"]
    with pytest.raises(InputError, match="no such journal"):
        list(read_bitext(tmp_path / "none.journal", Languages("de", "en")))


def test_a_journal_becomes_part_of_a_new_model(sample, tmp_path):
    path = filled(tmp_path / "a.journal", 1)
    journal = Journal(path)
    journal.read()
    journal.add(JournalEntry(2, *PAIR, "m", "", {}, ""))
    journal.close()
    (tmp_path / "train.toml").write_text("lm_order = 2\n[tune]\nk = 10\n[tune.settings]\nrounds = 1\n")
    sides = ["-s", sample / "train.de", "-t", sample / "train.en"]
    dev = ["--dev-source", sample / "dev.de", "--dev-reference", sample / "dev.ref0.en"]
    options = ["--config", tmp_path / "train.toml", "-o", tmp_path / "new"]
    trained = command("train", *sides, *dev, *options, "--add", path)
    assert trained.exit_code == 0, trained.output
    assert [output.text for output in load(tmp_path / "new").translate([PAIR[0]])] == [PAIR[1]]
    refused = command("train", *sides, *dev, *options, "--add", sample / "train.de")
    assert "ends in .journal" in str(refused.exception)


def test_what_xml_cannot_hold_is_named(tmp_path):
    units = [Unit("a <b> & „c“", "x\ty", "j:1"), Unit("a\x01", "b", "j:2")]
    with pytest.raises(InputError, match=r"j:2: XML cannot hold the character U\+0001"):
        write(tmp_path / "a.tmx", units, Languages("de", "en"))
    assert write(tmp_path / "a.tmx", units[:1], Languages("de", "en")) == 1
    found = list(read_bitext(tmp_path / "a.tmx", Languages("de", "en"), ReadOptions()))
    assert found[0][:2] == units[0][:2]


def test_a_held_journal_is_written_by_nobody_else(tmp_path):
    held = Journal(tmp_path / "journal")
    held.read()
    held.hold()
    writes = """
import sys
from rectrix.adapt.journal import Journal
other = Journal(sys.argv[1])
other.read()
other.undo(1)
"""
    found = subprocess.run(
        [sys.executable, "-c", writes, str(tmp_path / "journal")], capture_output=True, text=True
    )
    assert "Locked" in found.stderr and not (tmp_path / "journal").read_bytes()
    held.close()
