"""Small lists for the tests of the learner."""

import numpy as np
from scipy import sparse

from rectrix.learn.candidates import Candidates, Gradient


def candidates(features, gains, weights=None, lengths=None, sentence=0, statistics=None):
    """A list of hypotheses from dense feature rows."""
    rows = np.atleast_2d(np.asarray(features, float))
    weights = np.zeros(rows.shape[1]) if weights is None else np.asarray(weights, float)
    return Candidates(
        np.arange(rows.shape[1]),
        sparse.csr_array(rows),
        rows @ weights,
        np.zeros((len(rows), 0)) if statistics is None else np.asarray(statistics, float),
        np.asarray(gains, float),
        np.full(len(rows), 5) if lengths is None else np.asarray(lengths),
        sentence,
    )


def gradient(values, loss=1.0, ids=None):
    """A gradient without a history."""
    values = np.asarray(values, float)
    return Gradient(np.arange(len(values)) if ids is None else np.asarray(ids), values, loss)


def slope_by_differences(function, point, step=1e-6):
    """Central finite differences of a scalar function of a vector."""
    point = np.asarray(point, float)
    out = np.zeros_like(point)
    for i in range(len(point)):
        away = np.zeros_like(point)
        away[i] = step
        out[i] = (function(point + away) - function(point - away)) / (2 * step)
    return out
