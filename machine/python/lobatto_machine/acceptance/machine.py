"""A machine as its runs show it: repeats taken together, its sustained performance, and how it
stands against another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from lobatto.errors import LobattoError
from lobatto.wording import counted

from lobatto_machine.acceptance.metrics import (
    capability_improvement,
    geometric_mean,
    sustained_performance,
    weighted_mean,
)
from lobatto_machine.acceptance.runs import Answer, KernelRun, RunFile


@dataclass(frozen=True)
class Configuration:
    """Runs of one kernel of the same size on the same grid of ranks: repeats of each other."""

    runs: tuple[KernelRun, ...]

    @property
    def first(self) -> KernelRun:
        """The one that tells what they have in common."""
        return self.runs[0]

    @property
    def label(self) -> str:
        """halo 64x64x64 on 8 ranks."""
        size = f" {self.size}" if self.size else ""
        ranks = counted(self.first.ranks, "rank")
        return f"{self.first.kernel}{size} on {ranks}"

    @property
    def size(self) -> str:
        """64x64x64, empty where it is not known."""
        return "x".join(map(str, self.first.size))

    @property
    def seconds(self) -> float:
        """Of a pass: the median over the runs of their medians."""
        return float(np.median([run.seconds for run in self.runs]))

    @property
    def rate(self) -> float:
        """Units of work per second, of all ranks together."""
        return self.first.work / self.seconds

    @property
    def rate_per_rank(self) -> float:
        """Units of work per second and rank."""
        return self.rate / self.first.ranks

    @property
    def spread(self) -> float:
        """(slowest - fastest) / median of the runs; NaN of one run."""
        times = [run.seconds for run in self.runs]
        return nan if len(times) < 2 else (max(times) - min(times)) / self.seconds

    @property
    def pass_spread(self) -> float:
        """Half of the passes of a run are within this part of their median; of the worst run."""
        return max(_half_width(run.passes) for run in self.runs)

    @property
    def wrong(self) -> tuple[Answer, ...]:
        """Answers that do not hold, of any run."""
        return tuple(answer for run in self.runs for answer in run.answers if not answer.holds)

    def per_rank(self, amount: float) -> float:
        """Of flops or bytes of a pass, per second and rank."""
        return amount / self.seconds / self.first.ranks

    def median(self, values: Sequence[float]) -> float:
        """Of one value per run; NaN where none is known."""
        known = [value for value in values if value == value]
        return float(np.median(known)) if known else nan


def _half_width(passes: tuple[float, ...]) -> float:
    low, middle, high = np.quantile(passes, (0.25, 0.5, 0.75))
    return float((high - low) / (2 * middle))


@dataclass(frozen=True)
class Machine:
    """All that was measured on it. per: "node", or "rank" where it is not known how many nodes the
    runs had; n_places: nodes, or else ranks, of the whole machine."""

    name: str
    configurations: tuple[Configuration, ...]
    per: str
    n_places: int

    def places_of(self, run: KernelRun) -> float:
        """Nodes of a run, or its ranks."""
        return run.ranks if self.per == "rank" or run.nodes is None else run.nodes

    def rate_per_place(self, configuration: Configuration) -> float:
        """Units of work per second and node, or rank."""
        return configuration.rate / self.places_of(configuration.first)

    @property
    def chosen(self) -> Mapping[str, Configuration]:
        """By kernel: the one that counts for the whole, on most nodes or ranks and of these with
        most work."""
        found: dict[str, Configuration] = {}
        for c in self.configurations:
            best = found.get(c.first.kernel)
            if best is None or self._rank_of(c) > self._rank_of(best):
                found[c.first.kernel] = c
        return found

    def _rank_of(self, configuration: Configuration) -> tuple[float, float]:
        return self.places_of(configuration.first), configuration.first.work

    def sustained(self, kernels: Sequence[str]) -> float:
        """SSP of these kernels."""
        rates = [self.rate_per_place(self.chosen[kernel]) for kernel in kernels]
        return sustained_performance(rates, self.n_places)

    def mean_rate(self, kernels: Sequence[str]) -> float:
        """Geometric mean of the rates per node, or rank, of these kernels."""
        return geometric_mean([self.rate_per_place(self.chosen[kernel]) for kernel in kernels])


def machine_of(files: Sequence[RunFile], nodes: int | None = None) -> Machine:
    """All files together. nodes: of the whole machine; by default what a file says, or else the
    most that a run had."""
    runs = [run for file in files for run in file.runs]
    _check_units(runs)
    groups: dict[tuple[object, ...], list[KernelRun]] = {}
    for run in runs:
        key = run.kernel, run.size, run.ranks, run.nodes, run.ranks_grid, run.work, run.mesh
        groups.setdefault(key, []).append(run)
    configurations = tuple(Configuration(tuple(same)) for same in groups.values())
    if not configurations:
        raise LobattoError(f"{', '.join(str(f.path) for f in files)}: there are no kernels in it")
    firsts = [c.first for c in configurations]
    known = all(run.nodes is not None for run in firsts)
    used = max(int(run.nodes or 0) if known else run.ranks for run in firsts)
    stated = next((file.nodes for file in files if file.nodes is not None), None)
    name = next((f.machine for f in files if f.machine is not None), files[0].path.stem)
    if nodes is not None and not known:
        raise LobattoError(
            f"the nodes of the machine are {nodes}, but not how many the runs in {files[0].path} "
            "had: say --ranks-per-node"
        )
    return Machine(name, configurations, "node" if known else "rank", nodes or stated or used)


def _check_units(runs: Sequence[KernelRun]) -> None:
    first: dict[str, KernelRun] = {}
    for run in runs:
        before = first.setdefault(run.kernel, run)
        if before.unit != run.unit:
            raise LobattoError(
                f"{run.kernel} counts {run.unit}s in {run.source} and {before.unit}s in "
                f"{before.source}: expected files of one version"
            )


@dataclass(frozen=True)
class Improvement:
    """Of a program against the reference: size ratio x speed-up."""

    program: str
    size_ratio: float
    speed_up: float

    @property
    def value(self) -> float:
        """The capability improvement."""
        return capability_improvement(self.size_ratio, self.speed_up)


def common_kernels(machine: Machine, reference: Machine) -> list[str]:
    """Those that both have, in the machine's order."""
    common = [kernel for kernel in machine.chosen if kernel in reference.chosen]
    if not common:
        raise LobattoError(
            f"{machine.name} and the reference {reference.name} have no kernel in common: "
            f"{', '.join(machine.chosen)}; {', '.join(reference.chosen)}"
        )
    for kernel in common:
        here, there = machine.chosen[kernel].first, reference.chosen[kernel].first
        if here.unit != there.unit:
            raise LobattoError(
                f"{kernel} counts {here.unit}s in {here.source} and {there.unit}s in "
                f"{there.source}: the two cannot be compared"
            )
    return common


def improvements(machine: Machine, reference: Machine) -> list[Improvement]:
    """One for each program that both have; parts of a program by their weights."""
    parts: dict[str, list[tuple[Configuration, Configuration]]] = {}
    for kernel in common_kernels(machine, reference):
        here = machine.chosen[kernel]
        parts.setdefault(here.first.program, []).append((here, reference.chosen[kernel]))
    return [
        Improvement(
            program,
            weighted_mean(
                [here.first.work / there.first.work for here, there in pairs],
                [here.first.weight for here, _ in pairs],
            ),
            weighted_mean(
                [there.seconds / here.seconds for here, there in pairs],
                [here.first.weight for here, _ in pairs],
            ),
        )
        for program, pairs in parts.items()
    ]


def mean_improvement(found: Sequence[Improvement]) -> float:
    """The arithmetic mean, as the CI of a machine is stated."""
    return float(np.mean([improvement.value for improvement in found]))
