"""No traceback reaches a user: each way to fail is one sentence and the right exit status."""

import bz2
import gzip
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from random import Random

import pytest

from rectrix.cli.failures import explain

MAIN = [sys.executable, "-c", "from rectrix.cli import main; main()"]
LIMITED = """
import resource, sys
import numpy, rectrix.pipeline  # what a run loads is not what it uses
from rectrix.cli import main
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv.pop(1)),) * 2)
main()
"""


def fails(result, status, message):
    __tracebackhide__ = True
    text = result.stderr if isinstance(result.stderr, str) else result.stderr.decode()
    assert "Traceback" not in text and result.returncode == status, text
    assert re.search(message, text), text
    assert len(text.strip().splitlines()) == 1 or "Usage" in text, text


def test_damaged_gzip(rectrix, tmp_path):
    data = bytearray(gzip.compress(b"a b c\n" * 1000))
    data[30] ^= 0xFF
    (tmp_path / "text.gz").write_bytes(data)
    fails(rectrix("lm", "train", "text.gz", "-o", "x.rlm", cwd=tmp_path), 2, r"text\.gz: damaged compressed")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text.gz"]


def test_bzip2_is_read_and_written(rectrix, tmp_path):
    (tmp_path / "text").write_bytes(bz2.compress(b"a b c\n" * 10))
    assert rectrix("lm", "train", "text", "-o", "x.arpa.bz2", cwd=tmp_path).returncode == 0
    assert b"\\data\\" in bz2.decompress((tmp_path / "x.arpa.bz2").read_bytes())
    assert rectrix("lm", "compile", "x.arpa.bz2", "-o", "x.rlm", cwd=tmp_path).returncode == 0


# The superuser may write everywhere, but for one who cannot override permissions.
AS_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


@pytest.mark.skipif(
    bool(AS_USER) and shutil.which(AS_USER[0]) is None, reason="the superuser may write everywhere"
)
def test_read_only_folder(tmp_path):
    tmp_path.joinpath("text").write_text("a b\n")
    tmp_path.joinpath("locked").mkdir(mode=0o500)
    command = [*AS_USER, *MAIN, "lm", "train", "text", "-o", "locked/x.rlm"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    fails(result, 1, "locked: Permission denied")
    assert not list(tmp_path.joinpath("locked").iterdir())


def test_a_folder_that_is_a_file(rectrix, tmp_path):
    tmp_path.joinpath("text").write_text("a b\n")
    fails(
        rectrix("lm", "train", "text", "-o", "text/x.rlm", cwd=tmp_path),
        2,
        "cannot write .*text/x.rlm: Not a directory",
    )


def test_a_name_that_is_too_long(rectrix, tmp_path):
    tmp_path.joinpath("text").write_text("a b\n")
    name = "x" * 260 + ".rlm"
    fails(rectrix("lm", "train", "text", "-o", name, cwd=tmp_path), 2, "File name too long")
    fails(rectrix("lm", "train", name, "-o", "x.rlm", cwd=tmp_path), 2, "File name too long")


@pytest.mark.unsanitized("they need more address space than the limit leaves")
@pytest.mark.parametrize("threads", [1, 2])
def test_out_of_memory_also_in_a_worker(tmp_path, threads):
    text = tmp_path / "text"
    random = Random(1)
    text.write_text("\n".join(" ".join(f"w{random.random():.4f}" for _ in range(50)) for _ in range(5000)))
    command = [sys.executable, "-c", LIMITED, 8 << 20, "lm", "train", text, "-o", tmp_path / "x.rlm"]
    command += ["--memory", "100G", "-j", threads, "-q"]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    fails(result, 1, "out of memory|Resource temporarily unavailable")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_libraries_that_fail_within_a_limit_of_memory_are_no_defect(monkeypatch):
    """NumPy, loaded under `ulimit -v 150000`, ends with an error that has no word of memory."""
    error = SystemError("error return without exception set")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)
    assert "a defect in Rectrix" in explain(error)[0]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (150 << 20, resource.RLIM_INFINITY))
    assert explain(error)[0].startswith("error: out of memory") and explain(error)[1] == 1


