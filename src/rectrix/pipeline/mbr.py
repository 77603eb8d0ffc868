"""Choosing how minimum Bayes risk decides, on sentences with references: what scores best there is kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from rectrix._core.features import FeatureSpace
from rectrix._core.kbest import Lists
from rectrix.base.errors import UsageError
from rectrix.base.files import require_absent
from rectrix.base.progress import Progress
from rectrix.model.batches import batches
from rectrix.model.consensus import DecoderInput, decide
from rectrix.model.copies import copy_model
from rectrix.model.mbr import MbrKind, MbrSettings
from rectrix.pipeline.model import Model
from rectrix.pipeline.tuning_set import Texts
from rectrix.score import references_of
from rectrix.score.metric import Floats
from rectrix.score.metrics import MetricLike
from rectrix.score.metrics import metric as metric_by_name
from rectrix.text import read_sentences

SCALES = (0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.5, 5.0)
PRECISIONS = (0.6, 0.7, 0.85)
RATIOS = (0.5, 0.6, 0.72)
MODELS = (0.0, 0.3, 1.0)
_BATCH = 100


@dataclass(frozen=True)
class Tried:
    """Settings and the score of their choices."""

    settings: MbrSettings
    score: float


@dataclass(frozen=True)
class TunedMbr:
    """All that was tried, the best of it, and the score of the likeliest translations."""

    best: Tried
    plain: float
    tried: tuple[Tried, ...]


def grid(kind: MbrKind, changes: MbrSettings | None = None) -> list[MbrSettings]:
    """The settings that are tried for a kind."""
    base = (changes or MbrSettings()).model_copy(update={"kind": kind})
    if kind == "none":
        raise UsageError("there is nothing to choose for mbr=none")
    if kind not in ("forest", "counts"):
        return [base.model_copy(update={"scale": scale}) for scale in SCALES]
    names = ("scale", "precision", "ratio", "model")
    return [
        base.model_copy(update=dict(zip(names, values, strict=True)))
        for values in product(SCALES, PRECISIONS, RATIOS, MODELS)
    ]


def tune_mbr(
    model: Path,
    texts: Texts,
    output: Path | None,
    kind: MbrKind = "forest",
    metric: MetricLike = "bleu",
    changes: MbrSettings | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    force: bool = False,
    trust: bool = False,
) -> TunedMbr:
    """Try a grid of settings, and write a model that has the best, if an output is given.

    changes: density, states and k. Ties go to the first of the grid.
    """
    texts.check()
    if output is not None:
        require_absent(output, force)
    opened, judge, settings = Model.open(model, trust=trust), metric_by_name(metric), grid(kind, changes)
    sums = np.zeros(0)
    plain: list[str] = []
    source = list(read_sentences(texts.source))
    references = [_prepared(opened, path, texts.prepared) for path in texts.references]
    with (progress or Progress()).task("trying", len(source), "sentences") as task:
        for first, lines in _asked(opened, source, texts.prepared):
            asked = DecoderInput(opened.decoder, lines, opened.weights, first, (), threads)
            there = references_of([lines_of[first : first + len(lines)] for lines_of in references])
            made = decide(asked, settings)
            rows = judge.statistics(made.lists, there)
            found = _sums(rows, made.chosen)
            sums = found if not len(sums) else sums + found
            plain += [words for words, _, _ in asked.plain()]
            task.advance(len(lines))
    sign = 1 if judge.higher_is_better else -1
    tried = [Tried(one, float(judge.score(np.asarray(row)))) for one, row in zip(settings, sums, strict=True)]
    best = max(tried, key=lambda one: sign * one.score)
    lists = Lists(FeatureSpace())
    for words in plain:
        lists.begin_sentence()
        lists.add(words, 0.0, [])
    rows = judge.statistics(lists, references_of(references))
    before = float(judge.score(np.asarray(rows.sum(axis=0))))
    if output is not None:
        copy_model(model, output, force, mbr=best.settings)
    return TunedMbr(best, before, tuple(tried))


def _sums(rows: Floats, chosen: "np.ndarray[tuple[int, int], np.dtype[np.int64]]") -> Floats:
    """Of each setting the statistics of its choices; sentences without a translation are left out."""
    there = chosen[(chosen >= 0).all(axis=1)]
    return np.asarray(rows[there].sum(axis=0)) if len(there) else np.zeros((chosen.shape[1], rows.shape[1]))


def _asked(model: Model, source: Sequence[str], prepared: bool) -> Iterator[tuple[int, list[str]]]:
    lines = source if prepared else (asked.text for asked in model.prepare(source))
    return batches(lines, _BATCH)


def _prepared(model: Model, path: Path, prepared: bool) -> list[str]:
    lines = list(read_sentences(path))
    return lines if prepared else list(model.target_text.apply_lines(lines))
