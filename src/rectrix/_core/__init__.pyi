"""The compiled core of Rectrix, one submodule per stage."""

from rectrix._core import text as text
