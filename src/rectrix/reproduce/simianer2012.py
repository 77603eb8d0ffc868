"""Simianer, Riezler & Dyer 2012: scaling discriminative training from a dev set to the training text.

Hierarchical rules; four algorithms for pairwise ranking on shards; dense features, and rule identifiers (id),
source bigrams of rules (ng) and rule shapes (shape) beside them.
"""

from rectrix.draw.boxes import boxes
from rectrix.draw.drawing import Drawing
from rectrix.draw.plot import Axes, Curve, plot
from rectrix.pipeline import TuneSettings
from rectrix.pipeline.presets import PRESETS
from rectrix.reproduce.claim import Claim, better, larger, same
from rectrix.reproduce.condition import Condition
from rectrix.reproduce.data import DEVTEST, Data, DataLimits
from rectrix.reproduce.experiment import Experiment
from rectrix.reproduce.paper import Design, Figure, Paper, Size
from rectrix.reproduce.results import Measure, Results, bleu, length, number
from rectrix.reproduce.system import System
from rectrix.reproduce.table import Column, PaperRow, PaperTable

SIZES = {
    "tiny": Size(DataLimits(1500, 80, 150), 1, 3, 100, 160, 4, {"mira": 5, "keep": 2000, "curve": 2}),
    "small": Size(
        DataLimits(20_000, 500, 1000), 1, 5, 100, 4000, 4, {"mira": 10, "keep": 20_000, "curve": 3}
    ),
    "medium": Size(DataLimits(0, 500), 1, 5, 100, 8000, 8, {"mira": 10, "keep": 100_000, "curve": 3}),
    "full": Size(DataLimits(), 1, 10, 100, 0, 0, {"mira": 100, "keep": 100_000, "curve": 7}),
}
FEATURES = {
    "default": (),
    "+id": ("rule_id",),
    "+ng": ("source_bigrams",),
    "+shape": ("shape",),
    "+id,ng,shape": PRESETS["simianer2012"]["templates"],
}
# Algorithm, tuning set, features: devtest, test and features of the paper's table 2.
TABLE_2 = {
    (1, "dev", "default"): (25.88, 28.0, "12"),
    (1, "dev", "+id"): (25.53, 27.6, "137k"),
    (1, "dev", "+ng"): (25.82, 27.42, "29k"),
    (1, "dev", "+shape"): (25.91, 28.1, "51"),
    (1, "dev", "+id,ng,shape"): (25.71, 28.15, "180k"),
    (2, "train", "default"): (25.73, 27.86, "12"),
    (2, "train", "+id"): (25.13, 27.19, "4.1M"),
    (2, "train", "+ng"): (26.09, 28.03, "354k"),
    (2, "train", "+shape"): (26.07, 27.91, "51"),
    (2, "train", "+id,ng,shape"): (26.08, 27.86, "4.7M"),
    (3, "train", "default"): (26.09, 27.94, "12"),
    (3, "train", "+id"): (26.1, 27.97, "3.4M"),
    (3, "train", "+ng"): (26.33, 28.34, "330k"),
    (3, "train", "+shape"): (26.39, 28.31, "51"),
    (3, "train", "+id,ng,shape"): (26.42, 28.55, "4.7M"),
    (4, "train", "+id"): (25.91, 27.82, "100k"),
    (4, "train", "+ng"): (26.42, 28.37, "100k"),
    (4, "train", "+id,ng,shape"): (26.8, 28.81, "100k"),
}
# Of algorithms 3 and 4, the epoch that their devtest chose.
EPOCHS = {
    **{(3, "train", features): epoch for features, epoch in zip(FEATURES, (2, 4, 4, 9, 9), strict=True)},
    (4, "train", "+id"): 7,
    (4, "train", "+ng"): 4,
    (4, "train", "+id,ng,shape"): 8,
}
# In domain, then the two test sets of news: table 3.
TABLE_3 = {
    (1, "dev", "default"): (26.42, 15.39, 14.43),
    (1, "dev", "+id,ng,shape"): (28.37, 17.84, 16.83),
    (4, "train", "+id,ng,shape"): (28.62, 19.12, 17.33),
}
MIRA = "MIRA, dev, default"
# The paper's loss, rate, gain and levels; weights of the last sentence of an epoch; a start at zero.
AS_PRINTED = {
    "margin": 0.0,
    "rate": 1e-4,
    "gain": "liang",
    "middle": True,
    "average": False,
    "decay": 0.0,
}
PRINTED_ROWS = (
    (1, "dev", "default"),
    (1, "dev", "+id,ng,shape"),
    (3, "train", "default"),
    (3, "train", "+id,ng,shape"),
    (4, "train", "+id,ng,shape"),
)


