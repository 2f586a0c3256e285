"""Channels and ducts: friction, wall units, profiles, balances, secondary flow, errors."""

import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics import wall_statistics
from lobatto.statistics.convergence import convergence_figures, flow_figures
from lobatto.statistics.lines import lines_of
from lobatto.statistics.momentum import mean_divergence, momentum_residual, stress_balance
from lobatto.statistics.profiles import line_profiles
from lobatto.statistics.secondary_flow import largest_secondary, stream_function
from lobatto.statistics.symmetry import Exchange, Mirror
from lobatto.statistics.wall_statistics import standard_error
from lobatto.statistics.wall_units import WallUnits, wall_stress
from statistics_walls import NU, TWO_PI, WALLS, duct_fields, stream, write_channel, write_duct
from synthetic_statistics import write_statistics


def channel(tmp_path, **more):
    return wall_statistics(Statistics(write_channel(tmp_path / "channel.h5", **more)))


def duct(tmp_path, symmetric=None, **more):
    return wall_statistics(Statistics(write_duct(tmp_path / "duct.h5", **more)), symmetric)


def profiles_of(walls, **more):
    return [
        line_profiles(walls, walls.each_window(), line, walls.units)
        for line in lines_of(walls, **more)
    ]


def figures(walls):
    found = flow_figures(walls, walls.each_window())
    found += convergence_figures(walls, lines_of(walls)[0])
    return {figure.name: figure.value for figure in found}


def test_wall_units_of_a_laminar_channel_are_exact(tmp_path):
    """U = 2.5 (1 - y^2): U_b = 5/3, tau = 0.1, u_tau = sqrt(0.1), Re_tau = u_tau / nu."""
    walls = channel(tmp_path, stress=0.0)
    assert walls.flow.kind == "channel" and walls.flow.symmetries == (Mirror(1), Mirror(2))
    assert walls.friction.u_tau == pytest.approx(np.sqrt(0.1), rel=1e-12)
    assert walls.friction.wall_u_tau == pytest.approx(np.sqrt(0.1), rel=1e-12)
    assert walls.re_tau == pytest.approx(np.sqrt(0.1) / NU)
    assert walls.bulk_velocity == pytest.approx(5 / 3)
    assert walls.centre_velocity == pytest.approx(2.5)
    assert walls.friction_factor == pytest.approx(8 * 0.1 / (5 / 3) ** 2)
    (profile,) = profiles_of(walls)
    y, u_tau = profile.line.distance, np.sqrt(0.1)
    assert y[0] == 0 and y[-1] == 1 and len(y) == 7 + 4 + 1  # nodes, and the middle
    assert profile.y_plus == pytest.approx(y * u_tau / NU)
    assert profile["U"].plus == pytest.approx(2.5 * (1 - (1 - y) ** 2) / u_tau)
    assert profile["u_rms"].plus == pytest.approx((1 - (1 - y) ** 2) / np.sqrt(2) / u_tau)
    assert profile["pp"].plus == pytest.approx((1 - y) ** 2 / 2 / 0.1**2)
    assert profile.at("U", [3.0]) == pytest.approx((3 - 3**2 * NU / u_tau / 2) * 1.0)


def test_without_a_force_wall_units_are_from_the_gradient(tmp_path):
    walls = channel(tmp_path, stress=0.0, force=None)
    assert walls.friction.is_from_walls
    assert walls.friction.u_tau == pytest.approx(np.sqrt(0.1), rel=1e-12)
    assert walls.friction.force == pytest.approx(0.1)


def test_a_flow_backwards_is_turned_round(tmp_path):
    backwards = {
        "u": lambda x, y, z: -2.5 * (1 - y**2) + 0.1 * np.sin(z) + 0 * x,
        "v": lambda x, y, z: y * np.sin(z) + 0 * x,
        "w": lambda x, y, z: 0 * (x + y + z),
        "p": lambda x, y, z: 0 * (x + y + z),
    }
    box = (TWO_PI, WALLS, TWO_PI)
    path = write_statistics(
        tmp_path / "a.h5", box, [backwards], average=("x", "z"), walls=("y",), direction="x",
        force=-0.1, bulk=-5 / 3, viscosity=NU,
    )  # fmt: skip
    walls = wall_statistics(Statistics(path))
    assert walls.bulk_velocity == pytest.approx(5 / 3)
    assert walls.friction.force == pytest.approx(0.1)
    (profile,) = profiles_of(walls)
    assert profile["uv"].values == pytest.approx(0.1 * (1 - profile.line.distance) / 2, abs=1e-12)


