"""A model that learns from confirmed pairs while it is in use.

Learning a pair: search with what is known so far, align, make one step of an online learner, write the
journal, and only then let rules, n-grams and the step count (so a hypothesis is never helped by its own
reference; Denkowski et al. 2014). What is in force is a function of the journal's lines alone.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import Any, Self

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix.adapt.journal import Journal
from rectrix.adapt.knowledge import Knowledge, Words, aligned
from rectrix.adapt.lesson import Lesson
from rectrix.adapt.settings import LearnSettings
from rectrix.adapt.step import CorrectionSearch, learner_of
from rectrix.align import Aligner
from rectrix.base.errors import UsageError
from rectrix.base.shared_lock import SharedLock
from rectrix.decode.constraints import FORCED
from rectrix.learn.candidates import Floats
from rectrix.model.batches import batches
from rectrix.model.folder import hash_of
from rectrix.model.output import Output
from rectrix.model.translator import Translator
from rectrix.text.formats.journal import Content, JournalEntry

LEARNED = "learned"  # the feature: source words that a rule translates as a confirmed pair does
_WORD_PENALTY = "word_penalty"
_MAX_WORDS = 250  # of a side: what is longer is no sentence
_BATCH = 200


class Learner:
    """A model and what it was taught; safe for several threads."""

    def __init__(
        self,
        model: Translator,
        journal: Path | str | None = None,
        settings: LearnSettings | None = None,
    ) -> None:
        self.settings = settings or LearnSettings()
        self._base, self._hash = model, hash_of(model.folder.path)
        aligner = model.folder.settings.aligner
        self._aligner = Aligner.open(model.folder.path / aligner) if aligner else None
        self._unit = self._unit_of_weights()
        self._learner = learner_of(self.settings, self._unit)
        self._cache_feature = f"lm{len(model.language_models) + 1}"
        self._oov_feature = f"lm_oov{len(model.language_models) + 1}"
        self._learning, self._space = threading.RLock(), SharedLock()
        self._step_space = _same_space(model.space)
        self._start = self._start_weights()
        self._journal = Journal(journal) if journal is not None else None
        content = self._journal.read() if self._journal else Content((), 0, 0)
        self._entries, self._last = dict[int, JournalEntry](), content.last
        self._lessons: dict[int, Lesson] = {}
        self._take_up(content.entries)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def hold(self) -> None:
        """Take the journal for this process at once, not only when the first pair is learned."""
        if self._journal:
            self._journal.hold()

    def close(self) -> None:
        """Let others write to the journal."""
        with self._learning:
            if self._journal:
                self._journal.close()

    @property
    def model(self) -> Translator:
        """The model as it is now; what is learned later does not change it."""
        return self._current

    def learn(self, source: str, target: str) -> Lesson:
        """Take up a confirmed pair, text as people write it; it is in the journal when this returns."""
        with self._learning:
            began = perf_counter()
            words = self._prepared(source, target)
            links = self._links(words)
            pair = aligned(words, links)
            changes = self._step(words) if self.settings.weights else {}
            now = datetime.now(UTC).isoformat(timespec="seconds")
            entry = JournalEntry(self._last + 1, source, target, self._hash, links, changes, now)
            if self._journal:
                self._journal.add(entry)
            self._last = entry.id
            self._entries[entry.id] = entry
            rules = self._knowledge.add(entry, words, pair, stepped=True)
            self._publish()
            return self._note(entry, rules, perf_counter() - began)

    def lessons(self) -> list[Lesson]:
        """All pairs in force, the oldest first."""
        with self._learning:
            return list(self._lessons.values())

    def undo(self, id: int) -> Lesson:
        """Take a pair back: everything is as if it had never been confirmed."""
        with self._learning:
            if id not in self._entries:
                known = (
                    f"those in force: {min(self._entries)} to {max(self._entries)}" if self._entries else ""
                )
                raise UsageError(f"there is no pair {id} to undo; {known or 'nothing was learned'}")
            if self._journal:
                self._journal.undo(id)
            lesson = self._lessons[id]
            self._take_up([entry for entry in self._entries.values() if entry.id != id])
            return lesson

    def translate(self, lines: Iterable[str], threads: int = 1, **demands: Any) -> Iterator[Output]:
        """As Model.translate, batch by batch with what is known when the batch is translated."""
        first, waits = demands.pop("first", 0), demands.pop("waits", None)
        given = demands.pop("constraints", None)
        constraints = iter(given) if given is not None else None
        for place, chunk in batches(lines, demands.pop("batch", _BATCH), waits):
            own = None if constraints is None else list(islice(constraints, len(chunk)))
            with self._space.reading():
                found = list(
                    self._current.translate_lines(
                        chunk, threads, len(chunk), constraints=own, first=first + place, **demands
                    )
                )
            yield from found

    def _take_up(self, entries: Sequence[JournalEntry]) -> None:
        """All of these pairs, and nothing else."""
        self._entries, self._lessons = {}, {}
        self._knowledge = Knowledge(
            self.settings, self._base.folder, next(iter(self._base.language_models), None)
        )
        for entry in entries:
            same = entry.model == self._hash
            words = self._prepared(entry.source, entry.target)
            pair = aligned(words, entry.links if same else self._links(words))
            self._entries[entry.id] = entry
            self._note(entry, self._knowledge.add(entry, words, pair, stepped=same), 0.0)
        self._publish()

    def _note(self, entry: JournalEntry, rules: int, seconds: float) -> Lesson:
        message = ""
        if self._aligner is None:
            message = (
                "the model has no aligner (train it again to have one): learned as a whole, without rules"
            )
        elif entry.model != self._hash:
            message = "confirmed with another model: its step of the weights is left out"
        lesson = Lesson(entry.id, seconds, rules, message, entry.source, entry.target)
        self._lessons[entry.id] = lesson
        return lesson

    def _prepared(self, source: str, target: str) -> Words:
        for side, text in (("source", source), ("target", target)):
            if "\n" in text or "\r" in text:
                raise UsageError(f"the {side} of a pair has several lines; learn them one by one")
        words = [self._base.source_text.apply(source).words, self._base.target_text.apply(target).words]
        for side, found in zip(("source", "target"), words, strict=True):
            if not found:
                raise UsageError(f"the {side} of a pair has no words")
            if len(found) > _MAX_WORDS:
                raise UsageError(f"the {side} of a pair has {len(found)} words; {_MAX_WORDS} are the most")
        return Words(*(" ".join(found) for found in words))

    def _links(self, words: Words) -> str:
        if self._aligner is None:
            return ""
        return self._aligner.align([words.source], [words.target]).pharaoh(0)

    def _start_weights(self) -> dict[str, float]:
        """What the features of learning weigh, unless the model has weights for them."""
        own = {name: self._weight_of(name) for name in (LEARNED, self._cache_feature)}
        first = {
            LEARNED: self._unit * self.settings.bonus if self.settings.rules else 0.0,
            self._cache_feature: self._unit * self.settings.reward if self.settings.lm else 0.0,
        }
        start = {name: own[name] or first[name] for name in first}
        if FORCED not in self._base.space:  # translations must not have to add it while others go on
            start[FORCED] = 1.0
        for name in (*start, self._oov_feature, _WORD_PENALTY):
            self._base.space.add(name)
            self._step_space.add(name)
        return start

    def _unit_of_weights(self) -> float:
        """The weight of the language model; if it has none, the mean size of all weights."""
        lm = self._weight_of("lm")
        sizes = np.abs(self._base.weights[self._base.weights != 0])
        return lm if lm > 0 else float(sizes.mean()) if len(sizes) else 1.0

    def _weight_of(self, name: str) -> float:
        index = self._base.space.find(name)
        return (
            float(self._base.weights[index]) if index is not None and index < len(self._base.weights) else 0.0
        )

    def _weights(self) -> Floats:
        """The model's weights, what steps changed, and what makes up for the floor of remembered n-grams."""
        space, steps = self._base.space, self._knowledge.steps.weights
        if any(space.find(name) is None for name in steps):
            with self._space.writing():
                for name in self._step_space.names(np.arange(len(space), len(self._step_space))):
                    space.add(name)
        weights = np.zeros(len(space))
        weights[: len(self._base.weights)] = self._base.weights
        for name, value in self._start.items():
            weights[space.add(name)] = value
        changes = np.zeros(len(space))
        for name, change in steps.items():
            changes[space.add(name)] = change
        # Many steps in one domain must not lead away from what was tuned for all.
        length = float(np.linalg.norm(changes))
        most = self.settings.trust * float(np.linalg.norm(self._base.weights))
        if length > 0:
            weights += changes * min(1.0, most / length)
        cache = weights[space.add(self._cache_feature)]
        weights[space.add(_WORD_PENALTY)] += self._knowledge.remembered.floor * cache
        return weights

    def _publish(self) -> None:
        """What is known now is what the next translation uses."""
        knowledge, decoder, weights = self._knowledge, self._base.decoder, self._base.weights
        if self._entries:
            models = [knowledge.remembered.model()] if self.settings.lm else []
            decoder, weights = decoder.with_learned(knowledge.overlay, models), self._weights()
        self._current = self._base.adapted(decoder, weights, dict(knowledge.memory))

    def _step(self, words: Words) -> dict[str, dict[str, float]]:
        decoder = self._current.decoder.with_space(self._step_space)
        # How long sentences are in one domain says nothing of another's.
        fixed = frozenset({self._cache_feature, self._oov_feature, _WORD_PENALTY})
        search = CorrectionSearch(decoder, self._current.weights, fixed)
        changes = search.step(
            self._learner, words.source, words.target, self.settings.k, self._knowledge.steps
        )
        return {name: dict(values) for name, values in changes.items()}


def _same_space(space: FeatureSpace) -> FeatureSpace:
    """Features with the same indexes."""
    twin = FeatureSpace()
    for name in space.names(np.arange(len(space))):
        twin.add(name)
    return twin
