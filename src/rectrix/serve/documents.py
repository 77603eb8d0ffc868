"""Texts of any length: divided into sentences, translated together, and put together again."""

from dataclasses import dataclass

from rectrix.model.output import Output
from rectrix.serve.engine import Engine
from rectrix.serve.errors import TooLarge
from rectrix.serve.explain import Explanation, explain
from rectrix.serve.html import split_html
from rectrix.serve.service import Service
from rectrix.text.glossary import Glossary
from rectrix.text.sentences import SplitText


@dataclass(frozen=True)
class TranslatedDocument:
    """A text, its sentences and their translations."""

    document: SplitText
    outputs: list[Output]

    @property
    def text(self) -> str:
        """The translation."""
        return self.document.joined([output.text for output in self.outputs])

    @property
    def notes(self) -> list[str]:
        """What a reader should know."""
        return [note for line, output in enumerate(self.outputs, start=1) for note in output.notes(line)]


def divide(service: Service, engine: Engine, texts: list[str], format: str) -> list[SplitText]:
    """The sentences of all texts, if they are not too many."""
    service.require_size(texts)
    documents = [split_html(text, engine.split) if format == "html" else engine.split(text) for text in texts]
    count = sum(len(document.sentences) for document in documents)
    if count > service.limits.sentences:
        raise TooLarge(f"{count:,} sentences; a request has at most {service.limits.sentences:,}")
    return documents


async def translate(
    service: Service, engine: Engine, texts: list[str], format: str = "text", glossary: Glossary | None = None
) -> list[TranslatedDocument]:
    """The translations of texts."""
    documents = divide(service, engine, texts, format)
    lines = [line for document in documents for line in document.sentences]
    outputs = iter(await service.work.translate(engine, lines, glossary, service.limits.seconds))
    found = [
        TranslatedDocument(document, [next(outputs) for _ in document.sentences]) for document in documents
    ]
    service.metrics.count("sentences", len(lines), model=engine.name)
    unknown = sum(output.report.unknown for one in found for output in one.outputs)
    service.metrics.count("unknown_words", unknown, model=engine.name)
    return found


async def alternatives(
    service: Service,
    engine: Engine,
    texts: list[str],
    count: int,
    format: str = "text",
    glossary: Glossary | None = None,
) -> list[tuple[SplitText, list[Explanation]]]:
    """The n-best translations of all sentences of texts."""
    documents = divide(service, engine, texts, format)
    most = min(count, service.limits.nbest)

    def work(line: str) -> Explanation:
        return explain(engine, line, most, glossary=glossary, limit=service.limits.words)

    lines = [line for document in documents for line in document.sentences]
    made = iter(await service.work.each(work, lines, service.limits.seconds))
    found = [(document, [next(made) for _ in document.sentences]) for document in documents]
    service.metrics.count("sentences", len(lines), model=engine.name)
    return found


def ranked(document: SplitText, found: list[Explanation], rank: int) -> str:
    """A text with the translation of a rank for each sentence, or the last one that there is."""
    texts = [one.hypotheses[min(rank, len(one.hypotheses) - 1)].text for one in found]
    return document.joined(texts)