def name(algorithm: int, where: str, features: str, printed: bool = False) -> str:
    """What a condition is called."""
    return f"algorithm {algorithm}{' as printed' if printed else ''}, {where}, {features}"


DENSE, DEV_ALL = name(1, "dev", "default"), name(1, "dev", "+id,ng,shape")
MIXED, SELECTED = name(3, "train", "+id,ng,shape"), name(4, "train", "+id,ng,shape")
PRINTED, PRINTED_DEV_ALL, PRINTED_DENSE, PRINTED_MIXED, PRINTED_SELECTED = (
    name(*row, printed=True) for row in PRINTED_ROWS
)


def perceptron(
    algorithm: int, where: str, features: str, size: Size, data: Data, sentences: int
) -> Condition:
    """One of the four algorithms; the epoch of algorithms 3 and 4 is chosen on devtest, as in the paper."""
    shards = size.shards or max(1, (size.sentences or data.sizes()["train"]) // 1000)
    settings = {"algorithm": algorithm, "epochs": size.epochs, "shards": shards, "keep": size.more["keep"]}
    # Lists of half the effort teach as well (docs/results.md), which makes the whole text affordable.
    on = {"on": "train", "sentences": sentences, "pop_limit": 100} if where == "train" else {}
    tune = TuneSettings.of({"recipe": "simianer2012", "settings": settings, "k": size.k, **on})
    return Condition(
        name=name(algorithm, where, features),
        tune=tune,
        templates=FEATURES[features],
        tuning_set="dev" if where == "train" else where,
        select=algorithm in (3, 4),
        seeds=1,  # the perceptron is deterministic
    )


def mira(size: Size) -> Condition:
    """1-best MIRA from zero, on samples of the forest; those and the order of sentences are of the seed."""
    pairing = {"oracle": "local", "prediction": "max-cost", "space": "sampled"}
    settings = {**pairing, "epochs": size.epochs, "shards": 1, "gain": "eidelman", "choose": "mean"}
    tune = TuneSettings.of({"recipe": "eidelman2012", "settings": settings, "k": size.k, "start": "zero"})
    return Condition(name=MIRA, tune=tune, seeds=size.more["mira"])


def printed(algorithm: int, where: str, features: str, size: Size, data: Data) -> Condition:
    """The same with all that the paper prints."""
    whole = perceptron(algorithm, where, features, size, data, size.sentences)
    tune = whole.tune.model_copy(update={"settings": whole.tune.settings | AS_PRINTED, "start": "zero"})
    return whole.model_copy(update={"name": name(algorithm, where, features, printed=True), "tune": tune})


def lengths(size: Size, data: Data) -> list[int]:
    """Numbers of training sentences, each twice the one before, for the learning curve."""
    most = size.sentences or data.sizes()["train"]
    return [count for step in range(size.more["curve"], 0, -1) if (count := most >> step)]


def scaled(size: Size, data: Data) -> list[Condition]:
    """Algorithm 4 on fewer training sentences; shards stay as large as they are."""
    made = []
    for count in lengths(size, data):
        whole = perceptron(4, "train", "+id,ng,shape", size, data, count)
        shards = max(1, whole.tune.settings["shards"] * count // (size.sentences or data.sizes()["train"]))
        tune = whole.tune.model_copy(update={"settings": whole.tune.settings | {"shards": shards}})
        made.append(whole.model_copy(update={"name": f"{SELECTED}, {count} sentences", "tune": tune}))
    return made


def other_domains(size: Size, data: Data) -> list[Condition]:
    """Algorithm 1 on the dev sets of other domains, dense and with all features."""
    sets = [one for one in data.tuning_sets if one not in ("dev", "dev-half")]
    return [
        perceptron(1, where, features, size, data, 0)
        for where in sets
        for features in ("default", "+id,ng,shape")
    ]


def design(size: Size, data: Data) -> Design:
    """The experiment section."""
    listed = [perceptron(*key, size, data, size.sentences) for key in TABLE_2]
    listed += [printed(*key, size, data) for key in PRINTED_ROWS]
    extra = [mira(size), *scaled(size, data), *other_domains(size, data)]
    test = data.tests[0]
    return Design(
        Experiment(PAPER.title, (System(),), (*listed, *extra), size.seeds),
        (_table_2(test), _table_3(data, test)),
        (
            Figure(
                "Figure 4",
                "BLEU of runs of MIRA against the deterministic perceptron: median, mean (×), quartiles, "
                "standard deviation.",
                lambda results: _figure_4(results, test),
            ),
            Figure(
                "Figure A",
                "BLEU of algorithm 4 with all features by the number of training sentences (not in "
                "the paper, "
                "whose claim it is).",
                lambda results: _scale(results, bleu(test), f"BLEU on {test}", size, data, span=2.0),
            ),
            Figure(
                "Figure B",
                "Features with a weight by the number of training sentences.",
                lambda results: _scale(results, number("features"), "features", size, data),
            ),
        ),
        _claims(data, test),
        NOTES,
    )


def _table_2(test: str) -> PaperTable:
    theirs: dict[tuple[int, str, str], dict[str, float | str]] = {
        key: {DEVTEST: devtest, test: score, "#features": features, "@": EPOCHS.get(key, "")}
        for key, (devtest, score, features) in TABLE_2.items()
    }
    rows = [PaperRow(MIRA, MIRA, {test: 27.1, "#features": "12"})]
    rows += [PaperRow(name(*key), name(*key), numbers) for key, numbers in theirs.items()]
    printed_names = {key: name(*key, printed=True) for key in PRINTED_ROWS}
    rows += [PaperRow(label, label, theirs[key]) for key, label in printed_names.items()]
    columns = (
        Column("#features", number("features"), ",.0f"),
        Column(DEVTEST, bleu(DEVTEST)),
        Column("@", number("chosen"), ".0f"),
        Column(test, bleu(test), test=test),
        Column("length %", length(test), ".1f"),
    )
    note = "@: the epoch that devtest chose. p: against algorithm 1, dense, on dev."
    caption = "BLEU of algorithms 1 to 4 by tuning set and features; the paper's are of news commentary."
    return PaperTable("Table 2", caption, columns, rows, DENSE, note=note)


def _table_3(data: Data, test: str) -> PaperTable:
    tests = [test, *data.out_of_domain[:2]]
    rows = [
        PaperRow(name(*key), name(*key), dict(zip(tests, numbers, strict=False)))
        for key, numbers in TABLE_3.items()
    ]
    for where in data.tuning_sets:
        if where not in ("dev", "dev-half"):
            rows += [
                PaperRow(name(1, where, one), name(1, where, one)) for one in ("default", "+id,ng,shape")
            ]
    columns = [Column(one, bleu(one), test=one) for one in tests]
    note = "" if data.out_of_domain else "The data have no test set of another domain (any name but test…)."
    caption = "In and out of domain; the paper's are of Europarl and two years of news."
    return PaperTable("Table 3", caption, columns, rows, DENSE, note=note)


def _figure_4(results: Results, test: str) -> Drawing:
    groups = {label: results.values(label, bleu(test)) for label in (MIRA, PRINTED, DENSE)}
    found = {label: list(values.each) for label, values in groups.items() if values}
    return boxes(found, f"BLEU on {test}", "runs of MIRA and of the perceptron")


def _scale(
    results: Results, measure: Measure, label: str, size: Size, data: Data, span: float = 0.0
) -> Drawing:
    most = size.sentences or data.sizes()["train"]
    names = {count: f"{SELECTED}, {count} sentences" for count in lengths(size, data)} | {most: SELECTED}
    found = {count: results.values(called, measure) for count, called in names.items()}
    points = [(float(count), values.mean) for count, values in found.items() if values]
    dense = results.values(DENSE, measure)
    curves = [Curve("algorithm 4, all features", [points])] if points else []
    if dense and points:
        level = [(points[0][0], dense.mean), (points[-1][0], dense.mean)]
        curves.append(Curve("algorithm 1, dense, on dev", [level], dashed=True, dots=False))
    axes = Axes("training sentences tuned on", label, logarithmic=True, span=span)
    return plot(curves, axes, "scale")


def _claims(data: Data, test: str) -> tuple[Claim, ...]:
    mixed_dense = name(3, "train", "default")
    claims = [
        better(
            "All features on the training text, selected jointly (algorithm 4), beat dense features on dev.",
            SELECTED,
            DENSE,
            test,
            seeds=1,
        ),
        better("Selection (algorithm 4) beats mixing alone (algorithm 3).", SELECTED, MIXED, test, seeds=1),
        better(
            "Mixing after every epoch (algorithm 3) with all features beats dense on dev.",
            MIXED,
            DENSE,
            test,
            seeds=1,
        ),
        better(
            "As printed, from zero: all features on the training text (algorithm 4) beat dense ones on dev.",
            PRINTED_SELECTED,
            PRINTED,
            test,
            seeds=1,
        ),
        better(
            "As printed: selection (algorithm 4) beats mixing alone (algorithm 3).",
            PRINTED_SELECTED,
            PRINTED_MIXED,
            test,
            seeds=1,
        ),
        same(
            "As printed: on dev, all sparse features gain nothing over dense ones.",
            PRINTED_DEV_ALL,
            PRINTED,
            test,
            seeds=1,
        ),
        same(
            "As printed: more tuning data do not help dense features.", PRINTED_DENSE, PRINTED, test, seeds=1
        ),
        same("On dev, all sparse features gain nothing over dense ones.", DEV_ALL, DENSE, test, seeds=1),
        better("Rule identifiers alone hurt on dev.", DENSE, name(1, "dev", "+id"), test, seeds=1),
        better(
            "Mixing at the end only (algorithm 2) is worse than after every epoch, with all features.",
            MIXED,
            name(2, "train", "+id,ng,shape"),
            test,
            seeds=1,
        ),
        same("More tuning data do not help dense features.", mixed_dense, DENSE, test, seeds=1),
        larger(
            "Selection leaves a fraction of the features.",
            number("features"),
            MIXED,
            SELECTED,
            "features",
            ",.0f",
            seeds=1,
        ),
        better("The perceptron is better than MIRA's runs are on average.", DENSE, MIRA, test, seeds=1),
    ]
    claims += [
        better(
            f"Out of domain ({one}), training on the text beats dense features on dev.",
            SELECTED,
            DENSE,
            one,
            seeds=1,
        )
        for one in data.out_of_domain[:2]
    ]
    return tuple(claims)


NOTES = (
    "Algorithms 1 to 4 rank HI above the rest by a margin of 1, judged by BLEU among the latest "
    "translations, by steps that become smaller, and take the mean over an epoch's steps; rows “as "
    "printed” have the paper's perceptron, levels, gain, constant rate 1e-4 and start at zero.",
    "Pairs of a sentence are judged at its first weights and summed, as in the published code.",
    "In the test against MIRA the perceptron's one run stands beside every run of MIRA: p tells of these "
    "runs, not of others that might have been.",
    "MIRA's runs differ by the order of sentences and by hypotheses sampled from the forest, as the paper's.",
    "The language model of sentences that are tuned on was estimated without them (cross-fitting).",
)

PAPER = Paper(
    name="simianer2012",
    title="Joint Feature Selection in Distributed Stochastic Learning for Large-Scale Discriminative "
    "Training in SMT",
    authors="Simianer, Riezler & Dyer 2012",
    about="Does discriminative training gain from tuning on the training text instead of a small "
    "development set? "
    "Four algorithms, from one perceptron to shards whose features are selected jointly after every epoch.",
    test="approximate randomization, p < 0.05",
    sizes=SIZES,
    design=design,
)
