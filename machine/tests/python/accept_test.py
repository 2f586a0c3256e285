"""`lobatto accept` from the outside: what it lists, measures and refuses."""

import json
import re

from program import ROOT, lobatto, needs_machine

pytestmark = needs_machine


def test_without_names_it_lists_what_there_is():
    result = lobatto("accept")
    assert result.returncode == 0
    assert "stands for  miniGhost" in result.stdout and "leaves out" in result.stdout


def test_a_report_has_rates_and_right_answers(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "halo", "--size", "12x8x6", "--seconds", 0.05, "--json", file, ranks=2
    )
    assert result.returncode == 0, result.stdout + result.stderr
    document = json.loads(file.read_text())
    assert document["nodes"] == 1 and len(document["hosts"]) == 1
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", document["date"]) and document["processor"]
    assert document["version"] and document["git"]
    assert document["ranks"] == 2 and document["stream_gbs"] > 0 and document["peak_gflops"] > 0
    (kernel,) = document["kernels"]
    assert kernel["kernel"] == "halo" and kernel["ranks"] == 2
    cells = 12 * 8 * 6 * 2 * 8  # of each of two ranks, eight fields
    assert kernel["updates"] == cells
    assert abs(kernel["updates_per_second"] * kernel["seconds"] / cells - 1) < 1e-12
    assert len(kernel["repeats"]) >= 3 and min(kernel["repeats"]) <= kernel["seconds"]
    assert kernel["holds"] and all(answer["holds"] for answer in kernel["answers"])
    assert "M cell updates per second and rank" in result.stdout


def test_the_size_of_all_ranks_together(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "halo", "--size", "8x8x8", "--total", "--ranks-grid", "1x2x1",
        "--seconds", 0.05, "--json", file, ranks=2,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["size"] == [8, 8, 8] and kernel["ranks_grid"] == [1, 2, 1]


def test_a_sweep_stands_beside_the_model_of_its_pipeline(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "sweep", "--size", "6x8x12", "--ranks-grid", "2x1",
        "--seconds", 0.05, "--json", file, ranks=2,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["size"] == [12, 8, 12] and kernel["ranks_grid"] == [2, 1]
    assert kernel["updates"] == 12 * 8 * 12 * 128 * 8  # cells, directions, groups
    figures = {figure["name"]: figure["value"] for figure in kernel["figures"]}
    stages = 8 * figures["chunks per octant"]
    assert abs(figures["that of its model"] - stages / (stages + 3)) < 1e-12
    assert figures["parallel efficiency of the wavefront"] > 0


def test_hpcg_prints_its_own_rate(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "hpcg", "--size", "16x8x8", "--seconds", 0.05, "--json", file, ranks=2
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    figures = {figure["name"]: figure["value"] for figure in kernel["figures"]}
    rate = figures["the same without the set-up"]
    assert figures["rate as HPCG defines it, of all ranks"] < rate
    # The tuned version is the plain one up to rounding, which 50 iterations are well below here.
    assert 45 <= figures["iterations for what 50 of the plain version reach"] <= 55
    assert kernel["updates"] == 16 * 8 * 16 * 50


def test_a_lattice_has_four_directions(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "lattice", "--size", "8x4x4x4", "--seconds", 0.05, "--json", file, ranks=2
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["size"] == [8, 4, 4, 8] and kernel["ranks_grid"] == [1, 1, 1, 2]
    assert kernel["holds"]


def test_a_mesh_file_is_swept(tmp_path):
    file, mesh = tmp_path / "accept.json", ROOT / "cases" / "meshes" / "cylinder.msh"
    result = lobatto(
        "accept", "unstructured-sweep", "--mesh", mesh, "--seconds", 0.05, "--json", file, ranks=2
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["mesh"] == str(mesh) and kernel["ranks_grid"] == [2]
    assert kernel["updates"] == kernel["size"][0] * 8 * 32 * 8
    assert sum("after a sweep of the mesh" in a["name"] for a in kernel["answers"]) == 2


def test_what_it_refuses():
    for arguments, said in (
        (("halp",), "did you mean 'halo'?"),
        (("halo", "--size", "8x8"), "expected 3 numbers"),
        (("halo", "--size", "8y8"), "expected x between the numbers"),
        (("halo", "--ranks-grid", "2x2x2"), "whose product is 1"),
        (("halo", "--total"), "--total"),
        (("hpcg", "--size", "1000000x1000000x8"), "hpcg needs about 1.23e+07 GB on a node of 1"),
        (("halo", "halo", "--size", "8x8x8"), "goes with one kernel"),
        (("hpcg", "--size", "20x16x3"), "24x16x8 fits"),
        (("lattice", "--size", "4x5x8x8"), "8x6x8x8 fits"),
        (("halo", "--mesh", "a.msh"), "goes with unstructured-sweep alone"),
        (("unstructured-sweep", "--mesh", "a.msh", "--size", "4x4x4"), "no meaning with --mesh"),
        (("unstructured-sweep", "--mesh", "no-such.msh"), "no-such.msh"),
    ):
        result = lobatto("accept", *arguments)
        assert result.returncode == 1 and said in result.stderr, result.stderr


def test_particles_are_counted_and_have_the_waves_of_a_plasma(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "particles", "--size", "8x8x8", "--seconds", 0.05, "--json", file, ranks=2
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["size"] == [8, 16, 8] and kernel["ranks_grid"] == [1, 2, 1]
    assert kernel["updates"] == 8 * 16 * 8 * 16
    (damping,) = (a for a in kernel["answers"] if "Landau" in a["name"])
    assert damping["expected"] == -0.1533 and damping["holds"]
    figures = {figure["name"]: figure["value"] for figure in kernel["figures"]}
    parts = ("deposit", "field", "push", "exchange")
    assert sum(figures[f"{part}, a pass"] for part in parts) > 0.5 * kernel["seconds"]


def test_plane_waves_say_what_transforms_and_products_reach(tmp_path):
    file = tmp_path / "accept.json"
    result = lobatto(
        "accept", "plane-waves", "--size", "16x16x16", "--seconds", 0.05, "--json", file
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (kernel,) = json.loads(file.read_text())["kernels"]
    assert kernel["updates"] == 16**3 * 32 * 9
    figures = {figure["name"]: figure["value"] for figure in kernel["figures"]}
    assert figures["FFT, per rank"] > 0 and figures["dense algebra, per rank"] > 0
    assert figures["time in FFT"] + figures["time in dense algebra"] < 100
    result = lobatto("accept", "plane-waves", "--size", "4x4x4")
    assert result.returncode == 1 and "take more nodes" in result.stderr
