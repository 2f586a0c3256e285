"""Heat in solids, as a user runs it: on ranks, through restarts and into every file."""

import csv
import json
import os
import subprocess

import h5py
import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics.wall_flow import wall_flow
from program import ROOT, command_of, environment, lobatto, needs_program
from restart_support import final_fields

pytestmark = needs_program

# A slab and a block on it in a channel with inflow and outflow; the solid holds a source of heat.
BLOCK = """
[mesh]
order = 4
x = { range = [0, 4], elements = 6 }
y = { ticks = [-0.5, 0, 0.5, 1] }
z = { range = [0, 1], elements = 3, periodic = true }
[[solid]]
name = "block"
where = "y < 0 || (x > 1.3 && x < 2 && y < 0.5)"
[fluid]
reynolds = 50
[boundary]
x_min = { velocity = ["y > 0 ? 6*y*(1 - y) : 0", "0", "0"] }
x_max = "outflow"
y = "wall"
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-11
[[scalar]]
name = "temperature"
prandtl = 0.71
[scalar.boundary]
x_min = { value = "0" }
x_max = "insulated"
y_min = { flux = "0.02" }
y_max = "insulated"
[scalar.solid.block]
conductivity = 0.35
capacity = 2.1
source = "0.1"
[time]
dt = 4e-3
steps = 20
[output]
fields = { precision = "double" }
quantities = { spin = "dvdx - dudy" }
[[force]]
name = "block"
on = ["block"]
every_steps = 1
[[probe]]
name = "line"
line = { from = [0.1, -0.5, 0.3], to = [0.1, 1, 0.3], points = 7 }
quantities = ["u", "temperature"]
every_steps = 20
format = "csv"
[[monitor]]
name = "interface"
of = { T = "temperature" }
on = ["block"]
every_steps = 20
[statistics]
every_steps = 2
average = ["z"]
"""
CHECKPOINTS = "output.checkpoint.every_steps=10"


