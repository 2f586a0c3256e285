"""Modes of field files: proper orthogonal and dynamic mode decomposition."""

from lobatto.decomposition.dmd import Dmd, dmd
from lobatto.decomposition.pod import Pod, pod

__all__ = ["Dmd", "Pod", "dmd", "pod"]
