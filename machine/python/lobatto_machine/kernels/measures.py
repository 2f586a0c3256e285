"""The numbers of a study of kernels: rates of its finished runs, and how they compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from lobatto.errors import Damages
from lobatto.study.ledger import DONE, Entry
from lobatto.study.outliers import stands_out

from lobatto_machine.acceptance.machine import Configuration
from lobatto_machine.acceptance.runs import Answer, KernelRun, read_runs
from lobatto_machine.acceptance.scaling import SAME
from lobatto_machine.kernels.design import KernelSetup
from lobatto_machine.kernels.study import KernelStudy


@dataclass(frozen=True)
class KernelRepeat:
    """One run of a set-up: its name, state, what it measured when it is done, and the answers that
    are wrong where it failed by them."""

    name: str
    entry: Entry
    state: str
    run: KernelRun | None = None
    wrong: tuple[Answer, ...] = ()

    @property
    def ending(self) -> tuple[str, str] | None:
        """(how it ended, why) of a run that did not come to its end; None of others."""
        if self.wrong:
            return "wrong answer", " | ".join(answer.shown for answer in self.wrong)
        return self.entry.ending(self.state)


@dataclass(frozen=True)
class KernelResult:
    """What the repeats of a set-up say together; measured: those that are done, None where none
    is."""

    setup: KernelSetup
    repeats: tuple[KernelRepeat, ...]
    measured: Configuration | None

    @property
    def done(self) -> list[KernelRepeat]:
        """Those whose rates count."""
        return [repeat for repeat in self.repeats if repeat.run is not None]

    @property
    def wrong(self) -> list[Answer]:
        """Of the repeats that failed by them."""
        return [answer for repeat in self.repeats for answer in repeat.wrong]


@dataclass(frozen=True)
class KernelCurve:
    """Results of one kernel that differ in ranks, nodes and grids of ranks; the first is the
    smallest, which the efficiencies refer to: rates per rank over its own, so t0 / t for the same
    work per rank and t0 n0 / (t n) for the same work."""

    label: str
    results: tuple[tuple[KernelSetup, Configuration], ...]

    @property
    def ranks(self) -> list[int]:
        """Of each result."""
        return [setup.ranks for setup, _ in self.results]

    @property
    def efficiencies(self) -> tuple[float, ...]:
        """Of each result."""
        first = self.results[0][1].rate_per_rank
        return tuple(measured.rate_per_rank / first for _, measured in self.results)


def kernel_repeats_of(entries: Mapping[str, Entry], damages: Damages) -> tuple[KernelRepeat, ...]:
    """entries: by the names of the repeats. A run with a damaged file is noted, and counts as one
    that left nothing."""
    found = []
    for name, entry in entries.items():
        repeat = KernelRepeat(name, entry, entry.state)
        with damages.noted():
            repeat = _read(repeat)
        found.append(repeat)
    return tuple(found)


def _read(repeat: KernelRepeat) -> KernelRepeat:
    last = repeat.entry.last
    if last is None or last.exit_code is None or not last.rates.exists():
        return repeat
    (run,) = read_runs(last.rates).runs
    if repeat.state == DONE:
        return replace(repeat, run=run)
    return replace(repeat, wrong=tuple(answer for answer in run.answers if not answer.holds))


def kernel_result_of(setup: KernelSetup, repeats: tuple[KernelRepeat, ...]) -> KernelResult:
    """Of all repeats of a set-up."""
    runs = tuple(repeat.run for repeat in repeats if repeat.run is not None)
    return KernelResult(setup, repeats, Configuration(runs) if runs else None)


def kernel_curves_of(results: Sequence[KernelResult]) -> list[KernelCurve]:
    """Results that are there, by kernel, and by size where that varies; of several on as many
    ranks the fastest first."""
    grouped: dict[str, list[tuple[KernelSetup, Configuration]]] = {}
    for result in results:
        if result.measured is not None:
            label = _label(result.setup)
            grouped.setdefault(label, []).append((result.setup, result.measured))
    return [
        KernelCurve(label, tuple(sorted(group, key=lambda of: (of[0].ranks, of[1].seconds))))
        for label, group in grouped.items()
    ]


def _label(setup: KernelSetup) -> str:
    return setup.kernel if setup.chosen_size is None else f"{setup.kernel} {setup.chosen_size}"


def outlying_passes(result: KernelResult) -> list[tuple[KernelRepeat, float]]:
    """Repeats that stand out, with their time per pass over the median."""
    if result.measured is None:
        return []
    times = np.array([run.seconds for run in result.measured.runs])
    named = np.flatnonzero(stands_out(times))
    return [(result.done[i], float(times[i] / result.measured.seconds)) for i in named]


def kernel_doubts(study: KernelStudy, curves: Sequence[KernelCurve]) -> list[str]:
    """What makes the efficiencies of a kind say something else than they should."""
    found = []
    for curve in curves:
        runs = [measured.first for _, measured in curve.results]
        each = study.kind == "weak"
        amounts = [run.work / run.ranks if each else run.work for run in runs]
        if max(amounts) > (1 + SAME * each) * min(amounts):
            found.append(
                f"The runs of {curve.label} have from {min(amounts):,.0f} to {max(amounts):,.0f} "
                f"{runs[0].unit}s per pass{' and rank' * each}: they do not do the same work."
            )
    return found
