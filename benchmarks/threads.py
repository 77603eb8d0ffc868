"""Two threads against one, on translation and tuning (multi30k, German-English, hierarchical).

Wall times mean something on a quiet machine only. On any machine: the share of CPU time that is spent outside
of what runs on several threads (search, statistics, extraction), and Amdahl's bound for two threads. Where a
recipe learns while it searches (simianer2012, eidelman2012, green2013), the rest overlaps, and it may do
better.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from _base_models import DATA, multi30k, multi30k_texts
from _runs import PAPER_SPARSE

from rectrix.learn.tuning import Decoded
from rectrix.pipeline import Model, TuneSettings
from rectrix.pipeline.tune import copy_model
from rectrix.pipeline.tuning_set import tuning_set
from rectrix.recipes.tune import TuneOptions, tune
from rectrix.text import read_sentences

RECIPES = {
    "kbmira": {"rounds": 3},
    "mert": {"rounds": 3, "restarts": 5},
    "eidelman2012": {"epochs": 2, "shards": 10},
    "simianer2012": {"epochs": 2, "shards": 10},
    "simianer2012 sparse": {"epochs": 2, "shards": 10},
    "green2013": {"epochs": 2},
}


class Clock:
    """CPU seconds within calls."""

    def __init__(self) -> None:
        self.inside = 0.0

    def around(self, call: Callable[..., object]) -> Callable[..., object]:
        """The same function, timed."""

        def timed(*arguments: object, **named: object) -> object:
            before = time.process_time()
            try:
                return call(*arguments, **named)
            finally:
                self.inside += time.process_time() - before

        return timed


class TimedDecoder:
    """A decoder whose searches are timed."""

    def __init__(self, decoder: object, clock: Clock) -> None:
        self._decoder = decoder
        self.space, self.lines = decoder.space, decoder.lines  # type: ignore[attr-defined]
        self.decode = clock.around(decoder.decode)  # type: ignore[attr-defined]


def timed(tuning: Decoded, clock: Clock) -> Decoded:
    """A tuning set that knows how long its searches took."""
    decoder = TimedDecoder(tuning.decoder, clock)
    return Decoded(
        decoder,  # type: ignore[arg-type]
        tuning.references,
        tuning.metric,
        tuning.sentences,
        tuning.k,
        tuning.unique,
        tuning.threads,
    )


def tuning_seconds(model: Path, texts: list[Path], name: str, threads: int) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds, and CPU seconds of search."""
    settings = TuneSettings(recipe=name.split()[0], settings=RECIPES[name])
    tuning = tuning_set(Model.open(model), texts[0], texts[1:], settings, threads)
    clock = Clock()
    watched = timed(tuning, clock) if threads == 1 else tuning
    begin, cpu = time.perf_counter(), time.process_time()
    options = TuneOptions(start=Model.open(model).folder.weights(), threads=threads)
    tune(watched, recipe=settings.recipe, settings=settings.settings, options=options)
    return time.perf_counter() - begin, time.process_time() - cpu, clock.inside


def translation_seconds(model: Path, lines: list[str], threads: int) -> tuple[float, float, float]:
    """The same for translation, all of which is search but for reading and writing lines."""
    opened, clock = Model.open(model), Clock()
    begin, cpu = time.perf_counter(), time.process_time()
    opened.decoder.translate(lines, opened.weights, threads)
    clock.inside = time.process_time() - cpu
    begin, cpu = time.perf_counter(), time.process_time()
    for _ in opened.translate(lines, threads):
        pass
    return time.perf_counter() - begin, time.process_time() - cpu, clock.inside


def row(name: str, measure: Callable[[int], tuple[float, float, float]]) -> None:
    """Measure with one and two threads, and print."""
    wall, cpu, inside = measure(1)
    faster, _, _ = measure(2)
    serial = max(0.0, 1 - inside / cpu)
    bound = 1 / (serial + (1 - serial) / 2)
    cells = [name, f"{wall:.1f}", f"{faster:.1f}", f"{wall / faster:.2f}", f"{serial:.1%}", f"{bound:.2f}"]
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=200, help="of val and test_2016")
    parser.add_argument("--only", default="", help="only rows whose name has this in it")
    arguments = parser.parse_args()
    if not DATA.exists():
        raise SystemExit(f"skipped: {DATA} is not there")
    base, _ = multi30k("hiero")
    dev = multi30k_texts("val")
    print("| work | 1 thread, wall s | 2 threads, wall s | ratio | serial share | Amdahl's bound |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [folder / "source", folder / "reference"]
        for path, old in zip(texts, [dev.source, *dev.references], strict=True):
            path.write_text("".join(f"{line}\n" for line in list(read_sentences(old))[: arguments.sentences]))
        copy_model(base, folder / "sparse", templates=PAPER_SPARSE)
        lines = list(read_sentences(multi30k_texts("test_2016_flickr").source))[: arguments.sentences]
        if arguments.only in "translation":
            row("translation", lambda threads: translation_seconds(base, lines, threads))
        for recipe in RECIPES:
            model = folder / "sparse" if "sparse" in recipe else base
            if arguments.only in recipe:
                row(recipe, lambda threads, m=model, r=recipe: tuning_seconds(m, texts, r, threads))


if __name__ == "__main__":
    main()
