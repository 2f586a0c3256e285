"""Ranks of a script that disagree, or leave: the job ends in seconds and says why."""

import os
import re
import subprocess
import sys
import time

import pytest
from processes import family_of, seconds_without_processor
from program import SMALL_DUCT, environment, launched
from scripts import MODULE, needs_module, skip_without_mpi4py

pytestmark = needs_module

LIMIT = 10
"""Seconds that a job may go on once all of its ranks are up, beside those for which one of them,
or the launcher, waits for a processor: a busy machine is no fault of the job."""

PATIENCE = 120
"""Seconds after which a job is ended, and counts as hung."""

# `me` is the rank, known before MPI is; the last one is `odd`.
BEGIN = """
import os, sys, time
import numpy as np
import lobatto

me, n = (int(next(os.environ[key] for key in keys if key in os.environ)) for keys in (
    ("OMPI_COMM_WORLD_RANK", "PMI_RANK"), ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE")))
odd = me == n - 1
LONG = {"time.steps": 1000000, "output.fields.every_steps": 1000000}

open(f"up-{me}", "w").close()

def begin(**more):
    return lobatto.Simulation("duct.toml", **{"out": "out", "set": LONG, **more})
"""


def begin_with(argument, odd, others):
    return f"with begin({argument}={odd} if odd else {others}) as sim: sim.run()"


HOOK = """
@lobatto.every(steps=2)
def hook(sim, report):
    {}

with begin(hooks=[hook]) as sim:
    sim.run()
    print("END", sim.end)
"""
FUNCTION = """
def push(x, t):
    if odd and t > {time}:
        {what}
    return 0, 0, 0

change = {{**LONG, "forcing.flow_rate": None, "forcing.body": "@push"}}
with begin(functions={{"push": push}}, set=change) as sim:
    sim.run()
    print("END", sim.end)
"""
IN_WITH = "with begin() as sim:\n    sim.step()\n    if odd: {}\n    sim.run()\n"
WITHOUT = "sim = begin()\nsim.step()\nif odd: {}\nsim.run()\n"

