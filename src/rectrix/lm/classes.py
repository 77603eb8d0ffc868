"""Word classes under which a class bigram model fits a text best (Martin, Liermann & Ney 1998).

    p(w | v) = p(w | class of w) p(class of w | class of v)

Words move one by one to their best class until none moves. A class-based language model is an n-gram model of
the text with classes in place of words.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import exp
from pathlib import Path

from rectrix._core import lm as core
from rectrix._core.text import WordClasses
from rectrix.base.errors import InputError
from rectrix.base.files import require_absent, writing
from rectrix.base.progress import Progress
from rectrix.lm.estimate import Text, read_corpus, train
from rectrix.lm.settings import ClassSettings, TrainOptions
from rectrix.text import read_sentences
from rectrix.text.classes import read_classes


@dataclass(frozen=True)
class ClassReport:
    """What classes were learned from, and how well they fit it."""

    sentences: int
    words: int
    types: int
    cycles: int
    perplexity: float  # of the class bigram model on the text, per word, </s> included


def learn_classes(
    texts: Iterable[Text],
    output: Path | str,
    settings: ClassSettings | None = None,
    force: bool = False,
    progress: Progress | None = None,
    fewer: bool = False,
) -> ClassReport:
    """Write a line `word class` for every word of the texts, in the order of their first occurrence.

    fewer: texts of fewer words than classes have a class for each word; otherwise they are refused.
    """
    settings, progress = settings or ClassSettings(), progress or Progress()
    if str(output) != "-":
        require_absent(Path(output), force)
    corpus = read_corpus(texts, None, progress)
    if not corpus.types:
        raise InputError("there are no words to learn classes from")
    wanted, done = min(settings.classes, corpus.types) if fewer else settings.classes, 0
    with progress.task("learning classes", unit="words") as task:

        def tick(now: int) -> None:
            nonlocal done
            task.advance(now - done)
            done = now

        words, log_likelihood, cycles = core.exchange(corpus, wanted, settings.cycles, tick)
    with writing(output, force) as file:
        file.writelines(f"{word}\t{number}\n" for word, number in words)
    tokens = corpus.words + corpus.sentences
    perplexity = exp(-log_likelihood / tokens)
    return ClassReport(corpus.sentences, corpus.words, corpus.types, cycles, perplexity)


def train_class_lm(
    texts: Iterable[Path | Iterable[str]],
    classes: Path,
    options: TrainOptions,
    mapped: Path,
    progress: Progress | None = None,
) -> None:
    """A language model of texts with each word's class in its place; an existing file is replaced."""
    read = read_classes(classes)
    lines = [class_lines(read_sentences(text) if isinstance(text, Path) else text, read) for text in texts]
    train(lines, options, mapped=mapped, force=True, progress=progress)


def class_lines(lines: Iterable[str], classes: WordClasses) -> Iterator[str]:
    """Sentences with each word's class in its place."""
    return (" ".join(map(classes.__getitem__, line.split())) for line in lines)
