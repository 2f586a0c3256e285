"""All numbers of an acceptance, as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lobatto.files.outputs import write_json

from lobatto_machine.acceptance.machine import (
    Configuration,
    Machine,
    common_kernels,
    improvements,
    mean_improvement,
)
from lobatto_machine.acceptance.quantities import Measured, sustained_ratio, unit_of_all
from lobatto_machine.acceptance.thresholds import Judgement

MARK = "lobatto acceptance"
"""In every file that an acceptance writes: it may be written over."""


def write_numbers(path: Path, measured: Measured, judgement: Judgement, accepted: bool) -> Path:
    """One object; machine/docs/acceptance.md has its keys."""
    machine, reference = measured.machine, measured.reference
    document: dict[str, Any] = {
        "accepted": accepted,
        "machine": machine.name,
        "per": machine.per,
        "places": machine.n_places,
        "kernels": [_kernel(machine, c) for c in machine.configurations],
        "ssp": _sustained(machine, list(machine.chosen)),
        "scaling": [
            {
                "kernel": curve.kernel,
                "kind": curve.kind,
                "ranks": curve.ranks,
                "seconds": [c.seconds for c in curve.configurations],
                "efficiency": curve.efficiencies,
            }
            for curve in measured.curves
        ],
        "failures": [failure.text for failure in judgement.failures],
        "not_measured": list(judgement.not_measured),
    }
    if reference is not None:
        document["reference"] = _against(machine, reference)
    return write_json(path, document, MARK)


def _kernel(machine: Machine, c: Configuration) -> dict[str, Any]:
    first = c.first
    return {
        "kernel": first.kernel,
        "size": list(first.size),
        "ranks": first.ranks,
        "ranks_grid": list(first.ranks_grid),
        "nodes": first.nodes,
        "runs": [str(run.source) for run in c.runs],
        "update": first.unit,
        "seconds": c.seconds,
        "seconds_of_runs": [run.seconds for run in c.runs],
        "rate": c.rate,
        "rate_per_rank": c.rate_per_rank,
        "rate_per_place": machine.rate_per_place(c),
        "stream_fraction": c.median([run.stream_fraction for run in c.runs]),
        "peak_fraction": c.median([run.peak_fraction for run in c.runs]),
        "spread": c.spread,
        "pass_spread": c.pass_spread,
        "wrong": [answer.name for answer in c.wrong],
    }


def _sustained(machine: Machine, kernels: Sequence[str]) -> dict[str, Any]:
    return {
        "unit": unit_of_all(machine),
        "kernels": list(kernels),
        "rates_per_place": [machine.rate_per_place(machine.chosen[k]) for k in kernels],
        "geometric_mean": machine.mean_rate(kernels),
        "sustained": machine.sustained(kernels),
    }


def _against(machine: Machine, reference: Machine) -> dict[str, Any]:
    common = common_kernels(machine, reference)
    found = improvements(machine, reference)
    return {
        "machine": reference.name,
        "per": reference.per,
        "places": reference.n_places,
        "ssp": _sustained(reference, common),
        "ssp_ratio": sustained_ratio(machine, reference),
        "improvements": [
            {
                "program": i.program,
                "size_ratio": i.size_ratio,
                "speed_up": i.speed_up,
                "improvement": i.value,
            }
            for i in found
        ],
        "improvement": mean_improvement(found),
    }
