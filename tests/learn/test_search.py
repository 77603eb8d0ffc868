"""Every recipe with the chart decoder on the sample bitext: held-out BLEU must rise."""

from itertools import islice

import numpy as np
import pytest

from rectrix._core.decode import IndexRules
from rectrix._core.features import FeatureSpace
from rectrix.align import align, write_alignments
from rectrix.decode import ChartDecoder, ChartOptions
from rectrix.execute.threads import Threads
from rectrix.grammar.hiero import HieroSettings, index
from rectrix.learn.run import Checkpoint, Run
from rectrix.learn.search import Search
from rectrix.learn.tuning import Decoded
from rectrix.lm.estimate import TrainOptions
from rectrix.lm.estimate import train as train_lm
from rectrix.recipes import RECIPES
from rectrix.score.bleu import BLEU
from rectrix.score.references import references_of
from rectrix.text.sample import pairs

QUICK = {
    "simianer2012": {"epochs": 2, "shards": 2, "rate": 0.001},
    "eidelman2012": {"epochs": 2, "shards": 2},
    "green2013": {"epochs": 2, "rate": 0.1, "l1": 0.001, "batch": 5},
    "clark2014": {"rounds": 2, "interpolation": 0.7, "variant": "discretized"},
    "mert": {"rounds": 2, "restarts": 3},
    "pro": {"rounds": 2, "interpolation": 0.7},
    "kbmira": {"rounds": 2, "epochs": 20},
    "rampion": {"rounds": 2, "rate": 0.001},
    "minrisk": {"rounds": 2},
}


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    """A grammar index and a language model of 600 pairs; 30 lines to tune on and 60 to test on."""
    folder = tmp_path_factory.mktemp("system")
    train = list(islice(pairs(1, "train"), 600))
    source, target, links = (folder / name for name in ("s", "t", "a"))
    source.write_text("".join(f"{pair.source}\n" for pair in train))
    target.write_text("".join(f"{pair.references[0]}\n" for pair in train))
    write_alignments(align(source, target), links)
    bitext = index(source, target, links, folder / "index")
    model, _ = train_lm([target], TrainOptions(order=3))
    dev, test = list(islice(pairs(1, "dev"), 30)), list(islice(pairs(1, "test"), 60))
    return bitext, model.core, dev, test


def tuning(system, part, space):
    """Dev (0) or test (1) with a decoder of its own."""
    bitext, model, *sides = system
    chosen = sides[part]
    rules = IndexRules(bitext, HieroSettings().core_options())
    decoder = ChartDecoder(rules, [model], [], space, ChartOptions(pop_limit=30))
    search = Search(decoder, [pair.source for pair in chosen])
    references = references_of([[pair.references[0] for pair in chosen]])
    return Decoded(search, references, BLEU(), len(chosen), k=50)


@pytest.mark.slow
@pytest.mark.parametrize("name", RECIPES)
def test_recipes_improve_a_chart_decoder(system, name):
    space = FeatureSpace()
    dev, test = tuning(system, 0, space), tuning(system, 1, space)
    start = np.zeros(0)  # features turn up as the decoder finds them
    weights = RECIPES[name].of(QUICK[name]).learn(dev, Run(start))
    assert len(space) >= 10
    assert test.score(weights) > test.score(start) + 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["simianer2012", "green2013"])
def test_threads_share_a_decoder_safely(system, name):
    space = FeatureSpace()
    dev = tuning(system, 0, space)
    run = Run(np.zeros(0), threads=3, executor=Threads(3))
    weights = RECIPES[name].of(QUICK[name]).learn(dev, run)
    assert dev.score(weights) > dev.score(np.zeros(0)) + 3
    if name == "simianer2012":
        again = RECIPES[name].of(QUICK[name]).learn(tuning(system, 0, FeatureSpace()), Run(np.zeros(0)))
        assert again.tobytes() == weights.tobytes()


LOOPS = {
    "online": ("simianer2012", {"algorithm": 1, "epochs": 3}),
    "sharded": ("eidelman2012", {"epochs": 3, "shards": 2}),
    "batch": ("kbmira", {"rounds": 3, "epochs": 10}),
    "asynchronous": ("green2013", {"epochs": 3, "rate": 0.1, "l1": 0.001, "batch": 5}),
}


class Killed(Exception):
    pass


class FragileRun(Run):
    """Dies in the second epoch."""

    def record(self, *arguments):
        if len(self.log) == 1:
            raise Killed
        return super().record(*arguments)


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_each_loop_improves_held_out_bleu_and_resumes_bit_by_bit(system, loop, tmp_path):
    name, settings = LOOPS[loop]
    recipe, space = RECIPES[name].of(settings), FeatureSpace()
    dev, test = tuning(system, 0, space), tuning(system, 1, space)
    whole = recipe.learn(dev, Run(np.zeros(0)))
    assert test.score(whole) > test.score(np.zeros(0)) + 3
    checkpoint = Checkpoint(tmp_path, "loop")
    with pytest.raises(Killed):
        recipe.learn(tuning(system, 0, FeatureSpace()), FragileRun(np.zeros(0), checkpoint=checkpoint))
    again = Run(np.zeros(0), checkpoint=checkpoint, resume=True)
    assert recipe.learn(tuning(system, 0, FeatureSpace()), again).tobytes() == whole.tobytes()
    assert len(again.log) == 3
