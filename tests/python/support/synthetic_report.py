"""Makes run folders for the report: summary, steps and a profile of MPI with known figures.

Every number follows from few: useful seconds per rank, seconds of the run, counted work. Nothing
here was measured.
"""

import json

import numpy as np
from synthetic import write_run

REGIONS = (
    # name, share, GB/s, GFLOP/s of a rank
    ("advection", 0.25, 4.0, 50.0),
    ("right-hand sides", 0.15, 16.0, 8.0),
    ("pressure solve", 0.40, 8.0, 20.0),
    ("flow rate", 0.05, 0.0, 0.0),
    ("other", 0.15, 0.0, 0.0),
)
PLACES = (
    # path, share, of it with the regions inside; in the order of the program
    ("right-hand sides", 0.05, 0.05),
    ("pressure solve", 0.40, 0.75),
    ("pressure solve/right-hand sides", 0.10, 0.10),
    ("pressure solve/advection", 0.25, 0.25),
    ("flow rate", 0.05, 0.05),
    ("other", 0.15, 0.15),
)
STREAM, PEAK = 20.0, 100.0


def summary_of(ranks=2, points=262144, seconds_per_step=0.01, steps=40, name="tgv"):
    wall = steps * seconds_per_step
    return {
        "case": {"name": name, "file": f"cases/{name}.toml", "overrides": {"time.steps": "40"}},
        "version": "0.1.0",
        "git": "0123456789ab",
        "compiler": "GNU 12.2.0",
        "ranks": ranks,
        "elements": points // 512,
        "order": 7,
        "points": points,
        "steps": steps,
        "wall_s": wall,
        "setup_s": 0.1,
        "seconds_per_step": seconds_per_step,
        "points_per_second_per_rank": points / seconds_per_step / ranks,
        "memory_per_point_bytes": 540.0,
        "stream_gbs": STREAM,
        "peak_gflops": PEAK,
        "bandwidth_efficiency": sum(share * gbs for _, share, gbs, _ in REGIONS) / STREAM,
        "regions": [
            {
                "name": region,
                "seconds": share * wall,
                "seconds_min": (0.9 if ranks > 1 else 1.0) * share * wall,
                "seconds_max": (1.2 if ranks > 1 else 1.0) * share * wall,
                "share": share,
                "gbs": gbs,
                "gflops": gflops,
            }
            for region, share, gbs, gflops in REGIONS
        ],
    }


def tree_of(wall=0.4):
    """The same regions by callers: the right-hand sides have two."""
    rates = {name: {"gbs": gbs, "gflops": gflops} for name, _, gbs, gflops in REGIONS}
    return [
        {
            "path": path,
            "depth": path.count("/"),
            "name": path.split("/")[-1],
            "seconds": share * wall,
            "seconds_min": 0.9 * share * wall,
            "seconds_max": 1.2 * share * wall,
            "share": share,
            "calls": 0 if path == "other" else 40,
            "inclusive_seconds": inclusive * wall,
            **rates[path.split("/")[-1]],
        }
        for path, share, inclusive in PLACES
    ]


def steps_of(steps=40, seconds=0.01):
    return [
        {
            "step": i,
            "time": 0.1 * i,
            "seconds": seconds * (1.5 if i % 10 == 0 else 1.0),
            "solves": {
                "pressure": {"solver": "schwarz-multigrid", "iterations": 3 + i % 2},
                "velocity": {"solver": "tensor-direct", "iterations": 0},
            },
        }
        for i in range(1, steps + 1)
    ]


