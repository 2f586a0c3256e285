"""Small runs that are stopped, killed and gone on with, and what tells two of them apart."""

import json
import os
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from processes import cpu_seconds_of, ranks_of
from program import BESIDE_OTHERS, PATIENCE, command_of, environment, lobatto

# All that has a memory: flow rate, scalar, step from the CFL number, statistics in windows.
DUCT = """
[mesh]
order = 4
x = { range = [-0.5, 0.5], elements = 2 }
y = { range = [-0.5, 0.5], elements = 3 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
reynolds = 100
[boundary]
x = "wall"
y = "wall"
[forcing]
flow_rate = 1.0
[initial]
velocity = ["0.1*sin(2*pi*z)*(1 - 4*x^2)", "0.1*cos(2*pi*z)*x", "2*(1 - 4*x^2)*(1 - 4*y^2)"]
[[scalar]]
name = "temperature"
prandtl = 1
source = "w"
boundary = { x = { value = "0" }, y = "insulated" }
[time]
cfl = 0.3
max_dt = 0.02
steps = 20
[output]
fields = { every_steps = 10, final = false }
[statistics]
every_steps = 2
average = ["z"]
quantities = "basic"
window = 0.08
"""

ITERATIVE = (
    "--set", "solver.pressure=schwarz-multigrid", "--set", "solver.velocity=jacobi-cg",
    "--set", "solver.projection=3", "--set", "scalar[0].solver=jacobi-cg",
)  # fmt: skip
"""Arguments that choose the solvers which remember recent solutions."""

LAUNCHER_PATIENCE = 60
"""Seconds that a launcher has to notice that all of its ranks are dead."""


def write_case(folder, text=DUCT):
    path = folder / "duct.toml"
    path.write_text(text)
    return path


def run(case, out, *arguments, ranks=None, code=0):
    """Runs to the end and returns what the program printed, both streams."""
    done = lobatto("run", case, "--out", out, "--progress", "none", *arguments, ranks=ranks)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def steps_of(out):
    """The lines of steps.jsonl, without the seconds that they took; a last one that is still being
    written is left out."""
    record = out / "steps.jsonl"
    lines = record.read_text().splitlines(keepends=True) if record.exists() else []
    steps = [json.loads(line) for line in lines if line.endswith("\n")]
    return [{key: value for key, value in step.items() if key != "seconds"} for step in steps]


def newest_step_of(out):
    """Of the last whole line of steps.jsonl, without the many before it; 0: none."""
    record = out / "steps.jsonl"
    if not record.exists():
        return 0
    with record.open("rb") as file:
        file.seek(max(0, record.stat().st_size - 5000))
        whole = file.read().split(b"\n")[:-1]
    return json.loads(whole[-1])["step"] if whole else 0


def checkpoints_of(out):
    """Every complete file, oldest first."""
    return sorted((out / "checkpoints").glob("checkpoint_*.h5"))


def newest_checkpoint(out):
    """All files of it."""
    files = checkpoints_of(out)
    return [file for file in files if step_of(file) == step_of(files[-1])]


def step_of(checkpoint):
    return int(checkpoint.name.split(".")[0].removeprefix("checkpoint_"))


def differences(one, other):
    """What two run folders do not have in common, but for the time that it took: fields by their
    bytes, statistics and the newest checkpoint by all that is in them, steps.jsonl likewise."""
    names = {
        str(path.relative_to(folder))
        for folder in (one, other)
        for path in [*folder.glob("fields/*"), *folder.glob("stats/*"), *newest_checkpoint(folder)]
    }
    different = [
        name
        for name in sorted(names)
        if not (one / name).exists()
        or not (other / name).exists()
        or content_of(one / name) != content_of(other / name)
    ]
    return different + (["steps.jsonl"] if steps_of(one) != steps_of(other) else [])


def content_of(path):
    """The bytes; of an HDF5 file with times of its own in it, those of all values and attributes,
    compressed ones as they are stored, without what --set said to the run that wrote it and the
    rates that it has measured."""
    if path.suffix != ".h5":
        return path.read_bytes()
    content = {}

    def add(name, thing):
        if name in ("provenance/overrides", "provenance/solvers"):
            return
        content[name] = [(key, np.asarray(value).tobytes()) for key, value in thing.attrs.items()]
        if not isinstance(thing, h5py.Dataset):
            return
        content[name] += [thing.shape, thing.dtype]
        if "32004" in thing._filters:
            n_chunks = thing.id.get_num_chunks()
            places = [thing.id.get_chunk_info(i).chunk_offset for i in range(n_chunks)]
            content[name] += [thing.id.read_direct_chunk(place) for place in places]
        else:
            content[name].append(np.asarray(thing[()]).tobytes())

    with h5py.File(path) as file:
        add("/", file)
        file.visititems(add)
    return content


def final_fields(out):
    """Of the last field file: name -> values."""
    with h5py.File(max((out / "fields").glob("*.vtkhdf"))) as file:
        return {name: values[:] for name, values in file["Lobatto/fields"].items()}


def _heed_hang_ups():
    """Where the tests themselves were started by nohup, too."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Started:
    """A run that goes on while the test does something to it; its output goes to `said`."""

    def __init__(
        self, case, out, *arguments, ranks=None, said=None, launcher_options=BESIDE_OTHERS
    ):
        self.out = out
        self._n_ranks = ranks or 1
        self._text = said or out.with_name(out.name + ".output")
        words = command_of(
            "run", case, "--out", out, "--progress", "none", *arguments,
            ranks=ranks, launcher_options=launcher_options,
        )  # fmt: skip
        with self._text.open("w") as text:
            self._process = subprocess.Popen(
                words, stdout=text, stderr=subprocess.STDOUT, env=environment(),
                preexec_fn=_heed_hang_ups,
            )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        if self.is_running():
            self.kill()

    @property
    def said(self):
        return self._text.read_text()

    def is_running(self):
        return self._process.poll() is None

    def wait_until(self, condition, what):
        """Until condition() is true; fails when the run ends before, or hangs."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if not self.is_running() and not condition():
                pytest.fail(f"the run ended before {what}: {self.said}")
            if time.monotonic() > end:
                pytest.fail(f"waited in vain for {what}: {self.said}")
            time.sleep(0.0005)

    def wait_for_step(self, step):
        self.wait_until(lambda: newest_step_of(self.out) >= step, f"step {step}")

    def ranks(self):
        """The processes of the program itself, not of the launcher; empty until all are there."""
        if not self.is_running():
            return []
        pids = ranks_of(self._process.pid)
        return pids if len(pids) == self._n_ranks else []

    def cpu_seconds(self):
        """What all ranks have worked so far."""
        return sum(cpu_seconds_of(pid) for pid in self.ranks())

    def signal(self, number, only_first=False):
        for pid in self.ranks()[: 1 if only_first else None]:
            os.kill(pid, number)

    def kill(self):
        """kill -9, all ranks at a time, or nearly so; then the launcher, where it does not end by
        itself: one whose ranks die while it starts them may wait for ever."""
        self.wait_until(lambda: self.ranks() or not self.is_running(), "its ranks")
        self.signal(signal.SIGKILL)
        try:
            self._process.wait(timeout=LAUNCHER_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(timeout=PATIENCE)

    def wait(self):
        """The exit code."""
        return self._process.wait(timeout=PATIENCE)
