"""Modes of field files: proper orthogonal, dynamic mode and spectral proper orthogonal
decomposition."""

from lobatto.decomposition.dmd import Dmd, dmd
from lobatto.decomposition.pod import Pod, pod
from lobatto.decomposition.spod import Spod, spod

__all__ = ["Dmd", "Pod", "Spod", "dmd", "pod", "spod"]
