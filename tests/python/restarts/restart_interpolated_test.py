"""A run that begins with the fields of another mesh or order, against an exact solution."""

import json

import pytest
from program import lobatto, needs_program

pytestmark = needs_program

# Taylor's decaying vortices in a periodic box: u, v and p are known at all times.
VORTICES = """
[mesh]
order = {order}
x = {{ range = [0, {length}], elements = {elements}, periodic = true }}
y = {{ range = [0, "2*pi"], elements = 3, periodic = true }}
z = {{ range = [0, 1], elements = 2, periodic = true }}
{extra}
[fluid]
viscosity = 0.05
[initial]
velocity = "exact"
[[scalar]]
name = "dye"
diffusivity = 0.05
initial = "exact"
exact = "exp(-0.05*t)*cos(y)"
source = "-v*sin(y)*exp(-0.05*t)"
[time]
dt = {dt}
steps = {steps}
[output]
fields = {{ final = false }}
[exact]
velocity = ["sin(x)*cos(y)*exp(-0.1*t)", "-cos(x)*sin(y)*exp(-0.1*t)", "0"]
pressure = "0.25*(cos(2*x) + cos(2*y))*exp(-0.2*t)"
"""

BENT = (
    'map = ["x + 0.15*sin(x)*cos(y)", "y + 0.15*sin(y)*sin(x)", '
    '"z + 0.05*sin(2*pi*z)*sin(x)*sin(y)"]'
)


def write_case(path, **values):
    defaults = {"length": '"2*pi"', "elements": 3, "extra": "", "dt": 1e-3, "steps": 5}
    path.write_text(VORTICES.format(**{**defaults, **values}))
    return path


@pytest.fixture(scope="module")
def old_run(tmp_path_factory):
    """Five steps of order 11 on two ranks; to be read."""
    folder = tmp_path_factory.mktemp("old")
    old = write_case(folder / "old.toml", order=11)
    assert lobatto("run", old, "--out", folder / "old", ranks=2).returncode == 0
    return folder / "old"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("another order", {"order": 12}),
        ("another mesh", {"order": 10, "elements": 5}),
        ("a bent mesh", {"order": 12, "extra": BENT}),
        ("two periods", {"order": 10, "length": '"4*pi"', "elements": 7}),
    ],
)
def test_fields_are_taken_to_another_mesh(tmp_path, old_run, name, values):
    # One short first step: its own error is below 1e-10.
    new = write_case(tmp_path / "new.toml", dt=1e-5, steps=6, **values)
    begin = ("--set", f'restart={{from="{old_run}", interpolate=true}}')
    run = lobatto("run", new, "--out", tmp_path / "new", *begin, ranks=3)
    assert run.returncode == 0, run.stderr
    assert "begins anew with the fields of" in run.stdout
    errors = json.loads((tmp_path / "new" / "summary.json").read_text())["errors"]
    limits = {"u": 2e-5, "v": 2e-5, "w": 2e-5, "dye": 2e-5}
    assert {
        field: errors[field]["max"] < limit for field, limit in limits.items()
    } == dict.fromkeys(limits, True), (name, errors)
    step = json.loads((tmp_path / "new" / "steps.jsonl").read_text().splitlines()[0])
    assert step["step"] == 6
    assert step["order"] == 2


def test_a_mesh_beyond_the_old_one_is_refused(tmp_path):
    walls = '[boundary]\nz = "wall"\n'
    old = write_case(tmp_path / "old.toml", order=5, extra=walls)
    text = old.read_text().replace("elements = 2, periodic = true", "elements = 2")
    old.write_text(text.replace('name = "dye"', 'name = "dye"\nboundary.z = "insulated"'))
    assert lobatto("run", old, "--out", tmp_path / "old").returncode == 0
    tall = tmp_path / "tall.toml"
    tall.write_text(old.read_text().replace("range = [0, 1]", "range = [0, 1.5]"))
    run = lobatto(
        "run", tall, "--out", tmp_path / "tall", "--set", "time.steps=6",
        "--set", f'restart={{from="{tmp_path}/old", interpolate=true}}',
    )  # fmt: skip
    assert run.returncode == 1
    assert "checkpoint_00000005.h5: its mesh does not reach" in run.stderr
    assert not (tmp_path / "tall").exists()


