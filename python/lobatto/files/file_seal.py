"""The check sums that a run leaves at the end of its binary files (docs/run-folder.md#check-sums).

Behind the content: a CRC-32 of each of its blocks, 4 bytes each; the length of the content (8
bytes), the length of a block (4), a CRC-32 of all these (4), and the word of 16 bytes. Lowest byte
first.
"""

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Self

import numpy as np

from lobatto.arrays import Integers
from lobatto.errors import DamagedFileError

WORD = b"LobattoCheckSums"
BLOCK = 2**18
"""Bytes of a block of the files that are written here."""
FOOT = np.dtype([("content", "<u8"), ("block", "<u4"), ("sum", "<u4"), ("word", "S16")])


@dataclass(frozen=True)
class FileSeal:
    """The check sums of the blocks of one file. What was found right is not read again."""

    path: Path
    content: int
    block: int
    sums: Integers
    checked: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, path: Path) -> Self | None:
        """None where the file has no check sums at its end."""
        size = path.stat().st_size
        with path.open("rb") as file:
            foot = _read(file, size - FOOT.itemsize, FOOT.itemsize)
            if not foot.endswith(WORD) or len(foot) < FOOT.itemsize:
                return None
            facts = np.frombuffer(foot, FOOT)[0]
            content, block = int(facts["content"]), int(facts["block"])
            n_blocks = -(-content // block) if block else 0
            if content + 4 * n_blocks + FOOT.itemsize != size:
                raise DamagedFileError(
                    path, "the check sums at its end are not those of its length"
                )
            table = _read(file, content, 4 * n_blocks)
        if zlib.crc32(table + foot[:12]) != int(facts["sum"]):
            raise DamagedFileError(path, "the check sums at its end are damaged themselves")
        return cls(path, content, block, np.frombuffer(table, "<u4"))

    def check(self, begin: int, end: int) -> None:
        """Raises where bytes from begin to before end are not those that were written."""
        blocks = range(begin // self.block, min(-(-end // self.block), len(self.sums)))
        wanted = [number for number in blocks if number not in self.checked]
        if not wanted:
            return
        with self.path.open("rb") as file:
            for number in wanted:
                start = number * self.block
                length = min(self.block, self.content - start)
                found = zlib.crc32(_read(file, start, length))
                if found != self.sums[number]:
                    raise DamagedFileError(
                        self.path,
                        f"bytes {start} to {start + length - 1} are damaged: their check sum is "
                        f"{found:08x} where {self.sums[number]:08x} was stored with them",
                    )
                self.checked.add(number)


def add_seal(path: Path) -> None:
    """Adds the check sums to the end of a file that has none."""
    content = path.stat().st_size
    with path.open("r+b") as file:
        starts = range(0, content, BLOCK)
        sums = [zlib.crc32(_read(file, start, BLOCK)) for start in starts]
        table = np.array(sums, "<u4").tobytes() + np.array(content, "<u8").tobytes()
        table += np.array(BLOCK, "<u4").tobytes()
        file.seek(content)
        file.write(table + np.array(zlib.crc32(table), "<u4").tobytes() + WORD)


def _read(file: BinaryIO, start: int, length: int) -> bytes:
    file.seek(max(start, 0))
    return file.read(length)
