"""`lobatto mesh FILE --picture OUT`: what is drawn, and what is refused."""

import json
import sys
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from lobatto.errors import LobattoError
from lobatto.pictures.mesh_picture import WORST, camera_of, colours_of, draw_mesh, split_picture
from program import lobatto, needs_program
from scripts import needs_module

DATA = Path(__file__).resolve().parents[2] / "data" / "gmsh"


def unit_cube():
    """The surface of one element [0, 1]^3, whose six sides are in two boundaries."""
    places = np.array([[a, b] for b in (0.0, 1.0) for a in (0.0, 1.0)])
    sides = []
    for axis in range(3):
        for end in (0.0, 1.0):
            side = np.insert(places, axis, end, axis=1)
            sides.append(side)
    corners = [(v & 1, v >> 1 & 1, v >> 2) for v in range(8)]
    lines = [
        (corners[v], corners[v | 1 << d]) for d in range(3) for v in range(8) if not v & 1 << d
    ]
    return {
        "file": "cube.msh",
        "plane": False,
        "elements": 1,
        "points_per_line": 2,
        "boundaries": ["wall", "lid"],
        "name": [0, 0, 0, 0, 0, 1],
        "points": np.ravel(sides).tolist(),
        "worst": [
            {"element": 7, "scaled_jacobian": 0.5, "lines": np.ravel(lines).astype(float).tolist()}
        ],
    }


def count_of(image, colour):
    """Pixels near a colour, however light or dark, by its direction."""
    pixels = image[..., :3].reshape(-1, 3)
    pixels = pixels[pixels.max(axis=1) > 0.2]
    wanted = np.asarray(colour) / np.linalg.norm(colour)
    likeness = pixels @ wanted / np.linalg.norm(pixels, axis=1)
    return int((likeness > 0.999).sum())


def test_boundaries_have_their_colours_and_the_worst_element_is_red(tmp_path):
    cube = unit_cube()
    draw_mesh(cube, tmp_path / "cube.png")
    image = matplotlib.image.imread(tmp_path / "cube.png")
    wall, lid, _ = colours_of(cube)
    # The lid shows from above alone, walls from both sides.
    assert count_of(image, wall) > 2 * count_of(image, lid) > 1000
    red = np.array([int(WORST[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    assert count_of(image, red) > 500


def test_the_camera_turns_and_does_not_distort():
    camera = camera_of((1, -1.6, 1), (0, 0, 1))
    assert camera @ camera.T == pytest.approx(np.eye(3), abs=1e-14)
    assert np.linalg.det(camera) == pytest.approx(1)
    assert camera[1, 2] > 0 > camera[2, 1]


def test_the_file_of_the_picture_is_taken_out_of_the_words():
    assert split_picture(["a.msh", "--picture", "a.png", "--ranks", "2"]) == (
        ["a.msh", "--ranks", "2"],
        Path("a.png"),
    )
    assert split_picture(["--picture=a.svg", "a.msh"]) == (["a.msh"], Path("a.svg"))
    assert split_picture(["a.msh"]) == (["a.msh"], None)
    with pytest.raises(LobattoError, match="expected a file that ends in .png, .pdf, .svg"):
        split_picture(["a.msh", "--picture", "a.jpeg"])


@needs_program
def test_the_surface_has_all_outer_sides_and_the_worst_elements_first(tmp_path):
    file = tmp_path / "surface.json"
    result = lobatto("mesh", DATA / "pipe-27.msh", "--surface", file)
    assert result.returncode == 0, result.stderr
    surface = json.loads(file.read_text())
    n = surface["points_per_line"]
    points = np.array(surface["points"]).reshape(-1, n, n, 3)
    names = np.array(surface["name"])
    assert np.bincount(names).tolist() == [12, 12, 16]
    wall = points[names == surface["boundaries"].index("wall")]
    assert np.hypot(wall[..., 0], wall[..., 1]) == pytest.approx(1, abs=2e-2)
    assert points[names == surface["boundaries"].index("outlet")][..., 2] == pytest.approx(2)
    qualities = [worst["scaled_jacobian"] for worst in surface["worst"]]
    assert qualities == sorted(qualities) and len(qualities) == 5
    assert len(surface["worst"][0]["lines"]) == 12 * n * 3


@needs_program
@needs_module
def test_the_program_draws_by_python(tmp_path, monkeypatch):
    monkeypatch.setenv("LOBATTO_PYTHON", sys.executable)
    picture = tmp_path / "pipe.png"
    result = lobatto("mesh", DATA / "pipe-20.msh", "--picture", picture)
    assert result.returncode == 0, result.stderr
    assert "24 hexahedra" in result.stdout and str(picture) in result.stdout
    image = matplotlib.image.imread(picture)
    colours = colours_of({"boundaries": ["inlet", "outlet", "wall"]})
    assert all(count_of(image, colour) > 1000 for colour in colours[:3])
