"""States grow, are saved and come back bit by bit; damaged files are refused."""

import numpy as np
import pytest

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile, InputError
from rectrix.learn.state import State


def space_of(count):
    space = FeatureSpace()
    for index in range(count):
        space.add(f"r:naïve {index}")
    return space


def test_growth_keeps_values_and_fills():
    state = State(np.array([1.0]))
    state.memory("variance", fill=1.0)[:] = 0.25
    state.memory("seen", fill=-1.0, width=2)[:] = 7
    state.grow(1000)
    assert state.weights.sum() == 1.0 and len(state.weights) == 1000
    assert state.memory("variance")[0] == 0.25 and (state.memory("variance")[1:] == 1.0).all()
    assert (state.memory("seen")[1:] == -1).all()


def test_saved_states_come_back_bit_by_bit(tmp_path):
    random = np.random.default_rng(1)
    state = State(random.normal(size=5))
    state.memory("adagrad.squares")[:] = random.random(5)
    state.steps, state.clock, state.counters = 7, 0.1 + 0.2, {"rate": 1 / 3}
    state.save(tmp_path / "a.npz", space_of(5), {"epoch": 3})
    fresh = FeatureSpace()
    loaded, info = State.load(tmp_path / "a.npz", fresh)
    assert info == {"epoch": 3} and len(fresh) == 5 and fresh.name(2) == "r:naïve 2"
    assert (loaded.steps, loaded.clock, loaded.counters) == (7, 0.1 + 0.2, {"rate": 1 / 3})
    assert loaded.weights.tobytes() == state.weights.tobytes()
    assert loaded.memory("adagrad.squares").tobytes() == state.memory("adagrad.squares").tobytes()
    loaded.save(tmp_path / "b.npz", fresh, info)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_checkpoints_of_other_data_are_refused(tmp_path):
    State(np.zeros(5)).save(tmp_path / "a.npz", space_of(5))
    other = FeatureSpace()
    other.add("something else")
    with pytest.raises(InputError, match="of other data"):
        State.load(tmp_path / "a.npz", other)


@pytest.mark.parametrize("cut", [0, 10, 200, -30])
def test_truncated_checkpoints_are_refused(tmp_path, cut):
    State(np.zeros(5)).save(tmp_path / "a.npz", space_of(5))
    whole = (tmp_path / "a.npz").read_bytes()
    (tmp_path / "a.npz").write_bytes(whole[:cut])
    with pytest.raises(InputError):
        State.load(tmp_path / "a.npz", FeatureSpace())


def test_a_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "a.npz").write_text("weights 1.0\n")
    with pytest.raises(DamagedFile, match="delete it"):
        State.load(tmp_path / "a.npz", FeatureSpace())
