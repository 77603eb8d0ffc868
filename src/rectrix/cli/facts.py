"""What `rectrix --version` shows: enough for a report of a problem to begin with."""

import platform
from importlib.metadata import version

from rectrix import __version__
from rectrix._core import build_facts


def build() -> str:
    """The version in the first line, then how the core was built, and where it runs."""
    core = build_facts()
    shown = {
        "core": f"{core['compiler']}, {core['flags']}",
        "bindings": core["bindings"],
        "Python": f"{platform.python_implementation()} {platform.python_version()}, numpy {version('numpy')}",
        "platform": platform.platform(),
    }
    return "\n".join([f"rectrix {__version__}", *(f"{what}: {fact}" for what, fact in shown.items())])
