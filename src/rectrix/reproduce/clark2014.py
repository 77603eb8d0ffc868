"""Clark, Dyer & Lavie 2014: learning the shape of features by discretization and neighbor regularization.

Hierarchical rules and seven features, tuned by PRO: probabilities (P) as they are, as logarithms, and in bins
(Disc) that overlap (Over.) or are held to a line (LNR) or to a monotone curve (MNR); last with counts (C) in
place of the coherent phrase probability.
"""

from collections.abc import Sequence
from math import exp, isfinite, log
from statistics import fmean
from typing import Any

import numpy as np

from rectrix.draw.drawing import Drawing, Point
from rectrix.draw.plot import Axes, Curve, plot
from rectrix.evaluate.tuning_log import MODEL_WEIGHTS
from rectrix.features.discretize import curves_in
from rectrix.features.weights import read_weights
from rectrix.pipeline import TuneSettings
from rectrix.reproduce.claim import Claim, better, same
from rectrix.reproduce.condition import Condition
from rectrix.reproduce.data import DEVTEST, Data, DataLimits
from rectrix.reproduce.experiment import Experiment
from rectrix.reproduce.paper import Design, Figure, Paper, Size
from rectrix.reproduce.result import ConditionResult
from rectrix.reproduce.results import Results, bleu, number
from rectrix.reproduce.separability import EXAMPLES, globally, linear, locally, separable
from rectrix.reproduce.system import System
from rectrix.reproduce.table import Analysis, Cell, Cells, Column, PaperRow, PaperTable

SIZES = {
    "tiny": Size(DataLimits(1500, 80, 150), 3, 5, 100, more={"bits": 1, "strengths": 1}),
    "small": Size(DataLimits(20_000, 200, 500), 3, 8, 100, more={"bits": 1, "strengths": 1}),
    "medium": Size(DataLimits(0, 500), 3, 15, 100, more={"bits": 2, "strengths": 2}),
    "full": Size(DataLimits(), 3, 30, 100, more={"bits": 3, "strengths": 3}),
}
PROBABILITIES = ("p_ef", "lex_ef", "lex_fe")
COUNTS = ("count_f", "count_ef", "singleton_f", "singleton_ef")  # which the paper's baseline does not have
COUNTED = ("lex_ef", "lex_fe", "raw_count_f", "raw_count_ef")
WORDS = "raw_words"  # word counts are binned, too; the word penalty stays a number beside its bins
# What is swept on devtest; smaller sizes take only the first of each.
BITS = (4, 8, 12)
STRENGTHS = (1.0, 0.1, 10.0)  # of the neighbors' penalty
# Test BLEU of Zh-En, Ar-En and Cz-En, and features and BLEU by bits (Cz-En).
TABLE_3 = {
    "P": (20.8, 44.3, 36.5),
    "log P": (23.5, 47.9, 37.6),
    "Disc P": (23.4, 47.2, 36.8),
    "Over. P": (20.7, 44.6, 36.6),
    "LNR P": (23.1, 48.0, 37.3),
    "MNR P": (23.8, 48.7, 37.6),
    "MNR C": (23.6, 48.7, 37.4),
}
TABLE_2 = {4: (101, 36.4), 8: (1302, 36.6), 12: (12_910, 36.8)}
PLAIN = {"P": "raw", "log P": "log"}
BINNED = {"Disc P": "discretized", "Over. P": "overlapping"}
NEIGHBORS = {"LNR P": "lnr", "MNR P": "mnr", "MNR C": "mnr"}


def condition(name: str, variant: str, size: Size, **changes: Any) -> Condition:
    """PRO with a variant; counts in place of the phrase probability for those called C."""
    counted = name.split(",")[0].endswith(" C")
    columns = COUNTED if counted else PROBABILITIES
    settings = {
        "variant": variant,
        "columns": columns if variant in PLAIN.values() else (*columns, WORDS),
        "rounds": size.epochs,
        **changes,
    }
    without = (*COUNTS, "p_ef") if counted else COUNTS
    return Condition(
        name=name, tune=TuneSettings(recipe="clark2014", settings=settings, k=size.k, without=without)
    )


