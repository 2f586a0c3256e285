#!/usr/bin/env python3
"""Gives the turbulence of a short run of isotropic-les.toml the spectrum that it should begin with.

Random phases carry no energy to smaller scales. Turbulence that has found its phases, with the
spectrum at t U / M = 42 again, is the better start:

    lobatto run cases/isotropic-les.toml --out runs/before --set time.end=0.127 \\
        --set output.fields.format=both --set output.fields.precision=double
    PYTHONPATH=python python3 cases/isotropic-les.py runs/before runs/start.f00001
    lobatto run cases/isotropic-les.toml --set restart.from=$PWD/runs/start.f00001

Every shell of waves of the last fields is scaled to its energy; the result, at time 0, is a field
file of Nek5000.
"""

import sys
from pathlib import Path

import numpy as np
from lobatto import BoxFieldFile, Run
from lobatto.arrays import Floats
from lobatto.runs.spectra import energy_spectrum

HEADER = 132
N_SHELLS = 24


def measured(wave_numbers: Floats) -> Floats:
    """E(k) at t U / M = 42 of the table beside this file, between its rows as a power of k."""
    table = np.genfromtxt(Path(__file__).with_suffix(".csv"), delimiter=",", skip_header=6)
    k, energy = table[table[:, 1] > 0, :2].T
    return np.exp(np.interp(np.log(wave_numbers), np.log(k), np.log(energy)))


def correction(file: BoxFieldFile) -> Floats:
    """[3, z, y, x] at the nodes of all lines: what is added to the velocity."""
    n_points = 2 * file.n_elements[0] * len(file.nodes)
    begin, end = file.bounds[:, 0]
    places = begin + np.arange(n_points) * (end - begin) / n_points
    waves = np.fft.fftn(file.grid("velocity", [places] * 3), axes=(1, 2, 3)) / n_points**3
    spectrum = energy_spectrum(file, n_points)
    wanted = measured(spectrum.wave_numbers[:N_SHELLS])
    factors = np.zeros(n_points)
    factors[1 : N_SHELLS + 1] = np.sqrt(wanted / spectrum.energy[:N_SHELLS]) - 1
    kept = np.r_[0 : N_SHELLS + 1, -N_SHELLS:0]
    numbers = np.fft.fftfreq(n_points, 1 / n_points)[kept]
    z, y, x = np.meshgrid(numbers, numbers, numbers, indexing="ij")
    shells = np.floor(np.sqrt(x**2 + y**2 + z**2) + 0.5).astype(int)
    waves = waves[:, kept][:, :, kept][:, :, :, kept] * factors[shells]
    ticks = file.ticks[0]
    nodes = (ticks[:-1, None] + np.diff(ticks)[:, None] * (1 + file.nodes) / 2).ravel()
    basis = np.exp(2j * np.pi / (end - begin) * np.outer(nodes - begin, numbers))
    for axis in (1, 2, 3):
        waves = np.moveaxis(np.tensordot(waves, basis, axes=(axis, 1)), -1, axis)
    return waves.real


def by_element(values: Floats, n_elements: int, n: int) -> Floats:
    """[elements, 3, n, n, n] of values at the nodes of all lines."""
    lines = values.reshape(3, n_elements, n, n_elements, n, n_elements, n)
    return lines.transpose(1, 3, 5, 0, 2, 4, 6).reshape(-1, 3, n, n, n)


def main(folder: str, out: str) -> None:
    run = Run(folder)
    file = run.fields[-1].open()
    added = by_element(correction(file), file.n_elements[0], len(file.nodes))
    data = bytearray(max((run.path / "fields").glob("*.f0*")).read_bytes())
    words = data[:HEADER].decode().split()
    if words[1] != "8" or not words[11].startswith("XUP"):
        sys.exit("expected a file of double precision with places, velocity and pressure")
    words[7], words[8], words[11] = "0.0000000000000E+00", "0", "XUP"  # time, step, what it holds
    data[:HEADER] = " ".join(words).ljust(HEADER).encode()
    numbers = np.frombuffer(data, np.int32, len(added), HEADER + 4)
    begin = HEADER + 4 + 4 * len(added) + 8 * added.size  # after the places
    velocity = np.frombuffer(data, float, added.size, begin).reshape(added.shape)
    velocity += added[numbers - 1]
    end = begin + 8 * (added.size + added.size // 3)  # after the pressure
    Path(out).write_bytes(data[:end])


if __name__ == "__main__":
    main(*sys.argv[1:])
