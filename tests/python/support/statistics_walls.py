"""Channels and ducts with known averages, for the tests of statistics."""

import numpy as np
from synthetic_statistics import write_statistics

TWO_PI = np.linspace(0, 2 * np.pi, 4)
WALLS = np.array([-1, -0.6, 0.6, 1])
NU = 0.02
CASE = '[case]\nname = "synthetic"\n[forcing]\nflow_rate = 1.0\n'


def still(*names):
    return {name: lambda x, y, z: 0 * (x + y + z) for name in names}


def channel_fields(stress=0.0, phase=0.0):
    """Along x between walls at y = -1 and 1: U and a shear stress that balance a force 0.1.

    <u'v'> = stress * y (1 - y^2), odd as it must be, made by u' = s(y) sin z, v' = c(y) sin z with
    s c / 2 = <u'v'>, and U' = (<u'v'> - 0.1 y) / nu, so nu U' - <u'v'> = - 0.1 y.
    """
    profile = (0.05 * 1 - stress * (1 / 2 - 1 / 4)) / NU

    def u(x, y, z):
        mean = profile - (0.05 * y**2 - stress * (y**2 / 2 - y**4 / 4)) / NU
        return mean + (1 - y**2) * np.sin(z + phase) + 0 * x

    def v(x, y, z):
        return 2 * stress * y * np.sin(z + phase) + 0 * x

    return {"u": u, "v": v, **still("w"), "p": lambda x, y, z: np.cos(z + phase) * y + 0 * x}


def write_channel(path, stress=0.06, ticks=WALLS, **more):
    arguments = {
        "average": ("x", "z"),
        "walls": ("y",),
        "direction": "x",
        "force": 0.1,
        "viscosity": NU,
        "case": CASE,
        "order": 7,
    } | more
    box = (TWO_PI, ticks, TWO_PI)
    return write_statistics(path, box, [channel_fields(stress)], **arguments)


def stream(x, y):
    """psi with eight cells: odd in x, in y, and under their exchange."""
    return 0.05 * x * y * (y**2 - x**2) * ((1 - x**2) * (1 - y**2)) ** 2


def duct_velocity(x, y, z):
    """u = d psi / dy, v = - d psi / dx by complex steps, w with the bulk velocity 1."""
    step = 1e-20
    u = stream(x + 0j, y + 1j * step).imag / step
    v = -stream(x + 1j * step, y + 0j).imag / step
    return u + 0 * z, v + 0 * z, 2.25 * (1 - x**2) * (1 - y**2) + 0 * z


def duct_fields(amplitude=0.1, phase=0.0, tilt=0.0):
    """Along z, symmetric but for tilt; fluctuations that are the same in all octants."""

    def component(i):
        def value(x, y, z):
            wave = amplitude * (1 - x**2) * (1 - y**2) * np.sin(z + phase + i)
            turned = (x, y, 1.0)[i] * wave
            return duct_velocity(x, y, z)[i] + turned + tilt * x * (1 - x**2) * (1 - y**2)

        return value

    pressure = {"p": lambda x, y, z: x**2 + y**2 + 0.1 * np.cos(z + phase)}
    return {**{name: component(i) for i, name in enumerate("uvw")}, **pressure}


def write_duct(path, samples=None, ticks=WALLS, **more):
    arguments = {"force": 0.03, "viscosity": NU, "order": 10, "case": CASE} | more
    box = (ticks, ticks, TWO_PI)
    return write_statistics(path, box, samples or [duct_fields()], **arguments)
