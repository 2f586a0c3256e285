"""Runs that begin with field files of Nek5000 in several parts, of planes, and of other meshes."""

import itertools
import json
from dataclasses import dataclass

import h5py
import numpy as np
import pytest
from program import lobatto, needs_program
from synthetic import gll_nodes

pytestmark = needs_program

CASE = """
[case]
name = "begun"
[mesh]
order = {order}
x = {{ range = [0, 2], elements = {elements} }}
y = {{ range = [0, 1], elements = 3 }}
z = {{ range = [0, 1], elements = 2 }}
[fluid]
viscosity = 1e-9
[[scalar]]
name = "dye"
diffusivity = 1e-9
initial = "exact"
exact = "{dye}"
boundary = {{ x = "insulated", y = "insulated", z = "insulated" }}
[flow]
velocity = "frozen"
[time]
dt = 1e-12
steps = {steps}
[output]
fields = {{ precision = "double" }}
[restart]
from = "{file}"
{interpolate}
"""

STEP = 7


@dataclass
class Grid:
    """nodes: [elements][3][n_z][n][n]."""

    nodes: np.ndarray

    @property
    def is_plane(self):
        return self.nodes.shape[2] == 1


def box_grid(order, counts, ends=(2.0, 1.0, 1.0), bend=0.0):
    """Elements of a box, x fastest, bent inside; without a count along z a plane."""
    reference = (gll_nodes(order) + 1) / 2
    lines = [
        [(e + reference) * (end / n) for e in range(n)]
        for n, end in zip(counts, ends, strict=False)
    ]
    if len(counts) == 2:
        lines.append([np.zeros(1)])
    elements = []
    for z in lines[2]:
        for y in lines[1]:
            for x in lines[0]:
                grid = np.meshgrid(z, y, x, indexing="ij")[::-1]
                moved = bend * np.sin(np.pi * grid[0] / 2) * np.sin(np.pi * grid[1])
                elements.append(np.stack([grid[0] + moved, grid[1] - moved, grid[2]]))
    return Grid(np.array(elements))


def velocity_of(x, y, z):
    return x * (2 - x) * (1 + y), y * (1 - y) * x, z * (1 - z) * (x + y)


def dye_of(x, y, z):
    return 1 + x - 2 * y * y + x * y + 0 * z


def blocks_of(grid, with_places=True):
    """What a file holds: X, U, P and T of known polynomials, two components in a plane."""
    x, y, z = grid.nodes.transpose(1, 0, 2, 3, 4)
    n = 2 if grid.is_plane else 3
    velocity = np.stack(velocity_of(x, y, z), axis=1)
    blocks = {"X": grid.nodes[:, :n]} if with_places else {}
    blocks |= {"U": velocity[:, :n], "P": np.zeros_like(velocity[:, :1])}
    return blocks | {"T": dye_of(x, y, z)[:, None]}


def write_part(path, blocks, numbers, total, part=0, n_parts=1, time=0.5):
    """One file with the elements of these numbers, from 1."""
    own = {name: values[np.array(numbers) - 1] for name, values in blocks.items()}
    _, _, n_z, n, _ = own["U"].shape
    head = (
        f"#std 8 {n:2d} {n:2d} {n_z:2d} {len(numbers):10d} {total:10d} {time:20.13E} {STEP:9d} "
        f"{part:6d} {n_parts:6d} {''.join(own):<10}"
    )
    data = head.ljust(132).encode() + np.float32(6.54321).tobytes()
    data += np.array(numbers, dtype=np.int32).tobytes()
    for values in own.values():
        data += np.ascontiguousarray(values).tobytes()
    if n_z > 1:
        for values in own.values():
            flat = values.reshape(*values.shape[:2], -1)
            ends = np.stack([flat.min(axis=2), flat.max(axis=2)], axis=2)
            data += ends.astype(np.float32).tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def write_whole(path, grid, **options):
    blocks = blocks_of(grid, options.pop("with_places", True))
    total = len(grid.nodes)
    write_part(path, blocks, list(range(1, total + 1)), total, **options)
    return path


