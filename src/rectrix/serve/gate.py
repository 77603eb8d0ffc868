"""Who may ask: keys compared in constant time, a rate limit per client, and no foreign pages."""

import hmac
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.requests import Request

from rectrix.serve.errors import NotAllowed, TooMany

_CLIENTS = 10_000  # whose rates are remembered
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Keys:
    """The keys that open the server; none: it is open."""

    all: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.all)

    def fits(self, given: Iterable[str]) -> bool:
        """Is one of the given keys right? Every pair is compared, whatever the others are."""
        found = False
        for key in given:
            for own in self.all:
                found |= hmac.compare_digest(key.encode(errors="replace"), own.encode())
        return found

    def require(self, request: Request, *more: str | None) -> None:
        """A key in the Authorization or X-API-Key header, the query (key, api_key), or the body."""
        if not self.all:
            return
        given = [key for key in (*_in_headers(request.headers), *_in_query(request), *more) if key]
        if not self.fits(given):
            raise NotAllowed(
                "a wrong key" if given else "a key is needed: api_key, or the header Authorization"
            )


def _in_headers(headers: Headers) -> list[str]:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    bearer = token.strip() if scheme.lower() in ("bearer", "deepl-auth-key") else ""
    return [bearer, headers.get("x-api-key", "")]


def _in_query(request: Request) -> list[str]:
    return [request.query_params.get("key", ""), request.query_params.get("api_key", "")]


@dataclass
class Rate:
    """A token bucket for each of the clients that came last."""

    per_minute: int
    _left: "OrderedDict[str, tuple[float, float]]" = field(default_factory=OrderedDict)

    def take(self, client: str) -> None:
        """One request; raises TooMany when the client has used up its share."""
        if not self.per_minute:
            return
        now = time.monotonic()
        left, since = self._left.pop(client, (float(self.per_minute), now))
        left = min(self.per_minute, left + (now - since) * self.per_minute / 60)
        self._left[client] = (max(0.0, left - 1), now)
        if len(self._left) > _CLIENTS:
            self._left.popitem(last=False)
        if left < 1:
            raise TooMany(f"more than {self.per_minute} requests in a minute; wait a little")


@dataclass(frozen=True)
class Origins:
    """Which pages of other sites may use the server, and by which names it may be called.

    A server on the loopback address answers to loopback names alone, so that no foreign page reaches it by a
    name of its own that points here.
    """

    allowed: tuple[str, ...] = ()  # such as https://cat.example; * is any
    loopback: bool = True

    def check(self, headers: Headers) -> None:
        """Refuse a foreign name and a foreign page."""
        host = headers.get("host", "")
        if self.loopback and host and _name(host) not in LOOPBACK:
            raise NotAllowed(f"this server answers as localhost, not as {host[:100]!r}")
        origin = headers.get("origin")
        if origin and not self.allows(origin) and origin.partition("://")[2] != host:
            raise NotAllowed("pages of other sites may not use this server; --cors ORIGIN allows one")

    def allows(self, origin: str) -> bool:
        """May pages of this site use the server?"""
        return "*" in self.allowed or origin in self.allowed


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host