def profile_of(useful, seconds, steps=40, flops=None, instructions=None, cycles=None, ideal=None):
    """useful: seconds of each rank outside of MPI. Rank r sends to r - 1 and r + 1, round about."""
    ranks = len(useful)
    mpi = [seconds - u for u in useful]
    pairs = sorted({(r, (r + d) % ranks) for r in range(ranks) for d in (-1, 1)} - {(0, 0)})
    rank_from, rank_to = ([pair[i] for pair in pairs] for i in (0, 1))
    wait, reduce = ([part * m for m in mpi] for part in (0.75, 0.25))
    largest = max(useful)
    return {
        "format": "lobatto-mpi-profile",
        "version": 1,
        "ranks": ranks,
        "hosts": [f"node{r // 2}" for r in range(ranks)],
        "steps": steps,
        "seconds": seconds,
        "functions": [
            _function("MPI_Waitall", "wait", 1200, 0, wait, mpi),
            _function("MPI_Allreduce", "collective", 480, 3840, reduce, mpi),
            _function("MPI_Start", "point-to-point", 2400, 9_830_400, [0.0] * ranks, mpi),
        ],
        "regions": [
            {"name": "pressure solve", "functions": [_of_region("MPI_Waitall", 800, 0, wait)]},
            {"name": "diagnostics", "functions": [_of_region("MPI_Allreduce", 480, 3840, reduce)]},
        ],
        "message_sizes": [
            _sizes("point-to-point", 512, 1200, 614_400),
            _sizes("point-to-point", 8192, 1200, 9_216_000),
            _sizes("collective", 8, 480, 3840),
        ],
        "matrix": {
            "rank_from": rank_from,
            "rank_to": rank_to,
            "messages": [1200] * len(pairs),
            "bytes": [4096 * (1 + r) for r in rank_from],
        },
        "useful_seconds": list(useful),
        "mpi_seconds": mpi,
        "counters": {
            "source": "perf_event" if instructions else "counted work",
            "instructions": instructions,
            "cycles": cycles,
            "counted_flops": flops or [1e9 * u for u in useful],
        },
        "pop": {
            "load_balance": float(np.mean(useful)) / largest,
            "communication_efficiency": largest / seconds,
            "serialisation_efficiency": largest / ideal if ideal else None,
            "transfer_efficiency": ideal / seconds if ideal else None,
            "parallel_efficiency": float(np.mean(useful)) / seconds,
            "ideal_seconds": ideal,
            "window": "all steps" if ideal else "no replay",
        },
    }


def _function(name, kind, calls, n_bytes, seconds, mpi):
    return {
        "name": name,
        "kind": kind,
        "calls": calls,
        "bytes": n_bytes,
        "seconds_min": min(seconds),
        "seconds_avg": float(np.mean(seconds)),
        "seconds_max": max(seconds),
        "share": sum(seconds) / sum(mpi) if sum(mpi) else 0.0,
    }


def _of_region(name, calls, n_bytes, seconds):
    mean, most = float(np.mean(seconds)), max(seconds)
    return {
        "name": name,
        "calls": calls,
        "bytes": n_bytes,
        "seconds_avg": mean,
        "seconds_max": most,
    }


def _sizes(kind, size, calls, n_bytes):
    return {
        "kind": kind, "bytes_from": size, "bytes_below": 2 * size, "calls": calls, "bytes": n_bytes,
    }  # fmt: skip


def report_run(folder, profile=None, energy=None, steps=True, tree=None, **of_summary):
    """A run folder. profile: what profile_of makes; energy: the object of summary.json; tree: what
    tree_of makes, None for a run of an older version."""
    summary = summary_of(**of_summary)
    if tree is not None:
        summary["region_tree"] = tree
    if energy is not None:
        summary["energy"] = energy
    write_run(folder, summary, steps_of() if steps else ())
    if profile is not None:
        (folder / "mpi_profile.json").write_text(json.dumps(profile))
    return folder


def scaling_set(folder):
    """Strong scaling on 1, 2 and 4 ranks. Useful seconds over all ranks: 8.0, 8.0, 10.0 for the
    same work; so computation 1, 1, 0.8. Load balance 1, 4/5, 2.5/3; run times 8, 5.5, 4."""
    useful = {1: [8.0], 2: [5.0, 3.0], 4: [3.0, 2.0, 2.0, 3.0]}
    seconds = {1: 8.0, 2: 5.5, 4: 4.0}
    ideal = {1: None, 2: 5.25, 4: 3.2}
    return [
        report_run(
            folder / f"ranks-{ranks}",
            profile_of(useful[ranks], seconds[ranks], ideal=ideal[ranks]),
            ranks=ranks,
            seconds_per_step=seconds[ranks] / 40,
        )
        for ranks in useful
    ]
