#!/usr/bin/env python3
"""Steps of a case on four machines joined by slow cables: network namespaces of this machine, one
rank in each, as the tests of `lobatto health` make them. Needs root and Open MPI.

  bench/four_machines.py cases/tgv.toml --rate 1gbit --steps 12 --predict \\
      --variant direct=build/release/lobatto,solver.velocity=tensor-direct \\
      --variant cg=build/release/lobatto,solver.velocity=jacobi-cg

prints the median seconds per step of each variant (a program, and what is set for it), taken in
turn, and what the cables cost over the same without limits; with --predict also what `lobatto
predict` says to the limited cables, by its sum and, where the program has it, by SimGrid. For that
cores are measured on as many ranks as there are cores, and the network between the namespaces.
"""

import argparse
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "python"))
from network_namespaces import NODES, Machines, reason_to_skip

FIRST_STEPS = 3
"""Of lower order, or with tables that are made once."""

N_MACHINES = len(NODES)


@dataclass
class Variant:
    name: str
    program: Path
    sets: list[str]
    free: list[float] = field(default_factory=list)  # seconds of steps
    limited: list[float] = field(default_factory=list)
    iterations: dict[str, list[int]] = field(default_factory=dict)  # of those with limits

    def words(self, command: str, case: Path, common: list[str]) -> list[object]:
        return [self.program, command, case, *(f"--set={key}" for key in [*common, *self.sets])]


def call(words: list[object]) -> None:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")


def run_steps(machines: Machines, words: list[object], folder: Path) -> list[dict]:
    """The records of the steps."""
    call(machines.mpirun(*words, "--out", folder))
    lines = (folder / "steps.jsonl").read_text().splitlines()[FIRST_STEPS:]
    return [json.loads(line) for line in lines]


def limit_all(machines: Machines, rate: str) -> None:
    for a, b in itertools.permutations(NODES, 2):
        machines.limit(a, b, rate)


def measure(machines: Machines, measuring: list[object], folder: Path) -> Path:
    """The machine file of these four machines. Their ranks share the cores of this one: each has
    its part of the rates that a core has. Every pair has a cable: those of a machine together are
    its network, and the links of a dragonfly that has one group and one chassis."""
    n_cores = min(len(os.sched_getaffinity(0)), N_MACHINES)
    cores, network, together = (folder / f"{n}.toml" for n in ("cores", "network", "machines"))
    alone = [shutil.which("mpirun"), "--allow-run-as-root", "-n", n_cores, "--bind-to", "none"]
    call([*alone, *measuring, "--measure", cores])
    call(machines.mpirun(*measuring, "--measure", network))
    of_cores = tomllib.loads(cores.read_text())
    cable = tomllib.loads(network.read_text())["between_nodes"]
    share = n_cores / N_MACHINES
    tables = {
        "machine": {"name": "four machines", "cores_per_node": 1, "nodes": N_MACHINES}
        | {"nodes_per_group": N_MACHINES},
        "core": {name: rate * share for name, rate in of_cores["core"].items()}
        | {"fraction": of_cores["core"]["fraction"]},
        "in_node": of_cores["in_node"],
        "between_nodes": cable | {"bandwidth_gbs": cable["bandwidth_gbs"] * (N_MACHINES - 1)},
        "dragonfly": {"chassis": 1, "routers": N_MACHINES, "nodes": 1}
        | {f"{link}_gbs": cable["bandwidth_gbs"] for link in ("chassis", "group", "between")},
    }
    text = "".join(table_text(f"[{name}]", keys) for name, keys in tables.items())
    text += "".join(table_text("[[region]]", keys) for keys in of_cores["region"])
    together.write_text(text)
    return together


def table_text(head: str, keys: dict) -> str:
    return head + "\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


def predict(variant: Variant, words: list[object], machine: Path) -> dict:
    """The row of the report."""
    report = machine.with_name("report.json")
    words = [*words, "--machine", machine, "--ranks", N_MACHINES, "--json", report]
    usual = {name: round(statistics.mean(n)) for name, n in variant.iterations.items()}
    if any(usual.values()):
        words += ["--iterations", ",".join(f"{name}={max(n, 1)}" for name, n in usual.items())]
    if variant.program.with_name("lobatto_simgrid.so").exists():
        words.append("--simgrid")
    call(words)
    return json.loads(report.read_text())["rows"][0]


def parse_variant(text: str) -> Variant:
    name, _, rest = text.partition("=")
    program, *sets = rest.split(",")
    return Variant(name, Path(program).resolve(), sets)


def note_iterations(variant: Variant, steps: list[dict]) -> None:
    for step in steps:
        for equation, solve in step["solves"].items():
            if solve["iterations"] > 0:
                variant.iterations.setdefault(equation, []).append(solve["iterations"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", type=Path)
    parser.add_argument("--rate", default="1gbit", help="of each cable, as tc writes it")
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--variant", type=parse_variant, action="append", required=True)
    parser.add_argument("--set", action="append", default=[], help="for all variants")
    parser.add_argument("--predict", action="store_true")
    parser.add_argument("--keep", type=Path, help="copy the machine files into this folder")
    arguments = parser.parse_args()
    if reason := reason_to_skip():
        sys.exit(reason)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        machines = Machines(folder)
        try:
            machines.build()
            take_turns(machines, arguments, folder)
            limit_all(machines, arguments.rate)
            take_turns(machines, arguments, folder, limited=True)
            rows = predict_all(machines, arguments, folder) if arguments.predict else {}
        finally:
            machines.remove()
    print_table(arguments.variant, arguments.rate, rows)


def take_turns(
    machines: Machines, arguments: argparse.Namespace, folder: Path, limited: bool = False
) -> None:
    for turn in range(arguments.rounds):
        for variant in arguments.variant:
            words = variant.words("run", arguments.case, arguments.set)
            words += ["--steps", arguments.steps, "--progress", "none"]
            steps = run_steps(machines, words, folder / f"{variant.name}-{limited}-{turn}")
            seconds = variant.limited if limited else variant.free
            seconds += [step["seconds"] for step in steps]
            if limited:
                note_iterations(variant, steps)


def predict_all(machines: Machines, arguments: argparse.Namespace, folder: Path) -> dict[str, dict]:
    """The rows of the reports, by variant; every variant has a machine file of its own, for the
    regions that its solvers run in."""
    rows = {}
    for variant in arguments.variant:
        words = variant.words("predict", arguments.case, arguments.set)
        place = folder / f"{variant.name}-prediction"
        place.mkdir()
        machine = measure(machines, words, place)
        rows[variant.name] = predict(variant, words, machine)
        if arguments.keep:
            arguments.keep.mkdir(exist_ok=True)
            shutil.copy(machine, arguments.keep / f"{variant.name}.toml")
    return rows


def print_table(variants: list[Variant], rate: str, rows: dict[str, dict]) -> None:
    head = f"{'':16}{'no limit':>12}{rate:>12}"
    print(
        head + (f"{'predicted':>12}{'SimGrid':>12}" if rows else "") + "   seconds per step, median"
    )
    for variant in variants:
        numbers = [statistics.median(variant.free), statistics.median(variant.limited)]
        if rows:
            row = rows[variant.name]
            numbers += [row["seconds_per_step"], row.get("simgrid_seconds_per_step", float("nan"))]
        print(f"{variant.name:16}" + "".join(f"{seconds:12.4f}" for seconds in numbers))


if __name__ == "__main__":
    main()
