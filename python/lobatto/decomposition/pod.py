"""Proper orthogonal decomposition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Floats
from lobatto.decomposition.modes import MARK, Modes
from lobatto.decomposition.snapshots import Snapshots, Watch, in_silence, triangular_factor
from lobatto.files.outputs import write_table
from lobatto.runs.run import Run


@dataclass(frozen=True)
class Pod:
    """u(x, t_k) = mean + sum over j of a_j(t_k) phi_j(x), with orthonormal phi (integral over the
    volume) and uncorrelated a (Sirovich 1987, doi:10.1090/qam/910462).

    energies: [modes], mean of a_j^2 over the snapshots, the largest first; their sum is the mean
    over the snapshots of the integral of the squared fluctuation. coefficients: [snapshots, modes],
    a_j(t_k). modes: phi_j as combinations of the snapshots.
    """

    modes: Modes
    energies: Floats
    coefficients: Floats

    @property
    def times(self) -> Floats:
        """[snapshots]"""
        return self.modes.snapshots.times

    @property
    def shares(self) -> Floats:
        """[modes]: of each in the sum of all energies."""
        return self.energies / self.energies.sum()

    def write(self, folder: Path | str | None = None, n_modes: int = 10) -> list[Path]:
        """Tables stats/energies.csv and stats/coefficients.csv and the first modes as field files,
        by default in the folder pod of the run; returns the paths."""
        folder = Path(folder or self.modes.snapshots.run.path / "pod")
        n_written = min(n_modes, self.modes.count)
        abouts = [f"POD mode {j + 1}, energy {self.energies[j]:.6g}" for j in range(n_written)]
        paths = self.modes.write(folder, abouts, {"kind": "pod"})
        rows = zip(
            range(1, self.modes.count + 1),
            map(float, self.energies),
            map(float, self.shares),
            map(float, np.cumsum(self.shares)),
            strict=True,
        )
        columns = "mode", "energy", "share", "cumulative_share"
        about = "POD, energy: mean square of the coefficient"
        numbers = [f"mode_{j}" for j in range(1, n_written + 1)]
        over_time = (
            (float(time), *map(float, of_time[:n_written]))
            for time, of_time in zip(self.times, self.coefficients, strict=True)
        )
        return [
            write_table(folder / "stats/energies.csv", columns, rows, about, MARK),
            write_table(
                folder / "stats/coefficients.csv",
                ["time", *numbers],
                over_time,
                "POD over time",
                MARK,
            ),
            *paths,
        ]


def pod(
    run: Run | Path | str,
    names: Sequence[str] = ("velocity",),
    start: float | None = None,
    end: float | None = None,
    watch: Watch = in_silence,
) -> Pod:
    """The proper orthogonal decomposition of fields, or expressions of fields, of the field files
    of a run between two times. Raises LobattoError."""
    return pod_of(Snapshots(run, names, start, end, watch))


def pod_of(snapshots: Snapshots) -> Pod:
    """By the singular values of the weighted matrix of snapshots."""
    factor, round_off = triangular_factor(snapshots, is_centred=True)
    _, values, right = np.linalg.svd(factor)
    rank = int((values > round_off).sum())
    if rank == 0:
        raise snapshots.still()
    values, right = values[:rank], right[:rank].T
    # Of both signs that one in which the first large coefficient is positive.
    large = (np.abs(right) > 0.5 * np.abs(right).max(axis=0)).argmax(axis=0)
    right = right * np.sign(right[large, np.arange(rank)])
    modes = Modes(snapshots, right / values, is_centred=True)
    return Pod(modes, values**2 / snapshots.count, right * values)