def test_the_total_shear_stress_of_a_channel_in_balance_is_linear(tmp_path):
    walls = channel(tmp_path)
    (line,) = lines_of(walls)
    balance = stress_balance(walls, line)
    assert balance.turbulent.max() > 0.02
    assert balance.total == pytest.approx(0.1 * (1 - line.distance), abs=1e-12)
    assert balance.expected == pytest.approx(0.1 * (1 - line.distance))
    assert momentum_residual(walls) == pytest.approx(0.0, abs=1e-9)
    assert figures(walls)["stress_deviation"] < 1e-10


def test_a_channel_out_of_balance_shows_it(tmp_path):
    """A force of 0.11 where 0.1 is in balance: deviation 0.01 h at the wall, 1/11 of u_tau^2."""
    walls = channel(tmp_path, force=0.11)
    found = figures(walls)
    assert found["stress_deviation"] == pytest.approx(1 / 11)
    assert found["momentum_residual"] == pytest.approx(1 / 11)
    assert found["wall_u_tau_excess"] == pytest.approx(np.sqrt(10 / 11) - 1)


def test_folding_keeps_odd_moments_odd(tmp_path):
    walls = channel(tmp_path)
    (folded,) = profiles_of(walls)
    (whole,) = profiles_of(walls, whole=True)
    y = folded.line.distance - 1
    assert folded["uv"].values == pytest.approx(0.06 * y * (1 - y**2), abs=1e-12)
    assert len(whole.y_plus) == 3 * 7 + 1
    assert whole["uv"].values == pytest.approx(-whole["uv"].values[::-1], abs=1e-12)
    assert whole["uu"].values == pytest.approx(whole["uu"].values[::-1], abs=1e-12)
    assert np.abs(whole["uv"].values).max() > 0.02


def test_further_averaging_in_space(tmp_path):
    path = write_channel(tmp_path / "a.h5", average=("x",))
    with pytest.raises(LobattoError, match=r"not averaged along z; .* say --average z"):
        wall_statistics(Statistics(path))
    further = wall_statistics(Statistics(path, average=("z",)))
    assert further.re_tau == pytest.approx(channel(tmp_path).re_tau)
    assert further.each_window()[0].re_tau == pytest.approx(further.re_tau)
    for name in "xyq":
        with pytest.raises(LobattoError, match=f"along '{name}': periodic directions .* are z"):
            Statistics(path, average=(name,))
    (profile,) = profiles_of(further)
    y = profile.line.distance - 1
    assert profile["uv"].values == pytest.approx(0.06 * y * (1 - y**2), abs=1e-12)


def test_a_square_duct_has_eight_octants(tmp_path):
    walls = duct(tmp_path)
    assert walls.flow.kind == "duct" and walls.flow.is_square
    assert walls.flow.symmetries == (Mirror(0), Mirror(1), Exchange(0, 1))
    assert walls.bulk_velocity == pytest.approx(1.0)
    assert walls.friction.u_tau == pytest.approx(np.sqrt(0.03 / 2))
    assert figures(walls)["asymmetry_u"] < 1e-12  # symmetric as it is
    tilted = duct(tmp_path, samples=[duct_fields(tilt=0.2)])
    largest = 0.2 * 2 / (3 * np.sqrt(3)) / tilted.units.u_tau
    assert figures(tilted)["asymmetry_u"] == pytest.approx(largest, rel=0.1)
    assert tilted.stream_velocity == pytest.approx(walls.stream_velocity, abs=1e-12)
    as_gathered = duct(tmp_path, symmetric=False, samples=[duct_fields(tilt=0.2)])
    assert np.abs(as_gathered.stream_velocity - walls.stream_velocity).max() > 0.05


def test_symmetries_that_a_mesh_or_forces_lack_are_not_taken(tmp_path):
    uneven = np.array([-1, -0.5, 0.7, 1])
    walls = duct(tmp_path, ticks=uneven)
    assert walls.flow.symmetries == () and "along x" in walls.flow.notes[0]
    case = "[forcing]\nflow_rate = 1.0\n[[forcing.buoyancy]]\nscalar = 'dye'\n"
    assert duct(tmp_path, case=case).flow.symmetries == ()
    assert len(duct(tmp_path, case=case, symmetric=True).flow.symmetries) == 3
    assert duct(tmp_path, overrides="forcing.body=['x','0','0']\n").flow.symmetries == ()
    assert len(duct(tmp_path, overrides="forcing.flow_rate=2.0\n").flow.symmetries) == 3
    case = "[forcing]\nbody = ['0', '0', '0.03']\n"
    assert len(duct(tmp_path, case=case).flow.symmetries) == 3
    case = "[forcing]\nbody = ['0', '0', '0.03*x']\n"
    assert "forcing.body" in duct(tmp_path, case=case).flow.notes[0]


