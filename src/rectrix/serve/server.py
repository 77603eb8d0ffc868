"""The server process: uvicorn with our limits; Ctrl-C and SIGTERM finish what is under way."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rectrix.base.errors import UsageError
from rectrix.serve.shell import Shell

_HEADER_SECONDS = 10.0  # for the first line and the headers of a request
_FINISH_SECONDS = 30  # for requests under way when the server is told to end


class Protocol(H11Protocol):
    """A connection that must send its headers soon: a client that dawdles costs nothing for long."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._begin_waiting()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._answering():
            self._end_waiting()
        elif self._timer is None:
            self._begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        super().connection_lost(exc)

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _begin_waiting(self) -> None:
        self._timer = self.loop.call_later(_HEADER_SECONDS, self._give_up)

    def _end_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if not self._answering() and not self.transport.is_closing():
            self.transport.close()


class _Server(uvicorn.Server):
    """Ends by itself after a signal: the command goes on and exits with 0."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError) as error:
        made.close()
        raise UsageError(
            f"cannot listen on {host}:{port}: {getattr(error, 'strerror', None) or error}; try another --port"
        ) from None
    return made


def run(app: Shell, listening: socket.socket, connections: int, ready: Callable[[], None]) -> None:
    """Serve until a signal comes; ready is called when connections are taken."""
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=connections,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_FINISH_SECONDS,
        h11_max_incomplete_event_size=64 << 10,
    )
    _Server(config, ready).run([listening])
