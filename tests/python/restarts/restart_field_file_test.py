"""A run that begins with a field file, fields_*.vtkhdf, of its own mesh or of another, and a scalar
that is carried by the velocity of one."""

import json

import h5py
import numpy as np
import pytest
from program import lobatto, needs_program
from restart_interpolated_test import BENT, write_case

pytestmark = [needs_program, pytest.mark.long]


def write_fields(folder, **values):
    """The field file of a run of five steps, written by two ranks."""
    case = write_case(folder / "old.toml", **{"order": 11, **values})
    case.write_text(case.read_text().replace("final = false", 'final = true, precision = "double"'))
    run = lobatto("run", case, "--out", folder / "old", ranks=2)
    assert run.returncode == 0, run.stderr
    return folder / "old" / "fields" / "fields_00000005.vtkhdf"


@pytest.fixture(scope="module")
def old_file(tmp_path_factory):
    """The field file of order 11; to be read."""
    return write_fields(tmp_path_factory.mktemp("old"))


def errors_of(run):
    return json.loads((run / "summary.json").read_text())["errors"]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("the same mesh", {}, {"order": 11}),
        ("another order", {}, {"order": 12}),
        ("another mesh", {}, {"order": 10, "elements": 5}),
        ("from a bent mesh", {"order": 12, "extra": BENT}, {"order": 11}),
        ("two periods", {}, {"order": 10, "length": '"4*pi"', "elements": 7}),
    ],
)
def test_fields_are_taken_to_the_mesh_of_the_case(tmp_path, old_file, name, old, new):
    file = write_fields(tmp_path, **old) if old else old_file
    # One short first step: its own error is below 1e-10.
    case = write_case(tmp_path / "new.toml", dt=1e-5, steps=6, **new)
    begin = ("--set", f'restart.from="{file}"')
    run = lobatto("run", case, "--out", tmp_path / "new", *begin, ranks=3)
    assert run.returncode == 0, run.stderr
    assert "begins anew with the fields of" in run.stdout
    errors = errors_of(tmp_path / "new")
    for field in ("u", "v", "w", "dye"):
        assert errors[field]["max"] < 2e-5, (name, field, errors)


def test_any_number_of_ranks_begins_alike(tmp_path, old_file):
    case = write_case(tmp_path / "new.toml", order=6, dt=1e-5, steps=6)
    energies = []
    for ranks in (1, 2, 3, 4):
        out = tmp_path / f"ranks-{ranks}"
        run = lobatto("run", case, "--out", out, "--set", f'restart.from="{old_file}"', ranks=ranks)
        assert run.returncode == 0, run.stderr
        energies.append(
            json.loads((out / "steps.jsonl").read_text().splitlines()[0])["kinetic_energy"]
        )
    np.testing.assert_allclose(energies, energies[0], rtol=1e-12)


def test_what_the_file_lacks_begins_as_the_case_says(tmp_path):
    file = write_fields(tmp_path)
    with h5py.File(file, "a") as fields:
        del fields["Lobatto/fields/dye"], fields["Lobatto/fields/pressure"]
    case = write_case(tmp_path / "new.toml", order=11, dt=1e-5, steps=6)
    run = lobatto("run", case, "--out", tmp_path / "new", "--set", f'restart.from="{file}"')
    assert run.returncode == 0, run.stderr
    assert "note: it has no pressure; it begins with zero" in run.stdout
    assert "note: it has no dye; it begins as the case says" in run.stdout
    # cos(y) of the begin, where exp(-0.05 * 5e-3) cos(y) would be right.
    assert errors_of(tmp_path / "new")["dye"]["max"] == pytest.approx(2.5e-4, rel=0.01)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            lambda f: f.pop("Lobatto/fields/velocity"),
            "there is no fields/velocity; expected one of",
        ),
        (lambda f: f["Lobatto"].attrs.pop("order"), "Lobatto has no number 'order'"),
        (lambda f: f.pop("Lobatto/ticks/y"), "Lobatto/ticks/y is no ascending list of numbers"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(tmp_path, damage, message):
    file = write_fields(tmp_path, order=5)
    with h5py.File(file, "a") as fields:
        damage(fields)
    case = write_case(tmp_path / "new.toml", order=5, steps=6)
    run = lobatto(
        "run", case, "--out", tmp_path / "new", "--set", f'restart.from="{file}"', ranks=2
    )
    assert run.returncode == 1
    assert f"{file}: {message}" in run.stderr
    assert not (tmp_path / "new").exists()


def test_a_mesh_beyond_that_of_the_file_is_refused(tmp_path):
    walls = '[boundary]\nz = "wall"\n'
    old = write_case(tmp_path / "old.toml", order=5, extra=walls)
    text = old.read_text().replace("elements = 2, periodic = true", "elements = 2")
    text = text.replace('name = "dye"', 'name = "dye"\nboundary.z = "insulated"')
    old.write_text(text.replace("final = false", "final = true"))
    assert lobatto("run", old, "--out", tmp_path / "old").returncode == 0
    tall = tmp_path / "tall.toml"
    tall.write_text(old.read_text().replace("range = [0, 1]", "range = [0, 1.5]"))
    file = tmp_path / "old/fields/fields_00000005.vtkhdf"
    run = lobatto(
        "run", tall, "--out", tmp_path / "tall", "--set", "time.steps=6",
        "--set", f'restart.from="{file}"',
    )  # fmt: skip
    assert run.returncode == 1
    assert f"{file}: its mesh does not reach" in run.stderr
    assert not (tmp_path / "tall").exists()


def test_a_scalar_is_carried_by_the_velocity_of_a_field_file(tmp_path):
    file = write_fields(tmp_path)
    case = write_case(tmp_path / "new.toml", order=8)
    parts = case.read_text().split("[exact]")[0].split("[fluid]")
    scalar = parts[1].split("[[scalar]]")[1]
    case.write_text(f'[flow]\nfrom = "{file}"\n{parts[0]}[[scalar]]{scalar}')
    run = lobatto("run", case, "--out", tmp_path / "new", ranks=2)
    assert run.returncode == 0, run.stderr
    # The source balances what the vortices carry, up to their decay.
    assert errors_of(tmp_path / "new")["dye"]["max"] < 1e-5
