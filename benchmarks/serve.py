"""Load on `rectrix serve` with a model of the sample: sentences a second, latencies, rude clients, memory.

    python benchmarks/serve.py [--requests 10000] [--clients 50] [--seconds 10] [--write]

The server is a process of its own with two threads; the clients share the machine with it, so the server's
CPU seconds a sentence are given beside the rates: 2 / CPU seconds is what two cores have when nobody else
uses them. --write puts the table between the markers of docs/serve.md.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from _results import kept, write_option

from rectrix.learn.run import Run
from rectrix.pipeline import TrainSettings, TuneSettings, train
from rectrix.sample import SampleSettings, write_sample

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "benchmarks" / "serve"
PAGE = ROOT / "docs" / "serve.md"
HALF_LOAD = 100  # sentences a second
SHORT = 12  # words


def model() -> tuple[Path, list[str]]:
    """The demonstration's hierarchical model and short sentences that it has not seen."""
    folder, output = WORK / "sample", WORK / "model"
    if not folder.exists():
        write_sample(folder, SampleSettings())
    if not output.exists():
        settings = TrainSettings(classes=0, tune=TuneSettings(recipe="kbmira", settings={"rounds": 2}))
        texts = [folder / name for name in ("train.de", "train.en", "dev.de")]
        train(*texts, [folder / "dev.ref0.en"], output, settings, run=Run(threads=2))
    lines = [line for line in (folder / "test.de").read_text().splitlines() if len(line.split()) <= SHORT]
    return output, lines


@dataclass
class Server:
    """The process that is measured."""

    port: int
    pid: int

    def cpu(self) -> float:
        """User and system seconds so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics") as answer:
            text = answer.read().decode()
        found = re.search(r"^rectrix_memory_bytes (\d+)$", text, re.MULTILINE)
        assert found
        return int(found[1]) / 1e6


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    command = [
        sys.executable,
        "-c",
        "from rectrix.cli import main; main()",
        "serve",
        str(folder),
        "--port",
        "0",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    said = process.stderr.readline()
    found = re.search(r":(\d+)/", said)
    assert found, said
    drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
    try:
        yield Server(int(found[1]), process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        drain.wait()


class Client:
    """One connection, kept alive."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return self._streams

    async def translate(self, text: str) -> int:
        """The status."""
        reader, writer = await self.open()
        writer.write(request(text))
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        assert length
        await reader.readexactly(int(length[1]))
        return int(head.split(b" ", 2)[1])

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def request(text: str) -> bytes:
    body = json.dumps({"q": text, "source": "de", "target": "en"}).encode()
    head = "POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@dataclass
class Tally:
    """What the clients saw."""

    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    async def ask(self, client: Client, text: str) -> None:
        began = time.perf_counter()
        try:
            status = await client.translate(text)
        except (OSError, asyncio.IncompleteReadError) as error:
            client.close()
            self.wrong.append(type(error).__name__)
            return
        self.seconds.append(time.perf_counter() - began)
        if status != 200:
            self.wrong.append(str(status))

    def quantile(self, share: float) -> float:
        """Milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def as_fast_as_possible(server: Server, lines: list[str], seconds: float, clients: int = 16) -> Tally:
    tally, end = Tally(), time.perf_counter() + seconds

    async def one(number: int) -> None:
        client, place = Client(server.port), number
        while time.perf_counter() < end:
            await tally.ask(client, lines[place % len(lines)])
            place += clients
        client.close()

    await asyncio.gather(*(one(number) for number in range(clients)))
    return tally


async def at_a_rate(server: Server, lines: list[str], seconds: float, rate: float) -> Tally:
    """Requests at random times, whether or not the earlier ones were answered."""
    tally, rng, free = Tally(), random.Random(1), list[Client]()
    tasks = []

    async def one(text: str) -> None:
        client = free.pop() if free else Client(server.port)
        await tally.ask(client, text)
        free.append(client)

    end, due = time.perf_counter() + seconds, time.perf_counter()
    while due < end:
        due += rng.expovariate(rate)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.ensure_future(one(rng.choice(lines))))
    await asyncio.gather(*tasks)
    return tally


async def with_rude_clients(
    server: Server, lines: list[str], requests: int, clients: int
) -> tuple[Tally, list[float]]:
    """Polite clients share the requests; of the others one is slow, one drops, one sends garbage."""
    tally, left, memory = Tally(), iter(range(requests)), [server.megabytes()]
    polite = clients - 3

    async def one() -> None:
        client = Client(server.port)
        for number in left:
            await tally.ask(client, lines[number % len(lines)])
            if number % (requests // 5) == requests // 5 - 1:
                memory.append(await asyncio.to_thread(server.megabytes))
        client.close()

    rude = [asyncio.ensure_future(work(server, lines)) for work in (slow, dropping, garbage)]
    await asyncio.gather(*(one() for _ in range(polite)))
    for task in rude:
        task.cancel()
    await asyncio.gather(*rude, return_exceptions=True)
    return tally, memory


async def slow(server: Server, lines: list[str]) -> None:
    """A byte every tenth of a second, and an answer that is never read."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            for byte in request(lines[0]):
                if writer.is_closing():
                    break
                writer.write(bytes([byte]))
                await asyncio.sleep(0.1)
            writer.close()