def test_an_absurd_number_of_translations(trained, rectrix):
    fails(rectrix("translate", trained, "--nbest", 1_000_000_000, input="a\n"), 2, "1000000")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "[" * 5000, r"nested too deeply"),
        ("lm_order = 99999999999", "lm_order: .*(less|lie)"),
        ("lm_order = " + "9" * 5000, "not a TOML file"),
        ("lm_order = 3000000000", "lm_order: "),
        ("[stack]\npop_limit = 3000000000", r"stack\.pop_limit: .*numbers lie between"),
        ("\udcff", "not a TOML file"),
    ],
)
def test_settings_beyond_reason(rectrix, sample, tmp_path, text, message):
    (tmp_path / "s.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    texts = ["-s", sample / "train.de", "-t", sample / "train.en", "--tune-on", "train"]
    result = rectrix("train", *texts, "-o", tmp_path / "m", "--config", tmp_path / "s.toml")
    fails(result, 2, message)
    assert not (tmp_path / "m.work").exists()


def test_names_that_are_not_utf8(rectrix, tmp_path):
    (tmp_path / "g").write_bytes(
        b"[X] ||| a ||| b ||| caf\xe9=0.5 d\xff=1\n[X] ||| \xff\xfe ||| \xe9 ||| caf\xe9=1\n"
    )
    (tmp_path / "w").write_bytes(b"caf\xe9 0.5\nLanguageModel 1\n")
    imported = rectrix("import", "cdec", "--grammars", "g", "--weights", "w", "-o", "m", cwd=tmp_path)
    assert imported.returncode == 0, imported.stderr
    result = rectrix("translate", "m", "--nbest", 2, input=b"a \xff\xfe\n", text=False, cwd=tmp_path)
    assert result.returncode == 0 and b"Traceback" not in result.stderr, result.stderr
    assert result.stdout.splitlines()[0].endswith(b" 0.25")  # the weight goes with its name


def test_import_takes_a_mapped_language_model(rectrix, tmp_path):
    (tmp_path / "text").write_text("b b\n")
    (tmp_path / "g").write_text("[X] ||| a ||| b ||| p=0.5\n")
    (tmp_path / "w").write_text("p 0.5\nLanguageModel 1\n")
    assert rectrix("lm", "train", "text", "-o", "x.rlm", "-n", 2, cwd=tmp_path).returncode == 0
    result = rectrix(
        "import", "cdec", "--grammars", "g", "--weights", "w", "--lm", "x.rlm", "-o", "m", cwd=tmp_path
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "m/lm.rlm").read_bytes() == (tmp_path / "x.rlm").read_bytes()
    assert rectrix("translate", "m", input="a\n", cwd=tmp_path).stdout == "b\n"


def shell(command, **options):
    quoted = " ".join(f"'{part}'" for part in MAIN)
    return subprocess.run(
        ["bash", "-c", command.replace("rectrix", quoted)], capture_output=True, text=True, **options
    )


def test_standard_output_that_is_closed_full_or_ascii(trained, tmp_path):
    fails(shell(f"echo ein | rectrix translate {trained} >&-"), 1, "standard output is closed")
    full = "standard output: No space left"
    fails(shell(f"echo ein | rectrix translate {trained} > /dev/full"), 1, full)
    for command in ("--version", "recipes", "features"):
        fails(shell(f"rectrix {command} > /dev/full"), 1, full)
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    result = shell(f"echo Grüße | rectrix translate {trained}", env=ascii_only)
    assert result.returncode == 0 and "Grüße" in result.stdout


def test_standard_input_that_is_closed(trained):
    fails(shell(f"rectrix translate {trained} <&-"), 2, "standard input is closed|cannot open")


def test_a_reader_that_leaves(trained):
    result = shell(f"yes ein | head -5000 | rectrix translate {trained} | head -1; echo ${{PIPESTATUS[2]}}")
    assert result.stdout.splitlines()[1] == "141" and not result.stderr.strip(), result.stderr


@pytest.mark.parametrize(
    "number, status, word", [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
)
def test_a_run_that_is_stopped_says_how_to_go_on_and_leaves_nothing_half(
    sample, tmp_path, number, status, word
):
    texts = ["-s", sample / "train.de", "-t", sample / "train.en", "--tune-on", "train"]
    command = [*MAIN, "train", *texts, "-o", tmp_path / "m"]
    # A test run in the background ignores Ctrl-C, and so would its children.
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    run = subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True, preexec_fn=heeded)
    while not (tmp_path / "m.work/text.done").exists() and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(number)
    _, said = run.communicate(timeout=60)
    assert run.returncode == status and said.endswith(f"{word}: run the same command to go on\n"), said
    assert "Traceback" not in said
    assert not [path for path in tmp_path.rglob(".*") if path.suffix in (".tmp", ".lock")]


def test_two_signals_at_once_are_one(sample, tmp_path):
    """As `timeout -s INT` sends them: the second broke off the end of threads, and the process aborted."""
    texts = ["-s", sample / "train.de", "-t", sample / "train.en", "--tune-on", "train"]
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    for wait in (0.0, 0.0005, 0.002):
        output = tmp_path / f"m{wait}"
        command = list(map(str, [*MAIN, "train", *texts, "-o", output]))
        run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heeded)
        while not (tmp_path / f"m{wait}.work/untuned.done").exists() and run.poll() is None:
            time.sleep(0.01)
        time.sleep(0.2)  # rules are extracted, in the core
        run.send_signal(signal.SIGINT)
        time.sleep(wait)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
        assert run.returncode == 130 and said.endswith("interrupted: run the same command to go on\n"), said