def test_local_friction_along_a_wall(tmp_path):
    """dw/dx at x = -1 is 4.5 (1 - y^2)."""
    walls = duct(tmp_path)
    y = walls.grid.coordinates(1)
    for end in (0, -1):
        stress = wall_stress(walls.moments, walls.flow, NU, 0, end)
        assert stress == pytest.approx(NU * 4.5 * (1 - y**2), abs=1e-12)
    assert walls.friction.wall_u_tau == pytest.approx(np.sqrt(NU * 4.5 * 2 / 3))


def test_lines_of_a_duct(tmp_path):
    walls = duct(tmp_path)
    bisector, beside = profiles_of(walls, at=(0.0, 0.5))
    x = bisector.line.points
    assert bisector.line.label == "y = 0" and beside.line.label == "y = 0.5"
    assert bisector["U"].values == pytest.approx(2.25 * (1 - x**2), abs=1e-12)
    assert beside["U"].values == pytest.approx(2.25 * (1 - x**2) * 0.75, abs=1e-12)
    # away from the wall x = -1 is u of the file, along the wall v
    expected = -(stream(x + 1e-20j, 0.5 + 0j).imag) / 1e-20
    assert beside["W"].values == pytest.approx(expected, abs=1e-12)
    assert np.abs(expected).max() > 1e-3
    wave, cosine = 0.1 * (1 - x**2) * 0.75, (np.cos(1) + np.cos(2)) / 2  # mean of octants
    assert beside["uv"].values == pytest.approx(wave**2 * x * cosine / 2, abs=1e-12)
    both = profiles_of(duct(tmp_path, symmetric=False))
    assert [profile.line.normal for profile in both] == [0, 1]
    assert len(both[0].y_plus) == 3 * 10 + 1
    with pytest.raises(LobattoError, match=r"--at 2 is outside of the duct: y goes from -1 to 1"):
        lines_of(walls, at=(2.0,))


def test_momentum_residual_of_a_duct_is_that_of_its_fields(tmp_path):
    """F + nu (d2w/dx2 + d2w/dy2) - u dw/dx - v dw/dy - d<u'w'>/dx - d<v'w'>/dy."""
    walls = duct(tmp_path)
    x, y = walls.grid.coordinates(0)[None, :], walls.grid.coordinates(1)[:, None]
    step = 1e-20
    u = stream(x + 0j, y + 1j * step).imag / step
    v = -stream(x + 1j * step, y + 0j).imag / step
    viscous = -4.5 * ((1 - x**2) + (1 - y**2))
    convection = -4.5 * (u * x * (1 - y**2) + v * y * (1 - x**2))
    # <u'w'> = x f^2 cos 2 / 2 with f = 0.1 (1 - x^2)(1 - y^2), <v'w'> = y f^2 cos 1 / 2
    a, b = 1 - x**2, 1 - y**2
    turbulent = 0.005 * np.cos(2) * b**2 * (a**2 - 4 * x**2 * a)
    turbulent = turbulent + 0.005 * np.cos(1) * a**2 * (b**2 - 4 * y**2 * b)
    # octants see the mean of both cosines
    other = 0.005 * np.cos(1) * b**2 * (a**2 - 4 * x**2 * a)
    other = other + 0.005 * np.cos(2) * a**2 * (b**2 - 4 * y**2 * b)
    expected = 0.03 + NU * viscous - convection - (turbulent + other) / 2
    assert momentum_residual(walls) == pytest.approx(expected, abs=1e-9)
    assert mean_divergence(walls) == pytest.approx(0.0, abs=1e-10)
    # along the bisector the integral of the residual is what the balance misses
    (line,) = lines_of(walls)
    missed = walls.grid.integral(momentum_residual(walls), line.normal)
    deviation = stress_balance(walls, line).deviation
    assert deviation == pytest.approx(line.take(walls.grid, missed), abs=1e-9)
    assert np.abs(deviation).max() > 1e-3


