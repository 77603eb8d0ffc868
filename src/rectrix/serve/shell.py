"""What surrounds every request: limits, headers, the log, and one answer whatever goes wrong inside."""

import asyncio
import time
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rectrix.serve.errors import Refused, TooLarge, TooSlow
from rectrix.serve.gate import Origins, Rate
from rectrix.serve.limits import Limits
from rectrix.serve.log import RequestLog
from rectrix.serve.metrics import Metrics

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
FAILED = "an error inside the server; its log says more"
_GONE = 499  # in log and metrics: the client went away


class _Gone(Exception):
    """The client went away before its request was complete."""


class Shell:
    """The application with everything around it."""

    def __init__(
        self, inside: ASGIApp, limits: Limits, origins: Origins, metrics: Metrics, log: RequestLog
    ) -> None:
        self._inside, self._limits, self._origins = inside, limits, origins
        self._metrics, self._log, self._rate = metrics, log, Rate(limits.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inside(scope, receive, send)
            return
        answer = _Answer(scope, send, self._origins)
        began = time.perf_counter()
        try:
            await self._answer(scope, receive, answer)
        except _Gone:
            pass
        except Refused as error:
            await answer.refuse(scope, receive, error.status, str(error))
        except Exception as error:
            self._log.failure(error)
            await answer.refuse(scope, receive, 500, FAILED)
        finally:
            seconds = time.perf_counter() - began
            self._metrics.observe_request(_face(scope), answer.status, seconds)
            self._log.request(scope, answer.status, seconds)

    async def _answer(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        headers = Headers(scope=scope)
        self._origins.check(headers)
        client = scope.get("client")
        self._rate.take(client[0] if client else "")
        if _is_preflight(scope, headers):
            await answer.preflight(scope, receive)
            return
        body = await self._body(headers, receive)
        self._log.body(body)
        await _until_gone(self._inside, scope, body, receive, answer)

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        limit = self._limits.body
        declared = headers.get("content-length", "0")
        if not declared.isdecimal() or int(declared[:20]) > limit:
            raise TooLarge(f"a request has at most {limit:,} bytes")
        pieces: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._limits.upload_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _Gone
                    pieces.append(message.get("body", b""))
                    size += len(pieces[-1])
                    if size > limit:
                        raise TooLarge(f"a request has at most {limit:,} bytes")
                    if not message.get("more_body"):
                        return b"".join(pieces)
        except TimeoutError:
            raise TooSlow(
                f"the request did not arrive within {self._limits.upload_seconds:g} seconds"
            ) from None


async def _until_gone(inside: ASGIApp, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
    """Answer, but stop when the client has gone: nobody waits for the work."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            await asyncio.Event().wait()  # the watcher alone listens to what comes
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    answering = asyncio.ensure_future(inside(scope, replay, send))
    watching = asyncio.ensure_future(receive())
    try:
        await asyncio.wait({answering, watching}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        watching.cancel()
        if not answering.done():
            answering.cancel()
    with suppress(asyncio.CancelledError):
        await answering


def _is_preflight(scope: Scope, headers: Headers) -> bool:
    return scope["method"] == "OPTIONS" and "access-control-request-method" in headers


class _Answer:
    """Sends an answer with our headers, and knows its status."""

    def __init__(self, scope: Scope, send: Send, origins: Origins) -> None:
        self._send, self.status, self._begun = send, _GONE, False
        origin = Headers(scope=scope).get("origin")
        self._origin = origin if origin and origins.allows(origin) else None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self._begun = message["status"], True
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if self._origin:
                headers["access-control-allow-origin"] = self._origin
                headers["cross-origin-resource-policy"] = "cross-origin"
                headers.add_vary_header("Origin")
        await self._send(message)

    async def refuse(self, scope: Scope, receive: Receive, status: int, message: str) -> None:
        """An error, unless an answer was begun already."""
        if self._begun:
            return
        response = JSONResponse({"error": message}, status)
        if status in (429, 503):
            response.headers["retry-after"] = "5"
        if status in (408, 413):
            response.headers["connection"] = "close"
        await response(scope, receive, self)

    async def preflight(self, scope: Scope, receive: Receive) -> None:
        """What pages of an allowed site may send."""
        response = JSONResponse(None, 204 if self._origin else 403)
        if self._origin:
            response.headers["access-control-allow-methods"] = "GET, POST, PUT, DELETE"
            response.headers["access-control-allow-headers"] = "content-type, authorization, x-api-key"
        response.body = b""
        response.headers["content-length"] = "0"
        await response(scope, receive, self)


_FACES = {
    "/v1": "own",
    "/RPC2": "moses",
    "/fakemt": "omegat",
    "/listPairs": "apertium",
    "/page": "page",
    "/metrics": "metrics",
}


def _face(scope: Scope) -> str:
    """A label of few values, whatever paths people try."""
    path = scope["path"]
    if path == "/translate" and scope["method"] == "GET":
        return "apertium"
    for begin, face in _FACES.items():
        if path.startswith(begin):
            return face
    return "page" if path == "/" else "libretranslate"