def test_who_asks_again_later_is_obeyed_at_once():
    code = (
        "import time; from rectrix.cli.stop_signals import StopSignals; StopSignals().heed()\nwhile True:\n"
    )
    code += "  try: print('ready', flush=True); time.sleep(60)\n  except KeyboardInterrupt: pass"
    heeded = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    command = [sys.executable, "-c", code]
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heeded
    )
    for wait in (0.0, 1.2):
        assert run.stdout.readline() == "ready\n"
        time.sleep(wait)
        run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130 and said.startswith("stopped at once"), said


def test_a_signal_that_was_ignored_stays_ignored():
    code = "import signal; from rectrix.cli.stop_signals import StopSignals; StopSignals().heed()\n"
    code += "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)"
    ran = subprocess.run(["nohup", sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout == "True\n"


@pytest.mark.parametrize("command", ["translate", "nbest", "evaluate", "sample", "align", "average"])
def test_a_full_disk_is_told_with_the_name_of_the_output(tmp_path, trained, sample, command):
    out, text = tmp_path / "wanted", sample / "dev.de"
    arguments = {
        "translate": ["translate", trained, text, "-o", out],
        "nbest": ["translate", trained, text, "--nbest", "5", "-o", out],
        "evaluate": ["evaluate", text, "-r", sample / "dev.ref0.en", "--html", out],
        "sample": ["sample", "-o", out],
        "align": ["align", sample / "train.de", sample / "train.en", "--model", "ibm1", "-o", out],
        "average": ["average", trained, trained, "-o", out],
    }[command]
    result = limited(300, [*arguments, "-q"])
    fails(result, 1, rf"cannot write {out}.*: File too large")


def limited(size, arguments):
    """A limit of the size of files stands for a full disk."""
    code = "import resource,signal,sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); "
    code += "from rectrix.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True)


def test_the_message_names_the_output_that_was_asked_for(tmp_path, sample):
    result = limited(2000, ["lm", "train", sample / "train.en", "-o", tmp_path / "x.rlm", "-q"])
    fails(result, 1, rf"cannot write {tmp_path}/x\.rlm: File too large")
    assert not list(tmp_path.iterdir())


def test_a_defect_is_one_sentence_too(trained, tmp_path):
    shutil.copytree(trained, tmp_path / "m")
    code = "import rectrix.pipeline.model as m; m.Model.open = None; from rectrix.cli import main; main()"
    command = [sys.executable, "-c", code, "translate", str(tmp_path / "m")]
    result = subprocess.run(command, capture_output=True, text=True, input="")
    fails(result, 1, "a defect in Rectrix: TypeError.*RECTRIX_TRACEBACK=1")
    shown = subprocess.run(
        command, capture_output=True, text=True, input="", env={**os.environ, "RECTRIX_TRACEBACK": "1"}
    )
    assert "Traceback" in shown.stderr
