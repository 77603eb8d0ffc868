"""Settings of the fertility aligner chosen on two gold sets, Romanian-English and Japanese-English.

    python benchmarks/align_settings.py [--seeds 3] [--write]

One setting after another takes the value whose alignment error rate, the mean over both corpora and all
seeds, is lowest; a value that is not better by more than its own standard error leaves the setting as it
was. It begins with neutral values: one chain, no reward for links of both directions. English-
French is no part of the choice: `python benchmarks/align.py --corpora enfr enfr/20` judges it. Japanese has
every twentieth pair of its training text. Runs are kept in build/benchmarks/align-settings.json, by
settings.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from _align_data import CORPORA, DATA, CorpusFiles, write
from _results import kept, write_option

from rectrix.align import Alignments, AlignSettings, read_gold, score, train

KEPT = Path(__file__).parents[1] / "build" / "benchmarks" / "align-settings.json"
CHOSEN_ON = ("roen", "jaen/20")
NEUTRAL: dict[str, Any] = {
    "chains": 1,
    "reward": 1.0,
    "lexical_prior": 0.01,
    "null_probability": 0.1,
    "least_posterior": 0.01,
}
GRID: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("chains", (2, 4)),
    ("reward", (1.5, 2.0, 3.0, 4.0, 6.0)),
    ("lexical_prior", (0.0003, 0.001, 0.003, 0.03)),
    ("null_probability", (0.05, 0.2, 0.3, 0.4)),
    ("least_posterior", (None, 0.003, 0.03)),
    ("reward", (2.0, 3.0, 4.0, 10.0)),
    ("lexical_prior", (0.0001, 0.001)),
    ("null_probability", (0.2, 0.3, 0.5)),
)

THRESHOLDS = dict.fromkeys(("soft-union", "soft-intersection"), (0.2, 0.3, 0.4))


class ErrorRates:
    """Of settings, on corpora; each is measured once."""

    def __init__(self, folders: dict[str, Path], seeds: int) -> None:
        self._folders, self._seeds = folders, seeds
        self._known: dict[str, float] = json.loads(KEPT.read_text()) if KEPT.exists() else {}

    def by_corpus(self, settings: dict[str, Any]) -> dict[str, np.ndarray]:
        """One rate for each seed."""
        seeds = range(1, self._seeds + 1)
        return {
            name: np.array([self._rate(name, settings | {"seed": seed}) for seed in seeds])
            for name in self._folders
        }

    def _rate(self, corpus: str, settings: dict[str, Any]) -> float:
        key = json.dumps([corpus, settings], sort_keys=True)
        if key not in self._known:
            files = CorpusFiles(self._folders[corpus])
            _, links = train(files.source, files.target, AlignSettings.of(settings))
            begin = links.offsets[-1 - files.wanted]
            last = Alignments.from_arrays(
                links.offsets[-1 - files.wanted :] - begin, links.links[begin:].ravel()
            )
            self._known[key] = score(last, read_gold(files.gold, first=1)).aer
            KEPT.parent.mkdir(parents=True, exist_ok=True)
            KEPT.write_text(json.dumps(self._known, indent=1))
        return self._known[key]


def chosen(rates: ErrorRates) -> Iterator[tuple[str, Any, dict[str, np.ndarray], bool]]:
    """Every value that was tried, its rates, and whether it was taken."""
    settings = dict(NEUTRAL)
    yield "the defaults of rectrix align", "", rates.by_corpus({}), False
    best = rates.by_corpus(settings)
    yield "neutral values", "", best, True
    for name, values in GRID:
        tried = {value: rates.by_corpus(settings | {name: value}) for value in values}
        winner = min(tried, key=lambda value: _mean(tried[value]))
        taken = _mean(tried[winner]) + _error(tried[winner]) < _mean(best)
        for value, found in tried.items():
            yield name, value, found, taken and value == winner
        if taken:
            settings[name], best = winner, tried[winner]
    for heuristic, values in THRESHOLDS.items():
        linked = settings | {"symmetrize": heuristic}
        tried = {value: rates.by_corpus(linked | {"threshold": value}) for value in values}
        winner = min(tried, key=lambda value: _mean(tried[value]))
        for value, found in tried.items():
            yield f"threshold of {heuristic}", value, found, value == winner


def _mean(found: dict[str, np.ndarray]) -> float:
    return float(np.mean([rates.mean() for rates in found.values()]))


def _error(found: dict[str, np.ndarray]) -> float:
    """The standard error of the mean over corpora, by seeds."""
    both = np.mean(list(found.values()), axis=0)
    return float(both.std(ddof=1) / np.sqrt(len(both))) if len(both) > 1 else 0.0


def main() -> None:
    """Print a row for each value."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    write_option(parser)
    given = parser.parse_args()
    if not DATA.exists():
        print(f"skipped: {DATA} is not there")
        return
    with tempfile.TemporaryDirectory() as folder:
        folders = {name: Path(folder) / name.replace("/", "-") for name in CHOSEN_ON}
        for name, path in folders.items():
            path.mkdir()
            write(CORPORA[name](), path)
        print(f"| setting | value | {' | '.join(CHOSEN_ON)} | mean | taken |")
        print("|---|---|" + "---|" * (len(CHOSEN_ON) + 2))
        for name, value, found, taken in chosen(ErrorRates(folders, given.seeds)):
            cells = " | ".join(f"{rates.mean():.4f} ± {rates.std(ddof=1):.4f}" for rates in found.values())
            print(
                f"| {name} | {value} | {cells} | {_mean(found):.4f} ± {_error(found):.4f} | "
                f"{'yes' if taken else ''} |",
                flush=True,
            )


if __name__ == "__main__":
    with kept(__file__):
        main()
