"""lobatto predict: how long a step takes on many ranks, without them."""

import json
import shutil
import subprocess

import pytest
from program import PROGRAM, ROOT, environment, lobatto, needs_program

pytestmark = needs_program

BOX = """
[mesh]
order = 5
x = { range = [0, "2*pi"], elements = 4, periodic = true }
y = { range = [0, "2*pi"], elements = 8, periodic = true }
z = { range = [0, "2*pi"], elements = 8, periodic = true }
[fluid]
reynolds = 100
[initial]
velocity = ["sin(x)*cos(y)*cos(z)", "-cos(x)*sin(y)*cos(z)", "0"]
[time]
dt = 1e-3
steps = 10
"""
MACHINE = """
[machine]
name = "small"
cores_per_node = 4
nodes = 16
[core]
stream_gbs = 10
peak_gflops = 40
[in_node]
latency = 1e-6
bandwidth_gbs = 5
[between_nodes]
latency = 3e-6
bandwidth_gbs = 8
"""


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(BOX)
    return path


@pytest.fixture
def machine(tmp_path):
    path = tmp_path / "machine.toml"
    path.write_text(MACHINE)
    return path


def predicted(case, machine, *options):
    """The rows of the report."""
    out = machine.parent / "report.json"
    result = lobatto("predict", case, "--machine", machine, "--json", out, *options)
    assert result.returncode == 0, result.stderr
    return json.loads(out.read_text())["rows"], result.stdout


def refused(*arguments):
    result = lobatto("predict", *arguments)
    assert result.returncode == 1
    return result.stderr


def test_a_row_for_each_number_of_ranks(case, machine):
    rows, text = predicted(case, machine, "--ranks", "1,4,64")
    assert [row["ranks"] for row in rows] == [1, 4, 64]
    assert [row["nodes"] for row in rows] == [1, 1, 16]
    assert rows[0]["bytes_per_step"] == 0
    assert rows[1]["bytes_between_nodes_per_step"] == 0 < rows[1]["bytes_per_step"]
    assert rows[2]["bytes_between_nodes_per_step"] > 0
    for row in rows:
        parts = row["compute_s"] + row["messages_s"] + row["waiting_s"]
        assert parts == pytest.approx(row["seconds_per_step"], rel=1e-9)
        assert sum(row["regions_s"].values()) == pytest.approx(row["compute_s"], rel=1e-9)
        speed_up = rows[0]["seconds_per_step"] / row["seconds_per_step"]
        assert row["efficiency"] == pytest.approx(speed_up / row["ranks"], rel=1e-9)
    assert "tensor-direct" in text and "no fraction for" in text


def test_a_box_that_grows_has_the_points_of_its_ranks(case, machine):
    rows, _ = predicted(case, machine, "--ranks", "8,16", "--grow", "z")
    assert rows[1]["points"] == 2 * rows[0]["points"]
    assert rows[1]["efficiency"] == pytest.approx(
        rows[0]["seconds_per_step"] / rows[1]["seconds_per_step"], rel=1e-9
    )


def test_more_iterations_take_longer(case, machine):
    case.write_text(BOX + '[solver]\npressure = "schwarz-multigrid"\nvelocity = "jacobi-cg"\n')
    few, text = predicted(case, machine, "--ranks", "8", "--iterations", "pressure=3,velocity=2")
    assert few[0]["iterations"] == {"pressure": 3, "velocity": 2}
    assert "schwarz-multigrid (3 iterations)" in text
    more, _ = predicted(case, machine, "--ranks", "8", "--iterations", "pressure=6,velocity=2")
    assert more[0]["seconds_per_step"] > 1.3 * few[0]["seconds_per_step"]
    assert more[0]["regions_s"]["smoother"] == pytest.approx(
        2 * few[0]["regions_s"]["smoother"], rel=1e-6
    )


