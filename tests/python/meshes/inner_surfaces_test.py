"""Surfaces of a mesh file that lie between two elements are no boundary, and no error."""

from program import lobatto, needs_program

pytestmark = needs_program

TWO_CUBES = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
4
2 1 "outside"
2 2 "sampling_plane"
3 3 "left"
3 4 "right"
$EndPhysicalNames
$Nodes
12
1 0 0 0
2 1 0 0
3 2 0 0
4 0 1 0
5 1 1 0
6 2 1 0
7 0 0 1
8 1 0 1
9 2 0 1
10 0 1 1
11 1 1 1
12 2 1 1
$EndNodes
$Elements
13
1 3 2 1 1 1 2 5 4
2 3 2 1 2 2 3 6 5
3 3 2 1 3 7 8 11 10
4 3 2 1 4 8 9 12 11
5 3 2 1 5 1 2 8 7
6 3 2 1 6 2 3 9 8
7 3 2 1 7 4 5 11 10
8 3 2 1 8 5 6 12 11
9 3 2 1 9 1 4 10 7
10 3 2 1 10 3 6 12 9
11 3 2 2 11 2 5 11 8
12 5 2 {left} 1 1 2 5 4 7 8 11 10
13 5 2 {right} 2 2 3 6 5 8 9 12 11
$EndElements
"""

CASE = """
[mesh]
file = "cubes.msh"
order = 4
[fluid]
viscosity = 0.1
[boundary]
outside = "wall"
[initial]
velocity = ["y - 0.5", "0", "0"]
[time]
dt = 0.01
steps = 3
"""


def write(folder, left, right):
    (folder / "cubes.msh").write_text(TWO_CUBES.format(left=left, right=right))
    case = folder / "case.toml"
    case.write_text(CASE)
    return case


def test_a_surface_within_a_volume_and_one_between_two_count_for_nothing(tmp_path):
    energies = []
    for volumes in ((3, 3), (3, 4)):
        case = write(tmp_path, *volumes)
        told = lobatto("mesh", tmp_path / "cubes.msh")
        assert told.returncode == 0, told.stderr
        assert "note: 'sampling_plane' has 1 face between two elements" in told.stdout
        out = tmp_path / f"run-{volumes[1]}"
        ran = lobatto("run", case, "--out", out, ranks=volumes[1] - 2)
        assert ran.returncode == 0, ran.stderr
        energies.append((out / "steps.jsonl").read_text().split('"kinetic_energy":')[3][:12])
    assert energies[0] == energies[1]


def test_it_has_no_condition(tmp_path):
    case = write(tmp_path, 3, 4)
    case.write_text(CASE.replace('"wall"\n', '"wall"\nsampling_plane = "wall"\n'))
    refused = lobatto("check", case)
    assert refused.returncode == 1 and "no boundary 'sampling_plane'" in refused.stderr
