"""The study of application kernels: which of `lobatto accept`, how large, and how long each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lobatto.files.toml_keys import Keys, Place, nearest
from lobatto.study.study_parts import MACHINE, Study, read_parts

KINDS = ("weak", "strong")
ALL = "all"


@dataclass(frozen=True)
class Directions:
    """How many numbers the size of a kernel has, and the grid of ranks that share it."""

    size: int
    ranks: int


KERNELS: Mapping[str, Directions] = {
    "sweep": Directions(3, 2),
    "unstructured-sweep": Directions(3, 3),
    "finite-elements": Directions(3, 3),
    "spectral-elements": Directions(3, 3),
    "halo": Directions(3, 3),
    "hpcg": Directions(3, 3),
    "particles": Directions(3, 2),
    "lattice": Directions(4, 4),
    "plane-waves": Directions(3, 2),
    "multigrid": Directions(3, 3),
}
"""Those of machine/docs/accept.md; a program without hypre lacks the last."""
SIZE, GRID = "size", "ranks_grid"
SHORTEST, LONGEST = 0.01, 3600.0
"""Seconds that `lobatto accept --seconds` takes."""


@dataclass(frozen=True)
class KernelStudy(Study):
    """seconds: for which each kernel is timed. Settings and what varies have keys such as
    halo.size, that of each rank in weak scaling and of all together in strong scaling, and
    halo.ranks_grid."""

    kernels: tuple[str, ...]
    seconds: float

    @property
    def length(self) -> str:
        """Of each run, in words."""
        return f"timed for {self.seconds:g} s"


def read_kernel_study(top: Keys) -> KernelStudy:
    """Of a file that names kernels."""
    keys = top.table("study")
    kernels = _kernels(keys)

    def check(table: Keys, key: str, place: Place, value: object) -> None:
        _check(kernels, table, key, place, value)

    study = KernelStudy(
        **vars(read_parts(top, KINDS, check)), kernels=kernels, seconds=_seconds(keys)
    )
    if study.kind == "strong":
        _expect_sizes(study, keys)
    return study


def _kernels(keys: Keys) -> tuple[str, ...]:
    names = keys.values["accept"]
    if not isinstance(names, list) or not names:
        raise keys.error("accept", f'is {names!r}, expected a list of kernels such as ["halo"]')
    for name in names:
        if name not in (*KERNELS, ALL):
            hint = nearest(str(name), (*KERNELS, ALL))
            raise keys.error("accept", f"has {name!r}, which is no kernel{hint}")
    found = list(KERNELS) if names == [ALL] else names
    if ALL in found or len(set(found)) < len(found):
        raise keys.error("accept", f"is {names!r}, expected each kernel once")
    return tuple(found)


def _seconds(keys: Keys) -> float:
    seconds = keys.number("seconds", 2.0)
    if not SHORTEST <= seconds <= LONGEST:
        problem = f"is {seconds:g}, expected {SHORTEST:g} to {LONGEST:g}"
        raise keys.error("seconds", f"{problem} seconds for which each kernel is timed")
    return seconds


def _check(kernels: tuple[str, ...], keys: Keys, key: str, place: Place, value: object) -> None:
    """KERNEL.size and KERNEL.ranks_grid, of kernels that the study names."""
    kernel, _, rest = key.partition(".")
    if kernel not in kernels:
        hint = nearest(kernel, (*kernels, *MACHINE))
        raise keys.source.error(place, f"is of no kernel of study.accept{hint}")
    if rest not in (SIZE, GRID):
        raise keys.source.error(place, f"is no key of a kernel{nearest(rest, (SIZE, GRID))}")
    directions = KERNELS[kernel]
    count = directions.size if rest == SIZE else directions.ranks
    numbers = r"[1-9]\d{0,5}"
    if not isinstance(value, str) or not re.fullmatch(
        rf"{numbers}(x{numbers}){{{count - 1}}}", value
    ):
        example = "x".join(("16" if rest == SIZE else "2",) * count)
        problem = f"is {value!r}, expected {count} numbers with x between them"
        raise keys.source.error(place, f'{problem}, such as "{example}"')


def _expect_sizes(study: KernelStudy, keys: Keys) -> None:
    """A size of all ranks together has no default."""
    for kernel in study.kernels:
        key = f"{kernel}.{SIZE}"
        given = key in study.settings or key in study.varied
        if not given and not all(key in row for row in study.rows):
            example = "x".join(["64"] * KERNELS[kernel].size)
            raise keys.error(
                "accept",
                f"has {kernel!r}, whose size of all ranks together is missing, which strong "
                f'scaling needs; expected {key} = "{example}" or another in [set]',
            )
