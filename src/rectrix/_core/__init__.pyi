"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import lm as lm, text as text
