"""What a process has used so far."""

import resource
from pathlib import Path


def user_seconds() -> float:
    """User CPU of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def peak_megabytes() -> float:
    """Peak resident memory of this process; ru_maxrss would include its parent's."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024
