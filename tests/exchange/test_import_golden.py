"""A model imported from cdec gives cdec's translations and scores."""

import gzip
from pathlib import Path

import pytest

from rectrix.exchange.cdec import import_model
from rectrix.pipeline.model import Model

from ..data import DECODED


@pytest.mark.parametrize("golden", DECODED)
def test_cdecs_scores_come_out_again(golden: Path, tmp_path: Path) -> None:
    hiero = golden / "hiero"
    folder, idle = import_model(
        "cdec", hiero / "sampled", golden / "lm.4.arpa.xz", hiero / "weights.txt", tmp_path / "model"
    )
    assert idle == []
    best: dict[int, tuple[str, float]] = {}
    for line in gzip.decompress((hiero / "kbest.100.gz").read_bytes()).decode().splitlines():
        number, text, _, score = line.split(" ||| ")
        best.setdefault(int(number), (text, float(score)))
    lines = (hiero / "input.de").read_text(encoding="utf-8").splitlines()
    found = list(Model(folder).translate(lines))
    same = [n for n, output in enumerate(found) if output.text == best[n][0]]
    # Search is not exhaustive on either side: a few may differ, and then neither should be much better.
    assert len(same) >= 0.9 * len(lines)
    for number in same:
        assert found[number].score == pytest.approx(best[number][1], abs=2e-5)
