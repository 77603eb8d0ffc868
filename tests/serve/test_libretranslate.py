"""LibreTranslate's clients get what they expect."""

import pytest
from libretranslatepy import LibreTranslateAPI

from rectrix.serve.gate import Keys


def test_the_real_client(running, engines, lines):
    api = LibreTranslateAPI(running.url)
    assert api.languages() == [
        {"code": "de", "name": "German", "targets": ["en"]},
        {"code": "en", "name": "English", "targets": []},
    ]
    expected = next(engines[0].model.translate([lines[0]])).text
    assert api.translate(lines[0], "de", "en") == expected
    assert api.detect(lines[0])[0]["language"] == "de"


def test_what_weblate_sends(client, engines, lines):
    """Its LibreTranslate backend posts a list as JSON and zips the answers with it.

    Written from weblate/machinery/libretranslate.py of Weblate 5.14.1; test_weblate.py runs that very class.
    """
    sent = {"api_key": "", "q": lines[:3], "source": "de", "target": "en"}
    answer = client.post("/translate", json=sent).json()
    assert answer == {"translatedText": [one.text for one in engines[0].model.translate(lines[:3])]}


def test_forms_of_both_kinds(client, lines):
    sent = {"q": lines[0], "source": "de", "target": "en"}
    form = client.post("/translate", data=sent).json()
    parts = client.post("/translate", files={name: (None, value) for name, value in sent.items()}).json()
    assert form == parts == client.post("/translate", json=sent).json()


def test_alternatives_are_other_translations(client, lines):
    sent = {"q": lines[0], "source": "de", "target": "en", "alternatives": 3}
    answer = client.post("/translate", json=sent).json()
    assert 1 <= len(answer["alternatives"]) <= 3
    assert len({answer["translatedText"], *answer["alternatives"]}) == 1 + len(answer["alternatives"])


def test_auto_says_what_was_found(client, lines):
    answer = client.post("/translate", json={"q": lines[0], "source": "auto", "target": "en"}).json()
    assert answer["detectedLanguage"]["language"] == "de"
    assert 0 < answer["detectedLanguage"]["confidence"] <= 100


def test_a_document_keeps_its_form(client, engines, lines):
    one, two = (next(engines[0].model.translate([line])).text for line in lines[:2])
    text = f"  {lines[0]} {lines[1]}\r\n\n\t{lines[1]}\n"
    answer = client.post("/translate", json={"q": text, "source": "de", "target": "en"}).json()
    assert answer["translatedText"] == f"  {one} {two}\r\n\n\t{two}\n"


def test_html_keeps_blocks_tags_and_scripts(client, engines, lines):
    one, two = (next(engines[0].model.translate([line])).text for line in lines[:2])
    page = f"<h1>{lines[0]}</h1><script>var Haus = '<p>';</script><p>\n{lines[1]}<!-- {lines[0]} --></p>"
    sent = {"q": page, "source": "de", "target": "en", "format": "html"}
    expected = f"<h1>{one}</h1><script>var Haus = '<p>';</script><p> {two}<!-- {lines[0]} --></p>"
    assert client.post("/translate", json=sent).json()["translatedText"] == expected
    tagged = client.post("/translate", json=sent | {"q": "<p>Das <b>Haus</b> ist neu.</p>"}).json()
    assert tagged["translatedText"].count("<b>") == tagged["translatedText"].count("</b>") == 1


@pytest.mark.parametrize(
    "kept", ["%s", "{name}", "$1", "[X12X]", "https://example.org/a?b=c", "a@b.org", "&amp;"]
)
def test_placeholders_come_through(client, kept):
    for format in ("text", "html"):
        sent = {"q": f"Das Haus {kept} ist neu.", "source": "de", "target": "en", "format": format}
        assert client.post("/translate", json=sent).json()["translatedText"].count(kept) == 1


def test_suggestions_are_learned(client):
    sent = {"q": "Das Haus ist blau.", "s": "Blue the house is.", "source": "de", "target": "en"}
    assert client.post("/suggest", data=sent).json() == {"success": True}
    answer = client.post("/translate", json={"q": sent["q"], "source": "de", "target": "en"}).json()
    assert answer["translatedText"] == sent["s"]


def test_errors_have_its_form(client, client_with):
    def refused(status, asked=client, **sent):
        answer = asked.post("/translate", json=sent)
        assert (answer.status_code, list(answer.json())) == (status, ["error"])

    refused(400, source="de", target="en")
    refused(400, q="", source="de", target="en")
    refused(400, q="a", source="de")
    refused(400, q="a", source="de", target="fr")
    refused(400, q=7, source="de", target="en")
    refused(400, q="a", source="de", target="en", format="pdf")
    refused(400, q="a", source="de", target="en", alternatives=-1)
    refused(400, q="a", source=["de"], target="en")
    refused(403, client_with(keys=Keys(("secret",))), q="a", source="de", target="en", api_key="guess")
    assert client.post("/translate", content=b'{"q": "\\ud800", "source": "de", "target": "en"}',
                       headers={"content-type": "application/json"}).status_code == 400  # fmt: skip


def test_what_clients_ask_first(client):
    assert client.get("/health").json() == {"status": "ok"}
    settings = client.get("/frontend/settings").json()
    assert settings["suggestions"] is True and settings["keyRequired"] is False and settings["charLimit"] > 0
