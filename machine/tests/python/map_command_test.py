"""lobatto map: where to put the ranks of a run, from what they sent each other."""

import json

import pytest
from program import lobatto, needs_machine

pytestmark = needs_machine


def profile_of_a_grid(shape, hosts, steps=10):
    """A profile of ranks on a grid, x fastest, that send 8 bytes to each neighbour in each step."""
    n_x, n_y, n_z = shape
    pairs = []
    for z in range(n_z):
        for y in range(n_y):
            for x in range(n_x):
                here = x + n_x * (y + n_y * z)
                if x + 1 < n_x:
                    pairs.append((here, here + 1))
                if y + 1 < n_y:
                    pairs.append((here, here + n_x))
                if z + 1 < n_z:
                    pairs.append((here, here + n_x * n_y))
    both = sorted(pairs + [(b, a) for a, b in pairs])
    return {
        "format": "lobatto-mpi-profile",
        "version": 1,
        "ranks": n_x * n_y * n_z,
        "hosts": hosts,
        "steps": steps,
        "matrix": {
            "rank_from": [a for a, _ in both],
            "rank_to": [b for _, b in both],
            "messages": [steps] * len(both),
            "bytes": [8 * steps] * len(both),
        },
    }


@pytest.fixture
def profile(tmp_path):
    """4 x 4 x 4 ranks, sheet by sheet on four nodes: 3 x 16 pairs of partners apart."""
    file = tmp_path / "mpi_profile.json"
    hosts = [f"n{rank // 16}" for rank in range(64)]
    file.write_text(json.dumps(profile_of_a_grid((4, 4, 4), hosts)))
    return file


def test_a_better_placement_is_found_and_written(profile, tmp_path):
    rankfile, hostfile, out = (tmp_path / name for name in ("ranks.txt", "hosts.txt", "map.json"))
    result = lobatto(
        "map", profile.parent, "--rankfile", rankfile, "--hostfile", hostfile, "--json", out
    )
    assert result.returncode == 0, result.stderr
    report = json.loads(out.read_text())
    assert report["bytes"] == 3 * 48 * 2 * 80
    assert report["before"]["bytes_between_nodes"] == 48 * 2 * 80
    # Quarters of the cube, columns of 2 x 2 x 4, cut 32 pairs.
    assert report["after"]["bytes_between_nodes"] == 32 * 2 * 80
    assert report["after"]["bytes_between_nodes_per_step"] == 32 * 2 * 8
    assert report["before"]["bytes_of_worst_node"] == 2 * 16 * 2 * 80
    names = report["node_of_rank"]
    assert sorted(names) == sorted(f"n{rank // 16}" for rank in range(64))
    assert hostfile.read_text().split() == names
    seen = set()
    for rank, line in enumerate(rankfile.read_text().splitlines()):
        assert line.startswith(f"rank {rank}={names[rank]} slot=")
        place = (names[rank], int(line.rsplit("=", 1)[1]))
        assert 0 <= place[1] < 16 and place not in seen
        seen.add(place)
    again = lobatto("map", profile, "--rankfile", rankfile)
    assert again.returncode == 1 and "is not overwritten" in again.stderr


def test_nodes_come_from_a_list_or_a_file(profile, tmp_path):
    hosts = tmp_path / "hosts"
    hosts.write_text("a slots=40\nb slots=24\n")
    out = tmp_path / "map.json"
    result = lobatto("map", profile, "--nodes", hosts, "--json", out)
    assert result.returncode == 0, result.stderr
    names = json.loads(out.read_text())["node_of_rank"]
    assert (names.count("a"), names.count("b")) == (40, 24)
    result = lobatto("map", profile, "--nodes", "c[01-02]", "--slots", 32, "--json", out)
    assert result.returncode == 0, result.stderr
    report = json.loads(out.read_text())
    assert report["after"]["bytes_between_nodes"] == 16 * 2 * 80
    assert set(report["node_of_rank"]) == {"c01", "c02"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--nodes", "c[01-02]", "--slots", "8"], "64 ranks do not fit on 2 nodes with 16 slots"),
        (["--nodes", "c[01-"], "a bracket that is not closed at character 2"),
        (["--nodes", "c,d,c", "--slots", "64"], "--nodes: c is there twice"),
    ],
)
def test_nodes_that_do_not_fit_are_refused(profile, arguments, message):
    result = lobatto("map", profile, *arguments)
    assert result.returncode == 1
    assert message in result.stderr


def test_a_profile_that_is_none_is_refused(tmp_path):
    result = lobatto("map", tmp_path)
    assert result.returncode == 1
    assert (
        "mpi_profile.json: there is no such file; lobatto run CASE --profile mpi" in result.stderr
    )
    file = tmp_path / "mpi_profile.json"
    file.write_text('{"format": "something else"}')
    result = lobatto("map", file)
    assert "format is 'something else', expected 'lobatto-mpi-profile'" in result.stderr
    profile = profile_of_a_grid((2, 1, 1), ["a", "b"])
    del profile["matrix"]["bytes"]
    file.write_text(json.dumps(profile))
    result = lobatto("map", file)
    assert result.returncode == 1
    assert "key 'bytes' not found" in result.stderr
