"""Types of arrays, and their sums; shapes stand in the words of what takes or returns them."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]
Integers: TypeAlias = NDArray[np.integer[Any]]
Flags: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]
Array: TypeAlias = NDArray[Any]
"""Floating-point numbers or integers, as a file has them."""


def total(parts: Iterable[Floats]) -> Floats:
    """The sum of arrays of one shape; 0 without parts, as on a grid of no direction."""
    return sum(parts, start=np.zeros(()))
