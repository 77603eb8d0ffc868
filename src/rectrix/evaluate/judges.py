"""sacrebleu as the judge: its preprocessing, its formula and its signature; statistics counted by the core.

The core's statistics equal sacrebleu's hypothesis by hypothesis (tests/score) and come much quicker.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix._core.score import References
from rectrix.base.errors import UnknownName
from rectrix.score import BLEU, CHRF, TER, Metric, Sentence, gain, references_of
from rectrix.score.metric import Floats

NAMES = ("bleu", "chrf", "chrf++", "ter")


@dataclass(frozen=True)
class Judge:
    """One metric of sacrebleu and the equal one of the core."""

    name: str  # as on the command line
    sacrebleu: Any
    metric: Metric

    @property
    def title(self) -> str:
        return {"bleu": "BLEU", "chrf": "chrF", "chrf++": "chrF++", "ter": "TER"}[self.name]

    def prepare(self, lines: Sequence[str]) -> list[str]:
        """Lines as sacrebleu compares them: tokenized, lowercased if asked, one blank between words."""
        return [" ".join(self.sacrebleu._preprocess_segment(line).split()) for line in lines]

    def references(self, texts: Sequence[Sequence[str]]) -> References:
        return references_of([self.prepare(lines) for lines in texts])

    def statistics(self, lines: Sequence[str], references: References, threads: int = 1) -> Floats:
        lists = Lists(FeatureSpace())
        for line in self.prepare(lines):
            lists.begin_sentence()
            lists.add(line, 0.0, [])
        return self.metric.statistics(lists, references, threads=threads)

    def corpus_score(self, rows: Floats) -> float:
        """sacrebleu's own score of the summed statistics."""
        return float(self.sacrebleu._compute_score_from_stats(rows.sum(axis=0).tolist()).score)

    def sentence_scores(self, rows: Floats) -> Floats:
        """A score per sentence, for plots: BLEU is smoothed as Lin & Och do."""
        return (
            100 * gain("lin").gains(rows, None, Sentence())
            if self.name == "bleu"
            else self.metric.score(rows)
        )

    def signature(self, references: int) -> str:
        self.sacrebleu.num_refs = references
        return f"{self.title}|{self.sacrebleu.get_signature().format()}"


def judge(name: str, tokenize: str = "13a", lowercase: bool = False) -> Judge:
    """The judge with this name; tokenize: sacrebleu's name of a tokenizer, for BLEU."""
    from sacrebleu.metrics.bleu import BLEU as SacreBLEU
    from sacrebleu.metrics.chrf import CHRF as SacreCHRF
    from sacrebleu.metrics.ter import TER as SacreTER

    if name == "bleu":
        if tokenize not in SacreBLEU.TOKENIZERS:
            raise UnknownName("tokenizer", tokenize, SacreBLEU.TOKENIZERS)
        return Judge(name, SacreBLEU(tokenize=tokenize, lowercase=lowercase), BLEU())
    if name in ("chrf", "chrf++"):
        words = 2 if name == "chrf++" else 0
        return Judge(name, SacreCHRF(word_order=words, lowercase=lowercase), CHRF(word_order=words))
    if name == "ter":
        # sacrebleu's preprocessing takes the case away already.
        return Judge(name, SacreTER(), TER(case_sensitive=True))
    raise UnknownName("metric", name, NAMES)
