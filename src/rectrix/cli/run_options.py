"""The options of how a run is run, from the fields of `Run`; the command gets them as `run`."""

from collections.abc import Callable, Mapping
from typing import Any

from rectrix.cli.fields import options
from rectrix.learn.run import Run

PANEL = "How it runs"
Command = Callable[..., None]
_NAMES = {"threads": ("--threads", "-j"), "resume": ("--resume/--no-resume",)}


def run_options(
    *only: str, defaults: Mapping[str, Any] | None = None, shown: Mapping[str, str] | None = None
) -> Callable[[Command], Command]:
    """Those named: executor, workers, threads, resume, patience, checkpoints, scratch."""
    return options(Run, *only, names=_NAMES, defaults=defaults, shown=shown, into="run", panel=PANEL)