def with_bits(name: str, bits: int) -> str:
    """What a candidate is called."""
    return f"{name}, {bits} bits"


def swept(name: str, size: Size) -> list[Condition]:
    """The candidates for a row: bins by their number, neighbor regularizers also by strength."""
    bits = BITS[: size.more["bits"]]
    if name in BINNED:
        return [condition(with_bits(name, one), BINNED[name], size, bits=one) for one in bits]
    return [
        condition(
            f"{with_bits(name, one)}, β {strength:g}", NEIGHBORS[name], size, bits=one, strength=strength
        )
        for one in bits
        for strength in STRENGTHS[: size.more["strengths"]]
    ]


def design(size: Size, data: Data) -> Design:
    """The experiment section."""
    plain = [condition(name, variant, size) for name, variant in PLAIN.items()]
    candidates = {name: swept(name, size) for name in (*BINNED, *NEIGHBORS)}
    more_bits = [
        condition(with_bits("Disc P", bits), "discretized", size, bits=bits).model_copy(update={"seeds": 1})
        for bits in BITS[size.more["bits"] :]
    ]
    conditions = (*plain, *(one for found in candidates.values() for one in found), *more_bits)
    choices = {name: tuple(one.name for one in found) for name, found in candidates.items()}
    test = data.tests[0]
    return Design(
        Experiment(PAPER.title, (System(),), conditions, size.seeds, choices),
        (_table_3(data.tests), _table_2(test), _figures_4_to_6()),
        (
            Figure(
                "Figure 7",
                "Learned weight by p(e|f), monotone neighbors; dashed: the logarithm that fits best.",
                lambda results: _curve(results, "MNR P", "p_ef", logarithm=True),
            ),
            Figure(
                "Figure 7b",
                "Learned weight by c(f), counts in place of p(e|f); dashed: the logarithm that fits best.",
                lambda results: _curve(results, "MNR C", "raw_count_f", logarithm=False),
            ),
            Figure(
                "Figure A", "BLEU on the tuning set by round: how far from converged the runs are.", _rounds
            ),
        ),
        _claims(test),
        NOTES,
    )


def _table_3(tests: list[str]) -> PaperTable:
    heads = ("Zh-En", "Ar-En", "Cz-En")
    rows = [PaperRow(name, name, dict(zip(heads, numbers, strict=True))) for name, numbers in TABLE_3.items()]
    columns = [Column("#features", number("features"), ",.0f"), Column(DEVTEST, bleu(DEVTEST))]
    columns += [Column(test, bleu(test), test=test) for test in tests]
    columns += [Column(head, None, ".1f") for head in heads]
    columns.append(Column("rise", rise))
    note = (
        "p: against log P, stratified randomization over replicas (MultEval). Bits and strengths are those "
        "that devtest chose. rise: BLEU of the tuning set in the last third of the rounds less that in the "
        "middle third; a run that has converged has none."
    )
    return PaperTable(
        "Table 3", "BLEU with and without logarithms, and with bins.", columns, rows, "log P", note=note
    )


def _table_2(test: str) -> PaperTable:
    rows = [
        PaperRow(
            f"{bits} bits", with_bits("Disc P", bits), {"#features": TABLE_2[bits][0], test: TABLE_2[bits][1]}
        )
        for bits in BITS
    ]
    columns = [Column("#features", number("features"), ",.0f"), Column(test, bleu(test))]
    return PaperTable("Table 2", "BLEU by bits of discretization; the paper's are of Cz-En.", columns, rows)


def rise(result: ConditionResult) -> float | None:
    """BLEU of the tuning set in the last third of the rounds less that in the middle third."""
    curve = result.curves.get("tuning", [])
    third = len(curve) // 3
    return fmean(curve[-third:]) - fmean(curve[-2 * third : -third]) if third else None


