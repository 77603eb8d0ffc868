"""Cherry & Foster 2012: batch k-best MIRA against a decaying background, as Moses' kbmira does it.

    for round t = 1 … T                                            learn/batch:BatchLoop.epoch
      decode k-best lists, merge them with earlier ones            learn/stored:StoredLists.joined
      for pass j = 1 … J over the lists                            recipes/kbmira:KbMira.optimize
        for each sentence, in random order                         _core/learn:KbMiraSolver.run
          BLEU of y against the background B
          hope = argmax score + BLEU, fear = argmax score - BLEU
          Δ = BLEU(hope) - BLEU(fear), x = x_hope - x_fear
          w ← w + min(C, (Δ - ⟨w, x⟩) / ‖x‖²) x  if Δ > ⟨w, x⟩
          B ← decay · B + statistics of the hope
        w_j ← mean of w over all steps so far                      _core/learn:KbMiraSolver.average
      w ← the w_j of best BLEU on the lists                        learn/stored:StoredLists.score_of

Departures: double precision (single=True rounds as Moses does); all hypotheses are used, where Moses drops
those whose hash falls into an occupied bucket (16 remain of any list); shuffles are our own. Other metrics
than BLEU are gains in words, as BLEU against a background is: C is the longest step for margins of that size.
"""

import numpy as np

from rectrix._core.learn import KbMiraSolver, KbMiraSolverSingle
from rectrix.base.bounds import Positive, Share, Whole
from rectrix.base.seeds import stream
from rectrix.learn.batch import learn_in_rounds
from rectrix.learn.candidates import Floats
from rectrix.learn.folded import Folded
from rectrix.learn.journey import Journey
from rectrix.learn.recipe import Recipe, list_gains
from rectrix.learn.site import Site
from rectrix.learn.sparse import Sparse
from rectrix.learn.stored import StoredLists
from rectrix.learn.tuning import TuningSource


class KbMira(Recipe):
    """Settings of the paper and of Moses."""

    cap: Positive = 0.01  # C, the longest step
    decay: Share = 0.999  # of the background that sentences are judged in, after each of them
    epochs: Whole = 60  # passes over the lists of a round; the best counts
    shuffle: bool = True  # another order of the sentences in each pass
    model_background: bool = False  # the background is of model bests instead of hopes
    safe_hope: bool = False  # hopes by gain alone while model scores are far larger
    single: bool = False  # single precision, to be compared with Moses
    rounds: Whole = 25  # of decoding at most
    fold: bool = False  # sparse features in the proportions of the start: a weight for each template

    def learn(self, source: TuningSource, start: Sparse, journey: Journey) -> Sparse:
        optimizer = Folded(self, start) if self.fold else self
        return learn_in_rounds(optimizer, source, start, journey, self.rounds)

    def optimize(self, stored: StoredLists, start: Floats, round_: int, site: Site) -> tuple[Floats, float]:
        """The averaged weights of the epoch that scores best on the lists; its mean loss."""
        words = max(1.0, float(stored.lengths.mean()))
        gains = np.zeros(0) if stored.bleu_order else words * list_gains(stored, "")
        learner = (KbMiraSolverSingle if self.single else KbMiraSolver)(
            stored.core,
            start,
            stored.bleu_order,
            gains,
            self.cap,
            self.decay,
            self.model_background,
            self.safe_hope,
        )
        sign = 1.0 if stored.metric.higher_is_better else -1.0
        order = np.arange(len(stored))
        best, result, objective = -np.inf, start, 0.0
        with site.progress.task("kbmira", self.epochs, "epochs") as task:
            for epoch in range(self.epochs):
                if self.shuffle:
                    stream(self.seed, "order", round_, epoch).shuffle(order)
                updates, loss = learner.run(order)
                weights = learner.average()
                score = sign * stored.score_of(weights)
                if score > best:
                    best, result, objective = score, weights, loss / max(1, len(order))
                task.advance(1, score=sign * score, updates=updates)
        return result, objective
