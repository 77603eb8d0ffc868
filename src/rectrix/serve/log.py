"""The request log: one line a request, without texts unless they are asked for."""

import json
import sys
import time
import traceback
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import IO, Any

from rectrix.base.errors import RectrixError

_body: ContextVar[bytes] = ContextVar("body", default=b"")
_SHOWN = 2000  # characters of a text


class RequestLog:
    """Lines on standard error; texts: with what was sent."""

    def __init__(self, quiet: bool = False, texts: bool = False, as_json: bool = False) -> None:
        self._quiet, self._texts, self._json = quiet, texts, as_json

    @property
    def _out(self) -> IO[str]:
        return sys.stderr

    def body(self, body: bytes) -> None:
        """What the request under way has sent."""
        if self._texts:
            _body.set(body)

    def request(self, scope: MutableMapping[str, Any], status: int, seconds: float) -> None:
        """A request was answered. Its query may hold texts, so it is not part of the line."""
        if self._quiet:
            return
        client = scope.get("client")
        facts: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
            "client": client[0] if client else "",
            "method": scope["method"],
            "path": scope["path"][:100],
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        if self._texts:
            sent = scope.get("query_string", b"") + b" " + _body.get()
            facts["sent"] = sent.decode(errors="replace").strip()[:_SHOWN]
        self._write(facts)

    def failure(self, error: BaseException) -> None:
        """Something that should not happen; the answer does not say what."""
        if isinstance(error, RectrixError):
            self._write({"error": str(error)})
        else:
            self._write({"error": "".join(traceback.format_exception(error)).strip()})

    def _write(self, facts: dict[str, Any]) -> None:
        if self._json:
            line = json.dumps(facts, ensure_ascii=False)
        else:
            # A path or text is the client's: it must not break the line or the terminal.
            line = " ".join(
                str(value) if value == facts.get("error") else _plain(value) for value in facts.values()
            )
        try:
            print(line, file=self._out, flush=True)
        except (OSError, UnicodeError):
            self._quiet = True


def _plain(value: Any) -> str:
    text = str(value)
    return text if text.isprintable() else text.encode("unicode_escape").decode()
