"""The runs of a study of kernels: each of them with what varies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from lobatto.errors import LobattoError
from lobatto.study.setup import Names, Setup, combined, nodes_of, run_name
from lobatto.study.study_parts import MACHINE, Values

from lobatto_machine.kernels.study import GRID, SIZE, KernelStudy


@dataclass(frozen=True)
class KernelSetup(Setup):
    """size and grid of ranks as on the command line, None where the program chooses; chosen_size:
    the size where it varies, which distinguishes curves."""

    kernel: str
    size: str | None
    ranks_grid: str | None
    chosen_size: str | None


def kernel_setups_of(study: KernelStudy) -> list[KernelSetup]:
    """Kernel by kernel all combinations of what concerns it, each with a name of its own."""
    names = Names()
    return [
        _setup(study, kernel, values, names)
        for kernel in study.kernels
        for values in _combined(study, kernel)
    ]


def _combined(study: KernelStudy, kernel: str) -> Iterator[Values]:
    """What varies for other kernels alone makes no further run of this one."""
    seen: list[Values] = []
    for values in combined(study):
        own = {k: v for k, v in values.items() if k in MACHINE or k.startswith(f"{kernel}.")}
        if own not in seen:
            seen.append(own)
            yield own


def _setup(study: KernelStudy, kernel: str, values: Values, names: Names) -> KernelSetup:
    name = names.own(f"{kernel}-{run_name(values)}")
    ranks = values.get("ranks", 1)
    settings = {**study.settings, **values}
    grid = settings.get(f"{kernel}.{GRID}")
    if grid is not None and prod(map(int, grid.split("x"))) != ranks:
        raise LobattoError(
            f"{study.source.path}: the run {name} has {ranks} ranks and {kernel}.{GRID} is "
            f"'{grid}', expected numbers whose product is {ranks}"
        )
    return KernelSetup(
        name,
        ranks,
        nodes_of(study, values, name),
        kernel,
        settings.get(f"{kernel}.{SIZE}"),
        grid,
        values.get(f"{kernel}.{SIZE}"),
    )
