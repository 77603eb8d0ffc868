"""Weblate's own machinery classes as clients, where there is an environment that has Weblate.

It is under GPL and never imported here: RECTRIX_WEBLATE=VENV/bin/python names its interpreter.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

WEBLATE = os.environ.get("RECTRIX_WEBLATE", "")


@pytest.mark.skipif(not WEBLATE, reason="RECTRIX_WEBLATE names no interpreter that has Weblate")
def test_both_backends_of_weblate(running, engines, lines):
    client = Path(__file__).with_name("weblate_client.py")
    done = subprocess.run([WEBLATE, client, running.url, lines[0]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    expected = next(engines[0].model.translate([lines[0]])).text
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "supported": [True, True],
        "libretranslate": expected,
        "apertium": expected,
    }
