"""Our own interface, version 1: what none of the others has. Its description is at /v1/openapi.json."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from rectrix.serve import schema
from rectrix.serve.comparing import compared
from rectrix.serve.documents import alternatives, ranked, translate
from rectrix.serve.engine import Engine
from rectrix.serve.errors import NotFound, Refused
from rectrix.serve.explain import ExplainedHypothesis, Explanation, explain, reach
from rectrix.serve.facts import facts, shown, weights_found
from rectrix.serve.openapi import Operation, describe
from rectrix.serve.seen import where_seen
from rectrix.serve.service import Service, checked, read_json
from rectrix.serve.unreachable import reason
from rectrix.text.glossary import Glossary, Term

Asked = Any


@dataclass(frozen=True)
class _Posted:
    """A path that takes one kind of request and gives one kind of answer."""

    path: str
    asked: type[BaseModel]
    answer: type[BaseModel]
    work: Callable[[Any], Awaitable[BaseModel]]
    summary: str
    method: str = "post"


def routes(service: Service) -> list[Route]:
    """The paths of this face."""
    face = _Face(service)
    posted = [
        _Posted("/v1/translate", schema.TranslateAsked, schema.Translated, face.translate,
                "Translate texts."),
        _Posted("/v1/explain", schema.ExplainAsked, schema.Explained, face.explain,
                "N-best list of a sentence with features, word alignment and derivations."),
        _Posted("/v1/score", schema.ScoreAsked, schema.Scored, face.score,
                "Score a given translation by forced decoding."),
        _Posted("/v1/seen", schema.SeenAsked, schema.Seen, face.seen,
                "Where a rule was seen in the training text."),
        _Posted("/v1/learn", schema.LearnAsked, schema.LessonShown, face.learn, "Learn from a correction."),
        _Posted("/v1/glossary", schema.GlossaryAsked, schema.GlossaryShown, face.set_glossary,
                "Replace a model's glossary.", "put"),
        _Posted("/v1/compare", schema.CompareAsked, schema.Compared, face.compare,
                "Compare systems' outputs."),
    ]  # fmt: skip
    description = describe([_operation(one) for one in posted] + _GETS)

    async def described(request: Request) -> Response:
        return JSONResponse(description)

    return [
        *(Route(one.path, _answering(service, one), methods=[one.method.upper()]) for one in posted),
        Route("/v1/openapi.json", described, methods=["GET"]),
        Route("/v1/models", face.models, methods=["GET"]),
        Route("/v1/models/{name}", face.facts, methods=["GET"]),
        Route("/v1/models/{name}/weights", face.weights, methods=["GET"]),
        Route("/v1/models/{name}/glossary", face.glossary, methods=["GET"]),
        Route("/v1/models/{name}/lessons", face.lessons, methods=["GET"]),
        Route("/v1/models/{name}/lessons/{id}", face.undo, methods=["DELETE"]),
        Route("/metrics", face.metrics, methods=["GET"]),
    ]


_MODEL = (("name", "path", {"type": "string"}),)
_GETS = [
    Operation("/v1/models", "get", schema.Models, "All models."),
    Operation("/v1/models/{name}", "get", schema.Facts, "All that is known of a model.", _MODEL),
    Operation(
        "/v1/models/{name}/weights", "get", schema.WeightsShown, "Weights by name, the largest first.",
        (
            *_MODEL,
            ("search", "query", {"type": "string", "default": ""}),
            ("template", "query", {"type": "string", "default": ""}),
            ("first", "query", {"type": "integer", "minimum": 0, "maximum": 10_000_000, "default": 0}),
            ("count", "query", {"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}),
        ),
    ),
    Operation("/v1/models/{name}/glossary", "get", schema.GlossaryShown, "A model's glossary.", _MODEL),
    Operation("/v1/models/{name}/lessons", "get", schema.Lessons, "Corrections taken up.", _MODEL),
    Operation(
        "/v1/models/{name}/lessons/{id}", "delete", schema.Lessons, "Take a correction back.",
        (*_MODEL, ("id", "path", {"type": "string"})),
    ),
]  # fmt: skip


def _operation(one: _Posted) -> Operation:
    return Operation(one.path, one.method, one.answer, one.summary, asked=one.asked)


def _answering(service: Service, one: _Posted) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        service.keys.require(request)
        found = await one.work(checked(one.asked, await read_json(request)))
        return JSONResponse(found.model_dump(mode="json"))

    return answer


class _Face:
    def __init__(self, service: Service) -> None:
        self._service = service

    def _engine(self, asked: Asked) -> Engine:
        return self._service.engines.chosen(asked.model, asked.source, asked.target)

    async def _call(self, function: Callable[[], Any]) -> Any:
        return await self._service.work.call(function, self._service.limits.seconds)

    async def translate(self, asked: schema.TranslateAsked) -> schema.Translated:
        engine, terms = self._engine(asked), _glossary(asked.glossary)
        if asked.nbest == 1 and not asked.details:
            found = await translate(self._service, engine, asked.texts, asked.format, terms)
            texts = [schema.TranslatedText(text=one.text, notes=one.notes) for one in found]
            return schema.Translated(model=engine.name, texts=texts)
        listed = await alternatives(self._service, engine, asked.texts, asked.nbest, asked.format, terms)
        texts = [
            schema.TranslatedText(
                text=ranked(document, found, 0), sentences=[_sentence(one) for one in found]
            )
            for document, found in listed
        ]
        return schema.Translated(model=engine.name, texts=texts)

    async def explain(self, asked: schema.ExplainAsked) -> schema.Explained:
        engine, limits = self._engine(asked), self._service.limits
        self._service.require_size([asked.text])
        count, terms, line = min(asked.nbest, limits.nbest), _glossary(asked.glossary), _line(asked.text)
        found: Explanation = await self._call(
            lambda: explain(engine, line, count, asked.unique, terms, limits.words)
        )
        return schema.Explained(
            model=engine.name,
            decoder=engine.model.folder.settings.decoder,
            source=found.source,
            words=found.words,
            translations=[_derived(one) for one in found.hypotheses],
        )

    async def score(self, asked: schema.ScoreAsked) -> schema.Scored:
        engine, limit = self._engine(asked), self._service.limits.words
        self._service.require_size([asked.text, asked.translation])
        line, wanted = _line(asked.text), _line(asked.translation)
        found: Explanation | None = await self._call(lambda: reach(engine, line, wanted, limit))
        if found is None:
            why: str = await self._call(lambda: reason(engine, line, wanted))
            return schema.Scored(model=engine.name, reached=False, reason=why)
        return schema.Scored(model=engine.name, reached=True, translation=_derived(found.hypotheses[0]))

    async def seen(self, asked: schema.SeenAsked) -> schema.Seen:
        engine = self._engine(asked)
        if max(len(asked.rule_source.split()), len(asked.rule_target.split())) > 20:
            raise Refused("a rule has at most 20 symbols a side")
        found: schema.Seen = await self._call(
            lambda: where_seen(engine.bitext, asked.rule_source, asked.rule_target, asked.limit)
        )
        return found

    async def learn(self, asked: schema.LearnAsked) -> schema.LessonShown:
        engine = self._engine(asked)
        self._service.require_size([asked.text, asked.translation])
        lesson = await self._call(lambda: engine.learn(_line(asked.text), _line(asked.translation)))
        self._service.metrics.count("lessons", model=engine.name)
        return _lesson(lesson)

    async def set_glossary(self, asked: schema.GlossaryAsked) -> schema.GlossaryShown:
        engine = self._engine(asked)
        self._service.require_size([text for term in asked.terms for text in (term.source, term.target)])
        await self._call(lambda: engine.set_terms([(term.source, term.target) for term in asked.terms]))
        return _terms(engine)

    async def compare(self, asked: schema.CompareAsked) -> schema.Compared:
        found: schema.Compared = await self._call(lambda: compared(asked, self._service.limits))
        return found

    async def models(self, request: Request) -> Response:
        self._service.keys.require(request)
        return _json(schema.Models(models=[shown(engine) for engine in self._service.engines.all]))

    async def facts(self, request: Request) -> Response:
        engine = self._named(request)
        return _json(await self._call(lambda: facts(engine)))

    async def weights(self, request: Request) -> Response:
        engine, query = self._named(request), request.query_params
        first = _whole(query.get("first", "0"), "first", 0, 10_000_000)
        count = _whole(query.get("count", "100"), "count", 1, 1000)
        search, template = query.get("search", ""), query.get("template", "")
        return _json(await self._call(lambda: weights_found(engine, search, template, first, count)))

    async def glossary(self, request: Request) -> Response:
        return _json(_terms(self._named(request)))

    async def lessons(self, request: Request) -> Response:
        engine = self._named(request)
        return _json(await self._call(lambda: _lessons(engine)))

    async def undo(self, request: Request) -> Response:
        engine, wanted = self._named(request), request.path_params["id"]

        def work() -> schema.Lessons:
            known = {str(_lesson(one).id): _lesson(one).id for one in engine.lessons()}
            if wanted not in known:
                raise NotFound(f"no correction {wanted[:40]!r}")
            engine.undo(known[wanted])
            return _lessons(engine)

        return _json(await self._call(work))

    async def metrics(self, request: Request) -> Response:
        self._service.keys.require(request)
        text = self._service.metrics.text(self._service.work.waiting)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    def _named(self, request: Request) -> Engine:
        self._service.keys.require(request)
        return self._service.engines.named(request.path_params["name"])


def _json(found: BaseModel) -> Response:
    return JSONResponse(found.model_dump(mode="json"))


def _line(text: str) -> str:
    """A sentence in one line, whatever line breaks it was sent with."""
    return " ".join(text.splitlines()).strip()


def _glossary(terms: Sequence[schema.TermPair]) -> Glossary | None:
    if not terms:
        return None
    found = [Term(term.source, term.target, "glossary", n) for n, term in enumerate(terms, start=1)]
    return Glossary(tuple(found))


def _terms(engine: Engine) -> schema.GlossaryShown:
    terms = [schema.TermPair(source=term.source, target=term.target) for term in engine.glossary.terms]
    return schema.GlossaryShown(model=engine.name, terms=terms)


def _lesson(lesson: Any) -> schema.LessonShown:
    return schema.LessonShown.model_validate({name: getattr(lesson, name) for name in lesson_fields(lesson)})


def lesson_fields(lesson: Any) -> list[str]:
    """What there is to say of a correction, as plain values."""
    plain = (int, float, str, bool)
    names = getattr(lesson, "__dataclass_fields__", None) or vars(lesson)
    return [name for name in names if isinstance(getattr(lesson, name), plain)]


def _lessons(engine: Engine) -> schema.Lessons:
    return schema.Lessons(model=engine.name, lessons=[_lesson(one) for one in engine.lessons()])


def _sentence(found: Explanation) -> schema.TranslatedSentence:
    return schema.TranslatedSentence(
        source=found.source,
        words=found.words,
        translations=[
            schema.Hypothesis(text=one.text, score=one.score, words=one.words, links=one.links)
            for one in found.hypotheses
        ],
    )


def _derived(one: ExplainedHypothesis) -> schema.Derived:
    return schema.Derived(
        text=one.text,
        score=one.score,
        words=one.words,
        links=one.links,
        features=one.features,
        contributions=one.contributions,
        steps=one.steps,
    )


def _whole(text: str, name: str, low: int, high: int) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9 or not low <= int(text) <= high:
        raise Refused(f"{name} is a number from {low} to {high}")
    return int(text)
