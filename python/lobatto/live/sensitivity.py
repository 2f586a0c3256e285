"""What sensitivities of a run are, and what they take."""

from __future__ import annotations

from dataclasses import dataclass

from lobatto.arrays import Floats


@dataclass(frozen=True)
class Sensitivity:
    """An objective J of a run, and its derivatives as fields g."""

    value: float
    """J."""
    initial: dict[str, Floats]
    """By u, v, w and scalars: dJ = integral of g du of the initial fields; zero where the boundary
    fixes them."""
    force: dict[str, Floats]
    """The same of a force that does not change with time, and of sources of the scalars."""
    viscosity: float
    """dJ / d viscosity."""
    diffusivity: dict[str, float]
    """By scalars: dJ / d diffusivity."""
    boundary: dict[str, dict[str, Floats]]
    """By boundaries and what they give, of u, v, w and scalars: fields g, zero elsewhere, with
    dJ = integral of g du over the boundary, of values, fluxes or ambient temperatures that change
    by du in every step, and velocities at the beginning too."""
    steps_taken: int
    """Steps that were taken forwards, those taken again among them."""


@dataclass(frozen=True)
class SensitivityPlan:
    """What a sensitivity takes; memory and disk of all ranks together."""

    steps: int
    """Of the run."""
    steps_again: int
    """Steps that are taken more than once, each time that they are taken again."""
    in_memory: int
    """Snapshots that are kept there at a time."""
    on_disk: int
    """The same in the scratch folder."""
    bytes_per_snapshot: int
    """Of fields; what iterative solvers remember comes on top."""

    @property
    def memory(self) -> int:
        """Bytes of snapshots, that of the fields as they were among them."""
        return (self.in_memory + 1) * self.bytes_per_snapshot

    @property
    def disk(self) -> int:
        """Bytes."""
        return self.on_disk * self.bytes_per_snapshot

    def __str__(self) -> str:
        return (
            f"{self.steps} steps, and {self.steps_again} of them again; {self.in_memory} snapshots "
            f"in memory, {self.memory / 1e9:.3g} GB, and {self.on_disk} on disk, "
            f"{self.disk / 1e9:.3g} GB"
        )
