"""Any metric that tuning accepts, on finished translations; BLEU, chrF and TER with sacrebleu's preparation.

Statistics and scores are the core's, which equal sacrebleu's (tests/score) and come much quicker; tokenizers
and signatures are sacrebleu's own. All other metrics see the text as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import UnknownName
from rectrix.score import (
    BLEU,
    TER,
    Metric,
    MetricLike,
    Place,
    Weighted,
    gain,
    metric,
    references_of,
)
from rectrix.score.metric import Floats
from rectrix.score.weighted import is_sum, terms_of

Columns = Mapping[str, Sequence[float]]  # numbers of one system's sentences, by name
_SACREBLEU = ("bleu", "chrf", "chrf++", "ter")
_WITHOUT_CASE = ("wer", "cer")


@dataclass(frozen=True)
class Judge:
    """A metric by name, with the preparation of text that it needs; frozen, so that it can travel."""

    name: str  # as on the command line
    tokenize: str = "13a"
    lowercase: bool = False
    given: Metric | None = None  # a metric that has no name to be found by

    @property
    def metric(self) -> Metric:
        if self.given is not None:
            return self.given
        if self.parts == (self,):
            # sacrebleu's preprocessing takes the case away already.
            return TER(case_sensitive=True) if self.name == "ter" else metric(self.name)
        return Weighted(tuple((weight, part.metric) for weight, part in self._terms()))

    @property
    def parts(self) -> "tuple[Judge, ...]":
        """Of a weighted sum its terms, each with its own preparation; else the judge itself."""
        if self.given is None and is_sum(self.name):
            return tuple(part for _, part in self._terms())
        return (self,)

    def _terms(self) -> "list[tuple[float, Judge]]":
        return [(weight, Judge(name, self.tokenize, self.lowercase)) for weight, name in terms_of(self.name)]

    def prepare(self, lines: Sequence[str]) -> list[list[str]]:
        """Lines as each part compares them, one space between words."""
        return [[" ".join(part._preparation(line).split()) for line in lines] for part in self.parts]

    @property
    def _preparation(self) -> Callable[[str], str]:
        if self.given is not None:
            return str
        if self.name in ("bleu", "ter"):
            theirs = sacrebleu_metric(self.name, self.tokenize, self.lowercase)
            fold = str.lower if self.lowercase else str
            return lambda line: str(theirs.tokenizer(fold(line).rstrip()))
        fold_case = self.lowercase and self.name in (*_SACREBLEU, *_WITHOUT_CASE)
        return str.lower if fold_case else str

    def statistics(
        self,
        lines: Sequence[str],
        references: Sequence[Sequence[Sequence[str]]],
        columns: Columns,
        threads: int = 1,
    ) -> Floats:
        """A row for each line; references: as prepared, [reference][part][line]."""
        rows = []
        for number, (part, prepared) in enumerate(zip(self.parts, self.prepare(lines), strict=True)):
            lists = Lists(FeatureSpace())
            for line in prepared:
                lists.begin_sentence()
                lists.add(line, 0.0, [])
            for name, values in columns.items():
                lists.set_column(name, np.asarray(values, np.float64))
            given = references_of([reference[number] for reference in references])
            rows.append(part.metric.statistics(lists, given, threads=threads))
        return np.concatenate(rows, axis=-1)

    def sentence_scores(self, rows: Floats) -> Floats:
        """A score per sentence, for plots: BLEU is smoothed as Lin & Och do."""
        if isinstance(self.metric, BLEU):
            return 100 * gain("lin").gains(rows, None, Place())
        return self.metric.score(rows)

    def details(self, sums: Floats) -> dict[str, float]:
        """What the score is made of, where the metric says."""
        return self.metric.details(sums) if isinstance(self.metric, BLEU) else {}

    def signature(self, references: int) -> str:
        if self.given is not None:
            return self.given.signature
        if is_sum(self.name):
            parts = [f"{weight:g}*({part.signature(references)})" for weight, part in self._terms()]
            return "+".join(parts)
        if self.name not in _SACREBLEU:
            return self.metric.signature
        theirs = sacrebleu_metric(self.name, self.tokenize, self.lowercase)
        theirs.corpus_score(["a"], [["a"]] * references)  # tells it the number of references
        title = {"bleu": "BLEU", "chrf": "chrF", "chrf++": "chrF++", "ter": "TER"}[self.name]
        return f"{title}|{theirs.get_signature().format()}"


@cache
def sacrebleu_metric(name: str, tokenize: str, lowercase: bool) -> Any:
    """sacrebleu's metric of this name."""
    from sacrebleu.metrics.bleu import BLEU as SacreBLEU
    from sacrebleu.metrics.chrf import CHRF as SacreCHRF
    from sacrebleu.metrics.ter import TER as SacreTER

    if name == "bleu":
        if tokenize not in SacreBLEU.TOKENIZERS:
            raise UnknownName("tokenizer", tokenize, SacreBLEU.TOKENIZERS)
        return SacreBLEU(tokenize=tokenize, lowercase=lowercase)
    if name == "ter":
        return SacreTER()
    return SacreCHRF(word_order=2 if name == "chrf++" else 0, lowercase=lowercase)


def judge(name: MetricLike, tokenize: str = "13a", lowercase: bool = False) -> Judge:
    """The judge with this name, or of somebody's metric; wrong names are refused now."""
    if not isinstance(name, str):
        found = metric(name)
        return Judge(found.signature.partition("|")[0], tokenize, lowercase, found)
    made = Judge(name, tokenize, lowercase)
    made.metric  # noqa: B018 - raises
    for part in made.parts:
        if part.name in _SACREBLEU:
            sacrebleu_metric(part.name, tokenize, lowercase)
    return made
