"""All numbers of a study, as CSV and as JSON."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lobatto.files.outputs import write_json, write_table
from lobatto.report import pop
from lobatto.report.tables import measured
from lobatto.study.case_study import CaseStudy
from lobatto.study.measures import Curve, Repeat, Result, bad_endings, outlying
from lobatto.study.telling import MARK


def write_csv(path: Path, study: CaseStudy, curves: Sequence[Curve]) -> Path:
    """A row for each set-up that has finished runs."""
    rows = [_numbers(study, result, e) for result, e in _results(curves)]
    columns = list(rows[0]) + [f"set:{key}" for key in _set_keys(curves)]
    cells = []
    for row, (result, _) in zip(rows, _results(curves), strict=True):
        chosen = [result.setup.settings.get(key) for key in _set_keys(curves)]
        cells.append([*row.values(), *chosen])
    return write_table(path, columns, cells, f"the study {study.name}", MARK)


def write_numbers(
    path: Path, study: CaseStudy, curves: Sequence[Curve], repeats: Sequence[Repeat]
) -> Path:
    """The same with each repeat, the efficiencies of POP, and what went wrong."""
    document = {
        "study": study.name,
        "kind": study.kind,
        "case": str(study.case),
        "steps": study.steps,
        "end": study.end,
        "results": [
            {
                **_numbers(study, result, efficiency),
                "set": dict(result.setup.settings),
                "seconds_per_step_of_repeats": [r.seconds_per_step for r in result.records],
                "outlying": [repeat.name for repeat, _ in outlying(result)],
            }
            for result, efficiency in _results(curves)
        ],
        "pop": [row for curve in curves for row in _pop(curve)],
        "failed": [
            {"run": repeat.name, "how": how, "last_lines": words}
            for repeat, how, words in bad_endings(repeats)
        ],
        "states": {repeat.name: repeat.state for repeat in repeats},
    }
    return write_json(path, document, MARK)


def _results(curves: Sequence[Curve]) -> list[tuple[Result, float]]:
    return [of for curve in curves for of in zip(curve.results, curve.efficiencies, strict=True)]


def _set_keys(curves: Sequence[Curve]) -> list[str]:
    return list(
        dict.fromkeys(key for result, _ in _results(curves) for key in result.setup.settings)
    )


def _numbers(study: CaseStudy, result: Result, efficiency: float) -> dict[str, Any]:
    """Seconds, nanoseconds, hours, joules as the names say; NaN where something is not known."""
    hours = result.setup.nodes / result.simulated / 3600
    nan = float("nan")
    watts = study.cost.watts_per_node or nan
    price = study.cost.price_per_node_hour or nan
    return {
        "run": result.setup.name,
        "ranks": result.ranks,
        "nodes": result.setup.nodes,
        "order": result.order,
        "points": result.points,
        "points_per_rank": result.points / result.ranks,
        "repeats_done": len(result.records),
        "steps": result.records[0].n_steps,
        "seconds_per_step": result.step,
        "seconds_per_step_deviation": result.spread,
        "seconds_per_step_5_percent": result.low,
        "seconds_per_step_95_percent": result.high,
        "ns_per_point_and_step": result.nanoseconds,
        "core_ns_per_point_and_step": result.core_nanoseconds,
        "efficiency": efficiency,
        "memory_per_rank_bytes": result.memory_per_rank,
        "setup_seconds": result.setup_seconds,
        "simulated_time_per_second": result.simulated,
        "accuracy": result.accuracy,
        "node_hours": result.node_hours,
        "node_hours_per_unit_of_time": hours,
        "kwh_per_unit_of_time": hours * watts / 1e3,
        "price_per_unit_of_time": hours * price,
        "joules_per_step": result.setup.nodes * watts * result.step,
        "measured_joules": _measured_joules(result),
    }


def _measured_joules(result: Result) -> float:
    """Mean over the repeats that measured it."""
    found = [r.energy.joules for r in result.records if r.energy and r.energy.joules]
    return sum(found) / len(found) if found else float("nan")


def _pop(curve: Curve) -> list[dict[str, Any]]:
    profiled = [(r, p) for result in curve.results for r in result.records if (p := r.profile)]
    if not profiled:
        return []
    reference = measured(*profiled[0])
    rows = []
    for run, profile in profiled:
        found = pop.efficiencies(measured(run, profile), reference)
        rows.append(
            {
                "run": run.label,
                "global": found.overall,
                "parallel": found.parallel,
                "load_balance": found.load_balance,
                "communication": found.communication,
                "serialisation": profile.serialisation,
                "transfer": profile.transfer,
                "computation": found.computation,
                **{factor.name: factor.value for factor in found.factors},
            }
        )
    return rows
