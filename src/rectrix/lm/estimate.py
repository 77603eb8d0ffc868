"""Interpolated modified Kneser-Ney models from text (Chen & Goodman 1998; Heafield et al. 2013)."""

import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from rectrix._core import lm as core
from rectrix.base.errors import UsageError
from rectrix.base.files import open_bytes, require_absent, shown, writing
from rectrix.base.progress import Progress
from rectrix.lm.model import LanguageModel
from rectrix.lm.settings import TrainOptions

Text = Path | str | BinaryIO | Iterable[str]


@dataclass(frozen=True)
class Level:
    """What training found for the n-grams of one length."""

    ngrams: int
    discounts: Sequence[float]  # of n-grams with adjusted count 1, 2, 3 or more
    fallback: bool  # whether the discounts are the fallback


@dataclass(frozen=True)
class TrainingReport:
    """What went into a model and what came out."""

    sentences: int
    words: int
    levels: list[Level]


def train(
    texts: Iterable[Text],
    options: TrainOptions | None = None,
    arpa: Path | str | None = None,
    mapped: Path | str | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> tuple[LanguageModel | None, TrainingReport]:
    """Estimate a model from texts, one sentence per line, space-separated tokens.

    A text is a path ('-' is standard input), an open binary file, or any iterable of sentences.

    Writes ARPA text to `arpa` (compressed by its ending) and the memory-mapped form to `mapped`. The model
    itself is returned unless only ARPA was asked for.
    """
    options = options or TrainOptions()
    progress = progress or Progress()
    for output in (arpa, mapped):
        if output is not None and str(output) != "-":
            require_absent(Path(output), force)
    folder = options.temporary or Path(tempfile.gettempdir())
    corpus = read_corpus(texts, folder, progress, options.skip_markers)
    _limit(corpus, options.vocabulary)
    build = arpa is None or mapped is not None
    with ExitStack() as stack:
        writer = stack.enter_context(writing(arpa, force)).buffer if arpa is not None else None  # type: ignore[attr-defined]
        task = stack.enter_context(progress.task("estimating", unit="n-grams"))
        done = 0

        def tick(now: int) -> None:
            nonlocal done
            task.advance(max(0, now - done))
            done = now

        sentences, words = corpus.sentences, corpus.words
        model, levels = core.train(
            corpus,
            options.order,
            list(options.prune),
            options.fallback,
            options.memory,
            options.threads,
            folder,
            writer,
            build,
            tick,
        )
        tick(sum(ngrams for ngrams, *_ in levels))
    report = TrainingReport(sentences, words, [Level(*level) for level in levels])
    _warn(report, progress)
    if model is None:
        return None, report
    lm = LanguageModel(model)
    if mapped is not None:
        lm.save(mapped, force)
    return lm, report


class _Joined:
    """Sentences as the lines of a file."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self._sentences = iter(sentences)

    def read(self, _: int) -> bytes:
        lines = (sentence.replace("\n", " ") for sentence in islice(self._sentences, 4096))
        return "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


def read_corpus(
    texts: Iterable[Text], folder: Path | None, progress: Progress, skip_markers: bool = False
) -> core.Corpus:
    """Texts as word numbers; what does not fit into memory goes to scratch files in the folder."""
    corpus = core.Corpus(folder or Path(tempfile.gettempdir()), skip_markers)
    for text in texts:
        if isinstance(text, Path | str):
            before = corpus.sentences
            with progress.task(f"reading {text}", unit="sentences") as task, open_bytes(text) as file:
                corpus.read(file, shown(text))
                task.advance(corpus.sentences - before)
        elif hasattr(text, "read"):
            corpus.read(text, str(getattr(text, "name", "text")))
        else:
            corpus.read(_Joined(text), "sentences")
    return corpus


def _limit(corpus: core.Corpus, vocabulary: int | Path | None) -> None:
    if isinstance(vocabulary, int):
        if vocabulary < 1:
            raise UsageError(f"a vocabulary of {vocabulary} words; at least 1 is needed")
        corpus.limit_to_frequent(vocabulary)
    elif vocabulary is not None:
        with open_bytes(vocabulary) as file:
            corpus.limit_to(file, str(vocabulary))


def _warn(report: TrainingReport, progress: Progress) -> None:
    lengths = [str(n) for n, level in enumerate(report.levels, 1) if level.fallback]
    if lengths:
        progress.say(
            f"warning: too little text to estimate discounts for n-grams of length {', '.join(lengths)}; "
            f"{report.levels[int(lengths[0]) - 1].discounts} are used",
            fallback=lengths,
        )