RANK_0 = "rank 0 is at sim.run()"
# What the last rank does, and what must be said.
CASES = {
    "exception in with": (IN_WITH.format("raise ValueError('alone')"), "ValueError: alone"),
    "exception without with": (WITHOUT.format("raise ValueError('alone')"), "ValueError: alone"),
    "exception before": ("if odd: raise ValueError('alone')\nbegin().run()", "ValueError: alone"),
    "key that is not there": (IN_WITH.format("sim['dye']"), "there is no field 'dye'"),
    "wrong shape": (IN_WITH.format("sim.mean(np.ones(7))"), "expected values at the"),
    "KeyboardInterrupt": (IN_WITH.format("raise KeyboardInterrupt"), "KeyboardInterrupt"),
    "sys.exit in with": (IN_WITH.format("sys.exit(3)"), "SystemExit: 3"),
    "sys.exit without with": (WITHOUT.format("sys.exit(0)"), "has come to the end of its script"),
    "os._exit": (WITHOUT.format("os._exit(0)"), ""),
    "killed": (WITHOUT.format("os.kill(os.getpid(), 9)"), ""),
    "end without run": (
        "sim = begin()\nif not odd: sim.run()",
        "has come to the end of its script",
    ),
    "exception in hook": (HOOK.format("if odd: raise ValueError('alone')"), "ValueError: alone"),
    "exception before mean in hook": (
        HOOK.format("if odd: raise ValueError('alone')\n    sim.mean('u')"),
        "ValueError: alone",
    ),
    "mean on one rank in hook": (HOOK.format("if odd: sim.mean('u')"), "at the end of its hooks"),
    "exit in hook": (HOOK.format("if odd: sys.exit(3)"), "SystemExit: 3"),
    "exception in function": (
        FUNCTION.format(time=0.05, what="raise ValueError('alone')"),
        "ValueError: alone",
    ),
    "exception in function at once": (
        FUNCTION.format(time=-1, what="raise ValueError('alone')"),
        "ValueError: alone",
    ),
    "exit in function": (FUNCTION.format(time=0.05, what="sys.exit(3)"), "SystemExit: 3"),
    "mean in function": (FUNCTION.format(time=0.05, what="sim.mean('u')"), "must not call it"),
    "case": (
        "with lobatto.Simulation('odd.toml' if odd else 'duct.toml', out='out') as sim: sim.run()",
        "the case is not the same on all ranks: in line 3 'order = 4' on rank 0",
    ),
    "case that is missing": (
        "with lobatto.Simulation('none.toml' if odd else 'duct.toml', out='out') as sim: sim.run()",
        "none.toml: No such file",
    ),
    "order": (
        begin_with("set", "{**LONG, 'mesh.order': 5}", "{**LONG, 'mesh.order': 4}"),
        "set is not the same",
    ),
    "steps": (begin_with("set", "{'time.steps': 5}", "{'time.steps': 4}"), "time.steps=4"),
    "out": (
        begin_with("out", "'odd'", "'out'"),
        "out is not the same on all ranks: out on rank 0, odd",
    ),
    "restart": (begin_with("restart", "True", "False"), "restart is not the same"),
    "hooks": (
        begin_with("hooks", "[lobatto.every(steps=2)(lambda sim, report: None)]", "[]"),
        "the list of hooks is not the same on all ranks: nothing on rank 0, <lambda>",
    ),
    "functions": (
        begin_with("functions", "{'f': lambda x: x}", "{'f': lambda y: y}"),
        "f(y) on rank 0, f(x)",
    ),
    "until": ("with begin() as sim: sim.run(until=0.03 if odd else 0.02)", "sim.run(until=0.02)"),
    "user code that is missing": (
        begin_with("set", "{**LONG, 'python.file': 'none.py'}", "{**LONG, 'python.file': 'a.py'}"),
        "no such file of user code",
    ),
    "user code that fails": (
        begin_with("set", "{**LONG, 'python.file': 'bad.py'}", "{**LONG, 'python.file': 'bad.py'}"),
        "ZeroDivisionError",
    ),
    "no simulation": ("if not odd:\n    with begin() as sim: sim.run()", "must call"),
    "no second simulation": (
        "begin(set={'time.steps': 1}).close()\nif not odd: begin(out='other')",
        "has come to the end of its script while rank 0 is at lobatto.Simulation()",
    ),
    "closes early": ("with begin() as sim:\n    if odd: sim.close()\n    sim.run()", RANK_0),
    "leaves with early": ("with begin() as sim:\n    if not odd: sim.run()", RANK_0),
    "checkpoint alone": (IN_WITH.format("sim.write_checkpoint()"), "at sim.write_checkpoint()"),
    "step alone": (IN_WITH.format("sim.step()"), "at sim.step()"),
    "mean alone": (IN_WITH.format("sim.mean('u')"), "at sim.mean()"),
    "other simulation": (
        "a, b = begin(), begin(out='other')\n(b if odd else a).step()",
        "at sim.step() of simulation 2",
    ),
}


