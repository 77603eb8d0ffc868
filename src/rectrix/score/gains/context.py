"""BLEU of a hypothesis among other sentences: a decaying pseudo-document (Chiang et al. 2008), the background
of k-best MIRA (Cherry & Foster 2012), or the previous pass over the tuning set (EidelmanGain 2012)."""

from dataclasses import dataclass, field, fields, replace

import numpy as np

from rectrix.score.bleu import brevity, geometric_mean, split
from rectrix.score.gains.gain import Place, Remembers
from rectrix.score.gains.smoothed import SmoothedBLEU
from rectrix.score.metric import Floats

_WIDTH = 10  # of BLEU's statistics with n-grams up to four words


def _bleu(rows: Floats, power: float = 1.0) -> Floats:
    """BLEU, 0 to 1; no matches count as 0.01 of a match, as in cdec: the first sentences would all have 0.

    power: of the brevity penalty.
    """
    length, reference, matches, totals = split(rows)
    precisions = np.maximum(matches, 0.01) / np.where(totals > 0, totals, 1)
    short = brevity(length, reference) ** power
    return np.where(totals[..., 0] > 0, short * geometric_mean(precisions), 0.0)


def _slopes(rows: Floats, power: float = 1.0) -> Floats:
    """The derivatives of BLEU by a word and by a match of 1, 2 … words (Chiang 2012).

    A word adds an n-gram of every order, whether it matches or not, and makes a short text longer.
    """
    length, reference, matches, totals = split(rows)
    order = matches.shape[-1]
    longer = power * reference / length**2 if length < reference else 0.0
    word = longer - np.sum(1 / totals) / order
    return np.asarray(_bleu(rows, power) * np.array([word, *(1 / (order * np.maximum(matches, 0.01)))]))


def _signature(name: str, part: object) -> str:
    return "|".join([name, *(f"{f.name}:{getattr(part, f.name)}" for f in fields(part))])  # type: ignore[arg-type]


@dataclass(frozen=True)
class Background:
    """What is remembered: summed statistics and source words of what was chosen before."""

    statistics: Floats
    source_length: float = 0.0


@dataclass(frozen=True)
class PseudoDocument:
    """BLEU of background + hypothesis; afterwards background = decay * (background + model best)."""

    decay: float = 0.9  # Chiang: 0.9; cdec: 0.95
    scaled: bool = (
        True  # times the source words of background and sentence, so that differences keep their size
    )

    remembers: Remembers = field(default="model best", init=False, repr=False)
    looks_back = False

    @property
    def signature(self) -> str:
        return _signature("pseudo-document", self)

    def start(self) -> Background:
        return Background(np.zeros(_WIDTH))

    def gains(self, statistics: Floats, state: Background, sentence: Place) -> Floats:
        value = _bleu(state.statistics + statistics)
        return value * (state.source_length + sentence.source_length) if self.scaled else value

    def slopes(self, state: Background) -> Floats | None:
        if not state.statistics.all():
            return None
        return _slopes(state.statistics) * (state.source_length if self.scaled else 1.0)

    def after_sentence(self, row: Floats, state: Background, sentence: Place) -> Background:
        source = self.decay * (state.source_length + sentence.source_length)
        return Background(self.decay * (state.statistics + row), source)

    def after_pass(self, rows: Floats, state: Background) -> Background:
        return state


@dataclass(frozen=True)
class KbMiraGain:
    """BLEU of background + hypothesis, times their reference length.

    Afterwards background = decay * background + hope.
    """

    decay: float = 0.999
    initial: float = 1.0  # every statistic before the first sentence: no precision can be zero

    remembers: Remembers = field(default="hope", init=False, repr=False)
    looks_back = False

    @property
    def signature(self) -> str:
        return _signature("kbmira", self)

    def start(self) -> Background:
        return Background(np.full(_WIDTH, self.initial))

    def gains(self, statistics: Floats, state: Background, sentence: Place | None = None) -> Floats:
        rows = state.statistics + statistics
        return _bleu(rows) * rows[..., 1]

    def slopes(self, state: Background) -> Floats | None:
        if state.statistics[1] <= self.initial:
            return None
        return np.asarray(_slopes(state.statistics) * state.statistics[1])

    def after_sentence(self, row: Floats, state: Background, sentence: Place | None = None) -> Background:
        return replace(state, statistics=self.decay * state.statistics + row)

    def after_pass(self, rows: Floats, state: Background) -> Background:
        return state


