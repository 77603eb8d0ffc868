"""Phrase-based search beside moses2's: with its tables and limits, no sentence scores worse."""

import gzip
import lzma
import shutil
from pathlib import Path

import pytest

from rectrix.exchange.moses import import_moses
from rectrix.model.folder import ModelFolder
from rectrix.model.settings import StackSettings
from rectrix.pipeline import Model

from ..data import DATA

GIVEN = DATA / "golden" / "phrase-search"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ModelFolder:
    folder: Path = tmp_path_factory.mktemp("moses2")
    for file in ("moses.ini", "phrase-table.gz", "reordering-table.gz"):
        shutil.copy(GIVEN / file, folder / file)
    with lzma.open(GIVEN.parent / "lm.4.arpa.xz") as packed, (folder / "lm.4.arpa").open("wb") as arpa:
        shutil.copyfileobj(packed, arpa)
    return import_moses(folder / "moses.ini", folder / "model")


@pytest.mark.slow
@pytest.mark.skipif(not GIVEN.exists(), reason=f"{GIVEN} is not there")
@pytest.mark.parametrize(("pop_limit", "stack"), [(1000, 100), (2000, 200)])
def test_no_sentence_scores_worse_than_moses2_finds(made: ModelFolder, pop_limit: int, stack: int) -> None:
    settings = made.settings.model_copy(update={"stack": StackSettings(pop_limit=pop_limit, stack=stack)})
    with lzma.open(DATA / "multi30k" / "test_2016_flickr.de.xz", "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    with gzip.open(GIVEN / f"moses2.pop{pop_limit}.scores.gz", "rt", encoding="utf-8") as file:
        theirs = [float(line.split("\t")[0]) for line in file]
    ours = [output.score for output in Model(type(made)(made.path, settings)).translate(lines, threads=2)]
    better = sum(a > b + 1e-3 for a, b in zip(ours, theirs, strict=True))
    print(f"mean {sum(ours) / len(ours):.6f}, moses2 {sum(theirs) / len(theirs):.6f}; {better} better")
    assert [n for n, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a < b - 1e-3] == []
    assert better > 0
