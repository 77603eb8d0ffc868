"""The queue: bounded, fair, and one request's fault is not another's."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from rectrix.serve.errors import Busy
from rectrix.serve.metrics import Metrics
from rectrix.serve.work import Work


class Slow:
    """Translates by writing capitals, when it is told to go on."""

    def __init__(self):
        self.go, self.batches = threading.Event(), []
        self.began = threading.Event()

    def translate(self, lines, glossary=None):
        self.began.set()
        assert self.go.wait(20)
        self.batches.append(list(lines))
        if "bad" in lines:
            raise ValueError("bad")
        return [line.upper() for line in lines]


@pytest.fixture
def work():
    made = Work(1, 40, Metrics())
    yield made
    made.close()


async def _begun(engine):
    """Until a thread is busy with a sentence."""
    await asyncio.to_thread(engine.began.wait, 20)


def test_short_sentences_of_many_requests_go_together(work):
    engine = Slow()

    async def run():
        first = asyncio.ensure_future(work.translate(engine, ["first"], None, 20))
        await _begun(engine)
        others = [asyncio.ensure_future(work.translate(engine, [f"s{n}"], None, 20)) for n in range(10)]
        await asyncio.sleep(0)
        engine.go.set()
        return await asyncio.gather(first, *others)

    assert asyncio.run(run()) == [["FIRST"], *([f"S{n}"] for n in range(10))]
    assert engine.batches == [["first"], [f"s{n}" for n in range(10)]]


def test_a_long_document_does_not_make_others_wait(work):
    engine = Slow()

    async def run():
        first = asyncio.ensure_future(work.translate(engine, ["first"], None, 20))
        await _begun(engine)
        long = asyncio.ensure_future(work.translate(engine, [f"{n}" for n in range(35)], None, 20))
        short = asyncio.ensure_future(work.translate(engine, ["short"], None, 20))
        await asyncio.sleep(0)
        engine.go.set()
        await asyncio.gather(first, long, short)
        assert long.result() == [str(n) for n in range(35)]

    asyncio.run(run())
    place = next(n for n, batch in enumerate(engine.batches) if "short" in batch)
    assert place <= 2 and len(engine.batches) > place + 1


def test_more_than_the_queue_takes_is_refused_at_once(work):
    engine = Slow()

    async def run():
        first = asyncio.ensure_future(work.translate(engine, ["first"], None, 20))
        await _begun(engine)
        full = asyncio.ensure_future(work.translate(engine, ["a"] * 40, None, 20))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="40 sentences are waiting"):
            await work.translate(engine, ["b"], None, 20)
        engine.go.set()
        await asyncio.gather(first, full)

    asyncio.run(run())
    assert work.waiting == 0


def test_one_bad_sentence_fails_alone(work):
    engine = Slow()

    async def run():
        first = asyncio.ensure_future(work.translate(engine, ["first"], None, 20))
        await _begun(engine)
        asked = [asyncio.ensure_future(work.translate(engine, [one], None, 20)) for one in ("a", "bad", "c")]
        await asyncio.sleep(0)
        engine.go.set()
        await first
        return await asyncio.gather(*asked, return_exceptions=True)

    a, bad, c = asyncio.run(run())
    assert (a, c) == (["A"], ["C"]) and isinstance(bad, ValueError)


def test_what_nobody_waits_for_is_not_translated(work):
    engine = Slow()

    async def run():
        first = asyncio.ensure_future(work.translate(engine, ["first"], None, 20))
        await _begun(engine)
        gone = asyncio.ensure_future(work.translate(engine, ["gone"] * 30, None, 20))
        with pytest.raises(Busy, match=r"within 0\.05 seconds"):
            await work.translate(engine, ["late"], None, 0.05)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        engine.go.set()
        await first
        assert await work.translate(engine, ["last"], None, 20) == ["LAST"]

    asyncio.run(run())
    assert [line for batch in engine.batches for line in batch] == ["first", "last"]
    assert work.waiting == 0


def test_other_glossaries_are_not_mixed(work):
    engine = Slow()

    async def run():
        first = asyncio.ensure_future(work.translate(engine, ["first"], None, 20))
        await _begun(engine)
        terms = SimpleNamespace(name="terms")
        asked = [
            work.translate(engine, [text], own, 20) for text, own in (("a", None), ("b", terms), ("c", None))
        ]
        tasks = [asyncio.ensure_future(one) for one in asked]
        await asyncio.sleep(0)
        engine.go.set()
        await asyncio.gather(first, *tasks)

    asyncio.run(run())
    assert engine.batches[1:] == [["a", "c"], ["b"]]


def test_closing_finishes_what_was_begun():
    work, engine = Work(1, 10, Metrics()), Slow()
    engine.go.set()

    async def run():
        asked = asyncio.ensure_future(work.translate(engine, ["a"] * 5, None, 20))
        await asyncio.sleep(0)
        await asyncio.to_thread(work.close)
        assert await asked == ["A"] * 5
        with pytest.raises(Busy, match="shutting down"):
            await work.translate(engine, ["b"], None, 20)

    asyncio.run(run())
