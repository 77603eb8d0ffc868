"""Apertium APy, OmegaT's FakeMT and Moses' XML-RPC, each as its clients use it."""

import xmlrpc.client

import pytest


def test_weblate_with_apertium(client, engines, lines):
    """Weblate lists pairs, tests the first of them, then maps de to deu where only that is listed.

    Written from weblate/machinery/apertium.py of Weblate 5.14.1; test_weblate.py runs that very class.
    """
    pairs = client.get("/listPairs").json()
    assert pairs["responseStatus"] == 200
    listed = [(one["sourceLanguage"], one["targetLanguage"]) for one in pairs["responseData"]]
    assert listed == [("deu", "eng"), ("de", "en")]
    expected = next(engines[0].model.translate([lines[0]])).text
    for source, target in listed:
        sent = {"langpair": f"{source}|{target}", "q": lines[0], "markUnknown": "no"}
        answer = client.get("/translate", params=sent).json()
        assert answer == {
            "responseData": {"translatedText": expected},
            "responseDetails": None,
            "responseStatus": 200,
        }


@pytest.mark.parametrize("query", [{}, {"q": "a"}, {"langpair": "de|fr", "q": "a"}, {"langpair": "de|en"}])
def test_apertium_errors_carry_details(client, query):
    answer = client.get("/translate", params=query)
    assert answer.status_code == 400 == answer.json()["responseStatus"]
    assert answer.json()["responseDetails"]
    assert answer.json()["message"] == "Bad Request"


def test_omegat_sends_codes_with_regions(client, engines, lines):
    sent = {"source": "de-DE", "target": "en-US", "text": lines[0]}
    expected = next(engines[0].model.translate([lines[0]])).text
    assert client.get("/fakemt", params=sent).json() == {"translation": expected}
    assert client.get("/fakemt", params={"source": "de"}).status_code == 400


def test_moses_client(running, engines, lines):
    server = xmlrpc.client.ServerProxy(f"{running.url}/RPC2")
    expected = next(engines[0].model.translate([lines[0]])).text
    assert server.translate({"text": lines[0]}) == {"text": expected}
    asked = {"text": lines[0], "align": True, "word-align": True, "nbest": 5, "nbest-distinct": True,
             "add-score-breakdown": True, "system": "phrase"}  # fmt: skip
    answer = server.translate(asked)
    assert answer["text"] == next(engines[1].model.translate([lines[0]])).text == answer["nbest"][0]["hyp"]
    scores = [one["totalScore"] for one in answer["nbest"]]
    assert scores == sorted(scores, reverse=True) and len({one["hyp"] for one in answer["nbest"]}) == len(
        scores
    )
    assert "lm= " in answer["nbest"][0]["fvals"]
    # Phrases cover the source once each and follow each other in the translation.
    words = next(iter(engines[1].model.prepare([lines[0]]))).text.split()
    covered = sorted(n for one in answer["align"] for n in range(one["src-start"], one["src-end"] + 1))
    assert covered == list(range(len(words)))
    starts = [one["tgt-start"] for one in answer["align"]]
    assert starts[0] == 0 and starts == sorted(starts)


def test_moses_faults(running):
    server = xmlrpc.client.ServerProxy(f"{running.url}/RPC2")
    for call in (
        lambda: server.translate({}),
        lambda: server.translate("text"),
        lambda: server.translate({"text": "a", "nbest": -1}),
        lambda: server.translate({"text": "a", "system": "none"}),
        lambda: server.updater({}),
    ):
        with pytest.raises(xmlrpc.client.Fault):
            call()


@pytest.mark.parametrize("body", [b"", b"<", b"<a/>", b"<methodCall></methodCall>", b"\xff\xfe",
    b'<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY c "&a;&a;&a;">]>'
    b"<methodCall><methodName>&c;</methodName></methodCall>",
    b"<methodCall><methodName>translate</methodName><params><param><value><int>x</int></value></param></params>"
    b"</methodCall>",
    b"<methodCall>" + b"<value>" * 5000])  # fmt: skip
def test_moses_survives_what_is_no_call(client, body):
    answer = client.post("/RPC2", content=body)
    assert answer.status_code == 200 and "<fault>" in answer.text