def test_the_machine_of_the_paper_is_read(case):
    xc40 = ROOT / "cases" / "machines" / "xc40.toml"
    result = lobatto("predict", case, "--machine", xc40, "--ranks", "32,256")
    assert result.returncode == 0, result.stderr
    assert "XC40" in result.stdout


def test_a_schedule_in_goal_has_two_ends_of_every_message(case, machine, tmp_path):
    goal = tmp_path / "step.goal"
    rows, _ = predicted(case, machine, "--ranks", "4", "--goal", goal)
    sent, received = [], []
    rank = -1
    for line in goal.read_text().splitlines():
        words = line.split()
        if words[:1] == ["rank"]:
            rank = int(words[1])
        elif words[1:2] == ["send"]:
            sent.append((rank, int(words[4]), int(words[6]), words[2]))
        elif words[1:2] == ["recv"]:
            received.append((int(words[4]), rank, int(words[6]), words[2]))
    assert goal.read_text().startswith("num_ranks 4\n")
    assert len(sent) > rows[0]["messages_per_step"]
    assert sorted(sent) == sorted(received)
    assert "not overwritten" in refused(case, "--machine", machine, "--ranks", "4", "--goal", goal)


def has_simgrid():
    return PROGRAM.with_name("lobatto_simgrid.so").exists()


@pytest.mark.skipif(not has_simgrid(), reason="built without SimGrid")
def test_a_narrow_tree_takes_longer_than_a_wide_one(case, machine, tmp_path):
    tree = "[[fat_tree]]\nbelow = 4\n[[fat_tree]]\nbelow = 4\n"
    seconds = {}
    for cables in (1, 4):
        file = tmp_path / f"tree{cables}.toml"
        slow = MACHINE.replace("bandwidth_gbs = 8", "bandwidth_gbs = 0.1")
        file.write_text(f"{slow}{tree}cables = {cables}\n")
        rows, text = predicted(case, file, "--ranks", "16,64", "--simgrid")
        assert "s by SimGrid" in text
        seconds[cables] = [row["simgrid_seconds_per_step"] for row in rows]
        assert all(row["compute_s"] < s for row, s in zip(rows, seconds[cables], strict=True))
    # On 16 ranks one switch joins the four nodes.
    assert seconds[1][0] == pytest.approx(seconds[4][0], rel=1e-9)
    assert seconds[1][1] > 1.05 * seconds[4][1]


@pytest.mark.skipif(not has_simgrid(), reason="built without SimGrid")
def test_what_simgrid_cannot_do_is_told(case, machine, tmp_path):
    message = refused(case, "--machine", machine, "--simgrid", "--ranks", "20001")
    assert "expected 20000 ranks at most" in message
    file = tmp_path / "groups.toml"
    words = "chassis = 1\nrouters = 2\nnodes = 1\n"
    rates = "chassis_gbs = 1\ngroup_gbs = 1\nbetween_gbs = 1\n"
    file.write_text(
        MACHINE.replace("nodes = 16", "nodes = 16\nnodes_per_group = 2")
        + f"[dragonfly]\n{words}{rates}"
    )
    message = refused(case, "--machine", file, "--simgrid", "--ranks", "64")
    assert "8 groups of a dragonfly" in message and "expected 4 nodes at most" in message


def test_a_program_without_simgrid_names_the_package(case, machine, tmp_path):
    alone = tmp_path / "bin" / "lobatto"
    alone.parent.mkdir()
    shutil.copy2(PROGRAM, alone)
    done = subprocess.run(
        [alone, "predict", case, "--machine", machine, "--simgrid"],
        capture_output=True,
        text=True,
        env=environment(),
    )
    assert done.returncode == 1
    assert "has no SimGrid" in done.stderr and "libsimgrid-dev" in done.stderr


