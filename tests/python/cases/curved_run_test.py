"""A small run on a curved mesh by the program, read and drawn by this package."""

import numpy as np
import pytest
from drawn import check_pictures, names
from lobatto import GeneralFieldFile, Run
from lobatto.pictures.plot import plot_run
from program import lobatto, needs_program

pytestmark = needs_program

DUCT_WITH_BENT_WALLS = """
[case]
name = "bent"
[mesh]
order = 5
x = { range = [-1, 1], elements = 3 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 2], elements = 2, periodic = true }
map = ["x*sqrt(1 - y^2/2)", "y*sqrt(1 - x^2/2)", "z + 0.1*sin(pi*z)*x"]
[fluid]
viscosity = 0.1
[boundary]
x = "wall"
y = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "z"
[initial]
velocity = ["0.3*y*(1 - x^2 - y^2)", "-0.3*x*(1 - x^2 - y^2)", "2*(1 - x^2 - y^2)"]
[[scalar]]
name = "temperature"
diffusivity = 0.1
source = "w"
boundary = { x = { value = "0" }, y = { value = "0" } }
[time]
dt = 0.01
steps = 4
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The map takes the square to the unit disc: a pipe, in which the flow is known."""
    folder = tmp_path_factory.mktemp("bent")
    (folder / "bent.toml").write_text(DUCT_WITH_BENT_WALLS)
    result = lobatto("run", folder / "bent.toml", "--out", folder / "run", "--progress", "none")
    assert result.returncode == 0, result.stderr
    return Run(folder / "run")


def test_the_field_file_is_read_on_its_curved_elements(run):
    file = run.fields[-1].open()
    assert isinstance(file, GeneralFieldFile)
    assert file.element_count == 18 and file.n_points == run.summary["points"]
    assert file.volume == pytest.approx(2 * np.pi, rel=1e-4)
    assert file.mean("velocity")[2] == pytest.approx(1, abs=1e-5)
    assert run.periodic == (False, False, True)
    # Hagen and Poiseuille's flow is steady but for the error of the first steps.
    points = np.random.default_rng(5).uniform([-0.6, -0.6, 0], [0.6, 0.6, 2], (50, 3))
    squared = points[:, 0] ** 2 + points[:, 1] ** 2
    assert file.evaluate("velocity", points)[:, 2] == pytest.approx(2 * (1 - squared), abs=0.02)


def test_its_cross_section_is_a_disc(run):
    cut = run.fields[-1].open().plane("velocity", 2, 0.5)
    assert cut.area == pytest.approx(np.pi, rel=2e-3)
    assert cut.mean()[2] == pytest.approx(1, abs=5e-3)


def test_it_is_drawn(run):
    paths = list(plot_run(run))
    pictures = {"cross_section", "along", "vorticity_along", "secondary_flow"}
    pictures |= {"temperature_z", "temperature_y"}
    assert names(paths) == {"history.png"} | {f"{name}_00000004.png" for name in pictures}
    check_pictures(paths)


def test_its_summary_has_the_median_and_the_mean_of_its_steps(run):
    seconds = run.steps["seconds"]
    summary = run.summary
    assert len(seconds) == 4
    assert summary["seconds_per_step_mean"] == pytest.approx(np.mean(seconds), rel=1e-3)
    assert sorted(seconds[2:])[1] == pytest.approx(summary["seconds_per_step"], rel=1e-3)
