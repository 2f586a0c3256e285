"""Control of a jet by trial and reward, as reinforcement learning sees a flow: no library for it.

    python3 examples/jet_actuator.py runs/jet-actuator

A disturbance shakes the fluid between two walls; a jet (a force in a spot) answers with an action
for each interval. The environment has `reset` and `step(action) -> observation, reward`; the
reward is less the square of the velocity at a probe. The policy is action = -gain * observation,
and the gain is found by the cross-entropy method: try, keep the best, draw anew around them.
"""

import sys
from pathlib import Path

import lobatto
import matplotlib.pyplot as plt
import numpy as np

CASE = {
    "case": {"name": "jet"},
    "mesh": {
        "order": 4,
        "x": {"range": [0, 2], "elements": 3, "periodic": True},
        "y": {"range": [-1, 1], "elements": 3},
        "z": {"range": [0, 1], "elements": 1, "periodic": True},
    },
    "fluid": {"viscosity": 0.1},
    "boundary": {"y": "wall"},
    "forcing": {"body": "@forces"},
    "output": {"fields": {"final": False}, "checkpoint": {"final": False}},
    "time": {"dt": 0.02, "end": 3.0},
}
PROBE = np.array([[1.0, 0.0, 0.5]])
INTERVAL = 0.06


class Environment:
    """One episode after another of the same flow."""

    def __init__(self, out: Path) -> None:
        self.out, self.n_episodes, self.action = out, 0, 0.0
        self.sim = None

    def forces(self, x, y, t):
        disturbance = 2.0 * np.sin(3 * t) * np.exp(-8 * ((x - 0.6) ** 2 + (y + 0.3) ** 2))
        jet = self.action * np.exp(-8 * ((x - 1.2) ** 2 + (y - 0.3) ** 2))
        return disturbance + jet, 0, 0

    def reset(self) -> float:
        self.close()
        self.action, self.n_episodes = 0.0, self.n_episodes + 1
        folder = self.out / f"episode-{self.n_episodes:03}"
        self.sim = lobatto.Simulation(CASE, out=folder, functions={"forces": self.forces})
        return self.observe()

    def observe(self) -> float:
        """u at the probe, on every rank."""
        mine = PROBE if self.sim.rank == 0 else PROBE[:0]
        return self.sim.sum(float(self.sim.interpolate(mine, "u").sum()))

    def step(self, action: float) -> tuple[float, float, bool]:
        self.action = action
        self.sim.run(until=min(self.sim.time + INTERVAL, CASE["time"]["end"]))
        observation = self.observe()
        return observation, -(observation**2), self.sim.end is not None

    def close(self) -> None:
        if self.sim is not None:
            self.sim.close()


def episode(environment: Environment, gain: float) -> tuple[float, list[float]]:
    """The sum of rewards, and what was observed."""
    observation, total, done, seen = environment.reset(), 0.0, False, []
    while not done:
        observation, reward, done = environment.step(-gain * observation)
        total += reward
        seen.append(observation)
    return total, seen


def main(out: Path) -> None:
    environment = Environment(out)
    rng = np.random.default_rng(3)  # the same on all ranks
    without, calm = episode(environment, 0.0)
    mean, spread = 5.0, 5.0
    for _ in range(4):
        gains = np.abs(rng.normal(mean, spread, 6))
        totals = [episode(environment, gain)[0] for gain in gains]
        best = gains[np.argsort(totals)[-2:]]
        mean, spread = best.mean(), best.std() + 0.2
    total, seen = episode(environment, mean)
    rank = environment.sim.rank
    environment.close()
    if rank != 0:
        return
    print(f"gain = {mean:.3f} reward = {total:.6f} without control = {without:.6f}")
    figure, axes = plt.subplots(layout="constrained")
    times = INTERVAL * np.arange(1, len(seen) + 1)
    axes.plot(times, calm, label="without control")
    axes.plot(times, seen, label=f"gain {mean:.1f}")
    axes.set(xlabel="time", ylabel="u at the probe")
    axes.legend()
    figure.savefig(out / "jet.png", dpi=120)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "runs/jet-actuator"))
