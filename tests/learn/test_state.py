"""States grow, are saved and come back bit by bit; damaged files are refused."""

import numpy as np
import pytest

from rectrix._core.features import FeatureSpace
from rectrix.base.errors import DamagedFile
from rectrix.learn.records import Record
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


def test_saved_states_come_back_bit_by_bit_in_any_space(tmp_path):
    random = np.random.default_rng(1)
    state = State(random.normal(size=5))
    state.weights[3] = 0.0
    state.memory("adagrad.squares")[:] = random.random(5)
    state.memory("adagrad.squares")[3] = 0.0
    state.memory("seen", fill=-1.0, width=2)[4] = [7, -1]
    state.steps, state.clock, state.counters = 7, 0.1 + 0.2, {"rate": 1 / 3}
    space = space_of(5)
    state.record(space).write(tmp_path / "a")
    other = FeatureSpace()
    other.add("r:naïve 4")  # another order
    loaded = State.of(Record.read(tmp_path / "a"), other)
    assert (loaded.steps, loaded.clock, loaded.counters) == (7, 0.1 + 0.2, {"rate": 1 / 3})
    assert len(other) == 4  # what is as if it were new has no entry
    for index in (0, 1, 2, 4):
        place = other.find_keys(space.keys()[[index]])[0]
        assert loaded.weights[place] == state.weights[index]
        assert loaded.memory("adagrad.squares")[place] == state.memory("adagrad.squares")[index]
    assert loaded.memory("seen", fill=-1.0, width=2)[0].tolist() == [7, -1]
    loaded.record(other).write(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("cut", [0, 10, 200, -30])
def test_truncated_states_are_refused(tmp_path, cut):
    State(np.ones(5)).record(space_of(5)).write(tmp_path / "a")
    whole = (tmp_path / "a").read_bytes()
    (tmp_path / "a").write_bytes(whole[:cut])
    with pytest.raises(DamagedFile):
        State.of(Record.read(tmp_path / "a"), FeatureSpace())


@pytest.mark.parametrize("head", [b"weights 1.0\n", b"RECTRIXR\xff\xff\xff\xff\xff\xff\xff\x7f{}"])
def test_a_file_of_another_kind_is_refused(tmp_path, head):
    (tmp_path / "a").write_bytes(head)
    with pytest.raises(DamagedFile, match="delete it"):
        State.of(Record.read(tmp_path / "a"), FeatureSpace())


def test_a_record_of_something_else_is_no_state(tmp_path):
    Record({"steps": "many"}, {"keys": np.zeros(2, np.uint64)}).write(tmp_path / "a")
    with pytest.raises(DamagedFile, match="not whole"):
        State.of(Record.read(tmp_path / "a"), FeatureSpace())