def run(folder, name, text, *arguments, ranks=None):
    case = folder / "block.toml"
    case.write_text(text)
    done = lobatto("run", case, "--out", folder / name, *arguments, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / name


def refusal(folder, text):
    case = folder / "block.toml"
    case.write_text(text)
    done = lobatto("check", case)
    assert done.returncode == 1
    return done.stderr


def rows(file):
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def steps(folder):
    lines = (folder / "steps.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    return run(tmp_path_factory.mktemp("serial"), "run", BLOCK)


def statistics(folder):
    (file,) = (folder / "stats").glob("*.h5")
    with h5py.File(file) as stats:
        return {name: stats[name][:] for name in ("flow/u", "flow/uu", "flow/p")}


@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_agree_in_every_file(serial, tmp_path, ranks):
    parallel = run(tmp_path, "run", BLOCK, ranks=ranks)
    ours, theirs = final_fields(parallel), final_fields(serial)
    assert ours.keys() == theirs.keys()
    for name, values in theirs.items():
        np.testing.assert_allclose(ours[name], values, atol=1e-7 * np.abs(values).max(), rtol=0)
    for name, values in statistics(serial).items():
        atol = 1e-7 * np.abs(values).max()
        np.testing.assert_allclose(statistics(parallel)[name], values, atol=atol, rtol=0)
    for file in ("forces/block.csv", "monitors/interface.csv", "probes/line.csv"):
        for a, b in zip(rows(parallel / file), rows(serial / file), strict=True):
            assert a.keys() == b.keys()
            for key, value in b.items():
                assert float(a[key]) == pytest.approx(float(value), abs=1e-6), (file, key)


def test_no_profiles_are_made_where_some_of_the_mesh_is_solid(tmp_path):
    text = (ROOT / "cases" / "conjugate-channel.toml").read_text()
    text += '[statistics]\nevery_steps = 1\naverage = ["x", "z"]\n'
    folder = run(tmp_path, "run", text, "--steps", 3)
    (file,) = (folder / "stats").glob("*.h5")
    with pytest.raises(LobattoError, match="has elements without flow, of slab"):
        wall_flow(Statistics([file]))


def test_nothing_moves_in_solids(serial):
    fields = final_fields(serial)
    # Elements in the order of the box, x fastest, then y: the floor is the first of three rows.
    floor = np.arange(54).reshape(3, 3, 6)[:, 0].ravel()
    fluid = np.arange(54).reshape(3, 3, 6)[:, 2].ravel()
    assert np.all(fields["velocity"][floor] == 0)
    assert np.all(fields["pressure"][floor] == 0)
    assert np.abs(fields["velocity"][fluid]).max() > 0.5
    assert np.all(fields["temperature_diffusivity"][floor] == 0.35)
    assert fields["temperature"][floor].max() > fields["temperature"][fluid].max() > 0
    below = [row for row in rows(serial / "probes/line.csv") if float(row["y"]) < -0.1]
    assert below and all(float(row["u"]) == 0 < float(row["temperature"]) for row in below)


def test_the_balance_counts_the_source_of_the_solid(serial):
    last = steps(serial)[-1]["scalars"]["temperature"]
    terms = [last[name] for name in ("conduction", "convection", "source")]
    assert last["change"] == pytest.approx(sum(terms), rel=1e-2)
    # 0.1 on the slab of volume 2 and the block of a third.
    assert last["source"] == pytest.approx(0.1 * 7 / 3, rel=1e-12)
    assert 0 < last["solids"]["block"]["content"] < last["content"]


def test_a_restart_goes_on_bit_for_bit(tmp_path):
    arguments = ("--set", CHECKPOINTS)
    straight = run(tmp_path, "straight", BLOCK, *arguments, ranks=2)
    run(tmp_path, "halves", BLOCK, *arguments, "--steps", 10, ranks=2)
    halves = run(tmp_path, "halves", BLOCK, *arguments, "--restart", ranks=2)
    for name, values in final_fields(straight).items():
        np.testing.assert_array_equal(final_fields(halves)[name], values)
    last, again = steps(straight)[-1], steps(halves)[-1]
    assert last["scalars"] == again["scalars"]


def test_other_solids_are_another_mesh(serial, tmp_path):
    text = BLOCK.replace("y < 0 || (x > 1.3 && x < 2 && y < 0.5)", "y < 0")
    case = tmp_path / "block.toml"
    case.write_text(text + f'[restart]\nfrom = "{serial}"\n')
    done = lobatto("run", case, "--out", tmp_path / "run")
    assert done.returncode != 0
    assert "another mesh" in done.stderr
    run(tmp_path, "next", text + f'[restart]\nfrom = "{serial}"\ninterpolate = true\n')


def test_solids_where_they_cannot_be_are_refused(tmp_path):
    assert "no element is in the solid 'block'" in refusal(
        tmp_path, BLOCK.replace("y < 0 ||", "y < -9 &&")
    )
    lump = '[[solid]]\nname = "lump"\nwhere = "x < 1"\n'
    conductivity = "[scalar.solid.lump]\nconductivity = 1\n"
    twice = BLOCK.replace("[fluid]", lump + "[fluid]").replace("[time]", conductivity + "[time]")
    assert "(0.333333, -0.25, 0.166667) is in the solid 'block' already" in refusal(tmp_path, twice)
    everywhere = BLOCK.replace('where = "', 'where = "1 || ')
    assert "all elements are solid" in refusal(tmp_path, everywhere)
    cut = BLOCK.replace('where = "', 'where = "x > 2.1 && x < 2.6 || ')
    assert "cut the fluid into pieces" in refusal(tmp_path, cut)


def test_sides_of_solids_alone_need_no_velocity(serial, tmp_path):
    """The face below is the slab's: what is said of the velocity there changes nothing."""
    case = tmp_path / "case.toml"
    case.write_text(BLOCK.replace('y = "wall"', 'y_max = "wall"'))
    result = lobatto("run", case, "--out", tmp_path / "run", "--progress", "none", ranks=2)
    assert result.returncode == 0, result.stderr
    with_wall = json.loads((serial / "steps.jsonl").read_text().splitlines()[-1])
    without = json.loads((tmp_path / "run" / "steps.jsonl").read_text().splitlines()[-1])
    assert without["kinetic_energy"] == pytest.approx(with_wall["kinetic_energy"], rel=1e-9)
    no_lid = refusal(tmp_path, BLOCK.replace('y = "wall"', 'y_min = "wall"'))
    assert "the boundary 'y_max' of the mesh has no condition for the velocity" in no_lid


def test_check_tells_of_solids_and_their_solvers():
    told = lobatto("check", ROOT / "cases" / "conjugate-channel.toml").stdout
    assert "slab: the elements where y < 0" in told
    assert "temperature in slab: conductivity 10, capacity 2" in told
    assert "schwarz-multigrid, some elements are solid" in told


def peak_of_check(case, *settings):
    """In bytes, of the largest of two ranks."""
    command = command_of("check", case, *settings, ranks=2)
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment()
    )
    return os.wait4(process.pid, 0)[2].ru_maxrss * 1024


def test_no_rank_holds_every_element_of_a_box(tmp_path):
    n = 128
    case = tmp_path / "block.toml"
    case.write_text(BLOCK)
    axes = [f"mesh.{axis}.elements={n}" for axis in "xz"]
    large = ["--set", *axes, f"mesh.y={{ range = [-1, 1], elements = {n} }}"]
    assert peak_of_check(case, *large) < peak_of_check(case) + 10 * n**3