def _figures_4_to_6() -> Analysis:
    """Examples of the paper, computed: no run is needed for them."""

    def grid(results: Results) -> Cells:
        rows = []
        for one in EXAMPLES:
            answers = [separable(one.pairs, features) for features in (linear, globally, locally)]
            told = (one.linear, one.globally, one.locally)
            cells = [Cell(one.figure), Cell(one.what)]
            for ours, theirs in zip(answers, told, strict=True):
                cells += [Cell(_yes(ours)), Cell("" if theirs is None else _yes(theirs), theirs=True)]
            rows.append(cells)
        heads = ("figure", "example", "linear", "paper", "global bins", "paper", "local bins", "paper")
        return Cells(heads, rows)

    caption = "Whether some weights rank the hypotheses of the paper's examples as they should be ranked."
    return Analysis("Figures 4 to 6", caption, grid)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _claims(test: str) -> tuple[Claim, ...]:
    return (
        better("Without the logarithm translation is much worse.", "log P", "P", test, level=0.01),
        better(
            "Bins recover what the logarithm gives: better than probabilities.",
            "Disc P",
            "P",
            test,
            level=0.01,
        ),
        better("Monotone neighbors beat plain bins.", "MNR P", "Disc P", test, level=0.01),
        better("Monotone neighbors beat linear ones.", "MNR P", "LNR P", test, level=0.01),
        better("Monotone neighbors beat the logarithm, or reach it.", "MNR P", "log P", test, level=0.01),
        same("Overlapping bins are no better than probabilities.", "Over. P", "P", test),
        same("Counts can take the place of the phrase probability.", "MNR C", "MNR P", test),
        better("More bits are better: 12 against 4.", with_bits("Disc P", 12), with_bits("Disc P", 4), test),
    )


def _curve(results: Results, name: str, feature: str, logarithm: bool) -> Drawing:
    """The function of every run, and the logarithm that fits their mean."""
    runs = [_steps(run.folder / "model" / MODEL_WEIGHTS, feature, logarithm) for run in results.runs(name)]
    runs = [run for run in runs if run]
    learned = Curve("learned", runs, dots=False)
    curves = [learned]
    if runs and (fitted := fit_logarithm(learned.mean)):
        curves.append(Curve("logarithm", [fitted], dashed=True, dots=False))
    across = "p(e|f)" if logarithm else "c(f)"
    return plot(curves, Axes(across, "weight", whole=False, logarithmic=not logarithm), f"weight by {across}")


def _steps(weights: Any, feature: str, logarithm: bool) -> list[Point]:
    """Middles and weights of the bins between two finite bounds."""
    bins = curves_in(read_weights(weights)).get(feature, [])
    found = []
    for low, high, weight in bins:
        if isfinite(low) and isfinite(high):
            middle = exp((low + high) / 2) if logarithm else (low + high) / 2
            found.append((middle, weight))
    return found


def fit_logarithm(points: Sequence[Point]) -> list[Point]:
    """a + b ln x with the least squares, at the points' places; none for fewer than three."""
    kept = [(x, y) for x, y in points if x > 0]
    if len(kept) < 3:
        return []
    design_matrix = np.array([[1.0, log(x)] for x, _ in kept])
    (a, b), *_ = np.linalg.lstsq(design_matrix, np.array([y for _, y in kept]), rcond=None)
    return [(x, float(a + b * log(x))) for x, _ in kept]


def _rounds(results: Results) -> Drawing:
    curves = [Curve(name, [run.curve("tuning") for run in results.runs(name)]) for name in TABLE_3]
    return plot(curves, Axes("round", "BLEU on the tuning set"), "BLEU by round")


NOTES = (
    "Bins start from the line that the score's own weight drew, not from 0.",
    "The penalty's gradient is the full one; strengths are for the mean loss per pair and not "
    "comparable with the paper's.",
    "Hyperparameters are chosen by the first replica on devtest; only what was chosen has all replicas.",
)

PAPER = Paper(
    name="clark2014",
    title="Locally Non-Linear Learning for Statistical Machine Translation via Discretization and "
    "Structured Regularization",
    authors="Clark, Dyer & Lavie 2014",
    about="Do translation models need logarithms, or can the shape of a feature be learned? "
    "Rule-local bins with weights "
    "that neighbors hold together, against probabilities with and without logarithms.",
    test="MultEval: approximate randomization stratified over three replicas, p < 0.01",
    sizes=SIZES,
    design=design,
)
