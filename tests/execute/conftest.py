"""Makes the learner's planted tasks importable, here and in worker processes."""

import sys
from pathlib import Path

for folder in ("learn", "execute"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))
