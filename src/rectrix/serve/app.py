"""The whole application: all faces and the page on one port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rectrix.base.errors import InputError, RectrixError, UsageError
from rectrix.serve.engine import Engine
from rectrix.serve.engines import Engines
from rectrix.serve.errors import Refused
from rectrix.serve.faces import apertium, libretranslate, moses, omegat, own
from rectrix.serve.gate import Keys, Origins
from rectrix.serve.limits import Limits
from rectrix.serve.log import RequestLog
from rectrix.serve.metrics import Metrics
from rectrix.serve.service import Service
from rectrix.serve.shell import FAILED, Shell
from rectrix.serve.work import Work

_FACES = (apertium, libretranslate, omegat, moses, own)
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class AppSettings:
    """How the application is set up."""

    threads: int = 2
    limits: Limits = field(default_factory=Limits)
    keys: Keys = field(default_factory=Keys)
    origins: Origins = field(default_factory=Origins)
    log: RequestLog = field(default_factory=lambda: RequestLog(quiet=True))


def application(engines: list[Engine], settings: AppSettings | None = None) -> Shell:
    """An ASGI application that serves models."""
    chosen = settings or AppSettings()
    metrics = Metrics()
    work = Work(chosen.threads, chosen.limits.waiting, metrics)
    learns = any(engine.learner is not None for engine in engines)
    service = Service(Engines(tuple(engines)), work, chosen.limits, chosen.keys, metrics, learns)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        work.close()

    routes = [*_page_routes(), *(route for face in _FACES for route in face.routes(service))]
    inside = Starlette(
        routes=_joined(routes),
        lifespan=lifespan,
        exception_handlers={RectrixError: _refused, HTTPException: _wrong_path, Exception: _failed},
    )
    return Shell(inside, chosen.limits, chosen.origins, metrics, chosen.log)


def _joined(routes: list[Route]) -> list[Route]:
    """Routes such that a path of two faces answers to the methods of both."""
    found: dict[str, list[Route]] = {}
    for route in routes:
        found.setdefault(route.path, []).append(route)
    return [same[0] if len(same) == 1 else _by_method(same) for same in found.values()]


def _by_method(routes: list[Route]) -> Route:
    answers = {method: route.endpoint for route in routes for method in route.methods or ()}

    async def answer(request: Request) -> Response:
        found: Response = await answers[request.method](request)
        return found

    return Route(routes[0].path, answer, methods=list(answers))


def _page_routes() -> list[Route]:
    """The page's files, read once: no path from a request ever opens a file."""
    found = []
    for file in files("rectrix.serve").joinpath("page").iterdir():
        suffix = file.name[file.name.rfind(".") :]
        if suffix not in _TYPES:
            continue
        path = "/" if file.name == "index.html" else f"/page/{file.name}"
        found.append(Route(path, _static(file.read_bytes(), _TYPES[suffix]), methods=["GET"]))
    return found


def _static(content: bytes, kind: str) -> Any:
    async def answer(request: Request) -> Response:
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

    return answer


async def _refused(request: Request, error: Exception) -> Response:
    """What a model refuses is the request's fault; anything else is ours."""
    if isinstance(error, Refused):
        response = JSONResponse({"error": str(error)}, error.status)
        if error.status in (429, 503):
            response.headers["retry-after"] = "5"
        return response
    if isinstance(error, UsageError | InputError):
        return JSONResponse({"error": str(error)}, 400)
    raise error


async def _failed(request: Request, error: Exception) -> Response:
    """Starlette raises the error again, so that the log gets it."""
    return JSONResponse({"error": FAILED}, 500)


async def _wrong_path(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)
