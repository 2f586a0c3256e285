"""What a case of Neko needs of its .nmsh file: whether it is plane, and its own conditions."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_KINDS = {1: "wall", 2: "inlet", 3: "outlet", 4: "symmetry", 6: "outlet_normal"}
"""Kinds of zones that are conditions, by the names that the solver gives them."""


def is_plane(mesh: Path) -> bool:
    """Whether a .nmsh is there and has two dimensions, its second integer of 4 bytes."""
    counts = _counts(mesh)
    return counts is not None and counts[1] == 2


def conditions_of(mesh: Path) -> list[str]:
    """Names of the boundaries whose condition the file has itself, as those before labels do."""
    counts = _counts(mesh)
    if counts is None:
        return []
    elements, corners = int(counts[0]), 2 ** int(counts[1])
    start = 8 + elements * (4 + corners * 28)
    if mesh.stat().st_size < start + 4:
        return []
    count = int(np.fromfile(mesh, counts.dtype, 1, offset=start)[0])
    zones = np.fromfile(mesh, counts.dtype, 9 * max(count, 0), offset=start + 4)
    kinds = set(zones[: len(zones) // 9 * 9].reshape(-1, 9)[:, 8].tolist())
    return [name for kind, name in _KINDS.items() if kind in kinds]


def _counts(mesh: Path) -> NDArray[np.int32] | None:
    """Numbers of elements and dimensions, in the order of bytes of the file."""
    for order in "<>":
        counts = np.fromfile(mesh, f"{order}i4", 2) if mesh.is_file() else np.zeros(0, np.int32)
        if len(counts) == 2 and counts[0] > 0 and counts[1] in (2, 3):
            return counts
    return None