async def dropping(server: Server, lines: list[str]) -> None:
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(request("\n".join(lines[:20])))
            await writer.drain()
            await asyncio.sleep(0.02)
            writer.transport.abort()


async def garbage(server: Server, lines: list[str]) -> None:
    rng = random.Random(2)
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            head = rng.choice(
                [b"", b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n"]
            )
            writer.write(head + rng.randbytes(rng.randrange(1, 3000)))
            await writer.drain()
            await asyncio.sleep(0.05)
            writer.close()


def measured(requests: int, clients: int, seconds: float) -> list[tuple[str, str]]:
    folder, lines = model()
    with serving(folder) as server:
        asyncio.run(
            as_fast_as_possible(server, lines, 2)
        )  # caches are warm, as those of a running server are
        before, began = server.cpu(), time.perf_counter()
        fast = asyncio.run(as_fast_as_possible(server, lines, seconds))
        rate = len(fast.seconds) / (time.perf_counter() - began)
        each = (server.cpu() - before) / len(fast.seconds)
        print(f"{rate:.0f} sentences a second, {1000 * each:.2f} CPU ms each", file=sys.stderr, flush=True)
        half = asyncio.run(at_a_rate(server, lines, seconds, HALF_LOAD))
        print(f"half load: p99 {half.quantile(0.99):.0f} ms", file=sys.stderr, flush=True)
        many, memory = asyncio.run(with_rude_clients(server, lines, requests, clients))
    return [
        ("short sentences a second, 16 clients", f"{rate:.0f}"),
        ("CPU milliseconds of the server a sentence", f"{1000 * each:.2f}"),
        (f"at {HALF_LOAD} sentences a second: p50, p95, p99 in ms",
         f"{half.quantile(0.5):.0f}, {half.quantile(0.95):.0f}, {half.quantile(0.99):.0f}"),
        ("errors at that load", str(len(half.wrong))),
        (f"{requests:,} requests of {clients} clients, three of them rude: errors of the others",
         str(len(many.wrong))),
        ("p99 of the others in ms", f"{many.quantile(0.99):.0f}"),
        ("memory of the server before, at each fifth, in MB", ", ".join(f"{one:.0f}" for one in memory)),
        ("load of the machine (1 minute)", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"),
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    write_option(parser, "the table in docs/serve.md")
    chosen = parser.parse_args()
    rows = measured(chosen.requests, chosen.clients, chosen.seconds)
    table = "| measured | value |\n|---|---|\n" + "".join(f"| {name} | {value} |\n" for name, value in rows)
    print(table)
    if chosen.write:
        marks = re.compile(r"(?<=<!-- load -->\n).*?(?=<!-- end -->)", re.DOTALL)
        PAGE.write_text(marks.sub(lambda _: table, PAGE.read_text()))


if __name__ == "__main__":
    with kept(__file__):
        main()
