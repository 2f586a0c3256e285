"""A run in time as a layer of PyTorch: what comes out has a gradient with respect to what goes in.

    python3 examples/torch_layer.py runs/torch_layer

A stream carries heat between a cold and a warm wall. `Run` is a torch.autograd.Function of the
initial temperature: its backward pass is the exact gradient of the run. Adam finds the amplitudes
of four waves in the initial temperature behind what was measured at the end. Printed: the misfit
before and after.
"""

import sys

import lobatto
import numpy as np
import torch

STEPS = 20
CASE = {
    "mesh": {
        "order": 5,
        "plane": True,
        "x": {"range": [0, "2*pi"], "elements": 3, "periodic": True},
        "y": {"range": [0, 1], "elements": 1},
        "z": {"range": [0, 1], "elements": 1, "periodic": True},
    },
    "fluid": {"viscosity": 0.05},
    "boundary": {"y": "wall"},
    "scalar": [
        {
            "name": "T",
            "diffusivity": 0.05,
            "initial": "y",
            "boundary": {"y_min": {"value": 0}, "y_max": {"value": 1}},
        }
    ],
    "initial": {"velocity": ["6*y*(1 - y)", "0", "0"]},
    "output": {"fields": {"final": False}, "checkpoint": {"final": False}},
    "time": {"dt": 0.05, "steps": STEPS},
}


class Run(torch.autograd.Function):
    """J of the temperature at the end, as a function of that at the beginning, at all nodes."""

    @staticmethod
    def forward(ctx, initial, sim, objective):
        sim["T"] = initial.detach().numpy()
        sim.begin_anew()
        found = sim.sensitivity(objective, STEPS, progress="none")
        # dJ = integral of g dT = sum of mass g dT
        ctx.save_for_backward(torch.from_numpy(sim.mass * found.initial["T"]))
        return torch.tensor(found.value, dtype=torch.float64)

    @staticmethod
    def backward(ctx, of_value):
        (slope,) = ctx.saved_tensors
        return of_value * slope, None, None


def main(folder: str) -> None:
    with lobatto.Simulation(CASE, out=folder) as sim:
        x, y, _ = (torch.from_numpy(np.array(c)) for c in sim.coordinates)
        waves = [torch.sin(k * torch.pi * y) * torch.cos(m * x) for k in (1, 2) for m in (1, 2)]
        start = sim["T"].copy()
        measured = {}

        def measure(sim, level):
            if level == STEPS:
                measured["T"] = sim["T"].copy()
            return 0, {}

        def misfit(sim, level):
            if level < STEPS:
                return 0, {}
            miss = sim["T"] - measured["T"]
            return 0.5 * sim.integrate(miss**2), {"T": miss}

        def initial(amplitudes):
            return torch.from_numpy(start) + sum(
                a * w for a, w in zip(amplitudes, waves, strict=True)
            )

        truth = torch.tensor([0.4, -0.3, 0.2, 0.1], dtype=torch.float64)
        Run.apply(initial(truth), sim, measure)
        amplitudes = torch.zeros(4, dtype=torch.float64, requires_grad=True)
        optimizer = torch.optim.Adam([amplitudes], lr=0.05)
        values = []
        for _ in range(100):
            optimizer.zero_grad()
            value = Run.apply(initial(amplitudes), sim, misfit)
            value.backward()
            optimizer.step()
            values.append(value.item())
        print(f"misfit {values[0]:.3g} to {values[-1]:.3g}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/torch_layer")
