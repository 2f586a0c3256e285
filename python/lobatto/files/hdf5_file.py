"""HDF5 files of a run. Whatever a damaged one makes of its library becomes a DamagedFileError."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import h5py
import numpy as np

from lobatto.arrays import Array, Floats
from lobatto.errors import DamagedFileError, LobattoError
from lobatto.files.document import Document
from lobatto.files.file_seal import FileSeal

SIGNATURE = b"\x89HDF\r\n\x1a\n"
WHOLE = 2**28
"""Bytes of a file that is compared as a whole before HDF5 sees it, which some damaged tables crash:
256 MiB take a fraction of a second. Of a larger one every block is compared before it is read."""


class Hdf5File:
    """An HDF5 file that is open for reading, in a `with`. What is read is compared with the check
    sums at the end of the file where it has them; HDF5 itself compares the sums of its own.

    seal: of an earlier opening, so that no byte is compared twice.
    """

    def __init__(self, path: Path | str, seal: FileSeal | None = None) -> None:
        self.path = Path(path)
        try:
            self.seal = _checked_seal(self.path) if seal is None else seal
            # No lock, which not every file system has: what is read is complete.
            self._file = h5py.File(self.path, "r", locking=False)
        except FileNotFoundError:
            raise LobattoError(f"there is no file {self.path}") from None
        except LobattoError:
            raise
        except Exception as error:
            raise DamagedFileError(
                self.path, f"not a readable HDF5 file: {_reason(error)}"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self._file.close()

    def __contains__(self, name: str) -> bool:
        with self._reading(name):
            return name in self._file

    def names(self, group: str) -> list[str]:
        """Of what is in a group; of nothing where there is no such group."""
        if group not in self:
            return []
        with self._reading(group):
            return list(self._file[group])

    def facts(self, name: str) -> Document:
        """The attributes of an object as a Document: numbers, texts and lists."""
        with self._reading(f"what is said of {name}"):
            values = {key: _plain(value) for key, value in self._file[name].attrs.items()}
        return Document(self.path, values, "" if name == "/" else f"{name}.")

    def text(self, name: str, default: str | None = None) -> str:
        """The text in a dataset."""
        if default is not None and name not in self:
            return default
        data = self._dataset(name)
        self._check(data, 0, 1)
        with self._reading(name):
            return _plain(data[()] if data.shape == () else data[(0,) * data.ndim])

    def dataset(self, name: str) -> Hdf5Dataset:
        """A dataset of numbers, to be read by rows."""
        return Hdf5Dataset(self, name, self._dataset(name))

    def array(self, name: str, shape: tuple[int, ...] | None = None) -> Array:
        """All numbers of a dataset, which have to be finite: coordinates, times. shape: what it has
        to be, -1 for any length of a dimension."""
        data = self.dataset(name)
        if shape is not None:
            data.expect_shape(shape)
        values = data[:]
        if not np.isfinite(values).all():
            raise DamagedFileError(self.path, f"{name} has values that are not finite")
        return values

    def ascending(self, name: str, length: int = -1) -> Floats:
        """Numbers that grow from each to the next, two at least."""
        values = self.array(name, (length,))
        if len(values) < 2 or not (np.diff(values) > 0).all():
            raise DamagedFileError(self.path, f"{name} is not ascending")
        return values

    def _dataset(self, name: str) -> h5py.Dataset:
        with self._reading(name):
            found = self._file[name]
            if not isinstance(found, h5py.Dataset):
                raise TypeError("it is no dataset")
            return found

    @contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise DamagedFileError(self.path, f"{what} cannot be read: {_reason(error)}") from None

    def _check(self, data: h5py.Dataset, first: int, last: int) -> None:
        """Rows from first to before last of what lies in one piece in the file."""
        with self._reading(data.name):
            offset = data.id.get_offset()
            n_rows, n_bytes = (*data.shape, 1)[0], data.id.get_storage_size()
        if self.seal is not None and offset is not None and n_rows > 0:
            row = n_bytes // n_rows
            self.seal.check(offset + first * row, offset + last * row)


class Hdf5Dataset:
    """A dataset of numbers with one dimension at least; rows are read with [first:last] or
    [first::step] along the first one, in double precision or as 64-bit integers."""

    def __init__(self, file: Hdf5File, name: str, data: h5py.Dataset) -> None:
        self._file, self.name, self._data = file, name, data
        with file._reading(name):
            self.shape = tuple(map(int, data.shape))
            is_number, whole = data.dtype.kind in "fiu", _stores_all(data)
        if not is_number or not self.shape:
            raise DamagedFileError(file.path, f"{name} holds no list of numbers")
        if not whole:
            raise DamagedFileError(file.path, f"{name} holds less than its shape {self.shape} says")

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def expect_shape(self, shape: tuple[int, ...]) -> None:
        """-1: any length."""
        if self.ndim == len(shape) and all(
            expected in (-1, length) for expected, length in zip(shape, self.shape, strict=True)
        ):
            return
        wanted = " x ".join("any" if length == -1 else str(length) for length in shape)
        found = " x ".join(map(str, self.shape)) or "one value"
        raise DamagedFileError(self._file.path, f"{self.name} is {found}, expected {wanted}")

    def __getitem__(self, rows: slice) -> Array:
        of = range(*rows.indices(self.shape[0]))
        if len(of):
            self._file._check(self._data, of[0], of[-1] + 1)
        with self._file._reading(self.name):
            values = self._data[rows]
            return values.astype(float if values.dtype.kind == "f" else np.int64)


def _checked_seal(path: Path) -> FileSeal | None:
    seal = FileSeal.of(path)
    if seal is None:
        _check_end(path)
    elif seal.content <= WHOLE:
        seal.check(0, seal.content)
    return seal


def _check_end(path: Path) -> None:
    """A file that is longer than HDF5 knows of had check sums there."""
    with path.open("rb") as file:
        head = file.read(36)
    if len(head) < 36 or head[:8] != SIGNATURE or head[8] not in (2, 3):
        return
    behind = path.stat().st_size - int.from_bytes(head[28:36], "little")
    if behind > 0:
        raise DamagedFileError(path, f"its last {behind} bytes are not the check sums of a run")


def _stores_all(data: h5py.Dataset) -> bool:
    """Whether the file has as much as the shape says, before memory is asked for it."""
    wanted = int(np.prod([int(n) for n in data.shape], dtype=object)) * data.dtype.itemsize
    if data.chunks is None:
        return data.id.get_storage_size() == wanted
    of_chunk = int(np.prod([int(n) for n in data.chunks], dtype=object)) * data.dtype.itemsize
    return data.id.get_num_chunks() * of_chunk >= wanted


def _plain(value: Any) -> Any:
    """An attribute or a text as Python has it."""
    if isinstance(value, h5py.Empty):
        return ""
    if isinstance(value, bytes):
        return value.rstrip(b"\0").decode("utf-8")
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text or type(error).__name__
