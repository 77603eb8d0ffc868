"""Every rule, count, score and alignment of cdec's extractor on multi30k."""

import gzip
from pathlib import Path

import pytest
from making import Parsed, differences, parse, store_of

from rectrix.grammar import BitextIndex, index

from ..data import DATA

GOLDEN = DATA / "golden/hiero"
# The files of sentence 1 hold the grammars of sentences 10 to 19 as well, so only what ours has is compared.
POLLUTED = 1

pytestmark = pytest.mark.skipif(not GOLDEN.exists(), reason=f"no golden grammars at {GOLDEN}")


@pytest.fixture(scope="module")
def bitext(tmp_path_factory: pytest.TempPathFactory) -> BitextIndex:
    folder = tmp_path_factory.mktemp("golden")
    train = DATA / "multi30k"
    return index(
        train / "train.de.xz", train / "train.en.xz", DATA / "golden/train.gdfa.xz", folder / "index"
    )


def load(path: Path, ours: Parsed, polluted: bool) -> Parsed:
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    if not polluted:
        return parse("\n".join(lines))
    # Of several lines for one rule, the one that agrees with ours, if any.
    theirs: Parsed = {}
    for line in lines:
        ((key, value),) = parse(line).items()
        if key in ours and (key not in theirs or not differences({key: ours[key]}, {key: value})):
            theirs[key] = value
    return theirs


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["unsampled", "leave-one-out"])
def test_grammars_are_cdecs(tmp_path: Path, bitext: BitextIndex, folder: str) -> None:
    left_out = folder == "leave-one-out"
    text = (GOLDEN / "leave-one-out/input.de-en" if left_out else GOLDEN / "input.de").read_text(
        encoding="utf-8"
    )
    lines = [line.split(" ||| ")[0] for line in text.splitlines()][:20]
    store, _ = store_of(tmp_path, bitext, lines, leave_one_out=left_out, max_samples=0)
    compared = 0
    for number in range(20):
        ours = parse(store.cdec(number).decode())
        theirs = load(GOLDEN / folder / f"grammar.{number}.gz", ours, number == POLLUTED)
        assert differences(ours, theirs) == []
        compared += len(ours)
    assert compared > 150_000


def test_sampled_patterns_without_gaps_are_cdecs(tmp_path: Path, bitext: BitextIndex) -> None:
    lines = (GOLDEN / "input.de").read_text(encoding="utf-8").splitlines()[:10]
    store, _ = store_of(tmp_path, bitext, lines)
    for number in range(10):
        ours = parse(store.cdec(number).decode())
        theirs = load(GOLDEN / "sampled" / f"grammar.{number}.gz", ours, number == POLLUTED)
        plain = [{k: v for k, v in rules.items() if "[X" not in k[0]} for rules in (ours, theirs)]
        assert differences(*plain) == []