def run_case(folder, file, interpolate=False, ranks=None, order=4, elements=4, dye="0"):
    folder.mkdir(parents=True, exist_ok=True)
    case = folder / "begun.toml"
    key = "interpolate = true" if interpolate else ""
    text = CASE.format(
        file=file, interpolate=key, order=order, elements=elements, steps=STEP + 1, dye=dye
    )
    case.write_text(text)
    out = folder / f"run-{ranks}"
    return lobatto("run", case, "--out", out, "--progress", "none", ranks=ranks), out


def fields_of(out):
    """Coordinates [3][...] of the nodes, velocity [3][...] and dye of the last field file."""
    newest = max((out / "fields").glob("*.vtkhdf"))
    with h5py.File(newest) as file:
        inside = file["Lobatto"]
        ticks = [inside[f"ticks/{axis}"][:] for axis in "xyz"]
        velocity, dye = inside["fields/velocity"][:], inside["fields/dye"][:]
    order = dye.shape[-1] - 1
    lines = [
        [a + (gll_nodes(order) + 1) / 2 * (b - a) for a, b in itertools.pairwise(t)] for t in ticks
    ]
    nodes = [
        np.stack(np.meshgrid(z, y, x, indexing="ij")[::-1])
        for z in lines[2]
        for y in lines[1]
        for x in lines[0]
    ]
    return np.array(nodes).transpose(1, 0, 2, 3, 4), velocity.transpose(1, 0, 2, 3, 4), dye


def expect_polynomials(out, plane=False):
    (x, y, z), velocity, dye = fields_of(out)
    expected = velocity_of(x, y, z)
    for d in range(3):
        of_axis = np.zeros_like(x) if plane and d == 2 else expected[d]
        assert velocity[d] == pytest.approx(of_axis, abs=1e-9)
    assert dye == pytest.approx(dye_of(x, y, z), abs=1e-9)
    summary = json.loads((out / "summary.json").read_text())
    assert summary["steps"] == STEP + 1


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_parts_of_a_time_in_one_folder(tmp_path, ranks):
    grid = box_grid(4, (4, 3, 2))
    blocks, numbers = blocks_of(grid), np.arange(1, 25)
    for part in range(3):
        write_part(
            tmp_path / f"jet{part}.f00012", blocks, list(numbers[part::3][::-1]), 24, part, 3
        )
    result, out = run_case(tmp_path, tmp_path / "jet1.f00012", ranks=ranks)
    assert result.returncode == 0, result.stderr
    assert "in 3 files" in (out / "run.log").read_text()
    expect_polynomials(out)


def test_parts_of_a_time_in_folders_of_their_own(tmp_path):
    grid = box_grid(3, (4, 3, 2))
    blocks = blocks_of(grid)
    for part in range(12):
        place = tmp_path / f"A{part:02d}" / f"jet{part:02d}.f00001"
        write_part(place, blocks, [2 * part + 1, 2 * part + 2], 24, part, 12)
    result, out = run_case(tmp_path, tmp_path / "A03" / "jet03.f00001", ranks=2)
    assert result.returncode == 0, result.stderr
    expect_polynomials(out)


def test_parts_that_do_not_fit_are_refused(tmp_path):
    blocks = blocks_of(box_grid(4, (4, 3, 2)))
    numbers = list(range(1, 25))
    write_part(tmp_path / "jet0.f00012", blocks, numbers[:12], 24, 0, 2)
    result, _ = run_case(tmp_path / "a", tmp_path / "jet0.f00012")
    assert result.returncode != 0 and "jet1.f00012" in result.stderr
    write_part(tmp_path / "jet1.f00012", blocks, numbers[12:], 24, 1, 2, time=0.75)
    result, _ = run_case(tmp_path / "b", tmp_path / "jet0.f00012")
    assert result.returncode != 0 and "t = 0.75" in result.stderr
    write_part(tmp_path / "jet1.f00012", blocks, numbers[13:], 24, 1, 2)
    result, _ = run_case(tmp_path / "c", tmp_path / "jet0.f00012")
    assert result.returncode != 0 and "have 23 elements, expected 24" in result.stderr
    write_part(tmp_path / "other.f00012", blocks, numbers[:12], 24, 0, 2)
    result, _ = run_case(tmp_path / "d", tmp_path / "other.f00012")
    assert result.returncode != 0 and "expected a name with 0 before .f00012" in result.stderr


