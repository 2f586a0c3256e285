"""Where curved elements meet a plane: marching tetrahedra.

Every element is divided into a lattice of m x m x m cells, each of them into six tetrahedra around
its diagonal (Kuhn 1960); a plane meets a tetrahedron in a triangle or a quadrilateral, whose
corners lie on edges, where the linear interpolant of the distance is zero. The lattice points are
points of the curved element, so the error falls with 1/m^2; functions that are linear in x, y, z
stay exact.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from lobatto import spectral
from lobatto.arrays import Flags, Floats, Integers

SNAP = 1e-6
"""Distances below this part of the largest are none: faces may lie in the plane, and mesh files
may hold seven digits."""
OTHERS = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])


@dataclass(frozen=True)
class CutSurface:
    """Triangles of a plane with what is needed to take fields there.

    axes: the two directions that span the plane; points [points, 2] along them; triangles
    [triangles, 3]; edges between elements [segments, 2, 2], and, apart from them, edges of the
    whole mesh. Point k is at ``weights[k]`` on the way between the lattice points ``ends[k]``
    of the elements, which have ``n_cells`` lattice cells per direction.
    """

    axes: tuple[int, int]
    points: Floats
    triangles: Integers
    edges: Floats
    outline: Floats
    n_cells: int
    ends: Integers
    weights: Floats

    def values_of(self, nodal: Floats, nodes: Floats) -> Floats:
        """[points, components] of a field [elements, components, n, n, n] of the cut elements."""
        lattice = _to_lattice(nodal, nodes, self.n_cells)
        return _between(lattice, self.ends, self.weights)


def cut_surface(
    coordinates: Floats, nodes: Floats, normal: int, position: float, n_cells: int
) -> CutSurface:
    """Cuts elements [elements, 3, n, n, n] with the plane where coordinate ``normal`` is
    ``position``. Takes about 100 n_cells^3 bytes an element."""
    fast, slow = (d for d in range(3) if d != normal)
    lattice = _to_lattice(coordinates, nodes, n_cells)
    distance = _snapped_distance(lattice[:, normal] - position)
    crossed = _cut_tetrahedra(distance, n_cells).reshape(-1, 2)
    keys, triangles = np.unique(crossed @ [len(lattice), 1], return_inverse=True)
    ends = np.stack(np.divmod(keys, len(lattice)), axis=1)
    weights = _crossing(distance, ends)
    points = _between(lattice, ends, weights)[:, (fast, slow)]
    triangles = triangles.reshape(-1, 3)
    areas = triangle_areas(points, triangles)
    triangles = triangles[areas > 1e-12 * areas.max(initial=0)]
    edges, outline = (
        _between(lattice, crossed, _crossing(distance, crossed))[:, (fast, slow)].reshape(-1, 2, 2)
        for crossed in _cut_faces(lattice, distance, n_cells)
    )
    return CutSurface((fast, slow), points, triangles, edges, outline, n_cells, ends, weights)


def triangle_areas(points: Floats, triangles: Integers) -> Floats:
    """[triangles]: of corners given by rows of points [points, 2]."""
    a, b, c = points[triangles].transpose(1, 2, 0)
    return np.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2


def _to_lattice(values: Floats, nodes: Floats, n_cells: int) -> Floats:
    """[elements * (n_cells + 1)^3, components]"""
    matrix = spectral.interpolation_matrix(nodes, np.linspace(-1, 1, n_cells + 1))
    lattice = spectral.resampled(values, matrix)
    return np.moveaxis(lattice, 1, -1).reshape(-1, values.shape[1])


def _snapped_distance(distance: Floats) -> Floats:
    """Without round-off around zero, and with the sign that makes most of it negative: where the
    plane holds faces of elements, it cuts the elements on the negative side, and at the end of the
    mesh there are only those."""
    distance = np.where(np.abs(distance) < SNAP * np.abs(distance).max(), 0, distance)
    return -distance if distance.mean() > 0 else distance


def _crossing(distance: Floats, ends: Integers) -> Floats:
    first, second = distance[ends].T
    return first / (first - second)


def _between(lattice: Floats, ends: Integers, weights: Floats) -> Floats:
    first, second = lattice[ends[:, 0]], lattice[ends[:, 1]]
    return first + weights[:, None] * (second - first)


def _cut_tetrahedra(distance: Floats, n_cells: int) -> Integers:
    """[triangles, 3, 2]: the ends of the three edges on which each triangle has its corners, as
    indices of lattice points, in ascending order."""
    cells, n = _crossed_cells(distance, n_cells), n_cells + 1
    steps = np.array([list(permutation) for permutation in permutations((1, n, n * n))])
    paths = np.concatenate([np.zeros((6, 1), int), np.cumsum(steps, axis=1)], axis=1)
    tetrahedra = (cells[:, None, None] + paths).reshape(-1, 4)
    is_above = distance[tetrahedra] >= 0
    n_above = is_above.sum(axis=1)
    triangles = [_corner_triangles(tetrahedra, is_above, n_above, n) for n in (1, 3)]
    triangles += _quadrilaterals(tetrahedra[n_above == 2], is_above[n_above == 2])
    return np.sort(np.concatenate(triangles), axis=2)


def _crossed_cells(distance: Floats, n_cells: int) -> Integers:
    """First lattice point of every cell that has corners on both sides."""
    n = n_cells + 1
    is_above = distance.reshape(-1, n, n, n) >= 0
    halves = [slice(None, -1), slice(1, None)]
    n_above = sum(
        is_above[:, k, j, i].astype(np.int8) for k in halves for j in halves for i in halves
    )
    element, k, j, i = np.nonzero((n_above > 0) & (n_above < 8))
    return ((element * n + k) * n + j) * n + i


def _corner_triangles(tetrahedra: Integers, is_above: Flags, n_above: Integers, n: int) -> Integers:
    """One corner is apart from the three others: a triangle."""
    here = n_above == n
    apart = np.argmax(is_above[here] == (n == 1), axis=1)
    rows = np.arange(len(apart))[:, None]
    lone, others = tetrahedra[here][rows, apart[:, None]], tetrahedra[here][rows, OTHERS[apart]]
    return np.stack([np.broadcast_to(lone, others.shape), others], axis=2)


def _quadrilaterals(tetrahedra: Integers, is_above: Flags) -> list[Integers]:
    """Two corners on each side: a quadrilateral, as two triangles."""
    order = np.argsort(is_above, axis=1, kind="stable")
    a, b, c, d = np.take_along_axis(tetrahedra, order, axis=1).T
    corners = [np.stack(edge, axis=1) for edge in ((a, c), (a, d), (b, d), (b, c))]
    return [np.stack([corners[k] for k in ks], axis=1) for ks in ((0, 1, 2), (0, 2, 3))]


def _cut_faces(lattice: Floats, distance: Floats, n_cells: int) -> tuple[Integers, Integers]:
    """Where the plane meets faces of elements: (ends [2 * segments, 2] for the faces between
    elements, each face once; the same for the faces of one element only)."""
    n = n_cells + 1
    whole = np.arange(n**3).reshape(n, n, n)
    faces = np.stack([np.take(whole, end, axis=d) for d in range(3) for end in (0, -1)])
    first, second = faces[:, :-1, :-1], faces[:, 1:, 1:]
    halves = [
        np.stack([first, middle, second], axis=-1)
        for middle in (faces[:, 1:, :-1], faces[:, :-1, 1:])
    ]
    of_element = np.stack(halves, axis=1).reshape(6, -1, 3)
    starts = np.arange(0, len(lattice), n**3)
    triangles = (starts[:, None, None, None] + of_element).reshape(len(starts) * 6, -1, 3)
    centres = lattice[(starts[:, None, None] + faces.reshape(6, -1)).reshape(len(triangles), -1)]
    shared, single = _paired(centres.mean(axis=1))
    return _crossed_sides(triangles[shared], distance), _crossed_sides(triangles[single], distance)


def _paired(centres: Floats) -> tuple[Integers, Integers]:
    """(indices of one of each two equal points, indices of points without equal)"""
    # An odd unit, so that round figures do not lie where rounding turns.
    unit = 1.2345e-7 * np.pi * np.ptp(centres, axis=0).max(initial=1e-300)
    _, first, counts = np.unique(
        np.round(centres / unit), axis=0, return_index=True, return_counts=True
    )
    return first[counts > 1], first[counts == 1]


def _crossed_sides(triangles: Integers, distance: Floats) -> Integers:
    """[2 * segments, 2]: ends of the two sides on which each crossed triangle is cut."""
    triangles = triangles.reshape(-1, 3)
    is_above = distance[triangles] >= 0
    n_above = is_above.sum(axis=1)
    here = (n_above == 1) | (n_above == 2)
    triangles, is_above, n_above = triangles[here], is_above[here], n_above[here]
    apart = np.argmax(is_above == (n_above == 1)[:, None], axis=1)[:, None]
    lone = np.take_along_axis(triangles, apart, axis=1)
    others = np.take_along_axis(triangles, (apart + np.array([1, 2])) % 3, axis=1)
    return np.stack([np.broadcast_to(lone, others.shape), others], axis=2).reshape(-1, 2)
