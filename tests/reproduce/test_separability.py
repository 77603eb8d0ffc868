"""The examples of Clark et al. 2014, figures 4 to 6, are separable exactly where the paper says so."""

import numpy as np
import pytest

from rectrix.features.discretize import Discretizer
from rectrix.reproduce.separability import EXAMPLES, globally, linear, locally, separable


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.figure)
def test_the_paper_s_examples(example):
    assert separable(example.pairs, linear) == example.linear
    assert separable(example.pairs, locally) == example.locally
    if example.globally is not None:
        assert separable(example.pairs, globally) == example.globally


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.figure)
def test_bins_of_one_value_each_separate_as_the_examples_do(example):
    """The bins that are learned, not only the idea of them."""
    values: dict[str, list[float]] = {}
    for pair in example.pairs:
        for hypothesis in pair:
            for name, each in hypothesis.items():
                values.setdefault(name, []).extend(map(float, each))
    bins = Discretizer.learn({name: np.array(each) for name, each in values.items()}, bits=4)

    def binned(hypothesis):
        counted: dict[str, float] = {}
        for name, each in hypothesis.items():
            for [fired] in bins.names({name: np.array(each, float)}):
                counted[fired] = counted.get(fired, 0.0) + 1
        return counted

    assert separable(example.pairs, binned)


def test_what_no_weights_can_rank_is_not_separable():
    there, back = {"h": (1,)}, {"g": (1,)}
    assert separable([(there, back)], linear)
    assert not separable([(there, back), (back, there)], locally)
