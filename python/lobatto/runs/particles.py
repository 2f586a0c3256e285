"""The particles that a run has carried: its files in particles/."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lobatto.arrays import Floats, Integers
from lobatto.errors import LobattoError
from lobatto.fields.field_file import AXIS_NAMES
from lobatto.files.document import Document
from lobatto.files.hdf5_file import Hdf5File
from lobatto.files.text_file import read_json
from lobatto.html_table import html_table
from lobatto.optional_packages import needed
from lobatto.wording import counted


@dataclass(frozen=True)
class Cloud:
    """The particles of a family at one time, in the order of `id` [n]. Vectors are [n][3]:
    `position` in the mesh, `unwrapped` without the periods that were passed, `velocity`, and
    `fluid_velocity` at their places."""

    step: int
    time: float
    id: Integers
    position: Floats
    unwrapped: Floats
    velocity: Floats
    fluid_velocity: Floats

    def __len__(self) -> int:
        return len(self.id)

    def to_dataframe(self) -> Any:
        """A pandas.DataFrame with a row per particle and `id` as its index."""
        columns: dict[str, Any] = {"time": np.full(len(self), self.time)}
        for name, vectors in (
            ("", self.position),
            ("unwrapped_", self.unwrapped),
            ("velocity_", self.velocity),
            ("fluid_velocity_", self.fluid_velocity),
        ):
            columns |= {f"{name}{axis}": vectors[:, d] for d, axis in enumerate(AXIS_NAMES)}
        frame = needed("pandas", "a DataFrame").DataFrame(columns)
        return frame.set_index(needed("pandas", "a DataFrame").Index(self.id, name="id"))


class Particles:
    """One family of a run: a Cloud for each of its files, in the order of time, read when it is
    asked for."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        path = folder / f"{name}.vtkhdf.series"
        items = Document(path, read_json(path)).objects("files", ())
        self.files = [folder / Path(item.text("name")).name for item in items]
        self.times: Floats = np.array([float(item.number("time")) for item in items])

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int) -> Cloud:
        return read_cloud(self.files[index])

    def __iter__(self) -> Iterator[Cloud]:
        return map(read_cloud, self.files)

    def path_of(self, particle: int) -> tuple[Floats, Floats]:
        """Times and unwrapped places [n][3] of one particle, in the files that have it."""
        times, places = [], []
        for cloud in self:
            row = np.searchsorted(cloud.id, particle)
            if row < len(cloud) and cloud.id[row] == particle:
                times.append(cloud.time)
                places.append(cloud.unwrapped[row])
        return np.array(times), np.reshape(places, (-1, len(AXIS_NAMES)))

    def to_dataframe(self) -> Any:
        """A row per particle and file; `time` and `id` are the index."""
        frames = [cloud.to_dataframe() for cloud in self]
        together = needed("pandas", "a DataFrame").concat(frames)
        return together.set_index("time", append=True).swaplevel()

    def __repr__(self) -> str:
        return f"Particles({self.name!r}, {counted(len(self), 'file')})"

    def _repr_html_(self) -> str:
        """For notebooks."""
        rows: list[tuple[str, Any]] = [("files", len(self))]
        if len(self):
            last = self[-1]
            rows += [("last time", f"{last.time:.6g}"), ("particles then", len(last))]
        return html_table(self.name, rows)


def family_names(folder: Path) -> list[str]:
    """The families that a run folder has files of."""
    end = ".vtkhdf.series"
    return sorted(path.name.removesuffix(end) for path in (folder / "particles").glob("*" + end))


def read_particles(folder: Path, name: str) -> Particles:
    """Of a run folder; raises LobattoError where there is no such family."""
    names = family_names(folder)
    if name not in names:
        known = f"; it has {', '.join(names)}" if names else ""
        raise LobattoError(f"{folder / 'particles'} has no particles {name}{known}")
    return Particles(folder / "particles", name)


def read_cloud(path: Path) -> Cloud:
    """One of the files; damage is a DamagedFileError."""
    with Hdf5File(path) as file:
        facts = file.facts("Lobatto")
        position = file.array("VTKHDF/Points", (-1, 3))
        vectors = {
            name: file.array(f"VTKHDF/PointData/{name}", (len(position), 3))
            for name in ("unwrapped", "velocity", "fluid_velocity")
        }
        ids = file.array("VTKHDF/PointData/id", (len(position),))
        return Cloud(facts.whole("step"), float(facts.number("time")), ids, position, **vectors)
