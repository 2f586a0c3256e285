"""What the probes of a run sampled, and the forces and monitors it recorded."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Floats, Integers
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.files.hdf5_file import Hdf5File
from lobatto.files.text_file import Table, read_table
from lobatto.runs.run import Run

POINT_COLUMNS = ("step", "time", "point", *AXIS_NAMES)
"""The first columns of a table of points; quantities follow."""
FORCE_COLUMNS = (
    "step",
    "time",
    *(f"{kind}_{axis}" for kind in ("pressure", "viscous") for axis in AXIS_NAMES),
    "mean_shear",
    "area",
)
"""What every table of forces has; fluxes, moments and coefficients follow."""
COEFFICIENTS = {"Cd": "Coefficient of drag", "Cl": "Coefficient of lift"}
"""The columns of a force with a reference, and their titles."""


@dataclass(frozen=True)
class Samples:
    """One probe: `points` has the shape of the probe and x, y, z last; an array of `values` has
    samples first, then the shape of the probe."""

    step: Integers
    time: Floats
    points: Floats
    values: dict[str, Floats]

    def __getitem__(self, name: str) -> Floats:
        if name not in self.values:
            known = ", ".join(self.values)
            raise LobattoError(f"the probe has not sampled {name}; it has {known}")
        return self.values[name]


def read_samples(run: Run | Path | str, name: str) -> Samples:
    """The samples of the probe `name` of a run or a run folder, in the order of time; none yet
    where the run has only begun its file. Damage is a DamagedFileError."""
    folder = _folder_of(run)
    there = probe_names(folder)
    if name not in there:
        known = f"; it has {', '.join(there)}" if there else ""
        raise LobattoError(f"{folder / 'probes'} has no samples of a probe {name}{known}")
    folder = folder / "probes"
    table = folder / f"{name}.csv"
    if table.is_file():
        return _from_table(table)
    return _from_arrays(sorted(path for path in folder.glob("*.h5") if _probe_of(path) == name))


def _folder_of(run: Run | Path | str) -> Path:
    return run.path if isinstance(run, Run) else Path(run)


def probe_names(folder: Path | str) -> list[str]:
    """The probes that a run folder has samples of."""
    folder = Path(folder) / "probes"
    tables = sorted(path.stem for path in folder.glob("*.csv"))
    return tables + sorted({_probe_of(path) for path in folder.glob("*.h5")})


def _probe_of(path: Path) -> str:
    """The probe of a file <name>_<step>.h5."""
    return path.stem.rsplit("_", 1)[0]


def read_forces(run: Run | Path | str, name: str | None = None) -> dict[str, Floats]:
    """The columns of forces/<name>.csv by name; empty while the file has no whole heading. The name
    may be left out where the run has one table of forces."""
    folder = _folder_of(run) / "forces"
    there = sorted(path.stem for path in folder.glob("*.csv"))
    known = f"; it has {', '.join(there)}" if there else ""
    if name is None and len(there) != 1:
        raise LobattoError(f"{folder}: expected one table of forces or the name of one{known}")
    name = name or there[0]
    path = folder / f"{name}.csv"
    if name not in there:
        raise LobattoError(f"{folder} has no forces {name}{known}")
    table = read_table(path)
    missing = [column for column in FORCE_COLUMNS if column not in table.columns]
    if table.columns and missing:
        raise DamagedFileError(path, f"the heading has no {missing[0]}", 1)
    return {column: table.rows[:, i] for i, column in enumerate(table.columns)}


@dataclass(frozen=True)
class Monitor:
    """One monitor: an array of `values` has one number per sample, and of planes samples first,
    then planes. `axis` is the direction across the planes, `places` where they are; None for
    others."""

    step: Integers
    time: Floats
    axis: str | None
    places: Floats | None
    values: dict[str, Floats]

    def __getitem__(self, name: str) -> Floats:
        if name not in self.values:
            known = ", ".join(self.values)
            raise LobattoError(f"the monitor has no column {name}; it has {known}")
        return self.values[name]

    @property
    def shown(self) -> list[str]:
        """All columns but the places of extrema."""
        places = {
            f"{name}_{axis}" for name in self.values if name.endswith(("_min", "_max"))
            for axis in AXIS_NAMES
        }  # fmt: skip
        return [name for name in self.values if name not in places]


def monitor_names(folder: Path | str) -> list[str]:
    """The monitors that a run folder has samples of."""
    return sorted(path.stem for path in (Path(folder) / "monitors").glob("*.csv"))


def read_monitor(run: Run | Path | str, name: str) -> Monitor:
    """The samples of monitors/<name>.csv in the order of time; none yet where the run has only
    begun its file. Damage is a DamagedFileError."""
    folder = _folder_of(run)
    there = monitor_names(folder)
    if name not in there:
        known = f"; it has {', '.join(there)}" if there else ""
        raise LobattoError(f"{folder / 'monitors'} has no monitor {name}{known}")
    path = folder / "monitors" / f"{name}.csv"
    table = read_table(path)
    if table.columns and table.columns[:2] != ("step", "time"):
        raise DamagedFileError(path, "the heading does not begin with step and time", 1)
    columns = {column: table.rows[:, i] for i, column in enumerate(table.columns)}
    axis = next((axis for axis in AXIS_NAMES if axis in columns), None)
    steps = columns.pop("step", np.empty(0)).astype(int)
    times = columns.pop("time", np.empty(0))
    if axis is None:
        return Monitor(steps, times, None, None, columns)
    return _of_planes(path, steps, times, axis, columns)


def _of_planes(
    path: Path, steps: Integers, times: Floats, axis: str, columns: dict[str, Floats]
) -> Monitor:
    """A row per sample and plane; the last sample may be on its way still."""
    column = columns.pop(axis)
    others = np.flatnonzero(steps != steps[:1])
    n_planes = int(others[0]) if len(others) else len(steps)
    n_samples = len(steps) // n_planes if n_planes else 0
    shape, whole = (n_samples, n_planes), slice(n_samples * n_planes)
    grid, places = steps[whole].reshape(shape), column[whole].reshape(shape)
    if (grid != grid[:, :1]).any() or (places != places[:1]).any():
        raise DamagedFileError(path, "its samples have other planes than the first")
    return Monitor(
        grid[:, 0] if n_planes else grid.ravel(),
        times[whole].reshape(shape)[:, 0] if n_planes else times,
        axis,
        places[0] if n_samples else column,
        {name: values[whole].reshape(shape) for name, values in columns.items()},
    )


def _from_table(path: Path) -> Samples:
    table = read_table(path)
    if table.columns and table.columns[: len(POINT_COLUMNS)] != POINT_COLUMNS:
        found, expected = ",".join(table.columns), ",".join(POINT_COLUMNS)
        raise DamagedFileError(path, f"the heading is {found}, expected {expected},...", 1)
    quantities = table.columns[len(POINT_COLUMNS) :]
    samples = _whole_samples(path, table)
    n_samples, n_points, _ = samples.shape
    first = samples[0] if n_samples else np.zeros((0, max(len(table.columns), 6)))
    return Samples(
        step=samples[:, 0, 0].astype(int) if n_points else np.zeros(0, int),
        time=samples[:, 0, 1] if n_points else np.zeros(0),
        points=first[:, 3:6],
        values={name: samples[:, :, i] for i, name in enumerate(quantities, len(POINT_COLUMNS))},
    )


def _whole_samples(path: Path, table: Table) -> Floats:
    """[samples, points, columns]: rows of the last sample may still be missing."""
    rows = table.rows
    if len(rows) == 0:
        return np.zeros((0, 0, len(table.columns)))
    places = rows[:, : len(POINT_COLUMNS)]
    strange = ~np.isfinite(places).all(axis=1) | (np.abs(places[:, 0]) >= 2**53)
    # The first sample ends where the points begin anew.
    begins = np.flatnonzero(rows[:, 2] == 0)
    n_points = int(begins[1]) if len(begins) > 1 else len(rows)
    strange |= rows[:, 2] != np.arange(len(rows)) % n_points
    if strange.any():
        row = int(strange.argmax())
        raise DamagedFileError(
            path,
            f"step {rows[row, 0]:g}, time {rows[row, 1]:g}, point {rows[row, 2]:g}: "
            f"expected point {row % n_points} of {n_points} there",
            table.line_of(row),
        )
    return rows[: len(rows) // n_points * n_points].reshape(-1, n_points, len(table.columns))


def _from_arrays(paths: list[Path]) -> Samples:
    parts = [_part(path) for path in paths]
    first = parts[0]
    for path, part in zip(paths, parts, strict=True):
        same = part.points.shape == first.points.shape and list(part.values) == list(first.values)
        if not same:
            raise DamagedFileError(path, f"it has other points or quantities than {paths[0]}")
    return Samples(
        np.concatenate([part.step for part in parts]),
        np.concatenate([part.time for part in parts]),
        first.points,
        {name: np.concatenate([part.values[name] for part in parts]) for name in first.values},
    )


def _part(path: Path) -> Samples:
    """The samples of one file."""
    with Hdf5File(path) as file:
        step, time = file.array("step", (-1,)), file.array("time", (-1,))
        places = [file.array(axis) for axis in AXIS_NAMES]
        shape = places[0].shape
        names = [name for name in file.names("/") if name not in ("step", "time", *AXIS_NAMES)]
        values = {}
        for name in names:
            data = file.dataset(name)
            data.expect_shape((len(step), *shape))
            values[name] = data[:]
        if len(time) != len(step) or any(place.shape != shape for place in places):
            raise DamagedFileError(path, "step and time, or x, y and z, differ in shape")
        if len(shape) > 2 or 0 in shape:
            raise DamagedFileError(path, f"x has the shape {shape}, expected points or a plane")
    return Samples(step, time, np.stack(places, axis=-1), values)