def test_a_box_with_fewer_elements_than_ranks_is_refused_by_its_file(tmp_path):
    old = write_case(tmp_path / "old.toml", order=11, elements=1)
    old.write_text(
        old.read_text().replace("range = [0, 1], elements = 2", "range = [0, 1], elements = 1")
    )
    assert lobatto("run", old, "--out", tmp_path / "old").returncode == 0
    new = write_case(tmp_path / "new.toml", order=6, steps=6)
    begin = ("--set", f'restart={{from="{tmp_path}/old", interpolate=true}}')
    refused = lobatto("run", new, "--out", tmp_path / "new", *begin, ranks=4)
    assert refused.returncode == 1
    file = tmp_path / "old/checkpoints/checkpoint_00000005.h5"
    words = "its box has 3 elements (1 x 3 x 1), too few for 4 ranks; begin on at most 3 ranks"
    assert f"{file}: {words}" in refused.stderr
    assert not (tmp_path / "new").exists()
    # As it advises.
    begun = lobatto("run", new, "--out", tmp_path / "new", *begin, ranks=3)
    assert begun.returncode == 0, begun.stderr
    more = lobatto("run", new, "--out", tmp_path / "new", "--restart", "--steps", 8, ranks=4)
    assert more.returncode == 0, more.stderr


def test_a_flow_from_a_box_with_few_elements_is_refused_by_its_file(tmp_path):
    old = write_case(tmp_path / "old.toml", order=3, elements=1)
    assert lobatto("run", old, "--out", tmp_path / "old").returncode == 0
    new = write_case(tmp_path / "new.toml", order=3)
    text = (
        new.read_text().split("[fluid]")[0] + "[[scalar]]" + new.read_text().split("[[scalar]]")[1]
    )
    text = text.split("[exact]")[0].replace("elements = 2, periodic", "elements = 4, periodic")
    new.write_text(f'[flow]\nfrom = "{tmp_path}/old"\n{text}')
    run = lobatto("run", new, "--out", tmp_path / "new", ranks=7)
    assert run.returncode == 1
    assert "checkpoint_00000005.h5: its box has 6 elements (1 x 3 x 2)" in run.stderr


def test_another_mesh_without_interpolation_is_refused_with_advice(tmp_path):
    old = write_case(tmp_path / "old.toml", order=5)
    assert lobatto("run", old, "--out", tmp_path / "old").returncode == 0
    new = write_case(tmp_path / "new.toml", order=6)
    run = lobatto("run", new, "--out", tmp_path / "new", "--set", f'restart.from="{tmp_path}/old"')
    assert run.returncode == 1
    assert "18 elements of order 5" in run.stderr
    assert "interpolate = true" in run.stderr
    assert not (tmp_path / "new").exists()


def test_the_energy_of_a_subgrid_model_is_taken_to_another_mesh(tmp_path):
    model = """
[subgrid]
model = "one-equation"
energy = {{ initial = "{initial}" }}
[[monitor]]
name = "k"
of = {{ k = "subgrid_energy", x = "subgrid_energy*sin(x)" }}
every_steps = 1
"""
    old = write_case(tmp_path / "old.toml", order=7, extra=model.format(initial="0.2 + 0.1*sin(x)"))
    assert lobatto("run", old, "--out", tmp_path / "old").returncode == 0
    new = write_case(
        tmp_path / "new.toml", order=9, dt=1e-6, steps=6, extra=model.format(initial="5")
    )
    begin = ("--set", f'restart={{from="{tmp_path}/old", interpolate=true}}')
    run = lobatto("run", new, "--out", tmp_path / "new", *begin, ranks=2)
    assert run.returncode == 0, run.stderr
    before, after = (
        list(
            map(float, (tmp_path / name / "monitors" / "k.csv").read_text().split()[-1].split(","))
        )
        for name in ("old", "new")
    )
    assert after[2:] == pytest.approx(before[2:], rel=1e-4)
