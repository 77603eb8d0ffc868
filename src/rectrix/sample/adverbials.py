"""Adverbials: times that agree with the tense, frequencies, manners, places, and what opens the clause."""

import random

from rectrix.sample import adverbs
from rectrix.sample.german import MASCULINE
from rectrix.sample.lexicon import Frame
from rectrix.sample.meaning import Clause
from rectrix.sample.phrases import Phrases
from rectrix.sample.pick import Pick

_LASTING = frozenset(("wohnen", "leben", "arbeiten", "kennen", "lernen"))  # go with "seit"
PAST = ("perfect", "preterite")


class Adverbials:
    """Draws what stands around a verb and its objects."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._times = {kind: Pick(times) for kind, times in adverbs.TIMES.items()}
        self._frequencies = Pick(adverbs.FREQUENCIES)
        self._perfect_adverbs = Pick(adverbs.PERFECT_ADVERBS)
        self._sentence_adverbs = Pick(adverbs.SENTENCE_ADVERBS)
        self._particles = Pick(adverbs.PARTICLES)

    def add(self, rng: random.Random, clause: Clause, frame: Frame, share: float) -> None:
        """Give a clause its adverbials; share says how often compared with a main clause."""
        if rng.random() < 0.5 * share:
            self._add_time(rng, clause, frame)
        if clause.time is None and not clause.modal and rng.random() < 0.12:
            if clause.tense == "perfect":
                clause.frequency = self._perfect_adverbs(rng)
            elif clause.tense != "future":
                clause.frequency = self._frequencies(rng)
        if not clause.frequency:
            self._add_manner(rng, clause, frame, share)
        placed = clause.passive or clause.manner or any(slot.kind in "RL" for slot in frame.slots)
        if "p" in frame.flags and not placed and rng.random() < 0.25 * share:
            clause.place = self._phrases.location(rng)
        if rng.random() < 0.06 * share:
            clause.adverb = self._sentence_adverbs(rng)
        elif rng.random() < 0.05 * share:
            clause.particle = self._particles(rng)

    def _add_manner(self, rng: random.Random, clause: Clause, frame: Frame, share: float) -> None:
        if frame.manners and rng.random() < 0.2 * share:
            manner = frame.manners(rng)
            alone = manner[0] == "zusammen" and clause.subject.person != "we"
            sudden = manner[0] in ("plötzlich", "sofort") and clause.time is not None
            clause.manner = None if alone or sudden else manner
        elif "g" in frame.flags and clause.tense == "present" and not (clause.modal or clause.time):
            clause.gladly = not clause.passive and rng.random() < 0.2

    def _add_time(self, rng: random.Random, clause: Clause, frame: Frame) -> None:
        draw = rng.random()
        if clause.tense in PAST:
            self.at(rng, clause, "past" if draw < 0.7 else "any")
        elif clause.tense == "future" or clause.modal:
            self.at(rng, clause, "future" if draw < 0.6 else "any")
        elif frame.verb.infinitive in _LASTING:
            self.at(rng, clause, "since")
        elif "t" not in frame.flags:
            self.at(rng, clause, "habit" if draw < 0.45 else "now" if draw < 0.65 else "future")

    def at(self, rng: random.Random, clause: Clause, kind: str) -> None:
        """Set the time of a clause to one of a kind."""
        clause.time, clause.time_kind = self._times[kind](rng), kind

    def choose_front(self, rng: random.Random, clause: Clause) -> None:
        """Choose what opens the German main clause."""
        draw = rng.random()
        clause.time_late = rng.random() < 0.3
        if clause.adverb and draw < 0.6:
            clause.front = "adverb"
        elif clause.time and draw < 0.4 and clause.time_kind != "now":
            clause.front = "time"
        elif clause.place and draw < 0.25:
            clause.front = "place"
        elif draw > 0.93 and _may_lead(clause):
            clause.front = "object"


def _may_lead(clause: Clause) -> bool:
    """An object may open the clause if its case shows: a masculine singular, or beside a pronoun subject."""
    if not clause.objects or clause.passive or clause.exists:
        return False
    slot, phrase = clause.objects[-1]
    if slot.kind != "A" or phrase.noun is None or not phrase.definite or phrase.relative or phrase.owner:
        return False
    shows = phrase.noun.gender == MASCULINE and not phrase.plural
    return shows or (clause.subject.pronoun is not None and clause.subject.person in ("I", "you"))


def without_adverbials(clause: Clause) -> None:
    """Take away what only main clauses have: times, sentence adverbs, particles, frequencies."""
    clause.time, clause.time_kind, clause.frequency, clause.gladly = None, "", None, False
    clause.adverb, clause.particle, clause.front = None, "", "subject"