def test_a_machine_is_measured_once(case, tmp_path):
    here = tmp_path / "here.toml"
    result = lobatto("predict", case, "--measure", here, "--orders", "3,5")
    assert result.returncode == 0, result.stderr
    assert 'name = "pressure solve"' in here.read_text()
    rows, text = predicted(case, here, "--ranks", "1")
    assert rows[0]["seconds_per_step"] > 0
    assert "no fraction for" not in text
    assert "not overwritten" in refused(case, "--measure", here)


def test_what_is_wrong_is_told(case, machine, tmp_path):
    assert "--machine FILE is missing" in refused(case)
    assert "16 nodes of 4" in refused(case, "--machine", machine, "--ranks", "65")
    message = refused(case, "--machine", machine, "--iterations", "pressure=8")
    assert "all solves are direct" in message
    assert "pressure=8,velocity=4" in refused(case, "--machine", machine, "--iterations", "8")
    assert "is not a whole number" in refused(case, "--machine", machine, "--ranks", "many")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(MACHINE.replace("latency = 1e-6", "latancy = 1e-6"))
    message = refused(case, "--machine", wrong)
    assert "wrong.toml:10" in message and "'latency'" in message


CYLINDER = ROOT / "cases" / "cylinder.toml"
REPLICATED = ("--set", 'solver.coarse="sparse-cholesky"')


def test_a_mesh_file_is_cut_for_each_number_of_ranks(machine):
    rows, text = predicted(CYLINDER, machine, "--ranks", "1,8,64", *REPLICATED)
    assert "METIS" in text
    assert {row["points"] for row in rows} == {289 * 5**3}
    assert rows[0]["messages_per_step"] == 0 < rows[1]["messages_per_step"]
    assert rows[1]["messages_per_step"] < rows[2]["messages_per_step"]
    # The work of elements is shared out, that of the vertices is every rank's own.
    assert 7.9 < rows[0]["regions_s"]["advection"] / rows[1]["regions_s"]["advection"] < 8.1
    coarse = [row["regions_s"]["coarse problem"] for row in rows]
    assert coarse[0] == pytest.approx(coarse[2], rel=1e-6)


def test_what_a_mesh_file_does_not_allow_is_told(machine):
    message = refused(CYLINDER, "--machine", machine, "--grow", "z")
    assert "cylinder.toml" in message and "does not grow" in message
    few = MACHINE.replace("nodes = 16", "nodes = 100")
    machine.write_text(few)
    message = refused(CYLINDER, "--machine", machine, "--ranks", "290", *REPLICATED)
    assert "290" in message and "289 elements" in message


def test_help_teaches():
    result = lobatto("predict", "--help")
    assert result.returncode == 0
    for word in ("Examples:", "--measure", "--grow", "docs/prediction.md"):
        assert word in result.stdout


def test_names_and_rates_of_a_machine_are_those_of_one(case, tmp_path):
    machine = tmp_path / "odd.toml"
    machine.write_text(MACHINE.replace('"small"', r'"\u001b[2Jsmall"'))
    result = lobatto("predict", case, "--machine", machine, "--ranks", 2)
    assert result.returncode == 0, result.stderr
    assert "\x1b" not in result.stdout and r"\x1b[2Jsmall" in result.stdout
    for rate in ("1e-320", "1e300", "inf"):
        machine.write_text(MACHINE.replace("stream_gbs = 10", f"stream_gbs = {rate}"))
        result = lobatto("predict", case, "--machine", machine, "--ranks", 2)
        assert result.returncode == 1 and "core.stream_gbs = " in result.stderr


@pytest.mark.parametrize("equation", ["pressure", "velocity"])
def test_solvers_on_layers_are_refused_by_their_key(case, machine, equation):
    key = f"solver.{equation}"
    moved = 'mesh.map=["x + 0.01*y", "y", "z"]'
    asked = ("--set", moved, "--set", f"{key}=extruded-direct")
    said = refused(case, "--machine", machine, *asked)
    assert f'{key}: steps with "extruded-direct" are not predicted' in said, said
