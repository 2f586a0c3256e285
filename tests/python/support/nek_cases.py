"""Small cases of Nek5000 and NekRS that tests write."""

import tomllib

import numpy as np
from lobatto.importing.command import case_text
from lobatto.importing.nek_case import import_nek

NONE = [0.0] * 5


def write_re2(path, elements, conditions):
    """elements [n, corner, direction]: corners; conditions: for each field (element, face, values,
    letters)."""
    dimension = np.shape(elements)[2]
    data = f"#v002{len(elements):9d}{dimension:3d}{len(elements):9d}".ljust(80).encode()
    data += np.float32(6.54321).tobytes()
    for corners in elements:
        data += np.concatenate([[0.0], np.transpose(corners).ravel()]).tobytes()
    data += np.float64(0).tobytes()
    for field in conditions:
        data += np.float64(len(field)).tobytes()
        for element, face, values, letters in field:
            data += np.array([element, face, *values], dtype=float).tobytes()
            data += letters.ljust(8).encode()
    path.write_bytes(data)


def one_element(low=(0, -1, 0), high=(2, 1, 1)):
    order = [(0, 0), (1, 0), (1, 1), (0, 1)]
    layers = (0, 1) if len(low) == 3 else (None,)
    ends = (low, high)
    places = [
        [ends[i][0], ends[j][1]] + ([ends[k][2]] if k is not None else [])
        for k in layers
        for i, j in order
    ]
    return [np.array(places, dtype=float)]


def channel_sides(letters):
    """The faces y_min, x_max, y_max, x_min of one element, periodic along z."""
    around = [(1, face, NONE, letter) for face, letter in enumerate(letters, start=1)]
    return [[*around, (1, 5, [1, 6, 0, 0, 0], "P"), (1, 6, [1, 5, 0, 0, 0], "P")]]


def numbered_sides(numbers=(1, 2, 3, 4, 5, 6)):
    """The six faces of one element, as a mesh converter numbers them."""
    return [[(1, face, [0, 0, 0, 0, n], "MSH") for face, n in enumerate(numbers, start=1)]]


def imported(path):
    draft, ledger = import_nek(path)
    return tomllib.loads(case_text(path, draft, ledger)), ledger
