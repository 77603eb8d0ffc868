"""Settings: everything wrong is said at once; what is written can be read again."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from rectrix.base.config import Settings, to_toml
from rectrix.base.errors import ConfigError, InputError


class Inner(Settings):
    depth: int = 3


class Example(Settings):
    order: int = 5
    name: str = "kneser"
    rates: tuple[float, ...] = (0.1,)
    inner: Inner = Inner()


class Nested(Settings):
    tune: dict[str, Any] = Field(default_factory=dict)


def test_every_wrong_key_and_value_is_reported_at_once(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text('order = "five"\nnmae = "x"\n[inner]\ndepth = 1.5\nwidth = 2\n')
    with pytest.raises(ConfigError) as caught:
        Example.read(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"{path}: ") for line in lines)
    for expected in (
        "order: ",
        "nmae: unknown key, did you mean name?; known: inner, name, order, rates",
        "inner.depth: ",
        "inner.width: ",
    ):
        assert any(expected in line for line in lines), expected


class Deep(Settings):
    one: Inner | None = None
    many: dict[str, Inner] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"one": {"detph": 1}}, "one.detph: unknown key, did you mean depth?; known: depth"),
        ({"many": {"one": {"detph": 1}}}, "many.one.detph: unknown key, did you mean depth?; known: depth"),
        ({"mnay": {}}, "mnay: unknown key, did you mean many?; known: many, one"),
        ({"x": 1}, "x: unknown key; known: many, one"),
    ],
)
def test_an_unknown_key_is_told_with_those_of_its_own_table(values, said):
    with pytest.raises(ConfigError) as caught:
        Deep.of(values, "file")
    assert str(caught.value) == f"file: {said}"


def test_command_line_wins_over_the_file(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("order = 4\nname = 'good'\n")
    settings = Example.read(path, order=3)
    assert (settings.order, settings.name) == (3, "good")


def test_a_change_in_a_table_keeps_the_rest_of_the_file_s_table(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("[tune]\nrecipe = 'mert'\n[tune.settings]\nrounds = 3\n")
    settings = Nested.read(path, tune={"k": 7, "settings": {"seed": 2}})
    assert settings.tune == {"recipe": "mert", "k": 7, "settings": {"rounds": 3, "seed": 2}}


@pytest.mark.parametrize("content", [b"order = ", b"\xff\xfe", b"[a\n"])
def test_broken_toml_names_the_file(tmp_path, content):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"broken\.toml"):
        Example.read(path)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"absent\.toml: No such file"):
        Example.read(tmp_path / "absent.toml")


def test_written_settings_read_back_and_carry_the_signature(tmp_path):
    settings = Example(order=7, rates=(0.5, 0.25), inner=Inner(depth=9))
    settings.write(tmp_path / "out.toml")
    assert Example.read(tmp_path / "out.toml") == settings
    first = (tmp_path / "out.toml").read_text().splitlines()[0]
    assert first == f"# {settings.signature()}"
    assert "order=7" in first and "name" not in first, "only what differs from the defaults"


def test_not_a_number_is_refused():
    with pytest.raises(ConfigError):
        Example.of({"rates": [float("nan")]})


keys = st.text(min_size=1, max_size=8)
plain = st.one_of(
    st.booleans(),
    st.integers(-(2**62), 2**62),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
)
values = st.recursive(
    plain | st.lists(plain, max_size=4), lambda inner: st.dictionaries(keys, inner, max_size=4), max_leaves=12
)


@given(st.dictionaries(keys, values, max_size=5))
def test_toml_round_trip(mapping):
    assert tomllib.loads(to_toml(mapping)) == mapping
