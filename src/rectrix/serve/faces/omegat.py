"""The interface of OmegaT's FakeMT plugin: GET with source, target and text gives {"translation": …}."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rectrix.serve.documents import translate
from rectrix.serve.errors import Refused
from rectrix.serve.service import Service


def routes(service: Service) -> list[Route]:
    """The path of this face."""

    async def answer(request: Request) -> Response:
        service.keys.require(request)
        query = request.query_params
        text = query.get("text")
        if text is None:
            raise Refused("give text, source and target: name the plugin's parameters so")
        engine = service.engines.chosen("", query.get("source", ""), query.get("target", ""))
        [found] = await translate(service, engine, [text])
        return JSONResponse({"translation": found.text})

    return [Route("/fakemt", answer, methods=["GET"])]
