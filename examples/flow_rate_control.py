"""A PID controller in Python holds the flow rate of a channel by its body force.

    python3 examples/flow_rate_control.py runs/flow-rate

In the end the force must be what plane Poiseuille flow wants for that bulk velocity U between walls
at y = -1 and 1: 3 nu U.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt

NU, TARGET = 0.5, 1.0
CASE = {
    "case": {"name": "flow-rate"},
    "mesh": {
        "order": 5,
        "x": {"range": [0, 1], "elements": 1, "periodic": True},
        "y": {"range": [-1, 1], "elements": 3},
        "z": {"range": [0, 1], "elements": 1, "periodic": True},
    },
    "fluid": {"viscosity": NU},
    "boundary": {"y": "wall"},
    "forcing": {"body": "@push"},
    "time": {"dt": 0.02, "end": 12.0},
}


class Pid:
    """force = P e + I int e dt + D de/dt, of the error e = target - measured."""

    def __init__(self, p: float, i: float, d: float) -> None:
        self.gains = p, i, d
        self.sum = self.last = self.force = 0.0

    def update(self, error: float, dt: float) -> None:
        p, i, d = self.gains
        self.sum += error * dt
        self.force = p * error + i * self.sum + d * (error - self.last) / dt
        self.last = error


def main(out: Path) -> None:
    pid = Pid(2.0, 3.0, 0.05)
    history = []
    # It takes t, so that it is asked at each step.
    with lobatto.Simulation(CASE, out=out, functions={"push": lambda t: (pid.force, 0, 0)}) as sim:
        while sim.end is None:
            report = sim.step()
            bulk = sim.mean("u")
            pid.update(TARGET - bulk, report.dt)
            history.append((sim.time, bulk, pid.force))
        rank = sim.rank
    if rank != 0:
        return
    print(f"force = {pid.force:.6f} exact = {3 * NU * TARGET:.6f} bulk = {bulk:.6f}")
    times, bulks, forces = zip(*history, strict=True)
    figure, axes = plt.subplots(2, sharex=True, layout="constrained")
    axes[0].plot(times, bulks)
    axes[0].axhline(TARGET, color="0.6", linewidth=0.8)
    axes[0].set_ylabel("bulk velocity")
    axes[1].plot(times, forces, color="tab:red")
    axes[1].axhline(3 * NU * TARGET, color="0.6", linewidth=0.8)
    axes[1].set(xlabel="time", ylabel="force of the controller")
    figure.savefig(out / "plots" / "flow_rate.png", dpi=120)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/flow-rate"))
