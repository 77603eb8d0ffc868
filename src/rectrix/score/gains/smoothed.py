"""Sentence BLEU from the sentence alone: smoothed precisions and a brevity term (Lin & Och 2004, Liang et al.
2006, Nakov et al. 2012, and the variants of dtrain, Moses, Phrasal, cdec and Travatar)."""

from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from rectrix.score.bleu import brevity, split
from rectrix.score.gains.gain import Place, Stateless
from rectrix.score.metric import Floats


@dataclass(frozen=True)
class SmoothedBLEU(Stateless):
    """Gain per hypothesis, 0 to 1 unless scaled."""

    add_first: float = 0.0  # added to unigram matches and totals
    add: float = 1.0  # added to matches and totals of longer n-grams
    zero: float = 0.0  # what a count of no matches becomes; 0: the gain is 0
    longer: float = 0.0  # added to the reference length in the brevity term (Nakov: 1)
    orders: Literal["all", "reference", "hypothesis"] = (
        "all"  # all, or only those the text is long enough for
    )
    mean: Literal["geometric", "liang"] = "geometric"  # liang: sum over n of BLEU_n / 2^(N-n+1)
    scaled: bool = False  # times the reference length
    root: Literal["orders", "all"] = "orders"  # the root taken: of the orders used, or always of all

    @property
    def signature(self) -> str:
        return "|".join(["sentence-BLEU", *(f"{f.name}:{getattr(self, f.name)}" for f in fields(self))])

    def gains(self, statistics: Floats, state: None = None, sentence: Place | None = None) -> Floats:
        length, reference, matches, totals = split(statistics)
        order = matches.shape[-1]
        added = np.array([self.add_first] + [self.add] * (order - 1))
        counts = np.where(matches + added == 0, self.zero, matches + added)
        possible = totals + added > 0
        precisions = np.where(possible, counts / np.where(possible, totals + added, 1), 0.0)
        used = self._used(length, reference, order)
        value = self._liang(precisions) if self.mean == "liang" else self._mean(precisions, used, order)
        value = value * brevity(length, reference + self.longer)
        return value * reference if self.scaled else value

    def _used(self, length: Floats, reference: Floats, order: int) -> Floats:
        """1 for every order that counts, else 0."""
        if self.orders == "all":
            return np.ones((*length.shape, order))
        longest = np.clip(reference if self.orders == "reference" else length, 1, order)
        return (np.arange(1, order + 1) <= longest[..., None]).astype(np.float64)

    def _mean(self, precisions: Floats, used: Floats, order: int) -> Floats:
        count = used.sum(axis=-1) if self.root == "orders" else float(order)
        with np.errstate(divide="ignore"):
            logs = np.where(used > 0, np.log(precisions), 0.0)
        mean: Floats = np.exp(logs.sum(axis=-1) / count)
        return mean

    def _liang(self, precisions: Floats) -> Floats:
        order = precisions.shape[-1]
        numbers = np.arange(1, order + 1)
        partial = np.cumprod(precisions, axis=-1) ** (
            1 / numbers
        )  # BLEU_n; 0 from the first order without match
        weighted: Floats = (partial / 2.0 ** (order - numbers + 1)).sum(axis=-1)
        return weighted
