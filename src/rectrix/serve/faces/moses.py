"""Moses' server: XML-RPC with `translate` of a text, its alignment and its n-best list.

As Moses does, it takes one sentence and answers with space-separated tokens; `align` has the phrases of the
translation in their order. Without text processing of its own, a model gets and gives exactly these words.
"""

import xmlrpc.client
from typing import Any
from xml.parsers.expat import ExpatError

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rectrix.base.errors import RectrixError
from rectrix.serve.engine import Engine
from rectrix.serve.errors import NotAllowed
from rectrix.serve.explain import ExplainedHypothesis, explain
from rectrix.serve.service import Service

_PARSE, _TYPE, _APPLICATION = -503, -501, -500  # xmlrpc-c's numbers of faults


def routes(service: Service) -> list[Route]:
    """The path of this face."""
    face = _Face(service)
    return [Route("/RPC2", face.call, methods=["POST"])]


class _Face:
    def __init__(self, service: Service) -> None:
        self._service = service

    async def call(self, request: Request) -> Response:
        self._service.keys.require(request)
        try:
            answer: Any = (await self._answer(await request.body()),)
        except NotAllowed:
            raise
        except RectrixError as error:
            answer = xmlrpc.client.Fault(_APPLICATION, str(error))
        except _Unreadable as error:
            answer = xmlrpc.client.Fault(error.code, str(error))
        text = xmlrpc.client.dumps(answer, methodresponse=True, allow_none=False, encoding="utf-8")
        return Response(_written(text), media_type="text/xml")

    async def _answer(self, body: bytes) -> Any:
        method, parameters = _read(body)
        if method == "system.listMethods":
            return ["translate"]
        if method != "translate":
            raise _Unreadable(-506, f"method {method[:40]!r} is not known; there is translate")
        if len(parameters) != 1 or not isinstance(parameters[0], dict):
            raise _Unreadable(_TYPE, "translate takes one struct")
        asked: dict[str, Any] = parameters[0]
        text = asked.get("text")
        if not isinstance(text, str):
            raise _Unreadable(_PARSE, "Missing source text")
        engine = self._engine(asked)
        self._service.require_size([text])
        return await self._translate(engine, text, asked)

    def _engine(self, asked: dict[str, Any]) -> Engine:
        """By the system's name, which Moses' clients may send; else the first."""
        name = asked.get("system") or asked.get("model_name")
        engines = self._service.engines
        return engines.named(name) if isinstance(name, str) else engines.all[0]

    async def _translate(self, engine: Engine, text: str, asked: dict[str, Any]) -> dict[str, Any]:
        count = asked.get("nbest", 0)
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise _Unreadable(_TYPE, "nbest is a number from 0 on")
        service, line = self._service, " ".join(text.split())
        if not count and not _wants(asked, "align") and not _wants(asked, "word-align"):
            [output] = await service.work.translate(engine, [line], None, service.limits.seconds)
            return {"text": output.text}
        limit, most = service.limits.words, min(max(count, 1), service.limits.nbest)
        unique = _wants(asked, "nbest-distinct")
        found = await service.work.call(
            lambda: explain(engine, line, most, unique, limit=limit), service.limits.seconds
        )
        answer = _packed(found.hypotheses[0], "text", asked)
        if count:
            scores = _wants(asked, "add-score-breakdown")
            answer["nbest"] = [_listed(one, asked, scores) for one in found.hypotheses]
        return answer


class _Unreadable(Exception):
    """A call that XML-RPC answers with a fault."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def _read(body: bytes) -> tuple[str, tuple[Any, ...]]:
    if b"<!DOCTYPE" in body or b"<!ENTITY" in body:
        raise _Unreadable(_PARSE, "XML-RPC has no declarations")
    try:
        parameters, method = xmlrpc.client.loads(body)
    except (
        ExpatError,
        xmlrpc.client.Error,
        ValueError,
        TypeError,
        LookupError,
        RecursionError,
        AttributeError,
    ):
        raise _Unreadable(_PARSE, "not an XML-RPC call") from None
    return method or "", parameters


def _wants(asked: dict[str, Any], name: str) -> bool:
    """Moses looks whether a key is there, whatever its value; a plain false is taken at its word."""
    return name in asked and asked[name] not in (False, 0, "false", "0")


def _listed(one: ExplainedHypothesis, asked: dict[str, Any], scores: bool) -> dict[str, Any]:
    packed = _packed(one, "hyp", asked) | {"totalScore": one.score}
    if scores:
        packed["fvals"] = " ".join(f"{name}= {value:g}" for name, value in one.features.items())
    return packed


def _packed(one: ExplainedHypothesis, key: str, asked: dict[str, Any]) -> dict[str, Any]:
    packed: dict[str, Any] = {key: one.text}
    if _wants(asked, "align"):
        packed["align"] = _phrases(one)
    if _wants(asked, "word-align"):
        packed["word-align"] = [{"source-word": a, "target-word": b} for a, b in one.links]
    return packed


def _phrases(one: ExplainedHypothesis) -> list[dict[str, int]]:
    """The rules that have target words of their own, by the first of them; spans end with their last word."""
    found = []
    for step in one.steps:
        if any(symbol not in ("[1]", "[2]") for symbol in step.target.split()):
            begin, end = step.span
            found.append({"tgt-start": step.target_span[0], "src-start": begin, "src-end": end - 1})
    return sorted(found, key=lambda phrase: (phrase["tgt-start"], phrase["src-start"]))


def _written(text: str) -> bytes:
    """Without the control characters that XML cannot have."""
    kept = "".join(letter for letter in text if letter >= " " or letter in "\t\n\r")
    return kept.encode()
