"""Shares the planted tasks of the learner's tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "learn"))
