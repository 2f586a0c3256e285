"""Keys of Neko that a case file does not have, and why."""

import re
from collections.abc import Mapping

from lobatto.importing.neko_document import Leaf

_SOLVER = "solvers and preconditioners are chosen by [solver], and the defaults serve"
_RESIDUAL = "tolerances there are absolute; those of [solver] are parts of the right-hand side"
_STEP = "the length of steps follows time.cfl by a rule of its own"
NO_NEED: Mapping[str, str] = {
    "version": "keys of all versions from 0.5 on are known",
    "output_boundary": "lobatto mesh lists the boundaries",
    "output_partitions": "fields know their rank, and lobatto mesh what a partition costs",
    "output_directory": "runs go to runs/NAME, or to --output",
    "output_filename": "files have the name of the case",
    "output_format": "output.fields.format has vtkhdf and nek5000",
    "output_layout": "field files are one file",
    "load_balance": "mesh.partitioner = auto serves",
    "load_balancing": "mesh.partitioner = auto serves",
    "checkpoint_filename": "checkpoints have the name of the case",
    "checkpoint_format": "checkpoints have one format",
    "mesh2mesh_tolerance": "restart.interpolate finds its points by a tolerance of its own",
    "tolerance": "restart.interpolate finds its points by a tolerance of its own",
    "no_defaults": "defaults stand in the manual",
    "type": _SOLVER,
    "preconditioner": _SOLVER,
    "monitor": "run.log and steps.jsonl have what solvers did",
    "absolute_tolerance": _RESIDUAL,
    "relative_tolerance": _RESIDUAL,
    "projection_hold_steps": "guesses are improved from the first step on",
    "projection_reorthogonalize_basis": "guesses are kept orthogonal",
    "strict_convergence": "several solves that need too many iterations end the run",
    "full_stress_formulation": "where the viscosity varies, the whole stress is taken by itself",
    "nut_field": "an eddy viscosity acts on the flow and all scalars",
    "nut_dependency": "an eddy viscosity acts on the flow and all scalars",
    "alphat_field": "an eddy viscosity acts on the flow and all scalars",
    "cfl_max_update_frequency": _STEP,
    "cfl_running_avg_coeff": _STEP,
    "max_dt_increase_factor": _STEP,
    "min_dt_decrease_factor": _STEP,
    "max_update_frequency": _STEP,
    "running_avg_coeff": _STEP,
    "max_dt_ratio": _STEP,
    "cfl_deviation_tolerance": _STEP,
    "runtime_statistics": "lobatto report has the time of each region",
    "name": "it is named nowhere else",
    "target_cfl": "time.dt is constant",
    "max_timestep": "time.dt is constant",
    "checkpoint_control": "there are no checkpoints to control",
    "checkpoint_value": "there are no checkpoints to control",
    "start_time": "runs begin at 0, or with the time of their restart",
}
"""By the last part of the key."""
OPEN: Mapping[str, str] = {
    "point_zones": "a region: conditions on x, y and z in expressions serve",
    "oifs": "steps along characteristics are case.numerics.oifs: time.splitting",
    "gradient_jump_penalty": "a penalty on jumps of the gradient; [filter] damps instead",
    "Ra": "a number for user code",
    "Pr": "a number for user code",
}


def reason(leaf: Leaf) -> tuple[bool, str]:
    """Whether nothing is missing without a value, and why."""
    parts = re.findall(r"[^.\[\]]+", leaf.path)
    if any(part.startswith("_") for part in parts):
        return True, "a comment"
    for part in parts:
        if part in ("point_zones", "gradient_jump_penalty", "oifs"):
            is_off = part == "oifs" and leaf.value is False
            return is_off, "off" if is_off else OPEN[part]
        if part == "runtime_statistics":
            return True, NO_NEED[part]
    inside_solver = any(part.endswith("solver") or part == "preconditioner" for part in parts[:-1])
    if inside_solver and parts[-1] not in NO_NEED:
        return True, _SOLVER
    if parts[-1] == "type" and not inside_solver:
        return False, "this importer does not know the key"
    if parts[-1] in NO_NEED and parts[-1] not in ("Ra", "Pr"):
        return True, NO_NEED[parts[-1]]
    return False, OPEN.get(parts[-1], "this importer does not know the key: user code may read it")
