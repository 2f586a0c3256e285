"""Damages files in the ways in which disks, networks and dying programs do, by a seed."""

import zlib

import h5py
import numpy as np

BLOCK = 4096


def damaged(content, seed, n_each):
    """Pairs (what was done, the bytes), n_each of every kind; each differs from the content."""
    random = np.random.default_rng(seed)
    kinds = (cut, bit, byte, zeroed, swapped, mixed_in)
    for kind in kinds:
        for number in range(n_each):
            what, result = kind(bytearray(content), random)
            if bytes(result) != bytes(content):
                yield f"{kind.__name__} {number}, {what}", bytes(result)


def cut(content, random):
    at = int(random.integers(len(content)))
    return f"{at} of {len(content)} bytes are left", content[:at]


def bit(content, random):
    at, which = int(random.integers(len(content))), int(random.integers(8))
    content[at] ^= 1 << which
    return f"bit {which} of byte {at}", content


def byte(content, random):
    at = int(random.integers(len(content)))
    content[at] ^= int(random.integers(1, 256))
    return f"byte {at}", content


def zeroed(content, random):
    """A block of the disk, or all from some byte on, as after a power failure."""
    begin = int(random.integers(len(content)))
    if random.random() < 0.5:
        begin -= begin % BLOCK
    end = min(begin + BLOCK, len(content)) if random.random() < 0.7 else len(content)
    content[begin:end] = bytes(end - begin)
    return f"zeros from {begin} to {end}", content


def swapped(content, random):
    size = min(BLOCK, len(content) // 2)
    n_blocks = len(content) // max(size, 1)
    if n_blocks < 2:
        return "nothing to swap", content
    one, other = (int(i) * size for i in random.choice(n_blocks, 2, replace=False))
    first = content[one : one + size]
    content[one : one + size] = content[other : other + size]
    content[other : other + size] = first
    return f"blocks of {size} at {one} and {other} swapped", content


def mixed_in(content, random):
    """Bytes of something else, such as no UTF-8 begins with."""
    at = int(random.integers(len(content) + 1))
    other = bytes(random.integers(128, 256, int(random.integers(1, 9)), dtype=np.uint8))
    return f"{other!r} at {at}", content[:at] + other + content[at:]


def sealed(path, block=BLOCK):
    """Adds check sums to the end of a file, as the program does, with smaller blocks."""
    content = path.read_bytes()
    starts = range(0, len(content), block)
    sums = [zlib.crc32(content[start : start + block]) for start in starts]
    tail = np.array(sums, "<u4").tobytes()
    tail += len(content).to_bytes(8, "little") + block.to_bytes(4, "little")
    tail += zlib.crc32(tail).to_bytes(4, "little") + b"LobattoCheckSums"
    path.write_bytes(content + tail)
    return path


def in_the_format_of_runs(path):
    """Copies an HDF5 file into the format of version 1.10, whose tables have check sums, with all
    attributes of the root in its header."""
    copy = path.with_name(path.name + ".copy")
    creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
    creation.set_attr_phase_change(1000, 0)
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    access.set_libver_bounds(h5py.h5f.LIBVER_V110, h5py.h5f.LIBVER_V110)
    made = h5py.h5f.create(bytes(copy), h5py.h5f.ACC_TRUNC, creation, access)
    with h5py.File(path) as file, h5py.File(made) as out:
        for key, value in file.attrs.items():
            out.attrs[key] = value
        for key in file:
            file.copy(key, out)
    return copy.replace(path)
