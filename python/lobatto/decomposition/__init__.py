"""Modes of field files: proper orthogonal decomposition."""

from lobatto.decomposition.pod import Pod, pod

__all__ = ["Pod", "pod"]
