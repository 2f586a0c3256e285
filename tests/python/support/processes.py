"""Processes of the program that a test has started."""

import os
from pathlib import Path

from program import PROGRAM


def ranks_of(started):
    """The processes of the program that come from `started`, itself or its launcher; the first
    rank first."""
    return [pid for pid in family_of(started) if _is_ours(pid)]


def cpu_seconds_of(pid):
    """What a process has worked so far; 0 when it has ended."""
    words = _status(pid)
    return sum(map(int, words[11:13])) / os.sysconf("SC_CLK_TCK") if words else 0.0


def seconds_without_processor(pid):
    """For how long a process has been ready and the machine was busy with others; 0 when it has
    ended, and where the kernel does not count that."""
    try:
        return 1e-9 * int(Path(f"/proc/{pid}/schedstat").read_text().split()[1])
    except OSError:
        return 0.0


def _status(pid):
    """From the third word of /proc/PID/stat on; nothing when the process has ended."""
    try:
        # The name, in brackets, may hold anything.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def family_of(first):
    """A process and all that came from it, the oldest first."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if words := _status(folder.name):
            parents[int(folder.name)] = int(words[1])
    family = [first]
    for pid in family:
        family += sorted(child for child, parent in parents.items() if parent == pid)
    return family


def _is_ours(pid):
    try:
        return Path(f"/proc/{pid}/exe").resolve() == PROGRAM.resolve()
    except OSError:
        return False
