"""All numbers of a study of kernels, as CSV and as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lobatto.files.outputs import write_json, write_table
from lobatto.study.telling import MARK

from lobatto_machine.kernels.measures import KernelCurve, KernelResult, outlying_passes
from lobatto_machine.kernels.study import KernelStudy
from lobatto_machine.kernels.tables import efficiency_by_run


def write_kernel_csv(
    path: Path, study: KernelStudy, results: Sequence[KernelResult], curves: Sequence[KernelCurve]
) -> Path:
    """A row for each set-up that has finished runs."""
    efficiencies = efficiency_by_run(curves)
    rows = [_numbers(result, efficiencies) for result in results if result.measured is not None]
    cells = [
        ["x".join(map(str, v)) if isinstance(v, tuple) else v for v in row.values()] for row in rows
    ]
    return write_table(path, list(rows[0]), cells, f"the study {study.name}", MARK)


def write_kernel_numbers(
    path: Path, study: KernelStudy, results: Sequence[KernelResult], curves: Sequence[KernelCurve]
) -> Path:
    """The same with each repeat, and what went wrong."""
    efficiencies = efficiency_by_run(curves)
    repeats = [repeat for result in results for repeat in result.repeats]
    endings = [(repeat, repeat.ending) for repeat in repeats if repeat.ending is not None]
    document = {
        "study": study.name,
        "kind": study.kind,
        "kernels": list(study.kernels),
        "seconds": study.seconds,
        "results": [
            {
                **_numbers(result, efficiencies),
                "seconds_per_pass_of_repeats": [run.seconds for run in result.measured.runs],
                "outlying": [repeat.name for repeat, _ in outlying_passes(result)],
            }
            for result in results
            if result.measured is not None
        ],
        "failed": [
            {
                "run": repeat.name,
                "how": ending[0],
                "last_lines": ending[1],
                "wrong": [answer.name for answer in repeat.wrong],
            }
            for repeat, ending in endings
            if ending is not None
        ],
        "states": {repeat.name: repeat.state for repeat in repeats},
    }
    return write_json(path, document, MARK)


def _numbers(result: KernelResult, efficiencies: dict[str, float]) -> dict[str, Any]:
    """Of a set-up with finished runs; fractions of 1."""
    setup, measured = result.setup, result.measured
    assert measured is not None
    first = measured.first
    return {
        "run": setup.name,
        "kernel": setup.kernel,
        "ranks": setup.ranks,
        "nodes": setup.nodes,
        "size": first.size,
        "ranks_grid": first.ranks_grid,
        "update": first.unit,
        "updates": first.work,
        "repeats_done": len(measured.runs),
        "seconds_per_pass": measured.seconds,
        "rate": measured.rate,
        "rate_per_rank": measured.rate_per_rank,
        "efficiency": efficiencies[setup.name],
        "stream_fraction": measured.median([run.stream_fraction for run in measured.runs]),
        "peak_fraction": measured.median([run.peak_fraction for run in measured.runs]),
        "spread": measured.spread,
        "pass_spread": measured.pass_spread,
        "answers": sum(len(run.answers) for run in measured.runs),
    }