@pytest.mark.parametrize("ranks", [1, 2, 3])
@pytest.mark.parametrize("bend", [0.0, 0.05])
def test_another_mesh_is_interpolated(tmp_path, ranks, bend):
    """Bent elements of order 9 hold the polynomials to 1e-8 or so; straight ones exactly."""
    file = write_whole(tmp_path / "old0.f00001", box_grid(9, (3, 2, 3), bend=bend))
    result, out = run_case(tmp_path, file, interpolate=True, ranks=ranks)
    assert result.returncode == 0, result.stderr
    (x, y, z), velocity, dye = fields_of(out)
    tolerance = 1e-10 if bend == 0 else 1e-5
    assert velocity[0] == pytest.approx(velocity_of(x, y, z)[0], abs=tolerance)
    assert dye == pytest.approx(dye_of(x, y, z), abs=tolerance)


def test_coordinates_may_be_in_the_first_file(tmp_path):
    grid = box_grid(4, (3, 2, 3))
    write_whole(tmp_path / "old0.f00001", grid, time=0.1)
    file = write_whole(tmp_path / "old0.f00009", grid, with_places=False)
    result, out = run_case(tmp_path, file, interpolate=True, ranks=2)
    assert result.returncode == 0, result.stderr
    assert "old0.f00001" in (out / "run.log").read_text()
    expect_polynomials(out)


def test_without_coordinates_nothing_is_interpolated(tmp_path):
    file = write_whole(tmp_path / "old0.f00009", box_grid(4, (3, 2, 3)), with_places=False)
    result, _ = run_case(tmp_path, file, interpolate=True)
    assert result.returncode != 0
    assert "old0.f00009: its blocks are UPT, expected coordinates (X)" in result.stderr


def write_checkpoint_of_neko(path, grid, parts, real=np.float64):
    """Component after component, each of all elements; older levels and times are not looked at."""
    blocks = blocks_of(grid)
    total, _, n, _, _ = blocks["U"].shape
    components = [*blocks["U"].transpose(1, 0, 2, 3, 4), blocks["P"][:, 0]]
    older = [np.full_like(components[0], 7.0)] * 6 if parts & 1 else []
    scalar = [blocks["T"][:, 0]] if parts & 2 else []
    data = np.array([total, 3, n, parts], dtype=np.int32).tobytes() + np.float64(0.5).tobytes()
    for values in (*components, *older, *scalar):
        data += values.astype(real).tobytes()
    data += np.zeros(20, dtype=real).tobytes() if parts & 4 else b""
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_a_checkpoint_of_neko(tmp_path, ranks):
    file = write_checkpoint_of_neko(tmp_path / "fluid00003.chkp", box_grid(4, (4, 3, 2)), 7)
    result, out = run_case(tmp_path, file, ranks=ranks)
    assert result.returncode == 0, result.stderr
    (x, y, z), velocity, dye = fields_of(out)
    for d in range(3):
        assert velocity[d] == pytest.approx(velocity_of(x, y, z)[d], abs=1e-9)
    assert dye == pytest.approx(dye_of(x, y, z), abs=1e-9)


