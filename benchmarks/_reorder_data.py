"""Orientation events of real corpora: tokenized, lowercased, aligned, extracted once, kept in build/bench."""

import lzma
from itertools import islice
from pathlib import Path

from rectrix.align import AlignSettings, train, write_alignments
from rectrix.reorder import Events, EventSettings, write_events
from rectrix.text import PREPARED, TextPipeline

ROOT = Path(__file__).parents[1]
DATA = ROOT / "../shared/data"
KEPT = ROOT / "build/bench/reorder"
# corpus: source, target, tokenizer, sentence pairs, alignment model
CORPORA = {
    "tanaka-enja": ("ja", "en", "none", 50_000, "hmm"),
    "europarl-de-en": ("de", "en", "moses", 60_000, "diagonal"),
}


def events_of(corpus: str, settings: EventSettings | None = None, name: str = "events") -> Events:
    """The events of a corpus, made on first use."""
    path = KEPT / f"{corpus}.{name}.revents"
    if not path.exists():
        source, target, *_ = CORPORA[corpus]
        write_events(path, *(_text(corpus, side) for side in (source, target)), _links(corpus), settings)
    return Events(path)


def _text(corpus: str, language: str) -> Path:
    _, _, tokenizer, pairs, _ = CORPORA[corpus]
    path = KEPT / f"{corpus}.{language}"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        changes = {"tokenize": tokenizer, "language": language, "case": "lowercase"}
        pipeline = TextPipeline(PREPARED.model_copy(update=changes))
        with lzma.open(DATA / corpus / f"train.{language}.xz", "rt", encoding="utf-8") as file:
            lines = pipeline.apply_lines([line.rstrip("\n") for line in islice(file, pairs)])
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def _links(corpus: str) -> Path:
    path = KEPT / f"{corpus}.links"
    if not path.exists():
        source, target, _, _, model = CORPORA[corpus]
        settings = AlignSettings.of({"model": model})
        _, alignments = train(_text(corpus, source), _text(corpus, target), settings)
        write_alignments(alignments, path)
    return path
