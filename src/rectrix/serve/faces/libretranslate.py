"""LibreTranslate's interface: Weblate, browser extensions and many clients speak it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rectrix.serve.documents import alternatives, ranked, translate
from rectrix.serve.engine import Engine
from rectrix.serve.engines import AUTO
from rectrix.serve.errors import Refused
from rectrix.serve.explain import Explanation
from rectrix.serve.service import Service, read_fields
from rectrix.text.sentences import SplitText

_FORMATS = ("text", "html")


def routes(service: Service) -> list[Route]:
    """The paths of this face."""
    face = _Face(service)
    return [
        Route("/languages", face.languages, methods=["GET"]),
        Route("/translate", face.translate, methods=["POST"]),
        Route("/detect", face.detect, methods=["POST"]),
        Route("/suggest", face.suggest, methods=["POST"]),
        Route("/health", face.health, methods=["GET"]),
        Route("/frontend/settings", face.settings, methods=["GET"]),
    ]


class _Face:
    def __init__(self, service: Service) -> None:
        self._service = service

    async def languages(self, request: Request) -> Response:
        return JSONResponse(self._service.engines.listed())

    async def health(self, request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def settings(self, request: Request) -> Response:
        listed = self._service.engines.listed()
        first = self._service.engines.all[0].languages
        codes = {"source": {"code": AUTO, "name": "Auto Detect"}, "target": {"code": first.target}}
        return JSONResponse(
            {
                "charLimit": self._service.limits.characters,
                "frontendTimeout": 500,
                "apiKeys": bool(self._service.keys),
                "keyRequired": bool(self._service.keys),
                "suggestions": self._service.learns,
                "supportedFilesFormat": [],
                "language": codes | {"all": listed},
            }
        )

    async def translate(self, request: Request) -> Response:
        fields = await self._fields(request)
        q = fields.get("q")
        texts = _texts(q)
        format = _text(fields, "format", "text")
        if format not in _FORMATS:
            raise Refused(f"format {format[:40]!r} is not supported; there are text and html")
        wanted = _number(fields, "alternatives")
        source, target = _text(fields, "source"), _text(fields, "target")
        engine, found = self._engine(source, target, texts)
        answer: dict[str, Any] = {}
        if wanted:
            listed = await alternatives(self._service, engine, texts, wanted + 1, format)
            best = [ranked(*one, 0) for one in listed]
            others = [_others(one, wanted) for one in listed]
            answer["alternatives"] = others if isinstance(q, list) else others[0]
        else:
            best = [one.text for one in await translate(self._service, engine, texts, format)]
        answer["translatedText"] = best if isinstance(q, list) else best[0]
        if source == AUTO:
            answer["detectedLanguage"] = [found] * len(texts) if isinstance(q, list) else found
        return JSONResponse(answer)

    def _engine(self, source: str, target: str, texts: list[str]) -> tuple[Engine, dict[str, Any]]:
        """The model, and the language that was detected if that is wanted."""
        if source != AUTO:
            return self._service.engines.between(source, target), {}
        best = self._service.engines.detect("\n".join(texts))[0]
        found = {"language": best.language, "confidence": best.confidence}
        return self._service.engines.between(best.language, target), found

    async def detect(self, request: Request) -> Response:
        texts = _texts((await self._fields(request)).get("q"))
        found = self._service.engines.detect("\n".join(texts))
        return JSONResponse([{"language": one.language, "confidence": one.confidence} for one in found])

    async def suggest(self, request: Request) -> Response:
        fields = await self._fields(request)
        source, target = _text(fields, "source"), _text(fields, "target")
        text, correction = _text(fields, "q"), _text(fields, "s")
        self._service.require_size([text, correction])
        engine, _ = self._engine(source, target, [text])
        await self._service.work.call(lambda: engine.learn(text, correction), self._service.limits.seconds)
        self._service.metrics.count("lessons", model=engine.name)
        return JSONResponse({"success": True})

    async def _fields(self, request: Request) -> dict[str, Any]:
        fields = await read_fields(request)
        key = fields.get("api_key")
        self._service.keys.require(request, key if isinstance(key, str) else None)
        return fields


def _others(one: tuple[SplitText, list[Explanation]], wanted: int) -> list[str]:
    """Other translations of a text, each once."""
    texts = [ranked(*one, rank) for rank in range(wanted + 1)]
    return list(dict.fromkeys(text for text in texts[1:] if text != texts[0]))


def _texts(q: Any) -> list[str]:
    texts = q if isinstance(q, list) else [q]
    if q is None or q == "" or not texts:
        raise Refused("Invalid request: missing q parameter")
    for text in texts:
        if not isinstance(text, str):
            raise Refused("Invalid request: q is a text or a list of texts")
        _require_characters(text)
    return texts


def _text(fields: dict[str, Any], name: str, default: str | None = None) -> str:
    value = fields.get(name, default)
    if value is None or value == "":
        raise Refused(f"Invalid request: missing {name} parameter")
    if not isinstance(value, str):
        raise Refused(f"Invalid request: {name} is a text")
    _require_characters(value)
    return value


def _number(fields: dict[str, Any], name: str) -> int:
    value = fields.get(name) or 0
    text = str(value)
    if isinstance(value, bool) or not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise Refused(f"Invalid request: {name} is a number from 0 on")
    return int(text)


def _require_characters(text: str) -> None:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refused("Invalid request: half of a surrogate pair is no character")