def start(script, folder, ranks):
    """Exit code, what was said, and the seconds that it took."""
    (folder / "duct.toml").write_text(SMALL_DUCT)
    (folder / "odd.toml").write_text(SMALL_DUCT.replace("order = 4", "order = 3"))
    (folder / "a.py").write_text("")
    (folder / "bad.py").write_text("import __main__\nif __main__.odd: 1 / 0\n")
    (folder / "script.py").write_text(BEGIN + script)
    found = environment()
    found["PYTHONPATH"] = os.pathsep.join([str(MODULE), found.get("PYTHONPATH", "")])
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(
            launched([sys.executable, "script.py"], ranks),
            cwd=folder, env=found, stdout=said, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            seconds = seconds_of(process, [folder / f"up-{rank}" for rank in range(ranks)])
        finally:
            process.terminate()
            process.wait()
    return process.returncode, (folder / "said").read_text(), seconds


def seconds_of(process, signs):
    """From the moment at which all signs are there until it has ended, as LIMIT counts them."""
    give_up = time.monotonic() + PATIENCE
    waited, begin = {}, None
    while process.poll() is None:
        assert time.monotonic() < give_up, "the job hangs"
        if begin is None and all(sign.exists() for sign in signs):
            waited = {pid: [seconds_without_processor(pid)] for pid in family_of(process.pid)}
            begin = time.monotonic()
        for pid, seconds in waited.items():
            seconds.append(seconds_without_processor(pid))
        time.sleep(0.02)
    longest = max((max(seconds) - seconds[0] for seconds in waited.values()), default=0)
    return 0 if begin is None else time.monotonic() - begin - longest


# Two ranks for each, three where the one that differs is not next to the first.
THREE = ("exception in with", "sys.exit without with", "mean on one rank in hook", "hooks", "until")


@pytest.mark.parametrize(
    ("name", "ranks"), [(name, 2) for name in CASES] + [(name, 3) for name in THREE]
)
def test_ranks_that_disagree_or_leave_end_the_job(tmp_path, name, ranks):
    if name == "no simulation" and "--oversubscribe" not in launched([], ranks):
        pytest.skip("only Open MPI tells a process which other ranks its node has")
    script, words = CASES[name]
    code, said, seconds = start(script, tmp_path, ranks)
    print(f"{seconds:.1f} s\n{said}")
    assert words in said
    assert seconds < LIMIT
    # Ranks that write at the same time write into each other's lines.
    if re.search("END.*(user code failed|blown up)", said, re.DOTALL):
        assert code == 0  # the run has ended, and the script knows
    else:
        assert code != 0
        assert len(re.findall("^Traceback", said, re.MULTILINE)) <= 1, "what is wrong is told once"


MPI4PY = "from mpi4py import MPI\nworld = MPI.COMM_WORLD\n"
# What a rank does that mpi4py has made one, before it has a simulation, and what must be said.
CASES_WITH_MPI4PY = {
    "exception": (CASES["exception before"][0], 2, "ValueError: alone"),
    "exception of the first": ("if not me: raise ValueError('alone')\nbegin()", 2, "ValueError"),
    "exit": ("if odd: sys.exit(3)\nbegin()", 2, "rank 1 has come to the end of its script"),
    "end": ("if not odd: begin()", 3, "rank 2 has come to the end of its script without"),
    "end of the first": ("if odd: begin()", 2, "rank 0 has come to the end of its script without"),
    "exception among some": (
        "half = world.Split(me > 0)\nif odd: raise ValueError('alone')\nif me: begin(comm=half)",
        3,
        "ValueError: alone",
    ),
    "end after a simulation of its own": (
        "begin(comm=MPI.COMM_SELF, out=f'{me}').close()\nif not odd: begin()",
        2,
        "rank 1 has come to the end of its script without",
    ),
}


@pytest.mark.parametrize("name", CASES_WITH_MPI4PY)
def test_a_rank_of_mpi4py_that_never_comes_ends_the_job(tmp_path, name):
    skip_without_mpi4py()
    script, ranks, words = CASES_WITH_MPI4PY[name]
    code, said, seconds = start(MPI4PY + script, tmp_path, ranks)
    print(f"{seconds:.1f} s\n{said}")
    assert words in said and code != 0
    assert seconds < LIMIT
    assert len(re.findall("^Traceback", said, re.MULTILINE)) <= 1, "what is wrong is told once"


def test_a_rank_of_mpi4py_that_nobody_waits_for_ends_no_run(tmp_path):
    skip_without_mpi4py()
    script = "if odd: sys.exit()\nwith begin(comm=MPI.COMM_SELF, set={}) as sim: sim.run()"
    code, said, _ = start(MPI4PY + script, tmp_path, 2)
    assert code == 0, said
    assert (tmp_path / "out" / "summary.json").exists()


TOGETHER = """
with begin() as sim:
    sim.step()
    raise ValueError("together")
"""
CAUGHT = "try:" + TOGETHER.replace("\n", "\n    ") + "\nexcept ValueError: print('CAUGHT')\n"
WITHOUT_WITH = "sim = begin()\nsim.step()\nraise ValueError('together')\n"


@pytest.mark.parametrize("script", [TOGETHER, CAUGHT, WITHOUT_WITH])
def test_an_exception_on_all_ranks_is_that_of_one(tmp_path, script):
    code, said, _ = start(script, tmp_path, 2)
    if script is CAUGHT:
        assert code == 0 and said.count("CAUGHT") == 2 and "Traceback" not in said, said
    else:
        assert code == 1 and said.count("ValueError: together") == 1, said
    assert [file.name for file in (tmp_path / "out" / "checkpoints").glob("*.h5")]
    assert (tmp_path / "out" / "summary.json").exists()
