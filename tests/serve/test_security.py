"""What a stranger can do to the server, and cannot."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from rectrix.base.errors import UsageError
from rectrix.cli.serving import Chosen
from rectrix.serve.app import application
from rectrix.serve.gate import Keys, Origins, Rate
from rectrix.serve.limits import Limits
from rectrix.serve.log import RequestLog
from rectrix.serve.settings import ServeSettings

# What a client must be able to see before it has a key, and what holds nothing of the models' texts.
_PUBLIC = {"/", "/health", "/languages", "/frontend/settings", "/listPairs", "/v1/openapi.json"}
# Names that a request's values may have.
FIELDS = [
    "q",
    "source",
    "target",
    "format",
    "alternatives",
    "api_key",
    "s",
    "texts",
    "model",
    "nbest",
    "terms",
]


def _routes(app):
    for route in app._inside.routes:
        assert isinstance(route, Route)
        for method in route.methods - {"HEAD"}:
            yield method, route.path


def test_every_path_but_the_public_ones_needs_the_key(client_with, engines):
    client = client_with(keys=Keys(("one", "two")))
    checked = 0
    for method, path in _routes(application(engines)):
        filled = path.replace("{name}", "hiero").replace("{id}", "1")
        if path in _PUBLIC or path.startswith("/page/"):
            assert client.request(method, filled).status_code == 200
            continue
        sent = {"content": b"{}", "headers": {"content-type": "application/json"}}
        assert client.request(method, filled, **sent).status_code == 403, (method, path)
        sent["headers"] = sent["headers"] | {"authorization": "Bearer two"}
        assert client.request(method, filled, **sent).status_code != 403, (method, path)
        checked += 1
    assert checked >= 18


@pytest.mark.parametrize("given", [
    {"headers": {"authorization": "Bearer secret"}}, {"headers": {"x-api-key": "secret"}},
    {"params": {"key": "secret"}}, {"params": {"api_key": "secret"}}])  # fmt: skip
def test_a_key_opens_from_each_place(client_with, given):
    client = client_with(keys=Keys(("secret",)))
    assert client.get("/v1/models", **given).status_code == 200
    assert client.get("/v1/models", params={"key": "secre"}).status_code == 403
    assert client.get("/v1/models", params={"key": "s\u00e9cret"}).status_code == 403


def test_keys_are_compared_in_constant_time(monkeypatch):
    """Every pair is compared by the function that takes equally long, also behind a right one."""
    seen = []
    monkeypatch.setattr("hmac.compare_digest", lambda a, b: seen.append((a, b)) or a == b)
    assert Keys(("a", "b")).fits(["a", "c"])
    assert len(seen) == 4


def test_other_machines_need_a_key_or_a_word():
    with pytest.raises(UsageError, match=r"--api-key KEY, or --open"):
        Chosen(("m",), ServeSettings(host="0.0.0.0")).check()
    Chosen(("m",), ServeSettings(host="0.0.0.0"), keys=Keys(("k",))).check()
    Chosen(("m",), ServeSettings(host="0.0.0.0"), open=True).check()
    Chosen(("m",)).check()


def test_a_foreign_name_for_this_machine_is_refused(client):
    """A page elsewhere could point its own name at 127.0.0.1 and read the answers."""
    assert client.get("/v1/models", headers={"host": "evil.example:8080"}).status_code == 403
    for host in ("localhost:8080", "127.0.0.1", "[::1]:8080"):
        assert client.get("/v1/models", headers={"host": host}).status_code == 200


def test_a_foreign_page_cannot_teach(client, client_with, engines):
    sent = {"q": "a", "s": "b", "source": "de", "target": "en"}
    answer = client.post("/suggest", data=sent, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403 and engines[0].lessons() == []
    assert "access-control-allow-origin" not in answer.headers
    for odd in ("null", "http://[", "localhost", "http://localhost.evil.example"):
        assert client.post("/suggest", data=sent, headers={"origin": odd}).status_code == 403
    assert client.post("/suggest", data=sent, headers={"origin": "http://localhost"}).status_code == 200
    allowed = client_with(origins=Origins(("https://cat.example",)))
    answer = allowed.get("/languages", headers={"origin": "https://cat.example"})
    assert answer.headers["access-control-allow-origin"] == "https://cat.example"
    asked = {"origin": "https://cat.example", "access-control-request-method": "POST"}
    assert allowed.options("/translate", headers=asked).status_code == 204
    assert client.options("/translate", headers=asked).status_code == 403


def test_limits_of_a_request(client_with):
    limits = Limits(body=2000, characters=100, sentences=3, nbest=2, words=10)
    client = client_with(limits=limits)

    def status(text, **more):
        return client.post("/v1/translate", json={"model": "hiero", "texts": [text], **more}).status_code

    assert status("a" * 100) == 200
    assert status("a" * 101) == 413
    assert status("a\nb\nc") == 200
    assert status("a\nb\nc\nd") == 413
    assert status("a " * 11, details=True) == 413
    assert client.post("/v1/translate", content=b"x" * 2001).status_code == 413
    answer = client.post("/v1/translate", content=(b"x" * 500 for _ in range(5)))  # without a length
    assert answer.status_code == 413
    listed = client.post("/v1/explain", json={"model": "hiero", "text": "das Haus", "nbest": 50}).json()
    assert len(listed["translations"]) <= 2


def test_a_client_has_a_rate(client_with):
    client = client_with(limits=Limits(rate=3))
    statuses = [client.get("/health").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert client.get("/health").headers["retry-after"]


def test_rates_of_many_clients_take_bounded_memory():
    rate = Rate(5)
    for number in range(30_000):
        rate.take(str(number))
    assert len(rate._left) <= 10_000


def test_headers_of_every_answer(client):
    for path in ("/", "/health", "/nothing", "/v1/models"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_an_error_inside_says_nothing_of_itself(client_with, engines, monkeypatch, capsys):
    def broken(*arguments, **named):
        raise RuntimeError("the secret is in /etc/passwd")

    monkeypatch.setattr(engines[0], "translate", broken)
    answer = client_with().post("/translate", json={"q": "a", "source": "de", "target": "en"})
    assert (answer.status_code, list(answer.json())) == (500, ["error"])
    assert "secret" not in answer.text and "Traceback" not in answer.text
    assert "the secret is in" in capsys.readouterr().err  # the log has it


@pytest.mark.parametrize("path", [
    "/page/../app.py", "/page/%2e%2e/app.py", "/page/..%2fapp.py", "//etc/passwd", "/page/",
    "/page/nothing.js",     "/v1/models/..%2f..%2fetc", "/v1/models/%00"])  # fmt: skip
def test_no_path_opens_a_file(client, path, monkeypatch):
    def refuse(*arguments, **named):
        raise AssertionError("a file was opened")

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert client.get(path).status_code == 404


def test_the_log_has_no_texts_unless_asked(client_with, capsys):
    sent = {"q": "geheim", "source": "de", "target": "en"}
    silent = client_with(log=RequestLog())
    silent.post("/translate", json=sent)
    silent.get("/translate", params={"langpair": "de|en", "q": "geheim"})
    logged = capsys.readouterr().err
    assert "POST /translate 200" in logged and "GET /translate 200" in logged and "geheim" not in logged
    told = client_with(log=RequestLog(texts=True))
    told.post("/translate", json=sent)
    assert "geheim" in capsys.readouterr().err


def test_a_path_cannot_break_the_log(client_with, capsys):
    client_with(log=RequestLog()).get("/a%0Ab%1b[31m")
    logged = capsys.readouterr().err
    assert len(logged.splitlines()) == 1 and "\x1b" not in logged


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b'{"a":' * 100_000, b"1" * 5000,
    b'{"texts": ["\\ud800"]}', b'{"texts": [""], "nbest": 1e400}'])  # fmt: skip
def test_bodies_that_are_no_request(client, body):
    for path in ("/v1/translate", "/translate", "/suggest", "/detect"):
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 413), (path, answer.text)
        assert list(answer.json()) == ["error"]


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=10)),
    lambda values: st.one_of(
        st.lists(values, max_size=3), st.dictionaries(st.sampled_from(FIELDS), values, max_size=5)
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("path", ["/translate", "/detect", "/suggest", "/v1/translate", "/RPC2"])
def test_any_body_has_an_answer(client, path):
    """Values of a wrong kind under right names: refused with a reason, never an error of the server."""

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5))
    def check(body):
        answer = client.post(path, json=body)
        assert answer.status_code < 500, (path, body, answer.text)

    check()
