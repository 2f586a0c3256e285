"""Scalars: sources in budgets, symmetries, wall units."""

import numpy as np
import pytest
from lobatto import Statistics
from lobatto.statistics import wall_statistics
from lobatto.statistics.budget_lines import budget_lines
from lobatto.statistics.lines import lines_of
from lobatto.statistics.profiles import line_profiles
from lobatto.statistics.scalar_source import linear_source
from lobatto.statistics.symmetry import Mirror
from statistics_walls import CASE, NU, channel_fields, write_channel
from synthetic_statistics import write_statistics

ACROSS = Mirror(2)
DYE = '[[scalar]]\nname = "dye"\n'


def case(source):
    text = "" if source is None else f'source = "{source}"\n'
    return f"{CASE}[parameters]\na = 2.0\n{DYE}{text}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (None, {}),
        ("1", {}),
        ("w", {"w": 1.0}),
        ("-u/2 + a*dye + 3", {"u": -0.5, "T": 2.0}),
        ("(u + v)*2^3", {"u": 8.0, "v": 8.0}),
        ("u*v", None),
        ("dye*dye", None),
        ("w*x", None),
        ("sin(w)", None),
        ("w +", None),
        ("__import__('os').system('true')", None),
    ],
)
def test_only_linear_sources_are_taken(source, expected):
    assert linear_source(case(source), "", "dye", ("dye",)) == expected


def test_a_source_that_may_have_been_changed_is_not_taken():
    assert linear_source(case("w"), "scalar[0].source=u\n", "dye", ("dye",)) is None
    assert linear_source(case("w + other"), "", "dye", ("dye", "other")) is None
    assert linear_source(CASE, "", "dye", ("dye",)) is None


def channel(tmp_path, lower="0", upper="0", source=None):
    """The channel with T = (1 - y^2) (1 + sin z) + 3, conducted with the diffusivity 0.01."""
    fields = channel_fields() | {"dye": lambda x, y, z: 3 + (1 - y**2) * (1 + np.sin(z)) + 0 * x}
    conditions = {"diffusivity": 0.01, "y_min": lower, "y_max": upper}
    path = write_channel(tmp_path / "a.h5")  # for its mesh
    ticks = Statistics(path).grid.ticks
    write_statistics(
        path, ticks, [fields], order=7, average=("x", "z"), walls=("y",), direction="x",
        force=0.1, viscosity=NU, scalars={"dye": conditions}, case=case(source),
    )  # fmt: skip
    return wall_statistics(Statistics(path))


def test_profiles_are_in_units_of_the_wall_flux(tmp_path):
    """T_tau = 0.01 * 2 / u_tau."""
    walls = channel(tmp_path)
    (line,) = lines_of(walls)
    profiles = line_profiles(walls, walls.each_window(), line, walls.units)
    u_tau, y = np.sqrt(0.1), line.distance - 1
    t_tau = 0.02 / u_tau
    assert profiles["dye"].plus == pytest.approx((3 + 1 - y**2) / t_tau)
    assert profiles["dye_dye"].plus == pytest.approx((1 - y**2) ** 2 / 2 / t_tau**2)
    assert profiles["u_dye"].plus == pytest.approx((1 - y**2) ** 2 / 2 / t_tau / u_tau)


def test_a_scalar_has_only_the_symmetries_of_its_conditions(tmp_path):
    assert channel(tmp_path).scalar_symmetries("dye") == (Mirror(1), ACROSS)
    assert channel(tmp_path, "insulated", "insulated").scalar_symmetries("dye") == (
        Mirror(1),
        ACROSS,
    )
    assert channel(tmp_path, "0", "1").scalar_symmetries("dye") == (ACROSS,)
    assert channel(tmp_path, "sin(x)", "sin(x)").scalar_symmetries("dye") == ()
    assert channel(tmp_path, source="w*y").scalar_symmetries("dye") == ()
    heated = channel(tmp_path, "0", "1")
    assert heated.common_symmetries == (ACROSS,)
    assert lines_of(heated)[0].distance[-1] == 2  # the whole width
    assert lines_of(channel(tmp_path))[0].distance[-1] == 1


def test_sources_stand_in_the_budgets(tmp_path):
    """S = 2 u: 2 <S'T'> = 4 <u'T'> = 2 (1 - y^2)^2, in units of T_tau^2 u_tau^2 / nu."""
    walls = channel(tmp_path, source="2*u")
    (line,) = lines_of(walls)
    budgets = {budget.name: budget for budget in budget_lines(walls, line, walls.units)}
    assert {"k", "uu", "uv", "dye_dye", "u_dye", "v_dye", "w_dye"} <= set(budgets)
    y = line.distance - 1
    terms = budgets["dye_dye"].terms_on(line)
    assert terms["source"] == pytest.approx(2 * (1 - y**2) ** 2)
    assert budgets["dye_dye"].unit == pytest.approx((0.02 / np.sqrt(0.1)) ** 2 * 0.1 / NU)
    assert budgets["dye_dye"].note == ""
    unknown = budget_lines(channel(tmp_path, source="u*v"), line, walls.units)
    assert "not linear" in unknown[-1].note and "source" not in unknown[-1].section
