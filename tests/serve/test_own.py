"""Our own API says the truth about translations."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from rectrix.pipeline import Model
from rectrix.serve.app import application
from rectrix.serve.engine import Engine
from rectrix.serve.facts import facts
from rectrix.text.formats import Languages


@pytest.mark.parametrize("model", ["hiero", "phrase"])
def test_contributions_make_the_score(client, lines, model):
    for line in lines[:5]:
        answer = client.post("/v1/explain", json={"model": model, "text": line, "nbest": 5}).json()
        best = client.post("/v1/translate", json={"model": model, "texts": [line]}).json()["texts"][0]["text"]
        assert answer["translations"][0]["text"] == best
        for one in answer["translations"]:
            assert sum(one["contributions"].values()) == pytest.approx(one["score"], abs=1e-4)
            assert sum(step["score"] for step in one["steps"]) == pytest.approx(one["score"], abs=1e-6)


@pytest.mark.parametrize("model", ["hiero", "phrase"])
def test_steps_cover_source_and_target(client, lines, model):
    for line in lines[:5]:
        answer = client.post("/v1/explain", json={"model": model, "text": line, "nbest": 3}).json()
        for one in answer["translations"]:
            words = [word["text"] for word in one["words"]]
            made = {}
            for step in one["steps"]:
                children = {n: one["steps"][n]["target_span"] for n in step["children"]}
                at, filled = step["target_span"][0], iter(children.values())
                by_gap = dict(zip(("[1]", "[2]"), filled, strict=False))
                for symbol in step["target"].split():
                    if symbol in by_gap:
                        assert by_gap[symbol][0] == at
                        at = by_gap[symbol][1]
                    else:
                        made[at] = symbol
                        at += 1
                assert at == step["target_span"][1]
            assert [made[n] for n in range(len(words))] == words
            for source, target in one["links"]:
                assert source < len(answer["words"]) and target < len(words)


@pytest.mark.parametrize("model", ["hiero", "phrase"])
def test_forced_decoding_gives_the_search_s_score(client, lines, model):
    listed = client.post("/v1/explain", json={"model": model, "text": lines[0], "nbest": 4}).json()
    for one in listed["translations"]:
        sent = {"model": model, "text": lines[0], "translation": one["text"]}
        scored = client.post("/v1/score", json=sent).json()
        assert scored["reached"] and scored["translation"]["text"] == one["text"]
        assert scored["translation"]["score"] == pytest.approx(one["score"], abs=1e-6)


@pytest.mark.parametrize("model", ["hiero", "phrase"])
def test_what_cannot_be_reached_has_a_reason(client, lines, model):
    def why(translation):
        answer = client.post("/v1/score", json={"model": model, "text": lines[0], "translation": translation})
        assert answer.json()["reached"] is False
        return answer.json()["reason"]

    assert "'xylophone'" in why("The xylophone was new.")
    assert "join" in why("the the the the the the the the the the the the the the")


def test_rules_were_seen_where_links_allow(client, engines, lines):
    checked = 0
    for line in lines[:4]:
        answer = client.post("/v1/explain", json={"model": "hiero", "text": line, "nbest": 1}).json()
        for step in answer["translations"][0]["steps"]:
            if step["kind"] != "rule":
                continue
            sent = {"model": "hiero", "rule_source": step["source"], "rule_target": step["target"]}
            found = client.post("/v1/seen", json=sent).json()
            assert found["available"] and found["count"] >= 1, step
            for example in found["examples"]:
                words = [example["source"][n] for n in example["source_words"]]
                assert words == [word for word in step["source"].split() if word not in ("[1]", "[2]")]
                assert example["source"] == engines[0].bitext.source(example["sentence"] - 1).split()
                checked += 1
    assert checked > 5


def test_unknown_words_are_marked(client):
    answer = client.post(
        "/v1/translate", json={"model": "hiero", "texts": ["Das Zzyzx ist neu."], "details": True}
    )
    [sentence] = answer.json()["texts"][0]["sentences"]
    assert [word["text"] for word in sentence["words"] if word["unknown"]] == ["Zzyzx"]
    best = sentence["translations"][0]
    [marked] = [word for word in best["words"] if word["unknown"]]
    assert best["text"][marked["begin"] : marked["end"]] == "Zzyzx"


def test_a_glossary_of_the_request_and_of_the_server(client):
    sent = {"model": "hiero", "texts": ["Das Haus ist neu."]}
    own = client.post(
        "/v1/translate", json=sent | {"glossary": [{"source": "Haus", "target": "abode"}]}
    ).json()
    assert "abode" in own["texts"][0]["text"]
    assert "abode" not in client.post("/v1/translate", json=sent).json()["texts"][0]["text"]
    put = client.put(
        "/v1/glossary", json={"model": "hiero", "terms": [{"source": "Haus", "target": "manor"}]}
    )
    assert put.json()["terms"] == client.get("/v1/models/hiero/glossary").json()["terms"]
    assert "manor" in client.post("/v1/translate", json=sent).json()["texts"][0]["text"]
    twice = [{"source": "Haus", "target": "a"}, {"source": "Haus", "target": "b"}]
    assert client.put("/v1/glossary", json={"model": "hiero", "terms": twice}).status_code == 400
    assert client.get("/v1/models/hiero/glossary").json()["terms"] == put.json()["terms"]


def test_corrections_are_listed_and_undone(client):
    sent = {"model": "hiero", "text": "Das Haus ist neu.", "translation": "New it is."}
    lesson = client.post("/v1/learn", json=sent).json()
    assert lesson["id"] == 1 and lesson["message"] == "learned"
    listed = client.get("/v1/models/hiero/lessons").json()["lessons"]
    assert [(one["id"], one["target"]) for one in listed] == [(1, "New it is.")]
    assert client.delete("/v1/models/hiero/lessons/9").status_code == 404
    assert client.delete("/v1/models/hiero/lessons/1").json()["lessons"] == []


def test_a_model_that_does_not_learn_says_so(client, engines):
    engines[0].learner = None
    sent = {"model": "hiero", "text": "a", "translation": "b"}
    answer = client.post("/v1/learn", json=sent)
    assert answer.status_code == 400 and "--learn" in answer.json()["error"]


def test_facts_and_weights(client, engines):
    facts = client.get("/v1/models/phrase").json()
    assert facts["decoder"] == "phrase" and facts["rules"] > 1000
    assert facts["tuning"] and facts["length"] > 0.3
    found = client.get("/v1/models/phrase/weights", params={"search": "lm", "count": 1}).json()
    weights = engines[1].model.folder.weights()
    assert found["weights"][0]["value"] == weights[found["weights"][0]["name"]]
    assert found["found"] == sum("lm" in name and value != 0 for name, value in weights.items())


def test_curves_of_discretized_features(folders):
    """A model with bins shows the function that their weights are."""
    folder = folders / "hiero"
    bins = {"p_ef:-inf_-1": -0.5, "p_ef:-1_0": 0.25, "p_ef:0_inf": 1.0}
    model = Model.open(folder, Model.open(folder).folder.weights() | bins)
    found = facts(Engine("binned", Languages("de", "en"), model))
    [curve] = found.curves
    assert curve.name == "p_ef" and [y for _, y in curve.points] == [-0.5, -0.5, 0.25, 0.25, 1.0, 1.0]
    assert found.templates["p_ef"] == 3


def test_metrics_count_what_was_done(client, lines):
    client.post("/v1/translate", json={"model": "phrase", "texts": lines[:3]})
    client.post("/v1/translate", json={"model": "none", "texts": ["a"]})
    text = client.get("/metrics").text
    assert 'rectrix_sentences_total{model="phrase"} 3\n' in text
    assert 'rectrix_requests_total{face="own",status="404"} 1\n' in text
    assert "rectrix_request_seconds_count 2\n" in text
    assert "rectrix_waiting_sentences 0\n" in text


def test_systems_are_compared(client):
    sent = {"references": ["the house is small .\nhe sleeps ."],
            "systems": {"one": "the house is small .\nhe sleep .",
                        "<b>": "a house is small .\nhe sleeps ."}}  # fmt: skip
    page = client.post("/v1/compare", json=sent).json()["html"]
    assert "&lt;b&gt;" in page and "<b>" not in page and "<mark>sleep</mark>" in page
    wrong = sent | {"systems": {"one": "a"}}
    assert client.post("/v1/compare", json=wrong).status_code == 400


def test_the_description_holds(engines):
    """Requests made from the description get answers that fit it, and never an error of the server."""
    host = {"host": "localhost"}
    schema = schemathesis.openapi.from_asgi("/v1/openapi.json", application(engines), headers=host)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == 13
    for operation in operations:

        @given(case=operation.as_strategy())
        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
        def check(case):
            # A model or term that the server has not is refused, though its form is right.
            case.call_and_validate(headers=host, excluded_checks=[positive_data_acceptance])

        check()
