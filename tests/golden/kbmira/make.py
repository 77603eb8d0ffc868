"""Write the slice of the lists that Moses' kbmira saw again: `python tests/golden/kbmira/make.py FOLDER`.

FOLDER: two runs of 100-best lists and their reference. Of each hypothesis that kbmira kept, its 14 features
and BLEU's statistics remain; there are no words in them.
"""

import lzma
import sys
from pathlib import Path

import numpy as np

from rectrix.kbest.files import read
from rectrix.score.bleu import BLEU
from rectrix.score.references import read_references

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1] / "learn"))

from moses_buckets import kept  # noqa: E402


def reduced(folder: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features and statistics of run 1, then run 2, sentence by sentence, and where sentences begin."""
    references = read_references([folder / "reference.en"])
    runs = [read(folder / f"run{n}.best100.out.gz", sentences=len(references)) for n in (1, 2)]
    features = [lists.feature_values.reshape(lists.hypotheses, 14) for lists in runs]
    statistics = [BLEU().statistics(lists, references) for lists in runs]
    begins = [lists.list_begin for lists in runs]
    rows, numbers, begin = [], [], [0]
    for s in range(len(references)):
        for part, counted, b in zip(features, statistics, begins, strict=True):
            rows.append(part[b[s] : b[s + 1]])
            numbers.append(counted[b[s] : b[s + 1]])
        begin.append(begin[-1] + sum(len(part) for part in rows[-2:]))
    every = np.concatenate(rows)
    chosen = kept(every, np.array(begin))
    flat = np.concatenate(chosen)
    sizes = [len(part) for part in chosen]
    return every[flat], np.concatenate(numbers)[flat], np.concatenate([[0], np.cumsum(sizes)])


def load() -> list[np.ndarray]:
    """What `main` wrote: features, statistics, begins."""
    with lzma.open(HERE / "lists.npy.xz") as file:
        return [np.load(file) for _ in range(3)]


def main(folder: Path) -> None:
    features, statistics, begin = reduced(folder)
    with lzma.open(HERE / "lists.npy.xz", "wb", preset=9) as file:
        # Columns of one kind stand together: they compress better.
        np.save(file, np.asfortranarray(features))
        np.save(file, np.asfortranarray(statistics.astype(np.int16)))
        np.save(file, begin.astype(np.int32))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
