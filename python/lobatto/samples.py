"""What the probes of a run sampled, and the forces it recorded."""

import csv
from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

from lobatto.errors import LobattoError


@dataclass(frozen=True)
class Samples:
    """One probe: `points` has the shape of the probe and x, y, z last; an array of `values` has
    samples first, then the shape of the probe."""

    step: np.ndarray
    time: np.ndarray
    points: np.ndarray
    values: dict[str, np.ndarray]

    def __getitem__(self, name):
        if name not in self.values:
            known = ", ".join(self.values)
            raise LobattoError(f"the probe has not sampled {name}; it has {known}")
        return self.values[name]


def read_samples(folder, name):
    """The samples of the probe `name` in the run folder, in the order of time."""
    there = probe_names(folder)
    if name not in there:
        known = f"; it has {', '.join(there)}" if there else ""
        raise LobattoError(f"{Path(folder) / 'probes'} has no samples of a probe {name}{known}")
    folder = Path(folder) / "probes"
    table = folder / f"{name}.csv"
    if table.is_file():
        return _from_table(table)
    return _from_arrays(sorted(path for path in folder.glob("*.h5") if _probe_of(path) == name))


def probe_names(folder):
    """The probes that a run folder has samples of."""
    folder = Path(folder) / "probes"
    tables = sorted(path.stem for path in folder.glob("*.csv"))
    return tables + sorted({_probe_of(path) for path in folder.glob("*.h5")})


def _probe_of(path):
    """The probe of a file <name>_<step>.h5."""
    return path.stem.rsplit("_", 1)[0]


def read_forces(folder, name):
    """The columns of forces/<name>.csv by name."""
    path = Path(folder) / "forces" / f"{name}.csv"
    if not path.is_file():
        raise LobattoError(f"there is no file {path}")
    header, rows = _rows(path)
    return {column: rows[:, i] for i, column in enumerate(header)}


def _rows(path):
    """Heading and numbers; a line that a dying run left unfinished is not one of them."""
    with path.open(newline="") as file:
        header, *lines = list(csv.reader(file))
    rows = [[float(cell) for cell in line] for line in lines if len(line) == len(header)]
    return header, np.array(rows).reshape(-1, len(header))


def _from_table(path):
    header, rows = _rows(path)
    n_points = int(rows[:, 2].max()) + 1 if len(rows) else 0
    complete = rows[: len(rows) // n_points * n_points] if n_points else rows
    samples = complete.reshape(-1, n_points, len(header))
    first = samples[0] if len(samples) else np.zeros((n_points, len(header)))
    return Samples(
        step=samples[:, 0, 0].astype(int) if n_points else np.zeros(0, int),
        time=samples[:, 0, 1] if n_points else np.zeros(0),
        points=first[:, 3:6],
        values={column: samples[:, :, i] for i, column in enumerate(header) if i >= 6},
    )


def _from_arrays(files):
    parts = {}
    for path in files:
        with h5py.File(path) as file:
            for key in file:
                parts.setdefault(key, []).append(file[key][:])
    places = [parts.pop(axis)[0] for axis in "xyz"]
    step, time = (np.concatenate(parts.pop(key)) for key in ("step", "time"))
    values = {key: np.concatenate(arrays) for key, arrays in parts.items()}
    return Samples(step, time, np.stack(places, axis=-1), values)
