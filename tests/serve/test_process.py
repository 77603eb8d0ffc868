"""The command as a process: signals, slow and rude clients, and what it says when it cannot start."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

_MAIN = "from rectrix.cli import main; main()"


class Process:
    """A server on a free port."""

    def __init__(self, *arguments, command="serve", **env):
        command = [sys.executable, "-c", _MAIN, command, *map(str, arguments), "--port", "0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ | env)
        first = self.process.stderr.readline()
        assert first.startswith("serving"), first + self.process.stderr.read()
        self.port = int(first.split("http://127.0.0.1:")[1].split("/")[0])
        self.said = []
        self.reader = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = json.dumps(body).encode() if body is not None else None
        connection.request(method, path, sent, {"content-type": "application/json"} if sent else {})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        status = self.process.wait(60)
        self.reader.join(10)
        return status


@pytest.fixture
def process(folders):
    made = Process(folders / "hiero")
    yield made
    made.process.kill()
    made.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_finishes_what_is_under_way(process, lines, number):
    found = []
    texts = lines * 15
    sent = {"model": "hiero", "texts": texts}
    asking = threading.Thread(target=lambda: found.append(process.ask("POST", "/v1/translate", sent)))
    asking.start()
    while "rectrix_batch_sentences_count 0" in _metrics(process.port):
        time.sleep(0.01)
    assert process.end(number) == 0
    asking.join()
    [(status, answer)] = found
    assert status == 200 and len(answer["texts"]) == len(texts)
    assert not any("Traceback" in line for line in process.said)


def _metrics(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    return connection.getresponse().read().decode()


def test_slow_dropping_and_rude_clients_hurt_nobody(process, lines):
    def opened(data):
        made = socket.create_connection(("127.0.0.1", process.port))
        made.sendall(data)
        return made

    slow = [
        opened(b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nq=")
        for _ in range(5)
    ]
    half = [opened(b"GET /trans") for _ in range(5)]
    for data in (b"\x00\xff\x16\x03\x01", b"GET / HTTP/9\r\n\r\n", b"X" * 100_000, b"GET /" + b"a" * 70_000):
        rude = opened(b"")
        with suppress(OSError):
            rude.sendall(data)
        rude.close()
    body = json.dumps({"q": lines, "source": "de", "target": "en"}).encode()
    head = (
        b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
    )
    for _ in range(5):
        opened(head + str(len(body)).encode() + b"\r\n\r\n" + body).close()  # asks and leaves
    status, answer = process.ask("POST", "/translate", {"q": lines[0], "source": "de", "target": "en"})
    assert status == 200 and answer["translatedText"]
    for one in (*slow, *half):
        one.close()
    assert process.end() == 0
    assert not any("Traceback" in line for line in process.said)


def _fails(*arguments):
    command = [sys.executable, "-c", _MAIN, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_what_it_says_when_it_cannot_start(folders, tmp_path):
    status, said = _fails("serve", tmp_path / "none", "--port", 0)
    assert status == 2 and "not a model" in said
    status, said = _fails("serve", folders / "hiero", "--host", "0.0.0.0", "--port", 0)
    assert status == 2 and "--api-key" in said and "--open" in said
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, said = _fails("serve", folders / "hiero", "--port", taken.getsockname()[1])
    assert status == 2 and "--port" in said
    status, said = _fails("serve", folders / "hiero", folders / "hiero", "--port", 0)
    assert status == 2 and "other names" in said


def test_missing_packages_are_named():
    code = f"import sys; sys.modules['uvicorn'] = None; {_MAIN}"
    done = subprocess.run([sys.executable, "-c", code, "serve", "x"], capture_output=True, text=True)
    assert done.returncode == 2 and "pip install 'rectrix[serve]'" in done.stderr


def test_inspecting_a_model(folders):
    process = Process(folders / "phrase", "--no-browser", command="inspect")
    try:
        connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=60)
        connection.request("GET", "/")
        page = connection.getresponse().read().decode()
        assert "<h1>Rectrix</h1>" in page and "Compare" in page
        status, found = process.ask("GET", "/v1/models")
        assert status == 200 and found["models"][0]["learns"] is True
        assert process.end(signal.SIGINT) == 0
    finally:
        process.process.kill()
        process.process.wait()


def test_corrections_outlive_the_server(folders, tmp_path):
    sent = {"q": "Das Zzyzx ist neu.", "source": "de", "target": "en"}
    for turn in range(2):
        process = Process(folders / "hiero", "--journal", tmp_path / "journal")
        try:
            if turn == 0:
                assert process.ask("POST", "/suggest", sent | {"s": "The gizmo is new."}) == (
                    200,
                    {"success": True},
                )
            answer = process.ask("POST", "/translate", sent)[1]["translatedText"]
            assert answer == "The gizmo is new."
            assert process.end() == 0
        finally:
            process.process.kill()
            process.process.wait()


def test_a_key_from_the_environment(folders):
    process = Process(folders / "hiero", RECTRIX_API_KEY="secret")
    try:
        assert process.ask("GET", "/v1/models")[0] == 403
        assert process.ask("GET", "/v1/models?key=secret")[0] == 200
        assert process.end() == 0
        assert not any("secret" in line for line in process.said)
    finally:
        process.process.kill()
        process.process.wait()
