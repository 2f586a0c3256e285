"""The names of gathered averages, and what they are as tensors.

Every average has the components of a tensor in its name: "uw" has (0, 2), "p_dvdx" (1, 0),
"dudxk_dwdxk" (0, 2), "ufz" (0, 2), "pp" none. That is all that a mirror or an exchange of axes
needs.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

VELOCITY = "uvw"
AXES = "xyz"
FACTOR_ORDER = "puvwT"
Components: TypeAlias = dict[str, tuple[int, ...]]
"""name -> components of the tensor."""


def product_name(factors: Iterable[str]) -> str:
    """The average of a product of u, v, w, p, T in any order, such as "uuT" of "Tuu"."""
    return "".join(sorted(factors, key=FACTOR_ORDER.index))


def gradient_name(factor: str, of: str, axis: int) -> str:
    """The average of a factor times a first derivative: ("p", "v", 0) is "p_dvdx"."""
    return f"{factor}_d{of}d{AXES[axis]}"


def gradient_product_name(first: str, second: str) -> str:
    """Of the products of the gradients of two of u, v, w, T: "dudxk_dwdxk"."""
    first, second = sorted((first, second), key=FACTOR_ORDER.index)
    return f"d{first}dxk_d{second}dxk"


def force_name(axis: int) -> str:
    """The average of a component of the force: "fx"."""
    return f"f{AXES[axis]}"


def with_force_name(factor: str, axis: int) -> str:
    """Of a component of the velocity and one of the force: "ufz"."""
    return factor + force_name(axis)


@cache
def flow_components() -> Components:
    """name -> components, of everything that is gathered of velocity and pressure."""
    names: Components = {"p": (), "pp": ()}
    for order in (1, 2, 3):
        for axes in combinations_with_replacement(range(3), order):
            names["".join(VELOCITY[i] for i in axes)] = axes
    for i in range(3):
        names["p" + VELOCITY[i]] = (i,)
    for i, j in product(range(3), repeat=2):
        names[gradient_name("p", VELOCITY[i], j)] = (i, j)
        names[gradient_product_name(VELOCITY[i], VELOCITY[j])] = tuple(sorted((i, j)))
    return names


@cache
def force_components() -> Components:
    """The same of a force that fluctuates, in the group of the flow."""
    names: Components = {}
    for j in range(3):
        names[force_name(j)] = (j,)
        for i, u in enumerate(VELOCITY):
            names[with_force_name(u, j)] = (i, j)
    return names


def is_of_force(name: str) -> bool:
    """Whether a component of the force is in an average of the group flow: "fx", "ufz"."""
    return name in force_components()


@cache
def scalar_components() -> Components:
    """The same of a scalar."""
    names: Components = {"T": (), "TT": (), "pT": (), "dTdxk_dTdxk": ()}
    for i, u in enumerate(VELOCITY):
        names[f"{u}T"] = names[f"{u}TT"] = names[f"d{u}dxk_dTdxk"] = (i,)
        names[gradient_name("p", "T", i)] = (i,)
        for j, v in enumerate(VELOCITY):
            names[gradient_name(u, "T", j)] = (i, j)
            if j >= i:
                names[f"{u}{v}T"] = (i, j)
    return names


def exchanged(name: str, first: int, second: int) -> str:
    """The name of the same average after two axes have changed places."""
    places = {VELOCITY[first]: VELOCITY[second], VELOCITY[second]: VELOCITY[first]}
    axes = {AXES[first]: AXES[second], AXES[second]: AXES[first]}
    if is_of_force(name):
        return places.get(name[:-2], name[:-2]) + "f" + axes.get(name[-1], name[-1])
    if name.endswith("xk"):
        return gradient_product_name(*(places.get(part[1], part[1]) for part in name.split("_")))
    if "_" in name:
        factor, gradient = name.split("_")
        of, along = gradient[1], gradient[3]
        axis = AXES.index(axes.get(along, along))
        return gradient_name(places.get(factor, factor), places.get(of, of), axis)
    return product_name(places.get(factor, factor) for factor in name)
