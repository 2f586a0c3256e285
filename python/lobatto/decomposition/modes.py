"""Modes as combinations of snapshots, in memory and as a folder of field files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lobatto.arrays import Array, Floats, Integers
from lobatto.decomposition.mode_file import ModeFile
from lobatto.decomposition.snapshots import Memory, Snapshots
from lobatto.errors import LobattoError
from lobatto.files.outputs import claim, write_json

MARK = "lobatto decompose"


@dataclass(frozen=True)
class Modes:
    """The columns of X C. combinations: C [snapshots, modes], real or complex; is_centred: whether
    X is without its mean."""

    snapshots: Snapshots
    combinations: Array
    is_centred: bool

    @property
    def count(self) -> int:
        """Of modes."""
        return self.combinations.shape[1]

    def shape(self, mode: int) -> dict[str, Array]:
        """name -> [elements, components, n, n, n]: a mode, counted from 0, in memory."""
        parts = [
            self.snapshots.fields_of(values[:, 0]) for _, values in self._pieces(np.array([mode]))
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def mean(self) -> dict[str, Floats]:
        """name -> [elements, components, n, n, n]: of all snapshots, in memory."""
        even = np.full((self.snapshots.count, 1), 1 / self.snapshots.count)
        return Modes(self.snapshots, even, is_centred=False).shape(0)

    def _pieces(self, columns: Integers) -> Iterator[tuple[slice, Array]]:
        """(elements, [values, columns])"""
        chosen = self.combinations[:, columns]
        n_numbers = len(columns) * (2 if np.iscomplexobj(chosen) else 1)
        memory = Memory(16 * self.snapshots.count + 32 * n_numbers)
        for piece in self.snapshots.pieces(memory, "modes"):
            values = (piece.centred() if self.is_centred else piece).values
            real = values @ chosen.real
            yield (
                piece.elements,
                real + 1j * (values @ chosen.imag) if np.iscomplexobj(chosen) else real,
            )

    def write(self, folder: Path, abouts: Sequence[str], facts: Mapping[str, object]) -> list[Path]:
        """The first modes, as many as there are abouts, which say what each is, as field files
        fields/fields_<number>.vtkhdf, counted from 1, of a folder that `lobatto plot` draws;
        returns the paths. A complex mode has its imaginary part as <field>_imaginary. facts: for
        summary.json beside them, with what is known of the flow."""
        fields = prepared_folder(folder, self._summary(facts))
        names = {name: stored_name(name) for name in self.snapshots.names}
        counts = {names[name]: n for name, n in self.snapshots.n_components.items()}
        if np.iscomplexobj(self.combinations):
            counts |= {f"{name}_imaginary": n for name, n in counts.items()}
        files = [
            ModeFile(
                fields / f"fields_{number:08d}.vtkhdf", self.snapshots.mesh, counts, number, about
            )
            for number, about in enumerate(abouts, 1)
        ]
        for elements, values in self._pieces(np.arange(len(files))):
            for file, column in zip(files, values.T, strict=True):
                found = self.snapshots.fields_of(column)
                parts = {names[name]: part.real for name, part in found.items()}
                if np.iscomplexobj(column):
                    parts |= {f"{names[name]}_imaginary": p.imag for name, p in found.items()}
                file.write(elements, parts)
        for file in files:
            file.finish()
        _write_series(fields, files)
        return [file.path for file in files]

    def _summary(self, facts: Mapping[str, object]) -> dict[str, object]:
        run = self.snapshots.run
        known = {key: run.summary[key] for key in ("mesh", "flow") if key in run.summary}
        if isinstance(known.get("flow"), dict):  # modes have no bulk velocity
            known["flow"] = {k: v for k, v in known["flow"].items() if k == "direction"}
        return {
            "case": {"name": run.name},
            "time_symbol": "mode",
            "decomposition": {
                **facts,
                "fields": ", ".join(self.snapshots.names),
                "snapshots": self.snapshots.count,
                "start": float(self.snapshots.times[0]),
                "end": float(self.snapshots.times[-1]),
            },
            **known,
        }


def stored_name(name: str) -> str:
    """Of a field or an expression in a file, where a slash parts groups."""
    return name.replace("/", " over ")


def prepared_folder(folder: Path, summary: Mapping[str, object]) -> Path:
    """The folder for field files, without those of an earlier decomposition. Raises LobattoError
    where there is something of somebody else."""
    marked = folder / "summary.json"
    if folder.is_dir() and any(folder.iterdir()) and not marked.exists():
        raise LobattoError(
            f"{folder} was not written by {MARK}: it is left as it is. Choose another place with "
            "--out"
        )
    claim(marked, MARK)
    for old in (folder / "fields").glob("*fields_*.vtkhdf"):
        old.unlink()
    write_json(marked, summary, MARK)
    (folder / "fields").mkdir(exist_ok=True)
    return folder / "fields"


def _write_series(folder: Path, files: Sequence[ModeFile]) -> None:
    listed = [{"name": file.path.name, "time": float(k)} for k, file in enumerate(files, 1)]
    document = {"file-series-version": "1.0", "files": listed}
    (folder / "fields.vtkhdf.series").write_text(json.dumps(document) + "\n", encoding="utf-8")
