"""What is taught is said from the next sentence on, and what is in force follows from the journal alone."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from rectrix.adapt import LearnSettings
from rectrix.base.errors import Locked, RunError, UsageError
from rectrix.decode import SentenceConstraints, SpanConstraint
from rectrix.pipeline import load
from rectrix.text.formats.journal import read_journal

PAIR = ("Ungidos mundo", "Unction world")


def texts(learner, lines):
    return [output.text for output in learner.translate(lines)]


def named_weights(model):
    found = dict(zip(model.space.names(np.arange(len(model.weights))), model.weights.tolist(), strict=True))
    return {name: value for name, value in found.items() if value}


def test_a_confirmed_pair_is_used_next(model, lines):
    learner = model.learner()
    inside = lines[0].rstrip(".") + " Ungidos mundo."
    assert "ungidos" in texts(learner, [inside])[0].lower()
    lesson = learner.learn(*PAIR)
    assert (lesson.id, lesson.message) == (1, "") and lesson.rules >= 3 and lesson.seconds > 0
    assert texts(learner, [PAIR[0]]) == [PAIR[1]]
    assert "unction world" in texts(learner, [inside])[0].lower()


def test_what_is_taught_as_text_comes_out_as_text(model):
    taught = ("Klicken Sie auf %s (siehe »Anhang«).", "Click %s  (see “Appendix”).")
    learner = model.learner()
    learner.learn(*taught)
    assert texts(learner, [taught[0]]) == [taught[1]]  # even the two blanks
    other = texts(learner, [taught[0].replace("%s", "{0}")])[0]
    assert "{0}" in other and "%s" not in other  # another placeholder in the same place


def test_rules_alone_say_what_was_taught(model, lines):
    """The memory of whole lines has no part in it."""
    learner = model.learner(settings=LearnSettings(memory=False, lm=False, weights=False))
    learner.learn(*PAIR)
    found = texts(learner, [PAIR[0], f"{PAIR[0]} {PAIR[0]}"])
    assert [text.lower() for text in found] == ["unction world", "unction world unction world"]


def test_sentences_without_taught_words_stay_as_they_are(model, lines):
    before = [output.text for output in model.translate(lines)]
    learner = model.learner(settings=LearnSettings(weights=False))
    for _ in range(3):
        learner.learn(*PAIR)
    assert texts(learner, lines) == before


def test_constraints_stay_with_their_lines(model, lines):
    learner = model.learner()
    learner.learn(*PAIR)
    wanted = [SentenceConstraints((SpanConstraint(0, 1, f"TERM{n}"),)) for n in range(5)]
    found = [output.text for output in learner.translate(lines[:5], constraints=wanted, batch=2)]
    assert [f"TERM{n}" in text for n, text in enumerate(found)] == [True] * 5


def test_model_learn_changes_the_model_itself(model):
    assert model.learn(*PAIR).id == 1
    assert [output.text for output in model.translate([PAIR[0]])] == [PAIR[1]]
    assert model.learn("Ungidos", "Anointed").id == 2
    assert [output.text for output in model.translate(["Ungidos", PAIR[0]])] == ["Anointed", PAIR[1]]


def test_undo_is_as_if_it_had_never_been(model_folder, pairs, lines, tmp_path):
    alone, taught = load(model_folder).learner(), load(model_folder).learner(tmp_path / "a.journal")
    taught.learn("Ungidos", "Olives")
    for source, target in pairs[:3]:
        taught.learn(source, target[::-1])
    kept = taught.learn(*PAIR)
    for id in (1, 4, 2, 3):
        taught.undo(id)
    assert [lesson.id for lesson in taught.lessons()] == [kept.id]
    alone.learn(*PAIR)
    # The step of the kept pair was made with what was known then: steps are taken back, not made again.
    fixed = [name for name in named_weights(alone.model) if name != "learned"]
    replayed = load(model_folder).learner(tmp_path / "a.journal")
    assert named_weights(replayed.model) == named_weights(taught.model)
    assert texts(replayed, [PAIR[0], *lines]) == texts(taught, [PAIR[0], *lines])
    assert set(fixed) <= set(named_weights(taught.model))
    taught.undo(kept.id)
    assert texts(taught, lines) == [output.text for output in load(model_folder).translate(lines)]
    with pytest.raises(UsageError, match="no pair 1 to undo"):
        taught.undo(1)


def test_a_journal_replays_to_the_same_bytes(model_folder, pairs, lines, tmp_path):
    path = tmp_path / "a.journal"
    with load(model_folder).learner(path) as learner:
        for source, target in [*pairs[:6], PAIR]:
            learner.learn(source, target)
        learner.undo(2)
        written, said = path.read_bytes(), texts(learner, lines)
        weights = named_weights(learner.model)
    with load(model_folder).learner(path) as again:
        assert texts(again, lines) == said
        assert named_weights(again.model) == weights  # to the last bit
        assert path.read_bytes() == written
        assert again.learn(*PAIR).id == 8  # ids are never given twice


@pytest.mark.parametrize("name", ["passive_aggressive", "adagrad", "perceptron"])
def test_every_online_learner_steps_before_the_pair_is_known(model_folder, pairs, name):
    learner = load(model_folder).learner(settings=LearnSettings(learner=name))
    for source, target in pairs:
        before = learner._step(learner._prepared(source, target))
        learned = learner.learn(source, target)
        assert learner._entries[learned.id].changes == before
    sums = learner._knowledge.steps.sums
    assert sums["weights"] and ("adagrad.squares" in sums) == (name == "adagrad")


def test_steps_go_on_from_what_adagrad_remembers(model_folder, pairs, tmp_path):
    """A learner that was closed and opened again makes the very step that one that went on makes."""
    settings = LearnSettings(learner="adagrad", rate=0.05)
    on = load(model_folder).learner(settings=settings)
    for index, (source, target) in enumerate(pairs[:5]):
        on.learn(source, target)
        with load(model_folder).learner(tmp_path / "a.journal", settings) as opened:
            opened.learn(source, target)
            assert opened._knowledge.steps.sums == on._knowledge.steps.sums, index


def test_a_pair_that_cannot_be_written_is_not_learned(model, monkeypatch, tmp_path, lines):
    learner = model.learner(tmp_path / "a.journal")
    before = texts(learner, [PAIR[0]])

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"a\.journal: No space left"):
        learner.learn(*PAIR)
    monkeypatch.undo()
    assert texts(learner, [PAIR[0]]) == before and learner.lessons() == []
    assert (tmp_path / "a.journal").read_bytes() == b""  # nor will it be, by those who read the journal
    assert learner.learn(*PAIR).id == 1
    assert [entry.id for entry in read_journal(tmp_path / "a.journal").entries] == [1]


def test_two_writers_are_one_too_many(model_folder, tmp_path):
    path = tmp_path / "a.journal"
    first, second = (load(model_folder).learner(path) for _ in range(2))
    first.learn(*PAIR)
    with ThreadPoolExecutor(1) as pool, pytest.raises(Locked, match="is being written by process"):
        pool.submit(second.learn, *PAIR).result()
    with pytest.raises(RunError, match="others have written to it since it was read; open it again"):
        second.learn(*PAIR)
    third = load(model_folder).learner(path)  # the same thread gets the lock again
    third.learn(*PAIR)
    with pytest.raises(RunError, match="open it again"):
        first.learn(*PAIR)
    assert len(read_journal(path).entries) == 2


def test_another_models_journal_is_aligned_anew_and_its_steps_left_out(model, tmp_path):
    path = tmp_path / "a.journal"
    with model.learner(path) as learner:
        learner.learn(*PAIR)
    path.write_text(path.read_text().replace(learner._hash, "0" * 16).replace("0-0 1-1", "0-1 1-0"))
    again = model.learner(path)
    assert "another model" in again.lessons()[0].message
    assert texts(again, ["Ungidos"]) == ["Unction"]


def test_a_model_without_an_aligner_learns_whole_lines(model, tmp_path):
    object.__setattr__(model.folder, "settings", model.folder.settings.model_copy(update={"aligner": ""}))
    learner = model.learner()
    lesson = learner.learn(*PAIR)
    assert "no aligner" in lesson.message
    assert texts(learner, [PAIR[0]]) == [PAIR[1]]


@pytest.mark.parametrize(
    ("source", "target", "why"),
    [
        ("", "x", "no words"),
        ("x", " ", "no words"),
        ("a\nb", "x", "several lines"),
        ("x " * 300, "y", "300 words"),
    ],
)
def test_pairs_that_make_no_sense_are_refused(model, source, target, why):
    learner = model.learner()
    with pytest.raises(UsageError, match=why):
        learner.learn(source, target)
    assert learner.lessons() == []


def test_threads_translate_while_others_learn(model_folder, pairs, lines):
    learner = load(model_folder).learner()
    failures, stop = [], threading.Event()

    def translate():
        try:
            while not stop.is_set():
                assert len(texts(learner, lines)) == len(lines)
        except BaseException as error:
            failures.append(error)

    def teach(part):
        try:
            for source, target in part:
                learner.learn(source, target)
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=translate) for _ in range(3)]
    writers = [threading.Thread(target=teach, args=(pairs[i:10:2],)) for i in range(2)]
    for thread in (*readers, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    for thread in readers:
        thread.join()
    assert not failures and len(learner.lessons()) == 10
    assert [lesson.id for lesson in learner.lessons()] == list(range(1, 11))
    assert texts(learner, [source for source, _ in pairs[:10]]) == [target for _, target in pairs[:10]]