def test_the_divergence_of_the_mean_is_shown(tmp_path):
    """u = 0.1 x (1 - x^2)^2 alone: U div = 0.1 U (1 - x^2)(1 - 5 x^2)."""
    fields = {
        "u": lambda x, y, z: 0.1 * x * (1 - x**2) ** 2 + 0 * y + 0 * z,
        "v": lambda x, y, z: 0.1 * y * (1 - y**2) ** 2 + 0 * x + 0 * z,
        "w": lambda x, y, z: 2.25 * (1 - x**2) * (1 - y**2) + 0 * z,
        "p": lambda x, y, z: 0 * (x + y + z),
    }
    walls = duct(tmp_path, samples=[fields])
    x, y = walls.grid.coordinates(0)[None, :], walls.grid.coordinates(1)[:, None]
    divergence = 0.1 * (1 - x**2) * (1 - 5 * x**2) + 0.1 * (1 - y**2) * (1 - 5 * y**2)
    expected = 2.25 * (1 - x**2) * (1 - y**2) * divergence
    assert mean_divergence(walls) == pytest.approx(expected, abs=1e-10)
    figure = figures(walls)["mean_divergence"]
    assert figure == pytest.approx(np.sqrt(walls.grid.mean(expected**2)) / 0.03)


def test_secondary_flow_is_found(tmp_path):
    """The field has no noise, so its stream function and largest velocity are known."""
    walls = duct(tmp_path, ticks=np.linspace(-1, 1, 7))
    x, y = walls.grid.coordinates(0)[None, :], walls.grid.coordinates(1)[:, None]
    found = stream_function(walls)
    assert found == pytest.approx(stream(x, y), abs=1e-12)
    assert np.abs(found).max() > 5e-4
    fine = np.linspace(-1, 1, 801)
    fx, fy = fine[None, :] + 0j, fine[:, None] + 0j
    speed = np.hypot(stream(fx, fy + 1e-20j).imag, stream(fx + 1e-20j, fy).imag) / 1e-20
    largest = largest_secondary(walls, walls.each_window())
    assert largest.speed == pytest.approx(speed.max(), rel=0.02)
    place = abs(largest.place[0]), abs(largest.place[1])
    j, i = np.unravel_index(speed.argmax(), speed.shape)
    nearest = sorted(abs(fine[[j, i]]))
    assert sorted(place) == pytest.approx(nearest, abs=0.08)


def test_standard_errors_of_windows():
    values = np.array([1.0, 2.0, 3.0, 6.0])
    assert standard_error(values, np.ones(4)) == pytest.approx(np.std(values, ddof=1) / 2)
    assert np.isnan(standard_error([1.0], [5.0]))
    # a window without weight adds nothing to the mean or to the sum of squares
    half = standard_error([[1.0, 10.0], [3.0, 20.0]], [2.0, 2.0])
    assert half == pytest.approx([1.0, 5.0])
    assert standard_error([1.0, 3.0], [1.0, 3.0]) == pytest.approx(
        np.sqrt(2 * (1 * 1.5**2 + 9 * 0.5**2)) / 4
    )


def test_windows_give_the_figures_errors(tmp_path):
    for k, force in enumerate((0.09, 0.1, 0.11)):
        write_channel(
            tmp_path / "run" / "stats" / f"stats_0000000{k}.h5",
            force=force, start=10.0 * k, end=10.0 * (k + 1),
        )  # fmt: skip
    walls = wall_statistics(Statistics(tmp_path / "run"))
    assert walls.friction.force == pytest.approx(0.1)
    re_tau = flow_figures(walls, walls.each_window())[0]
    each = np.sqrt([0.09, 0.1, 0.11]) / NU
    assert re_tau.value == pytest.approx(np.sqrt(0.1) / NU)
    assert re_tau.error == pytest.approx(np.std(each, ddof=1) / np.sqrt(3))
    (profile,) = profiles_of(walls)
    assert profile["U"].error == pytest.approx(0.0, abs=1e-12)  # the same field in each


def test_sample_spacing_is_in_viscous_units(tmp_path):
    """10 time units, 100 samples, u_tau^2 / nu = 5: 0.5."""
    found = figures(channel(tmp_path))
    assert found["sample_spacing_plus"] == pytest.approx(0.1 * 0.1 / NU)
    walls = channel(tmp_path, n_samples=1)
    spacing = convergence_figures(walls, lines_of(walls)[0])[0]
    assert spacing.value == pytest.approx(50) and "exceeded" in spacing.remark


def test_flows_that_are_no_channels_are_refused(tmp_path):
    box = (TWO_PI, WALLS, TWO_PI)
    path = write_statistics(tmp_path / "a.h5", box, [duct_fields()], walls=("x", "y", "z"), order=3)
    with pytest.raises(LobattoError, match="neither a channel nor a duct"):
        wall_statistics(Statistics(path))


def test_wall_units():
    units = WallUnits(u_tau=0.05, viscosity=0.001)
    assert units.length == pytest.approx(0.02)
    assert units.time == pytest.approx(0.4)
    assert units.budget == pytest.approx(0.05**4 / 0.001)