def test_a_checkpoint_of_neko_of_another_mesh_is_refused(tmp_path):
    file = write_checkpoint_of_neko(tmp_path / "fluid00003.chkp", box_grid(4, (3, 3, 2)), 0)
    result, _ = run_case(tmp_path / "a", file)
    assert result.returncode != 0 and "18 elements, expected the 24" in result.stderr
    file.write_bytes(file.read_bytes()[:-8])
    result, _ = run_case(tmp_path / "b", file)
    assert (
        result.returncode != 0 and "fluid00003.chkp: 72016 bytes, expected 72024" in result.stderr
    )


def write_hdf5_of_neko(path, grid, scalars=("temperature",), real="<f8", **changes):
    """As src/io/hdf5_file.F90 of Neko writes checkpoints; older levels are not looked at."""
    blocks = blocks_of(grid)
    total, _, n, _, _ = blocks["U"].shape
    fields = dict(zip("uvw", blocks["U"].transpose(1, 0, 2, 3, 4), strict=True))
    fields |= {"p": blocks["P"][:, 0]}
    fields |= {name: blocks["T"][:, 0] + i for i, name in enumerate(scalars)}
    older = [f"{name}_lag{level}" for name in "uvw" for level in (1, 2)]
    older += ["abx1", "abx2", "aby1", "aby2", "abz1", "abz2"]
    older += [f"{name}_{of}" for name in scalars for of in ("lag1", "lag2", "abx1", "abx2")]
    fields |= {name: np.full_like(fields["u"], 7.0) for name in older}
    with h5py.File(path, "w") as file:
        file.attrs["Time"], file.attrs["Lx"] = changes.get("time", 0.5), np.int32(n)
        mesh = file.create_group("Mesh")
        mesh.attrs["Elements"] = np.int32(changes.get("elements", total))
        mesh.attrs["Dimension"] = np.int32(3)
        file["Restart/tlag"] = file["Restart/dtlag"] = np.zeros(10)
        for name, values in fields.items():
            chunks = {"chunks": (n**3,)} if changes.get("chunked") else {}
            file.create_dataset(f"Fields/{name}", data=values.ravel().astype(real), **chunks)
        if "without" in changes:
            del file[changes["without"]]
    return path


@pytest.mark.parametrize(
    ("ranks", "order", "real"), [(1, 4, "<f8"), (3, 4, ">f8"), (2, 5, "<f8"), (2, 4, "<f4")]
)
def test_a_checkpoint_of_neko_in_hdf5(tmp_path, ranks, order, real):
    """The order of the elements is that of the case; the only scalar needs no name."""
    grid = box_grid(order, (4, 3, 2))
    file = write_hdf5_of_neko(tmp_path / "fluid00003.h5", grid, real=real)
    result, out = run_case(tmp_path, file, ranks=ranks)
    assert result.returncode == 0, result.stderr
    (x, y, z), velocity, dye = fields_of(out)
    error = 1e-9 if real.endswith("8") else 1e-6
    for d in range(3):
        assert velocity[d] == pytest.approx(velocity_of(x, y, z)[d], abs=error)
    assert dye == pytest.approx(dye_of(x, y, z), abs=error)
    assert "t = 0.5" in (out / "run.log").read_text()


def test_scalars_of_neko_are_found_by_their_names(tmp_path):
    file = write_hdf5_of_neko(tmp_path / "c.h5", box_grid(4, (4, 3, 2)), ("air", "T", "dye"))
    result, out = run_case(tmp_path / "a", file)
    assert result.returncode == 0, result.stderr
    (x, y, z), _, dye = fields_of(out)
    assert dye == pytest.approx(dye_of(x, y, z) + 2, abs=1e-9)
    log = (out / "run.log").read_text()
    assert "its air is left out" in log and "its T is left out" in log
    file = write_hdf5_of_neko(tmp_path / "d.h5", box_grid(4, (4, 3, 2)), ("air", "T"))
    result, out = run_case(tmp_path / "b", file, dye="3")
    assert result.returncode == 0, result.stderr
    assert "it has no dye; dye begins as the case says" in (out / "run.log").read_text()


