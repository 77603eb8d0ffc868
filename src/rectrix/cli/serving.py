"""Opening models for the server and running it: what `serve` and `inspect` have in common."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rectrix.base.errors import UsageError

if TYPE_CHECKING:
    from rectrix.serve.engine import Engine

try:
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
except ImportError:
    raise UsageError("serving needs more packages: pip install 'rectrix[serve]'") from None

from rectrix.serve.gate import LOOPBACK, Keys, Origins
from rectrix.serve.limits import Limits
from rectrix.serve.log import RequestLog
from rectrix.serve.settings import ServeSettings

_RATE = 600  # requests of a client in a minute, where others than this machine can ask


@dataclass(frozen=True)
class Chosen:
    """What a user chose about a server."""

    models: tuple[str, ...]
    place: ServeSettings = field(default_factory=ServeSettings)
    keys: Keys = field(default_factory=Keys)
    open: bool = False
    origins: Origins = field(default_factory=Origins)
    learn: bool = False
    journal: Path | None = None
    glossary: Path | None = None
    index: Path | None = None
    limits: Limits = field(default_factory=Limits)
    rate: int | None = None
    log: RequestLog = field(default_factory=RequestLog)
    quiet: bool = False

    @property
    def loopback(self) -> bool:
        """Can only this machine ask?"""
        return self.place.host in LOOPBACK

    def check(self) -> None:
        """Refuse what would be unsafe or makes no sense, before a model is opened."""
        if not self.loopback and not self.keys and not self.open:
            raise UsageError(
                f"--host {self.place.host} serves other machines: give --api-key KEY, or --open to serve "
                "everybody"
            )
        if len(self.models) > 1 and (self.journal or self.glossary or self.index):
            raise UsageError("--journal, --glossary and --index are of one model: serve it alone")


def serve(chosen: Chosen, ready: Callable[[str], None] | None = None) -> None:
    """Open the models and serve them until a signal comes."""
    from rectrix.serve.app import AppSettings, application
    from rectrix.serve.server import bind, run

    chosen.check()
    listening = bind(chosen.place.host, chosen.place.port)  # before the models: a wrong port costs no time
    engines = [_engine(text, chosen) for text in chosen.models]
    rate = chosen.rate if chosen.rate is not None else (0 if chosen.loopback else _RATE)
    limits = chosen.limits.model_copy(update={"rate": rate})
    origins = replace(chosen.origins, loopback=chosen.loopback)
    app = application(engines, AppSettings(chosen.place.threads, limits, chosen.keys, origins, chosen.log))
    host = chosen.place.host
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"

    def started() -> None:
        if not chosen.quiet:
            pairs = ", ".join(f"{engine.name} ({engine.pair})" for engine in engines)
            print(f"serving {pairs} at {address} ; Ctrl-C ends it", file=sys.stderr, flush=True)
        if ready is not None:
            ready(address)

    with ExitStack() as closing:
        for engine in engines:
            if engine.learner is not None:
                closing.callback(engine.learner.close)
        run(app, listening, limits.connections, started)


def _engine(text: str, chosen: Chosen) -> "Engine":
    from rectrix.pipeline import Model
    from rectrix.serve.engine import Engine, require_any_text, training_text
    from rectrix.text import language_pair
    from rectrix.text.formats import Languages
    from rectrix.text.glossary import Glossary

    pair, equals, folder = text.partition("=")
    path = Path(folder if equals and not Path(text).exists() else text)
    model = Model.open(path, seconds=chosen.limits.seconds / 2, cache=chosen.place.cache)
    require_any_text(model)
    settings = model.folder.settings
    known = Languages(settings.source_language, settings.target_language)
    if str(path) != text:
        known = Languages(*language_pair(pair))
    if not all(known):
        raise UsageError(
            f"{path}: the model does not know its languages; give DE-EN={path} with the right ones"
        )
    engine = Engine(path.resolve().name, known, model, bitext=training_text(model, chosen.index))
    if chosen.glossary is not None:
        engine.use(Glossary.read(chosen.glossary, languages=known))
    if chosen.learn:
        engine.learner = model.learner(chosen.journal)
        engine.learner.hold()
    return engine
