"""The falling rate of Simianer et al. 2012, which holds the length of the output."""

import pytest

from rectrix.recipes.simianer2012 import Simianer2012


def test_steps_become_smaller_unless_told_otherwise():
    falling = Simianer2012(rate=0.5, decay=0.25).own().update
    assert [falling.rate_at(step) for step in (0, 4, 12)] == pytest.approx([0.5, 0.25, 0.125])
    constant = Simianer2012(rate=0.5, decay=0).own().update
    assert constant.rate_at(1000) == 0.5
    assert Simianer2012().own().update.rate_at(1000) < Simianer2012().rate / 2
