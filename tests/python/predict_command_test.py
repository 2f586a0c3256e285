"""lobatto predict: how long a step takes on many ranks, without them."""

import json

import pytest
from program import ROOT, lobatto, needs_program

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


def test_mesh_files_are_refused(machine):
    message = refused(ROOT / "cases" / "cylinder.toml", "--machine", machine)
    assert "mesh.file" in message and "boxes alone" in message


def test_help_teaches():
    result = lobatto("predict", "--help")
    assert result.returncode == 0
    for word in ("Examples:", "--measure", "--grow", "docs/prediction.md"):
        assert word in result.stdout
