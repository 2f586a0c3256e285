"""What memory the machine has left."""

from pathlib import Path


def free_memory() -> int | None:
    """Bytes; None where the machine does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found = next(line for line in lines if line.startswith("MemAvailable:"))
        return int(found.split()[1]) * 1024
    except (OSError, StopIteration, ValueError):
        return None
