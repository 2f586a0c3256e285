"""The examples of user code, as their headings say to start them, against what is known."""

import re
import shutil

import pytest
from program import ROOT, lobatto
from scripts import needs_module, run_script

pytestmark = needs_module

EXAMPLES = ROOT / "examples"


def run_example(name, folder, ranks=None):
    """The numbers of its line "a = 1 b = 2"."""
    result = run_script(EXAMPLES / f"{name}.py", folder, folder / "out", ranks=ranks)
    assert result.returncode == 0, result.stdout + result.stderr
    return [float(x) for x in re.findall(r"= (-?[\d.]+(?:e[+-]\d+)?)", told(result.stdout))]


def told(output):
    lines = [
        line for line in output.splitlines() if re.match(r"(force|drift|orthonormal|gain) ", line)
    ]
    assert len(lines) == 1, output
    return lines[0].replace("orthonormal to", "fault =")


@pytest.mark.parametrize("ranks", [None, 2])
def test_the_controller_finds_the_force_of_poiseuille_flow(tmp_path, ranks):
    force, exact, bulk = run_example("flow_rate_control", tmp_path, ranks)
    assert exact == 1.5
    assert force == pytest.approx(exact, rel=1e-5) and bulk == pytest.approx(1, rel=1e-5)
    assert (tmp_path / "out" / "plots" / "flow_rate.png").stat().st_size > 5000


@pytest.mark.parametrize("ranks", [None, 2])
def test_tracers_stay_on_their_lines(tmp_path, ranks):
    drift, path = run_example("tracers", tmp_path, ranks)
    assert path > 4 and drift < 1e-4
    assert (tmp_path / "out" / "plots" / "tracers.png").stat().st_size > 5000


@pytest.mark.parametrize("ranks", [None, 2])
def test_modes_are_orthonormal_and_hold_what_their_eigenvalues_say(tmp_path, ranks):
    fault, held, by_eigenvalues = run_example("modes", tmp_path, ranks)
    assert fault < 1e-12 and held == pytest.approx(by_eigenvalues, abs=1e-11)
    assert 0.95 < held < 1
    assert (tmp_path / "out" / "plots" / "modes.png").stat().st_size > 5000


def test_the_jet_learns_to_calm_the_probe(tmp_path):
    gain, reward, without = run_example("jet_actuator", tmp_path)
    assert gain > 1 and without < 0
    assert reward > 0.2 * without
    assert (tmp_path / "out" / "jet.png").stat().st_size > 5000


def test_the_cylinders_have_the_published_drag(tmp_path):
    for suffix in (".toml", ".py"):
        shutil.copy(EXAMPLES / f"cylinder_array{suffix}", tmp_path)
    case = tmp_path / "cylinder_array.toml"
    result = lobatto("run", case, "--out", tmp_path / "out", "--set", "mesh.order=5", ranks=2)
    assert result.returncode == 0, result.stdout + result.stderr
    drags = [float(x) for x in re.findall(r"drag = ([\d.]+) published = 51.53", result.stdout)]
    assert len(drags) == 12
    assert drags[-1] == pytest.approx(51.53, rel=0.05)
    assert drags[-1] == pytest.approx(drags[-2], rel=2e-3)


@pytest.mark.parametrize("ranks", [None, 2])
def test_the_mesh_of_kershaw_is_solved_on(tmp_path, ranks):
    result = run_script(EXAMPLES / "kershaw.py", tmp_path, tmp_path / "out", ranks=ranks)
    assert result.returncode == 0, result.stdout + result.stderr
    errors = [float(e) for e in re.findall(r"order \d: error ([\d.e+-]+)", result.stdout)]
    assert errors == pytest.approx([0.267, 0.0681, 0.0155], rel=0.01)
    assert (tmp_path / "out" / "kershaw.png").exists() is (ranks is None)


def test_the_initial_flow_behind_measurements_is_found(tmp_path):
    result = run_script(EXAMPLES / "initial_condition.py", tmp_path, tmp_path / "out")
    assert result.returncode == 0, result.stdout + result.stderr
    assert float(re.search(r"^error (\S+)", result.stdout, re.MULTILINE)[1]) < 1e-7
    assert (tmp_path / "out" / "initial_condition.png").exists()


def test_the_wall_takes_what_the_jet_brings(tmp_path):
    result = run_script(EXAMPLES / "blowing_and_suction.py", tmp_path, tmp_path / "out")
    assert result.returncode == 0, result.stdout + result.stderr
    without, best = map(float, re.search(r"^misfit (\S+) to (\S+)", result.stdout).groups())
    assert best < 0.2 * without
    assert (tmp_path / "out" / "blowing_and_suction.png").exists()


def test_a_run_is_a_layer_of_pytorch(tmp_path):
    pytest.importorskip("torch")
    result = run_script(EXAMPLES / "torch_layer.py", tmp_path, tmp_path / "out")
    assert result.returncode == 0, result.stdout + result.stderr
    first, last = map(float, re.search(r"misfit (\S+) to (\S+)", result.stdout).groups())
    assert last < 1e-3 * first
