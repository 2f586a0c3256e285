"""What modes depend on: the files that a run leaves, on any number of ranks, and their pictures."""

import numpy as np
import pytest
from lobatto import FieldFile
from lobatto.files.text_file import read_table
from program import lobatto, needs_program

pytestmark = needs_program

SINE_FLOW = """
[mesh]
order = 7
plane = true
x = { range = [0, "4*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = ["0.3 + sin(y)", "0", "0"]
[time]
dt = 0.02
steps = 100
[stability]
kind = "sensitivity"
modes = 1
krylov_vectors = 12
"""


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    path = tmp_path_factory.mktemp("sensitivity") / "sine.toml"
    path.write_text(SINE_FLOW)
    return path


def found(case, ranks):
    out = case.parent / f"on_{ranks}"
    result = lobatto("run", case, "--out", out, ranks=ranks)
    assert result.returncode == 0, result.stderr
    assert "production" in result.stdout
    table = read_table(out / "sensitivity" / "sensitivity.csv")
    return out, dict(zip(table.columns, table.rows[0], strict=True))


def test_ranks_agree_and_the_files_say_what_the_table_does(case):
    out, one = found(case, None)
    _, two = found(case, 2)
    for name in ("growth", "frequency", "adjoint_growth", "condition", "production"):
        assert two[name] == pytest.approx(one[name], rel=1e-6)
    assert one["production"] + one["dissipation"] == pytest.approx(one["growth"], abs=1e-4)
    file = FieldFile(out / "sensitivity" / "mode_001.vtkhdf")
    assert {"velocity", "velocity_imaginary", "velocity_adjoint", "wave_maker"} <= set(
        file.n_components
    )
    assert {"velocity_for_growth", "velocity_for_frequency"} <= set(file.n_components)
    # int |u| |v| / |N| is at least 1, by the triangle inequality, and at most the condition.
    _, wave_maker = file.line("wave_maker", 1, [1.0, 0.0, 0.5])
    assert np.all(wave_maker > 0)
    assert 1 <= wave_maker.mean() * 8 * np.pi**2 <= one["condition"]


def test_the_wave_maker_is_drawn(case):
    result = lobatto("plot", case.parent / "on_None")
    assert result.returncode == 0, result.stderr
    assert (case.parent / "on_None" / "plots" / "wave_maker_z=0.5_001.png").stat().st_size > 5000