@dataclass(frozen=True)
class DocumentGain:
    """What a hypothesis adds to the BLEU of the model's latest translations.

    (BLEU(background + hypothesis) - BLEU(background)) * source words of both / of the sentence: about as
    large as the BLEU of a sentence, whatever the background (scaled: times its source words). Afterwards
    background = decay * background + model best: some 1 / (1 - decay) sentences. A short hypothesis pays for
    its brevity only while the text around it is short, as in a corpus; alone, it would pay whether or not
    others are long.

    While a text is short, BLEU hardly minds another word that matches nothing: what the brevity penalty gains
    is what precision loses. So nothing would hold the length. Therefore the penalty is raised to a power that
    grows with what the background lacks: 1 + pull * (1 - length / reference length).
    """

    decay: float = 0.99
    pull: float = 10.0  # towards the references' length; 0: BLEU as it is
    scaled: bool = False  # by source words, for learners that add gains to model scores
    initial: float = 1.0  # every statistic before the first sentence: no precision can be zero

    remembers: Remembers = field(default="model best", init=False, repr=False)
    looks_back = False

    @property
    def signature(self) -> str:
        return _signature("document", self)

    def start(self) -> Background:
        return Background(np.full(_WIDTH, self.initial), self.initial)

    def _power(self, state: Background) -> float:
        missing = max(0.0, 1.0 - float(state.statistics[0] / state.statistics[1]))
        return 1.0 + self.pull * missing

    def gains(self, statistics: Floats, state: Background, sentence: Place) -> Floats:
        power = self._power(state)
        change = _bleu(state.statistics + statistics, power) - _bleu(state.statistics, power)
        words = state.source_length + sentence.source_length
        return np.asarray(change * (words if self.scaled else words / sentence.source_length))

    def slopes(self, state: Background) -> Floats | None:
        """For each of the sentence's source words where gains are."""
        if state.statistics[1] <= self.initial:
            return None
        return _slopes(state.statistics, self._power(state)) * state.source_length

    def after_sentence(self, row: Floats, state: Background, sentence: Place) -> Background:
        source = self.decay * state.source_length + sentence.source_length
        return Background(self.decay * state.statistics + row, source)

    def after_pass(self, rows: Floats, state: Background) -> Background:
        return state


@dataclass(frozen=True)
class Corpus:
    """The model's best hypotheses of the previous pass: their statistics by sentence, and the sum."""

    rows: Floats
    total: Floats


@dataclass(frozen=True)
class EidelmanGain:
    """First pass: smoothed sentence BLEU. Later: what the hypothesis adds to the previous pass' corpus.

    BLEU(rest + hypothesis) - BLEU(rest), where rest is the corpus without this sentence. Both are times the
    words of what they are the BLEU of, as in k-best MIRA and in the pseudo-document of the published code.
    unit: for each word of the sentence's reference instead, so that costs are of order 0 to 1 as the paper's
    1 - BLEU. Model scores then outweigh gains, and hope and fear are mostly the same hypothesis.
    """

    unit: bool = False
    first: SmoothedBLEU = field(default_factory=lambda: SmoothedBLEU(orders="reference"))  # Lin & Och

    remembers: Remembers = field(default="nothing", init=False, repr=False)
    looks_back = True

    @property
    def signature(self) -> str:
        return f"previous-pass|unit:{self.unit}|first:{self.first.signature}"

    def start(self) -> Corpus | None:
        return None

    def gains(self, statistics: Floats, state: Corpus | None, sentence: Place) -> Floats:
        words = statistics[..., 1]
        if state is None:
            return self.first.gains(statistics) * (1.0 if self.unit else words)
        rest = state.total - state.rows[sentence.number]
        added = np.asarray((_bleu(rest + statistics) - _bleu(rest)) * state.total[1])
        # One number for the whole list: several references may be of different lengths.
        return added / max(1.0, float(words.max())) if self.unit else added

    def slopes(self, state: Corpus | None) -> Floats | None:
        """unit: for the whole sentence, not for each of its words."""
        return None if state is None or not state.total.all() else _slopes(state.total) * state.total[1]

    def after_sentence(self, row: Floats, state: Corpus | None, sentence: Place) -> Corpus | None:
        return state

    def after_pass(self, rows: Floats, state: Corpus | None) -> Corpus:
        return Corpus(rows.copy(), rows.sum(axis=0))
