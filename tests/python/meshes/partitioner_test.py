"""A flow on a mesh file is the same whether one rank reads and cuts the file or all do together."""

import json
from pathlib import Path

import pytest
from program import lobatto, needs_program

pytestmark = needs_program

PIPE_MESH = Path(__file__).resolve().parents[2] / "data" / "gmsh" / "pipe-27.msh"
PIPE = f"""
[mesh]
file = "{PIPE_MESH}"
order = 3
periodic = [{{ from = "inlet", to = "outlet" }}]
[fluid]
viscosity = 0.1
[initial]
velocity = ["y", "0", "1 - x^2 - y^2"]
[boundary]
wall = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "z"
[solver]
pressure_tolerance = 1e-11
tolerance = 1e-13
[time]
dt = 0.005
steps = 5
"""


def last_step(folder: Path, partitioner: str, ranks: int) -> dict:
    folder.mkdir()
    case = folder / "pipe.toml"
    case.write_text(PIPE)
    out = folder / "out"
    result = lobatto(
        "run", case, "--out", out, "--set", f'mesh.partitioner="{partitioner}"', ranks=ranks
    )
    if "built without PT-Scotch" in result.stderr:
        pytest.skip("built without PT-Scotch")
    assert result.returncode == 0, result.stderr
    return json.loads((out / "steps.jsonl").read_text().splitlines()[-1])


@pytest.mark.parametrize("ranks", [2, 3])
def test_the_flow_does_not_depend_on_who_reads(tmp_path, ranks):
    whole = last_step(tmp_path / "metis", "metis", ranks)
    sliced = last_step(tmp_path / "ptscotch", "ptscotch", ranks)
    for key in ("kinetic_energy", "enstrophy", "bulk_velocity"):
        assert sliced[key] == pytest.approx(whole[key], rel=1e-9)
