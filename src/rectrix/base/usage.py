"""What a process has used of the machine, on any system; where one does not tell, 0."""

import os
import sys
import time
from pathlib import Path


def cpu_seconds() -> float:
    """Of this process, all its threads, and the processes it has waited for."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def peak_bytes() -> int:
    """The most memory that this process has had so far."""
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def resident_bytes() -> int:
    """The memory that this process has now where the system tells it, else the most so far."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return peak_bytes()
