"""Every recipe with the chart decoder on the sample bitext: held-out BLEU must rise."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from rectrix._core.decode import IndexRules
from rectrix._core.features import FeatureSpace
from rectrix._core.grammar import BitextIndex
from rectrix.align import align, write_alignments
from rectrix.base.progress import Progress
from rectrix.decode import ChartDecoder, ChartOptions
from rectrix.grammar.hiero import HieroSettings, index
from rectrix.learn import decoding
from rectrix.learn.decoding import Searched
from rectrix.learn.gain import gain_of
from rectrix.learn.journey import Journey
from rectrix.learn.run import Run
from rectrix.learn.search import Search
from rectrix.learn.site import opened_site
from rectrix.learn.sparse import Sparse, nothing
from rectrix.learn.tuning import Decoded
from rectrix.lm import LanguageModel
from rectrix.lm.estimate import TrainOptions
from rectrix.lm.estimate import train as train_lm
from rectrix.recipes import RECIPES
from rectrix.sample import pairs
from rectrix.score.bleu import BLEU
from rectrix.score.references import references_of

QUICK = {
    "simianer2012": {"epochs": 2, "shards": 2, "rate": 0.001},
    "eidelman2012": {"epochs": 2, "shards": 2},
    "green2013": {"epochs": 2, "rate": 0.1, "l1": 0.001, "batch": 5},
    "clark2014": {"rounds": 2, "interpolation": 0.7, "variant": "discretized"},
    "mert": {"rounds": 2, "restarts": 3},
    "pro": {"rounds": 2, "interpolation": 0.7},
    "kbmira": {"rounds": 2, "epochs": 20},
    "rampion": {"rounds": 2, "rate": 0.001},
    "online": {"epochs": 2},
    "minrisk": {"rounds": 2},
}


@dataclass(frozen=True)
class SampleSource(Searched):
    """Sentences of the sample, searched with the index and the language model in a folder."""

    folder: Path
    split: str
    count: int

    metric = BLEU()

    def __len__(self):
        return self.count

    def open(self, sentences):
        chosen = list(islice(pairs(1, self.split, tokens=True), self.count))
        rules = IndexRules(BitextIndex.open(self.folder / "index"), HieroSettings().core_options())
        models = [LanguageModel.open(self.folder / "lm").core]
        decoder = ChartDecoder(rules, models, [], FeatureSpace(), ChartOptions(pop_limit=30))
        references = references_of([[pair.references[0] for pair in chosen]])
        return Decoded(Search(decoder, [pair.source for pair in chosen]), references, self.metric, k=50)

    def gain(self, name):
        return gain_of(self.metric, name)

    def fingerprint(self):
        return f"{self.folder} {self.split}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A grammar index and a language model of 600 pairs."""
    folder = tmp_path_factory.mktemp("system")
    train = list(islice(pairs(1, "train", tokens=True), 600))
    source, target, links = (folder / name for name in ("s", "t", "a"))
    source.write_text("".join(f"{pair.source}\n" for pair in train))
    target.write_text("".join(f"{pair.references[0]}\n" for pair in train))
    write_alignments(align(source, target), links)
    index(source, target, links, folder / "index")
    train_lm([target], TrainOptions(order=3), mapped=folder / "lm")
    return folder


def learned(recipe, source, journey=Journey, **how):
    """From no weights at all: features turn up as the decoder finds them. The weights, and the log."""
    run = Run(**{"executor": "serial", **how})
    with opened_site(run.executor, run.crew, run.checkpoints, run.progress, run.threads) as site:
        way = journey(run, site)
        weights = recipe.learn(source, nothing(), way)
        assert all(key in site.names.known for key in weights.keys.tolist())
        return weights, way.log


def score(source, weights):
    with opened_site("serial", 1, None, Progress(), 1) as site:
        return source.score(weights, site)


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_recipes_improve_a_chart_decoder(folder, name):
    dev, test = SampleSource(folder, "dev", 30), SampleSource(folder, "test", 60)
    weights, _ = learned(RECIPES[name].of(QUICK[name]), dev)
    assert len(weights.keys) >= 8
    assert score(test, weights) > score(test, nothing()) + 3


def test_the_score_of_a_large_set_is_that_of_sentences_spread_over_it(folder, monkeypatch):
    source = SampleSource(folder, "dev", 110)  # chunks of 25, 25, 25, 25, 10: the first, third and fifth
    with opened_site("serial", 1, None, Progress(), 1) as site:
        assert source.judged == 110
        monkeypatch.setattr(decoding, "_JUDGED", 60)
        assert source.judged == 60
        begin = site.publish(nothing())
        expected = [
            decoding.decode_sums(decoding.SentenceChunk(source, part, begin))
            for part in (range(25), range(50, 75), range(100, 110))
        ]
        assert source.sums(nothing(), site).tolist() == sum(expected).tolist()


LOOPS = {
    "online": ("simianer2012", {"algorithm": 1, "epochs": 3}),
    "sharded": ("eidelman2012", {"epochs": 3, "shards": 2}),
    "selecting": ("simianer2012", {"algorithm": 4, "epochs": 3, "shards": 3, "keep": 6, "rate": 0.001}),
    "batch": ("kbmira", {"rounds": 3, "epochs": 10}),
    "asynchronous": ("green2013", {"epochs": 3, "rate": 0.1, "l1": 0.001, "batch": 5, "staleness": 2}),
}


class Killed(Exception):
    pass


class Fragile(Journey):
    """Dies in the second epoch."""

    def record(self, *arguments):
        if len(self.log) == 1:
            raise Killed
        return super().record(*arguments)


def same(one: Sparse, other: Sparse) -> bool:
    return one.keys.tobytes() == other.keys.tobytes() and one.values.tobytes() == other.values.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_each_loop_resumes_bit_by_bit_and_is_the_same_on_every_executor(folder, loop, tmp_path):
    name, settings = LOOPS[loop]
    recipe, dev = RECIPES[name].of(settings), SampleSource(folder, "dev", 30)
    whole, log = learned(recipe, dev)
    with pytest.raises(Killed):
        learned(recipe, dev, journey=Fragile, checkpoints=tmp_path)
    again, resumed = learned(recipe, dev, checkpoints=tmp_path, resume=True)
    assert same(again, whole) and repr(resumed) == repr(log)
    for executor in ("threads", "processes"):
        other, told = learned(recipe, dev, executor=executor, workers=2)
        assert same(other, whole) and repr(told) == repr(log)
