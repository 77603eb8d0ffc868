"""Outputs are there whole or not at all, at every moment and after every crash."""

import errno
import os
import stat
import sys
import threading
import time

import pytest

from rectrix.base import places
from rectrix.base.errors import OutputExists, RunError, UsageError
from rectrix.base.files import writing, writing_folder, writing_path
from rectrix.base.locks import holding
from rectrix.base.places import HOST


def write_model(path, text, force=True):
    with writing_folder(path, force) as folder:
        (folder / "model.toml").write_text(text)


def no_exchange(monkeypatch):
    monkeypatch.setattr(places, "_rename", lambda old, new, flag: False)


def test_a_replaced_folder_is_there_at_every_moment(tmp_path):
    model, absent, done = tmp_path / "model", [], threading.Event()
    write_model(model, "0")

    def look():
        while not done.is_set():
            try:
                os.stat(model / "model.toml")  # noqa: PTH116
            except FileNotFoundError:
                absent.append(1)

    reader = threading.Thread(target=look)
    reader.start()
    for n in range(100):
        write_model(model, str(n))
    done.set()
    reader.join()
    assert not absent
    assert (model / "model.toml").read_text() == "99" and list(tmp_path.iterdir()) == [model]


def test_no_step_of_a_replacement_leaves_the_place_empty(tmp_path):
    """A reader may look between any two system calls: here one looks after each, whatever they are."""
    model, calls = tmp_path / "model", []
    write_model(model, "old")

    def look(event, arguments):
        if event in ("os.rename", "os.remove", "os.rmdir", "shutil.rmtree", "ctypes.dlopen") and watched:
            calls.append(event)
            assert (model / "model.toml").exists(), f"gone before {event} {arguments}"

    watched = [True]
    sys.addaudithook(look)  # cannot be taken back: it is blind afterwards
    try:
        write_model(model, "new")
    finally:
        watched.clear()
    assert "os.remove" in calls and (model / "model.toml").read_text() == "new"


def test_without_exchange_a_crash_between_two_renames_is_mended_by_the_next_run(tmp_path, monkeypatch):
    no_exchange(monkeypatch)
    model = tmp_path / "model"
    write_model(model, "old")
    old = tmp_path / f".model.{HOST}.999999999.1a.old"
    model.rename(old)  # the crash came here
    places.recover(model)
    assert (model / "model.toml").read_text() == "old" and not old.exists()
    write_model(model, "new")
    assert (model / "model.toml").read_text() == "new" and list(tmp_path.iterdir()) == [model]


def test_temporaries_of_dead_processes_are_removed_and_of_others_not(tmp_path):
    dead = [
        tmp_path / f".out.{HOST}.999999999.1a.tmp",
        tmp_path / f".out.{HOST}.{os.getpid()}.earlier.tmp",
        tmp_path / ".out.another.1.1a.tmp",
    ]
    kept = [
        tmp_path / f".out.{HOST}.{os.getppid()}.1a.tmp",
        tmp_path / ".out.elsewhere.1.1a.tmp",
        tmp_path / f".out.gz.{HOST}.999999999.1a.tmp",
        tmp_path / ".out.notes.tmp",
    ]
    for path in (*dead, *kept):
        path.write_text("half")
    os.utime(dead[2], (0, time.time() - 30 * 24 * 3600))
    with writing(tmp_path / "out") as file:
        file.write("whole")
    assert sorted(tmp_path.iterdir()) == sorted([*kept, tmp_path / "out"])


def test_content_is_on_disk_before_the_name_and_the_name_before_the_next_step(tmp_path, monkeypatch):
    steps = []
    sync, put = os.fsync, places._rename

    def record_sync(descriptor):
        steps.append(("sync", "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"))
        sync(descriptor)

    def record_rename(*arguments):
        steps.append(("rename",))
        return put(*arguments)

    monkeypatch.setattr(os, "fsync", record_sync)
    monkeypatch.setattr(places, "_rename", record_rename)
    with writing_path(tmp_path / "out") as temporary:
        temporary.write_text("x")
    assert steps == [("sync", "file"), ("rename",), ("sync", "folder")]
    steps.clear()
    write_model(tmp_path / "model", "x", force=False)
    assert steps == [("sync", "file"), ("sync", "folder"), ("rename",), ("sync", "folder")]


def test_a_failed_sync_is_a_failure_that_names_the_output(tmp_path, monkeypatch):
    def fail(descriptor):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(RunError, match=r"cannot write .*/out: Input/output error"), writing(tmp_path / "out"):
        pass
    assert not list(tmp_path.iterdir())


def test_an_output_that_came_meanwhile_stays(tmp_path):
    with pytest.raises(OutputExists), writing(tmp_path / "out") as file:
        file.write("second")
        (tmp_path / "out").write_text("first")
    assert (tmp_path / "out").read_text() == "first"
    with pytest.raises(OutputExists), writing_folder(tmp_path / "folder"):
        (tmp_path / "folder").mkdir()


def test_folders_that_cannot_be_replaced_are_told_before_the_work(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for path, message in ((".", "this runs in it"), (tmp_path, "this runs in it"), ("/", "root of all")):
        with pytest.raises(UsageError, match=message), writing_folder(path, force=True):
            pytest.fail("work was spent")
    with pytest.raises(UsageError, match="root of all"), holding("/"):
        pytest.fail("work was spent")
    assert list(tmp_path.iterdir()) == [tmp_path / "here"]


def test_names_of_255_bytes_work_and_longer_ones_are_told_before_the_work(tmp_path):
    with writing(tmp_path / ("é" * 127)) as file:
        file.write("x")
    with pytest.raises(UsageError, match="File name too long"), writing(tmp_path / ("é" * 128)):
        pytest.fail("work was spent")


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: texts.append(pipe.read_text()))
    texts = []
    reader.start()
    with writing(pipe, force=True) as file:
        file.write("through")
    reader.join()
    assert texts == ["through"] and pipe.is_fifo()


def test_errors_inside_a_folder_name_the_output(tmp_path):
    with (
        pytest.raises(RunError, match=rf"cannot write {tmp_path}/model: "),
        writing_folder(tmp_path / "model") as f,
    ):
        (f / "none" / "file").write_text("x")
    with pytest.raises(RunError) as error, writing_path(tmp_path / "out") as temporary:
        raise RunError(f"cannot write {temporary}: No space left on device")
    assert str(error.value) == f"cannot write {tmp_path}/out: No space left on device"
