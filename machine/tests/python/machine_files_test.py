"""Paths that lead to no regular file: `lobatto health` and `map` do not wait for them."""

import json
import os

from program import needs_machine
from special_files import FIFO, fifo, refused, run

__all__ = ["fifo"]

pytestmark = needs_machine


def test_what_health_and_map_read_must_be_regular(fifo, tmp_path):
    assert f"{fifo}: {FIFO}" in refused("health", "--thresholds", fifo)
    assert f"{fifo}: {FIFO}" in refused("health", "links", "--topology", fifo)
    os.mkfifo(tmp_path / "old.json")
    baselines = ("health", "--baselines", tmp_path)
    assert f"{tmp_path / 'old.json'}: {FIFO}" in refused(*baselines, "--compare", "old")
    assert f"{tmp_path / 'old.json'}: {FIFO}" in refused(*baselines, "--save", "old", "--force")
    (tmp_path / "loop").symlink_to("loop")
    for folder in (fifo, tmp_path / "loop"):
        assert f"{folder}: there is no such folder" in refused("health", "io", folder)


def test_a_profile_must_be_a_regular_file(fifo, tmp_path):
    assert refused("map", fifo).count(f"{fifo}: {FIFO}") == 1
    assert "/dev/zero: is a character device, not a regular file" in refused("map", "/dev/zero")
    assert "'': expected the name of a file" in refused("map", "")
    for file in filter(os.path.exists, ("/proc/kmsg", "/proc/kcore")):
        assert f"{file}: " in refused("map", file)
    empty = tmp_path / "empty"
    empty.touch()
    assert f"{empty}: " in refused("map", empty)


def write_profile(path):
    matrix = {"rank_from": [0, 1], "rank_to": [1, 0], "bytes": [8, 8], "messages": [1, 1]}
    head = {"format": "lobatto-mpi-profile", "ranks": 2, "steps": 1, "hosts": ["a", "b"]}
    path.write_text(json.dumps({**head, "matrix": matrix}))
    return path


def test_map_reads_regular_files_and_lists_of_any_length(fifo, tmp_path):
    profile = write_profile(tmp_path / "mpi_profile.json")
    assert f"{fifo}: {FIFO}" in refused("map", profile, "--nodes", fifo)
    assert f"cannot write {fifo}: {FIFO}" in refused("map", profile, "--rankfile", fifo)
    # Longer than any name of a file.
    names = ",".join(f"node-of-the-machine-{n:04d}" for n in range(400))
    done = run("map", profile, "--nodes", names)
    assert done.returncode == 0 and "2 ranks on 400 nodes" in done.stdout, done.stderr
