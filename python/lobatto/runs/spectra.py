"""The three-dimensional energy spectrum of a velocity in a periodic box."""

from dataclasses import dataclass

import numpy as np

from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.fields.box_file import BoxFieldFile
from lobatto.fields.field_file import FieldFile


@dataclass(frozen=True)
class Spectrum:
    """wave_numbers, energy: [shells]; k in radians per length, E(k) per mass and wave number, so
    that the sum of E times the distance of the k is half the mean square of the fluctuation, but
    for what lies beyond the last shell."""

    time: float
    step: int
    wave_numbers: Floats
    energy: Floats

    @property
    def total(self) -> float:
        """The kinetic energy per mass in all shells."""
        return float(self.energy.sum() * self.wave_numbers[0])


def energy_spectrum(file: FieldFile, n_points: int | None = None) -> Spectrum:
    """Of the field "velocity", which is evaluated at points that are evenly spaced along each side
    of the box: n_points along the shortest one, by default as many as it has nodes, and in
    proportion along the others. Shell s = 1, 2, ... holds the waves with s - 1/2 <= |k| / dk <
    s + 1/2, where dk is 2 pi over the shortest side; the last is the last one that is whole."""
    if not isinstance(file, BoxFieldFile) or not all(file.periodic):
        raise LobattoError(
            f"{file.path} is not of a box that is periodic along x, y and z, which a spectrum of "
            "waves needs"
        )
    lengths = np.diff(file.bounds, axis=0)[0]
    if n_points is None:
        shortest = int(np.argmin(lengths))
        n_points = file.n_elements[shortest] * len(file.nodes)
    if n_points < 4:
        raise LobattoError(f"a spectrum needs at least 4 points per side, found {n_points}")
    counts = [round(n_points * length / lengths.min()) for length in lengths]
    places = [
        file.bounds[0, d] + (np.arange(counts[d]) + 0.5) * lengths[d] / counts[d] for d in range(3)
    ]
    velocity = file.grid("velocity", places)
    unit = 2 * np.pi / lengths.min()
    energy = shell_sums(velocity, lengths) / unit
    return Spectrum(file.time, file.step, unit * np.arange(1, len(energy) + 1), energy)


def shell_sums(velocity: Floats, lengths: Floats) -> Floats:
    """[shells]: the kinetic energy per mass of the waves in each shell, of velocities [components,
    z, y, x] at evenly spaced points of a box with these lengths along x, y and z."""
    counts = np.array(velocity.shape[:0:-1])
    shell = _shells(counts, lengths.min() / lengths)
    n_shells = int(np.min((counts - 1) // 2 * lengths.min() / lengths))
    pairs = np.full(shell.shape[-1], 2.0)  # a real field has the waves with -k_x too
    pairs[0] = 1
    if counts[0] % 2 == 0:
        pairs[-1] = 1
    sums = np.zeros(shell.max() + 1)
    for component in velocity:
        power = np.abs(np.fft.rfftn(component) / component.size) ** 2 * pairs
        sums += np.bincount(shell.ravel(), (0.5 * power).ravel(), len(sums))
    return sums[1 : n_shells + 1]


def _shells(counts: Floats, ratios: Floats) -> Floats:
    """[z, y, x >= 0]: the shell of every wave; ratios: of the unit wave numbers to the largest."""
    along_x = np.fft.rfftfreq(counts[0], 1 / counts[0])
    along_y, along_z = (np.fft.fftfreq(counts[d], 1 / counts[d]) for d in (1, 2))
    z, y, x = np.meshgrid(
        along_z * ratios[2], along_y * ratios[1], along_x * ratios[0], indexing="ij", sparse=True
    )
    return np.floor(np.sqrt(x**2 + y**2 + z**2) + 0.5).astype(int)