def test_what_is_in_a_checkpoint_of_neko_is_told(tmp_path):
    grid = box_grid(4, (4, 3, 2))
    file = write_hdf5_of_neko(tmp_path / "c.h5", grid, ("air", "dye"))
    assert lobatto("info", file, "--json", tmp_path / "info.json").returncode == 0
    report = json.loads((tmp_path / "info.json").read_text())
    assert report["kind"] == "Neko fields" and report["time"] == 0.5
    assert (report["elements"], report["order"], report["blocks"]) == (24, 4, "UPTS01")
    assert [row["dataset"] for row in report["datasets"]] == ["U", "P", "air", "dye"]
    for whole in (file, write_checkpoint_of_neko(tmp_path / "fluid00003.chkp", grid, 7)):
        assert lobatto("info", "--verify", whole).returncode == 0
    write_hdf5_of_neko(file, Grid(grid.nodes * np.nan))
    assert "not finite" in lobatto("info", "--verify", file).stderr


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"elements": 25}, "Fields/u has 3000 values, expected 3125: 25 elements of 5 nodes"),
        ({"time": np.nan}, "it has no time (Time)"),
        ({"chunked": True}, "the values of Fields/u are missing, or in chunks"),
        ({"without": "Fields/v"}, "it has no Fields/v, expected a velocity: u, v and w"),
    ],
)
def test_a_wrong_checkpoint_of_neko_in_hdf5_is_refused(tmp_path, changes, message):
    file = write_hdf5_of_neko(tmp_path / "c.h5", box_grid(4, (4, 3, 2)), **changes)
    result, _ = run_case(tmp_path, file, ranks=2)
    assert result.returncode != 0 and f"c.h5: {message}" in result.stderr


def test_a_checkpoint_of_neko_needs_its_mesh(tmp_path):
    file = write_hdf5_of_neko(tmp_path / "c.h5", box_grid(4, (3, 3, 2)))
    result, _ = run_case(tmp_path / "a", file)
    assert result.returncode != 0 and "18 elements, expected the 24" in result.stderr
    result, _ = run_case(tmp_path / "b", file, interpolate=True, ranks=2)
    assert result.returncode != 0 and "c.h5: a checkpoint of Neko has no coord" in result.stderr
    file.write_bytes(file.read_bytes()[:-8])
    result, _ = run_case(tmp_path / "c", file)
    assert result.returncode != 0
    assert "c.h5: the file cannot be read" in result.stderr and "truncated" in result.stderr


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_plane_holds_along_z(tmp_path, ranks):
    file = write_whole(tmp_path / "plane0.f00001", box_grid(5, (3, 2)))
    result, out = run_case(tmp_path, file, ranks=ranks)
    assert result.returncode == 0, result.stderr
    expect_polynomials(out, plane=True)


def test_a_given_velocity_of_another_mesh(tmp_path):
    file = write_whole(tmp_path / "old0.f00001", box_grid(4, (3, 2, 3)))
    case = tmp_path / "begun.toml"
    text = CASE.format(file=file, interpolate="", order=4, elements=4, steps=2, dye="0")
    text = text.replace('velocity = "frozen"', f'from = "{file}"')
    case.write_text(text[: text.index("[restart]")])
    out = tmp_path / "run"
    result = lobatto("run", case, "--out", out, "--progress", "none", ranks=2)
    assert result.returncode == 0, result.stderr
    (x, y, z), velocity, _ = fields_of(out)
    for d in range(3):
        assert velocity[d] == pytest.approx(velocity_of(x, y, z)[d], abs=1e-9)


def test_a_mesh_that_does_not_reach_is_refused(tmp_path):
    file = write_whole(tmp_path / "old0.f00001", box_grid(4, (3, 2, 3), ends=(1.5, 1.0, 1.0)))
    result, _ = run_case(tmp_path, file, interpolate=True, ranks=2)
    assert result.returncode != 0
    assert "old0.f00001: its mesh does not reach" in result.stderr
