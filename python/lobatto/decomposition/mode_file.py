"""Field files of modes: other fields on the mesh of a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from lobatto import spectral
from lobatto.arrays import Floats
from lobatto.errors import LobattoError
from lobatto.fields.field_file import FieldFile
from lobatto.files.file_seal import add_seal


class ModeFile:
    """A field file that is filled piece by piece. It has its name when `finish` was called.

    Values at the nodes are in double precision, those for ParaView in single precision.
    """

    def __init__(
        self,
        path: Path,
        mesh: FieldFile,
        n_components: Mapping[str, int],
        number: int,
        about: str,
    ) -> None:
        """n_components: of each field; number: stands for step and time; about: what it is."""
        self.path, self._unfinished = path, path.with_name(f".{path.name}")
        self._nodes = mesh.nodes
        self._matrix: Floats | None = None
        with self._open("w") as out, h5py.File(mesh.path, "r", locking=False) as source:
            _copy_mesh(source, out)
            out["Lobatto"].attrs.modify("time", float(number))
            out["Lobatto"].attrs.modify("step", np.int64(number))
            out.create_dataset("Lobatto/provenance/decomposition", data=np.bytes_(about))
            shape = mesh.element_count, *[len(mesh.nodes)] * 3
            for name, count in n_components.items():
                whole = (shape[0], count, *shape[1:]) if count > 1 else shape
                out.create_dataset(f"Lobatto/fields/{name}", whole, float)
            if "VTKHDF" in source:
                n_points = int(source["VTKHDF/NumberOfPoints"][0])
                out["VTKHDF/FieldData/TimeValue"] = np.array([float(number)])
                self._prepare_picture(out, n_components, n_points, n_points // shape[0])

    def _open(self, mode: str) -> Any:
        try:
            return h5py.File(self._unfinished, mode, libver=("v110", "v110"), locking=False)
        except OSError as error:
            raise LobattoError(f"{self.path} cannot be written: {error}") from None

    def _prepare_picture(
        self, out: Any, n_components: Mapping[str, int], n_points: int, of_element: int
    ) -> None:
        evenly = np.linspace(-1, 1, round(of_element ** (1 / 3)))
        self._matrix = spectral.interpolation_matrix(self._nodes, evenly)
        for name, count in n_components.items():
            whole = (n_points, count) if count > 1 else (n_points,)
            out.create_dataset(f"VTKHDF/PointData/{name}", whole, np.float32)

    def write(self, elements: slice, fields: Mapping[str, Floats]) -> None:
        """fields: [elements, components, n, n, n] each."""
        with self._open("r+") as out:
            for name, values in fields.items():
                data = out[f"Lobatto/fields/{name}"]
                data[elements] = values if data.ndim == 5 else values[:, 0]
                if self._matrix is not None:
                    self._write_picture(out[f"VTKHDF/PointData/{name}"], elements, values)

    def _write_picture(self, data: Any, elements: slice, values: Floats) -> None:
        assert self._matrix is not None
        of_points = spectral.resampled(values, self._matrix)
        points = np.moveaxis(of_points, 1, -1).reshape(-1, values.shape[1])
        of_element = len(self._matrix) ** 3
        rows = slice(elements.start * of_element, elements.stop * of_element)
        data[rows] = points if data.ndim == 2 else points[:, 0]

    def finish(self) -> None:
        """Adds the check sums."""
        add_seal(self._unfinished)
        self._unfinished.replace(self.path)


def _copy_mesh(source: Any, out: Any) -> None:
    """All but the fields."""
    for group, whole in (("Lobatto", ("ticks", "provenance")), ("VTKHDF", ("CellData",))):
        if group not in source:
            continue
        source.copy(group, out, shallow=True)
        for part in whole:
            if part in source[group]:
                del out[group][part]
                source.copy(f"{group}/{part}", out[group], part)
