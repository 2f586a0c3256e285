"""`lobatto new`: cases to begin with."""

import re
import subprocess

import pytest
from program import PATIENCE, PROGRAM, ROOT, environment, needs_program

pytestmark = needs_program

FLOWS = sorted(path.stem for path in (ROOT / "cases" / "new").glob("*.toml"))


def lobatto(folder, *arguments):
    return subprocess.run(
        [PROGRAM, *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("flow", FLOWS)
def test_a_new_case_runs_by_what_is_said_to_be_typed_next(tmp_path, flow):
    done = lobatto(tmp_path, "new", flow)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / f"{flow}.toml").read_text().splitlines()
    assert lines[0] == "#:schema ./lobatto.schema.json" and len(lines) < 60
    assert (tmp_path / "lobatto.schema.json").exists()
    check, run, plot = re.findall(r"^  lobatto (.+)$", done.stdout, re.MULTILINE)
    assert lobatto(tmp_path, *check.split()).returncode == 0
    ran = lobatto(tmp_path, *run.removesuffix(" -n 2").split(), "--steps", "2")
    assert ran.returncode == 0, ran.stderr
    assert plot == f"plot runs/{flow}" and (tmp_path / "runs" / flow / "summary.json").exists()


def test_what_is_there_is_left_and_flows_are_listed(tmp_path):
    (tmp_path / "channel.toml").write_text("mine")
    refused = lobatto(tmp_path, "new", "channel")
    assert refused.returncode == 1 and "channel.toml: there is a file" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["channel.toml"]
    assert lobatto(tmp_path, "new", "channel", "other.toml").returncode == 0
    assert lobatto(tmp_path, "new", "pipe").returncode == 0
    assert lobatto(tmp_path, "new", "pipe", "second.toml").returncode == 0, "the mesh is the same"
    assert "did you mean 'cavity'?" in lobatto(tmp_path, "new", "cavty").stderr
    listed = re.findall(r"^  (\w+) ", lobatto(tmp_path, "new").stdout, re.MULTILINE)
    assert listed == FLOWS
