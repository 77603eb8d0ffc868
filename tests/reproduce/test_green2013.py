"""The feature sets of Green et al. 2013: 19 dense ones, and what each sparse set adds."""

import numpy as np
import pytest

from rectrix.base.progress import Progress
from rectrix.learn.run import Run
from rectrix.pipeline import Model
from rectrix.reproduce.data import DataLimits, cut, from_sample
from rectrix.reproduce.green2013 import DENSE_19, FEATURES
from rectrix.reproduce.system import train_systems

MOSES = {"lm", "word_penalty", "phrase_penalty", "distortion", "unknown", "p_ef", "p_fe", "lex_ef", "lex_fe"}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("green")
    limits = DataLimits(300, 10, 10)
    data = cut(from_sample(folder / "sample", limits, Progress()), limits, folder / "used", Progress())
    trained = train_systems([DENSE_19], data, folder / "systems", Run(executor="serial"))
    return Model.open(trained.model(DENSE_19.name)), (folder / "used" / "dev.de").read_text().splitlines()


def test_dense_features_are_moses_nine_eight_orientations_count_and_unique(model):
    opened, lines = model
    lists = opened.kbest([*lines, "neverseen"], k=50)
    names = set(opened.folder.weights()) | set(lists.space.names(np.unique(lists.feature_ids)))
    assert names >= MOSES and {"log_count", "unique"} <= names
    orientations = names - MOSES - {"log_count", "unique"}
    assert len(orientations) == 8 and len(names) == 19, sorted(names)


def test_sparse_sets_are_those_of_the_paper():
    assert FEATURES["PT"]["templates"] == ("rule_id",)
    assert FEATURES["PT+AL+LO"]["templates"] == ("rule_id", "word_pairs", "deletions")
    assert FEATURES["PT+AL+LO"]["sparse_reordering"] is True
