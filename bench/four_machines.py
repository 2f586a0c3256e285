#!/usr/bin/env python3
"""Steps of a case on four machines joined by slow cables: network namespaces of this machine, one
rank in each, as the tests of `lobatto health` make them. Needs root and Open MPI.

  bench/four_machines.py cases/tgv.toml --rate 1gbit --steps 12 \\
      --variant condensed=build/release/lobatto \\
      --variant iterative=build/release/lobatto,solver.pressure=schwarz-multigrid

prints the median seconds per step of each variant (a program, and what is set for it), taken in
turn, and what the cables cost over the same without limits.
"""

import argparse
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "python"))
from network_namespaces import NODES, Machines, reason_to_skip

FIRST_STEPS = 3
"""Of lower order, or with tables that are made once."""


def seconds_of_steps(machines: Machines, words: list[object], folder: Path) -> list[float]:
    done = subprocess.run(machines.mpirun(*words, "--out", folder), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
    lines = (folder / "steps.jsonl").read_text().splitlines()[FIRST_STEPS:]
    return [json.loads(line)["seconds"] for line in lines]


def limit_all(machines: Machines, rate: str) -> None:
    for a, b in itertools.permutations(NODES, 2):
        machines.limit(a, b, rate)


def variant(text: str) -> tuple[str, Path, list[str]]:
    name, _, rest = text.partition("=")
    program, *sets = rest.split(",")
    return name, Path(program).resolve(), sets


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("case", type=Path)
    parser.add_argument("--rate", default="1gbit", help="of each cable, as tc writes it")
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--variant", type=variant, action="append", required=True)
    parser.add_argument("--set", action="append", default=[], help="for all variants")
    arguments = parser.parse_args()
    if reason := reason_to_skip():
        sys.exit(reason)

    seconds: dict[tuple[str, str | None], list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        machines = Machines(Path(name))
        try:
            machines.build()
            for limit in (None, arguments.rate):
                if limit:
                    limit_all(machines, limit)
                for turn in range(arguments.rounds):
                    for label, program, sets in arguments.variant:
                        words = [program, "run", arguments.case, "--steps", arguments.steps]
                        words += ["--progress", "none"]
                        words += [f"--set={key}" for key in [*arguments.set, *sets]]
                        out = Path(name) / f"{label}-{limit}-{turn}"
                        seconds.setdefault((label, limit), [])
                        seconds[label, limit] += seconds_of_steps(machines, words, out)
        finally:
            machines.remove()
    print(f"{'':16}{'no limit':>12}{arguments.rate:>12}   seconds per step, median")
    for label, _, _ in arguments.variant:
        free, limited = (statistics.median(seconds[label, r]) for r in (None, arguments.rate))
        print(f"{label:16}{free:12.4f}{limited:12.4f}")


if __name__ == "__main__":
    main()
