"""Dynamic mode decomposition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Array, Floats
from lobatto.decomposition.modes import MARK, Modes
from lobatto.decomposition.snapshots import Snapshots, Watch, in_silence, triangular_factor
from lobatto.errors import LobattoError
from lobatto.files.outputs import write_table
from lobatto.runs.run import Run

SMALLEST = 1e-6
"""Singular values below this part of the largest are left out by default: above the rounding of
fields in single precision."""


@dataclass(frozen=True)
class Dmd:
    """u(x, t_k) = sum over j of a_j Re(phi_j(x) exp(s_j (t_k - t_0))), s = growth + i frequency:
    the linear map from each snapshot to the next (exact DMD, Tu et al. 2014,
    doi:10.3934/jcd.2014.1.391). Of a conjugate pair the one of positive frequency stands for both.

    eigenvalues: [modes], exp(s dt); amplitudes: [modes], a_j of the least squares over all
    snapshots (Jovanovic et al. 2014, doi:10.1063/1.4863670); energies: [modes], mean square of the
    part of each, the largest first; they do not add up, since the phi are not orthogonal.
    residuals: [modes], |A v - lambda v| of the projected mode v of norm 1. modes: phi_j, complex,
    of norm 1. fit_error: norm of the snapshots less the sum, over that of the snapshots; rank: of
    the map.
    """

    modes: Modes
    eigenvalues: Array
    amplitudes: Floats
    energies: Floats
    residuals: Floats
    fit_error: float
    rank: int

    @property
    def growth(self) -> Floats:
        """[modes]: per unit of time."""
        return np.log(np.abs(self.eigenvalues)) / self.modes.snapshots.interval

    @property
    def frequency(self) -> Floats:
        """[modes]: radians per unit of time."""
        return np.angle(self.eigenvalues) / self.modes.snapshots.interval

    def write(self, folder: Path | str | None = None, n_modes: int = 10) -> list[Path]:
        """The table stats/spectrum.csv and the first modes as field files, by default in the folder
        dmd of the run; returns the paths."""
        folder = Path(folder or self.modes.snapshots.run.path / "dmd")
        growth, frequency = self.growth, self.frequency
        abouts = [
            f"DMD mode {j + 1}, growth {growth[j]:.6g}, frequency {frequency[j]:.6g}"
            for j in range(min(n_modes, self.modes.count))
        ]
        facts = {"kind": "dmd", "interval": self.modes.snapshots.interval}
        paths = self.modes.write(folder, abouts, {**facts, "fit_error": self.fit_error})
        columns = {
            "growth": growth,
            "frequency": frequency,
            "cycles": frequency / (2 * np.pi),
            "amplitude": self.amplitudes,
            "energy": self.energies,
            "residual": self.residuals,
        }
        rows = enumerate(zip(*(values.tolist() for values in columns.values()), strict=True), 1)
        about = "DMD, frequency: radians per unit of time"
        names = ["mode", *columns]
        table = folder / "stats/spectrum.csv"
        return [write_table(table, names, ((j, *row) for j, row in rows), about, MARK), *paths]


def dmd(
    run: Run | Path | str,
    names: Sequence[str] = ("velocity",),
    start: float | None = None,
    end: float | None = None,
    rank: int | None = None,
    watch: Watch = in_silence,
) -> Dmd:
    """The dynamic mode decomposition of fields, or expressions of fields, of the field files of a
    run between two times, which have to be equally far apart. rank: of the linear map; by default
    as many as there are singular values above 1e-6 of the largest. Raises LobattoError."""
    return dmd_of(Snapshots(run, names, start, end, watch), rank)


def dmd_of(snapshots: Snapshots, rank: int | None = None) -> Dmd:
    """In the coordinates of Q of sqrt(W) X = Q R: A = R_after V S^-1 U^T of R_before = U S V^T."""
    snapshots.require_equal_distances()
    factor, round_off = triangular_factor(snapshots, is_centred=False)
    left, values, right = np.linalg.svd(factor[:, :-1])
    rank = _rank(values, round_off, rank)
    left, scaled = left[:, :rank], right[:rank].T / values[:rank]
    image = factor[:, 1:] @ scaled
    eigenvalues, vectors = np.linalg.eig(left.T @ image)
    residuals = np.linalg.norm(image @ vectors - left @ vectors * eigenvalues, axis=0)
    # What is gone after one step has no growth.
    lasting = np.abs(eigenvalues) > np.finfo(float).eps * np.abs(eigenvalues).max()
    eigenvalues, vectors, residuals = eigenvalues[lasting], vectors[:, lasting], residuals[lasting]
    combinations = np.zeros((snapshots.count, len(eigenvalues)), complex)
    combinations[1:] = scaled @ vectors / eigenvalues
    combinations /= np.linalg.norm(factor @ combinations, axis=0)
    return _with_amplitudes(snapshots, factor, combinations, eigenvalues, residuals)


def _rank(values: Floats, round_off: float, wanted: int | None) -> int:
    most = int((values > round_off).sum())
    if wanted is None:
        wanted = int((values > max(round_off, SMALLEST * values[0])).sum())
    if not 1 <= wanted <= most:
        raise LobattoError(
            f"the rank is {wanted}, expected 1 to {most}, the rank of these snapshots"
            if most
            else "all snapshots are zero: there is nothing to decompose"
        )
    return wanted


def _with_amplitudes(
    snapshots: Snapshots, factor: Floats, combinations: Array, eigenvalues: Array, residuals: Floats
) -> Dmd:
    """Minimises |R - Phi diag(b) T| with T_jk = lambda_j^k: (Phi* Phi o conj(T T*)) b =
    conj(diag(T R* Phi)), in columns of norm 1."""
    shapes = factor @ combinations
    powers = eigenvalues[:, None] ** np.arange(snapshots.count)
    sizes = np.linalg.norm(powers, axis=1)
    scaled = powers / sizes[:, None]
    matrix = (shapes.conj().T @ shapes) * (scaled @ scaled.conj().T).conj()
    given = np.einsum("jk,jk->j", scaled.conj(), shapes.conj().T @ factor)
    b = np.linalg.lstsq(matrix, given, rcond=None)[0] / sizes
    misfit = np.linalg.norm(factor - (shapes * b) @ powers) / np.linalg.norm(factor)
    kept = np.flatnonzero(eigenvalues.imag >= 0)
    rank = len(eigenvalues)
    eigenvalues, powers = eigenvalues[kept], powers[kept]
    amplitudes = np.abs(b[kept]) * np.where(eigenvalues.imag > 0, 2, 1)
    turns = np.exp(1j * np.angle(b[kept]))
    turned = np.einsum("ij,ij->j", shapes[:, kept] * turns, shapes[:, kept] * turns)
    swing = np.abs(powers) ** 2 + (turned[:, None] * powers**2).real
    energies = amplitudes**2 / 2 * swing.mean(axis=1)
    order = np.argsort(-energies, kind="stable")
    modes = Modes(snapshots, (combinations[:, kept] * turns)[:, order], is_centred=False)
    return Dmd(
        modes,
        eigenvalues[order],
        amplitudes[order],
        energies[order],
        residuals[kept][order],
        float(misfit),
        rank,
    )
