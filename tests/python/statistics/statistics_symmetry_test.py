"""Mirrors and exchanges of averages are those of the fields themselves."""

import numpy as np
import pytest
from lobatto import Statistics
from lobatto.statistics.moment_names import (
    exchanged,
    flow_components,
    force_components,
    scalar_components,
)
from lobatto.statistics.symmetry import Exchange, Mirror, symmetrised
from statistics_moments_test import PERIODIC, random_fields
from synthetic_statistics import write_statistics

WALLS = np.array([-1, -0.4, 0.4, 1])
SECTION = (WALLS, WALLS + 5, PERIODIC)  # y is about 5: nothing may rest on the origin
OCTANTS = (Mirror(0), Mirror(1), Exchange(0, 1))


def averages_of(path, fields):
    scalars = {"dye": {"diffusivity": 0.03}}
    write_statistics(path, SECTION, fields, order=4, scalars=scalars)
    return Statistics(path).averages


def arrays(averages):
    yield from averages.flow.items()
    for scalar in averages.scalars.values():
        yield from scalar.items()


def same(first, second, tolerance=1e-12):
    for (name, one), (other, two) in zip(arrays(first), arrays(second), strict=True):
        assert name == other
        assert one == pytest.approx(two, abs=tolerance), name


def mirrored(fields, axis):
    """The field as a mirror shows it: at the mirrored place, the component across turned round."""
    middle = (0, 5, np.pi)[axis]

    def seen(name, function):
        sign = -1 if name == "uvw"[axis] else 1

        def value(*place):
            there = list(place)
            there[axis] = 2 * middle - there[axis]
            return sign * function(*there)

        return value

    return {name: seen(name, function) for name, function in fields.items()}


def exchanged_fields(fields):
    """x - 0 and y - 5 change places, with their components."""
    turned = {**fields, "u": fields["v"], "v": fields["u"]}
    return {
        name: lambda x, y, z, f=function: f(y - 5, x + 5, z) for name, function in turned.items()
    }


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_mirror_of_averages_is_that_of_the_fields(tmp_path, axis):
    fields = random_fields(3)
    plain = averages_of(tmp_path / "a.h5", [fields])
    seen = averages_of(tmp_path / "b.h5", [mirrored(fields, axis)])
    same(Mirror(axis).apply(plain), seen, tolerance=1e-9)


def test_an_exchange_of_averages_is_that_of_the_fields(tmp_path):
    fields = random_fields(4)
    plain = averages_of(tmp_path / "a.h5", [fields])
    seen = averages_of(tmp_path / "b.h5", [exchanged_fields(fields)])
    same(Exchange(0, 1).apply(plain), seen, tolerance=1e-9)


def test_octants_are_the_mean_over_all_eight_images(tmp_path):
    fields = random_fields(5)
    images = [fields, mirrored(fields, 0)]
    images += [mirrored(image, 1) for image in images]
    images += [exchanged_fields(image) for image in images]
    plain = averages_of(tmp_path / "a.h5", [fields])
    expected = averages_of(tmp_path / "b.h5", images)
    found = symmetrised(plain, OCTANTS)
    same(found, expected, tolerance=1e-9)
    same(symmetrised(found, OCTANTS), found)  # what is symmetric stays as it is
    assert np.abs(found.flow["uv"] - plain.flow["uv"]).max() > 0.1


def test_an_antisymmetric_part_is_removed(tmp_path):
    """w symmetric plus parts that are odd in x, in y, and under the exchange."""
    even = lambda x, y, z: (1 - x**2) * (1 - (y - 5) ** 2) + 0 * z  # noqa: E731

    def fields(amplitude):
        def w(x, y, z):
            odd = x * 0.3 + (y - 5) * 0.2 + 0.1 * (x**2 - (y - 5) ** 2)
            return even(x, y, z) + amplitude * odd

        still = {name: lambda x, y, z: 0 * (x + y + z) for name in "uv"}
        return {**still, "w": w, "p": even, "dye": even}

    symmetric = averages_of(tmp_path / "a.h5", [fields(0.0)])
    disturbed = averages_of(tmp_path / "b.h5", [fields(1.0)])
    assert np.abs(disturbed.flow["w"] - symmetric.flow["w"]).max() > 0.1
    found = symmetrised(disturbed, OCTANTS).flow["w"]
    assert found == pytest.approx(symmetric.flow["w"], abs=1e-13)
    same(symmetrised(symmetric, OCTANTS), symmetric)


def test_names_of_exchanged_averages():
    assert exchanged("uuw", 0, 2) == "uww"
    assert exchanged("p_dudz", 0, 1) == "p_dvdz"
    assert exchanged("u_dTdx", 0, 2) == "w_dTdz"
    assert exchanged("dudxk_dTdxk", 0, 1) == "dvdxk_dTdxk"
    assert exchanged("fx", 0, 2) == "fz"
    assert exchanged("ufy", 0, 1) == "vfx"
    for names in (flow_components(), force_components(), scalar_components()):
        for a, b in ((0, 1), (0, 2), (1, 2)):
            assert {exchanged(name, a, b) for name in names} == set(names)
