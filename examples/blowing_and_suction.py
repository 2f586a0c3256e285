"""A wall that blows and sucks against a jet, by the slope of a run at a boundary and L-BFGS.

    python3 examples/blowing_and_suction.py runs/blowing_and_suction

A jet through the upper wall of a channel disturbs the stream. The lower wall blows and sucks with a
steady profile, whose amplitudes at seven places L-BFGS finds: the flow behind the jet is to be that
without it. One run in time gives the misfit and its exact slope at every node of the wall. Printed:
the misfit without control and with the best, and the part of the jet's fluid that the wall takes.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

STEPS = 100
PLACES = np.linspace(0.5, 2.0, 7)
CASE = {
    "mesh": {
        "order": 5,
        "plane": True,
        "x": {"range": [0, 4], "elements": 8},
        "y": {"range": [0, 1], "elements": 2},
        "z": {"range": [0, 1], "elements": 1, "periodic": True},
    },
    "fluid": {"viscosity": 0.02},
    "boundary": {
        "x_min": {"velocity": ["4*y*(1 - y)", "0", "0"]},
        "x_max": {"pressure": 0, "damp_backflow": False},
        "y_min": {"velocity": "@wall"},
        "y_max": {"velocity": "@jet"},
    },
    "initial": {"velocity": ["4*y*(1 - y)", "0", "0"]},
    "output": {"fields": {"final": False}, "checkpoint": {"final": False}},
    "time": {"dt": 0.02, "steps": STEPS},
}


def jet_at(x: np.ndarray) -> np.ndarray:
    return -0.4 * np.exp(-30 * (x - 1) ** 2)


def shape(k: int, x: np.ndarray) -> np.ndarray:
    """What place k blows per amplitude; nothing at the corners."""
    return np.exp(-30 * (x - PLACES[k]) ** 2) * np.tanh(10 * x)


def jet(x):
    return 0 * x, jet_at(x), 0 * x


class Channel:
    """The run, and its misfit as a function of the amplitudes."""

    def __init__(self, folder: str) -> None:
        self.amplitudes = np.zeros(PLACES.size)
        self.sim = lobatto.Simulation(CASE, out=folder, functions={"wall": self.wall, "jet": jet})
        x, y, _ = self.sim.coordinates
        self.aim = 4 * y * (1 - y)
        self.weight = 0.5 * (1 + np.tanh(6 * (x - 1.6)))
        self.shapes = [shape(k, x) for k in range(PLACES.size)]

    def wall(self, x, t):  # of t, so that it is asked anew in every step
        v = sum(a * shape(k, x) for k, a in enumerate(self.amplitudes))
        return 0 * x, v, 0 * x

    def misfit(self, sim: lobatto.Simulation, level: int):
        if level < STEPS // 2:
            return 0, {}
        misses = {"u": sim["u"] - self.aim, "v": sim["v"].copy()}
        value = 0.5 * sum(sim.integrate(self.weight * miss**2) for miss in misses.values())
        return value, {name: self.weight * miss for name, miss in misses.items()}

    def value_and_gradient(self, amplitudes: np.ndarray) -> tuple[float, np.ndarray]:
        self.amplitudes = np.array(amplitudes)
        self.sim.begin_anew()
        found = self.sim.sensitivity(self.misfit, STEPS, progress="none")
        slope = found.boundary["y_min"]["v"]
        return found.value, np.array([self.sim.integrate(slope * s, "y_min") for s in self.shapes])


def main(folder: str) -> None:
    channel = Channel(folder)
    with channel.sim as sim:
        without = channel.value_and_gradient(np.zeros(PLACES.size))[0]
        best = minimize(
            channel.value_and_gradient,
            np.zeros(PLACES.size),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": 15},
        )
        channel.amplitudes = best.x
        blown = sum(a * s for a, s in zip(best.x, channel.shapes, strict=True))
        jet_there = jet_at(sim.coordinates[0])
        taken = sim.integrate(blown, "y_min") / sim.integrate(jet_there, "y_max")
        if sim.rank != 0:
            return
        x = np.linspace(0, 4, 400)
        print(f"misfit {without:.4g} to {best.fun:.4g} in {best.nit} iterations")
        print(f"taken {taken:.3f} of the jet")
        figure, axes = plt.subplots(layout="constrained")
        axes.plot(x, jet_at(x), label="jet, upper wall")
        axes.plot(x, channel.wall(x, 0)[1], label="best, lower wall")
        axes.set(xlabel="x", ylabel="velocity along y")
        axes.legend()
        figure.savefig(Path(folder) / "blowing_and_suction.png", dpi=130)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/blowing_and_suction")
