"""The length of what online recipes translate: which of their parts decide it.

    python benchmarks/length.py he|multi30k|europarl [--data FOLDER] [--sentences N] [--epochs N] [--only …]

A hierarchical model of tatoeba-he-en, multi30k de-en or 30,000 pairs of europarl-de-en, tokenized and
lowercased, is tuned on the first sentences of dev with dense features, each time with another choice of gain,
pairs and averaging. Printed are BLEU and length (as a share of the references') of the dev sentences
translated with the tuned weights, and CPU seconds. Makes the table of docs/simianer2012.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from _measure import user_seconds
from _results import kept, write_option

from rectrix.base.files import writing
from rectrix.evaluate.judges import judge
from rectrix.learn.run import Run
from rectrix.pipeline import Model, Texts, TuneSettings, tune_model
from rectrix.reproduce.data import Data, DataLimits, cut
from rectrix.reproduce.system import System, train_systems
from rectrix.score.bleu import length_ratio
from rectrix.text import read_sentences

DATA = Path(__file__).parents[1] / "../shared/data"
WORK = Path("build/benchmarks/length")
CORPORA = {
    "he": ("tatoeba-he-en", "dev"),
    "multi30k": ("multi30k", "val"),
    "europarl": ("europarl-de-en", "dev"),
}
SENTENCE = {"gain": "lin", "middle": True, "average": False, "rate": 1e-5, "decay": 0.0}
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "kbmira": ("kbmira", {}),
    "simianer2012: BLEU+1, MID-LOW pairs, last step": ("simianer2012", SENTENCE),
    "simianer2012: document": ("simianer2012", SENTENCE | {"gain": "document"}),
    "simianer2012: document, HI only": ("simianer2012", SENTENCE | {"gain": "document", "middle": False}),
    "simianer2012: document, HI only, mean, rate 1e-5": ("simianer2012", {"rate": 1e-5, "decay": 0.0}),
    "simianer2012: document, HI only, mean, rate 1e-6": ("simianer2012", {"rate": 1e-6, "decay": 0.0}),
    "simianer2012": ("simianer2012", {}),
    "green2013: BLEU+1": ("green2013", {"gain": "travatar", "threshold": 0.05, "length_deviations": 0}),
    "green2013": ("green2013", {}),
    "eidelman2012: previous pass, mean of passes": ("eidelman2012", {"gain": "eidelman", "choose": "mean"}),
    "eidelman2012": ("eidelman2012", {}),
}


def data_of(corpus: str, folder: Path) -> Data:
    """Training pairs and the tuning set."""
    name, dev = CORPORA[corpus]
    source = "he" if corpus == "he" else "de"
    files = {
        part: [folder / name / f"{part}.{side}.xz" for side in (source, "en")] for part in ("train", dev)
    }
    sets = {"dev": Texts(files[dev][0], [files[dev][1]])}
    data = Data(name, (source, "en"), (files["train"][0], files["train"][1]), sets, corpus == "multi30k")
    limit = 30_000 if corpus == "europarl" else 0
    return cut(data, DataLimits(train=limit), WORK / corpus / "data", Run().progress)


def first(path: Path, sentences: int) -> Path:
    """A file of the first lines of another."""
    made = path.with_name(f"{path.name}.{sentences}")
    with writing(made, force=True) as file:
        file.writelines(f"{line}\n" for line in list(read_sentences(path))[:sentences])
    return made


def measured(model: Path, dev: Texts) -> tuple[float, float]:
    """BLEU and length of the tuning set, translated."""
    opened, part = Model.open(model), judge("bleu", "none")
    lines = [out.text for out in opened.translate(read_sentences(dev.source), 1)]
    references = opened.target_text.apply_lines(list(read_sentences(dev.references[0])))
    sums = part.statistics(lines, [part.prepare(references)], {}, 1).sum(axis=0)
    return float(part.metric.score(sums)), length_ratio(sums)


def main() -> None:
    """Print a line of the table for each variant."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("corpus", choices=CORPORA)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--sentences", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=VARIANTS, default=list(VARIANTS), metavar="NAME")
    write_option(parser)
    given = parser.parse_args()
    data, run = data_of(given.corpus, given.data), Run(executor="serial")
    systems = WORK / given.corpus / "systems"
    untuned = train_systems((System(),), data, systems, run).model("hiero")
    sets = data.sets["dev"]
    dev = Texts(first(sets.source, given.sentences), [first(Path(sets.references[0]), given.sentences)])
    print("| variant | BLEU | length | CPU s |\n|---|---|---|---|")
    for name, (recipe, settings) in VARIANTS.items():
        if name not in given.only:
            continue
        passes = {"rounds" if recipe == "kbmira" else "epochs": given.epochs}
        more = {"algorithm": 1} if recipe == "simianer2012" else {}
        chosen = TuneSettings.of({"recipe": recipe, "settings": settings | passes | more})
        before, output = user_seconds(), WORK / given.corpus / "tuned"
        tune_model(untuned, dev, output, chosen, run=run, force=True)
        score, length = measured(output, dev)
        print(f"| {name} | {score:.2f} | {100 * length:.1f} % | {user_seconds() - before:.0f} |", flush=True)


if __name__ == "__main__":
    with kept(__file__):
        main()
