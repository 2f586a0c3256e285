"""Meshes of hexahedra with 27 nodes: their measures, and the Gmsh file that `lobatto mesh` reads.

An element is [3, 3, 3] numbers of nodes with the index of its first direction last; a face is
[3, 3] likewise, ordered so that its normal points out of the mesh.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import ArrayLike

# Where the nodes of an element, the first direction fastest, are in the order of Gmsh.
GMSH_HEXAHEDRON = np.concatenate(
    [
        [0, 8, 1, 9, 20, 11, 3, 13, 2],
        [10, 21, 12, 22, 26, 23, 15, 24, 14],
        [4, 16, 5, 17, 25, 18, 7, 19, 6],
    ]
)
GMSH_QUADRILATERAL = np.array([0, 4, 1, 7, 8, 5, 3, 6, 2])
HEXAHEDRON_TYPE, QUADRILATERAL_TYPE = 12, 10

NODES = np.array([-1.0, 0.0, 1.0])
GAUSS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(3)


@dataclass
class Mesh:
    """points [n, 3], elements [n, 3, 3, 3], boundaries: name -> faces [n, 3, 3]."""

    points: np.ndarray
    elements: np.ndarray
    boundaries: dict[str, np.ndarray]


def lagrange(at: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Values and derivatives [len(at), 3] of the quadratic polynomials of the nodes -1, 0, 1."""
    x = np.asarray(at, dtype=float)
    values = np.stack([x * (x - 1) / 2, 1 - x * x, x * (x + 1) / 2], axis=-1)
    return values, np.stack([x - 0.5, -2 * x, x + 0.5], axis=-1)


def sides(elements: np.ndarray) -> np.ndarray:
    """The six faces [n, 6, 3, 3] of elements, normals pointing out of right-handed elements."""
    e = elements
    swapped = (0, 2, 1)
    lower = [e[:, :, :, 0], e[:, :, 0, :].transpose(swapped), e[:, 0, :, :]]
    upper = [e[:, :, :, 2], e[:, :, 2, :].transpose(swapped), e[:, 2, :, :]]
    return np.stack(
        [f for a, b in zip(lower, upper, strict=True) for f in (a.transpose(swapped), b)], axis=1
    )


def tangents(points: np.ndarray, elements: np.ndarray, at: ArrayLike) -> np.ndarray:
    """dx/dr, dx/ds, dx/dt [3, n, q, q, q, 3] at the tensor products of the q places ``at``."""
    v, d = lagrange(at)
    x = points[elements]
    return np.stack(
        [
            np.einsum("ntsrc,kt,js,ir->nkjic", x, *m, optimize=True)
            for m in ((v, v, d), (v, d, v), (d, v, v))
        ]
    )


def jacobians(
    points: np.ndarray, elements: np.ndarray, at: np.ndarray = NODES
) -> tuple[np.ndarray, np.ndarray]:
    """det(dx/dr) [n, q, q, q] and the same over the lengths of the three tangents."""
    r, s, t = tangents(points, elements, at)
    det = np.einsum("...c,...c->...", r, np.cross(s, t))
    lengths = np.prod([np.linalg.norm(v, axis=-1) for v in (r, s, t)], axis=0)
    return det, det / np.maximum(lengths, np.finfo(float).tiny)


def volumes(points: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Of each element, exact: the Jacobian has degree 5 in each direction."""
    det, _ = jacobians(points, elements, GAUSS)
    w = GAUSS_WEIGHTS
    return np.einsum("nkji,k,j,i->n", det, w, w, w)


def area_vectors(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """The integral of the normal over each face [n, 3], exact."""
    v, d = lagrange(GAUSS)
    x = points[faces]
    r = np.einsum("nsrc,js,ir->njic", x, v, d, optimize=True)
    s = np.einsum("nsrc,js,ir->njic", x, d, v, optimize=True)
    return np.einsum("njic,j,i->nc", np.cross(r, s), GAUSS_WEIGHTS, GAUSS_WEIGHTS)


def in_chunks(
    function: Callable[[np.ndarray, np.ndarray], np.ndarray],
    points: np.ndarray,
    elements: np.ndarray,
    length: int = 4096,
) -> np.ndarray:
    """Concatenates function(points, some elements), so that large meshes need little memory."""
    parts = [function(points, elements[i : i + length]) for i in range(0, len(elements), length)]
    return np.concatenate(parts)


def without_orphans(mesh: Mesh) -> Mesh:
    """The mesh with only those points that an element uses, numbered as they come."""
    used = np.unique(mesh.elements)
    number = np.full(len(mesh.points), -1)
    number[used] = np.arange(len(used))
    faces = {name: number[f] for name, f in mesh.boundaries.items()}
    return Mesh(mesh.points[used], number[mesh.elements], faces)


def write_gmsh(mesh: Mesh, path: Path) -> None:
    """A binary file of version 2.2; the names of boundaries are physical surfaces 1, 2, ..."""
    names = [*mesh.boundaries, "fluid"]
    dimensions = [2] * len(mesh.boundaries) + [3]
    with Path(path).open("wb") as file:
        file.write(b"$MeshFormat\n2.2 1 8\n" + np.int32(1).tobytes() + b"\n$EndMeshFormat\n")
        lines = [
            f'{d} {i} "{n}"' for i, (n, d) in enumerate(zip(names, dimensions, strict=True), 1)
        ]
        text = "\n".join(["$PhysicalNames", str(len(names)), *lines, "$EndPhysicalNames"])
        file.write(text.encode() + b"\n")
        _write_nodes(file, mesh.points)
        _write_cells(file, mesh)


def _write_nodes(file: BinaryIO, points: np.ndarray) -> None:
    records = np.empty(len(points), dtype=[("label", "<i4"), ("x", "<f8", 3)])
    records["label"] = np.arange(1, len(points) + 1)
    records["x"] = points
    file.write(f"$Nodes\n{len(points)}\n".encode() + records.tobytes() + b"\n$EndNodes\n")


def _write_cells(file: BinaryIO, mesh: Mesh) -> None:
    groups = [(QUADRILATERAL_TYPE, GMSH_QUADRILATERAL, f) for f in mesh.boundaries.values()]
    groups.append((HEXAHEDRON_TYPE, GMSH_HEXAHEDRON, mesh.elements))
    count = sum(len(cells) for *_, cells in groups)
    file.write(f"$Elements\n{count}\n".encode())
    label = 1
    for group, (kind, places, cells) in enumerate(groups, 1):
        n_nodes = len(places)
        records = np.empty((len(cells), 3 + n_nodes), dtype="<i4")
        records[:, 0] = np.arange(label, label + len(cells))
        records[:, 1:3] = group
        records[:, 3 + places] = cells.reshape(len(cells), n_nodes) + 1
        file.write(np.array([kind, len(cells), 2], dtype="<i4").tobytes() + records.tobytes())
        label += len(cells)
    file.write(b"\n$EndElements\n")
