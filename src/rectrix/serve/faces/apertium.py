"""Apertium APy's interface, for Weblate and OmegaT; it has GET of /translate, LibreTranslate has POST."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rectrix.serve.documents import translate
from rectrix.serve.errors import Refused
from rectrix.serve.languages import long_code
from rectrix.serve.service import Service


def routes(service: Service) -> list[Route]:
    """The paths of this face."""
    face = _Face(service)
    return [
        Route("/listPairs", face.pairs, methods=["GET"]),
        Route("/translate", _in_its_words(face.translate), methods=["GET"]),
    ]


class _Face:
    def __init__(self, service: Service) -> None:
        self._service = service

    async def pairs(self, request: Request) -> Response:
        """With codes of three letters, as Apertium has them, and with the models' own."""
        own = [engine.languages for engine in self._service.engines.all]
        both = [(long_code(one.source), long_code(one.target)) for one in own] + [tuple(one) for one in own]
        pairs = [{"sourceLanguage": a, "targetLanguage": b} for a, b in dict.fromkeys(both)]
        return JSONResponse({"responseData": pairs, "responseDetails": None, "responseStatus": 200})

    async def translate(self, request: Request) -> Response:
        self._service.keys.require(request)
        query = request.query_params
        source, bar, target = query.get("langpair", "").partition("|")
        text = query.get("q")
        if not bar or text is None:
            raise Refused("give langpair=de|en and q")
        engine = self._service.engines.between(source, target)
        format = "html" if query.get("format") == "html" else "text"
        [found] = await translate(self._service, engine, [text], format)
        data = {"translatedText": found.text}
        return JSONResponse({"responseData": data, "responseDetails": None, "responseStatus": 200})


def _in_its_words(
    answer: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Errors in the form that APy's clients read."""

    async def wrapped(request: Request) -> Response:
        try:
            return await answer(request)
        except Refused as error:
            said = {
                "status": "error",
                "code": error.status,
                "message": HTTPStatus(error.status).phrase,
                "explanation": str(error),
            }
            details = {"responseData": None, "responseDetails": str(error), "responseStatus": error.status}
            return JSONResponse(said | details, error.status)

    return wrapped
