"""The arithmetic of POP against values computed by hand."""

import numpy as np
import pytest
from lobatto.report import pop
from lobatto.report.pop import Measured


def measured(useful, seconds, points=1000, steps=10, flops=None, instructions=None, cycles=None):
    useful = np.array(useful, float)
    flops = useful if flops is None else np.array(flops, float)
    counted = [None if v is None else np.array(v, float) for v in (instructions, cycles)]
    return Measured(points, steps, seconds, useful, flops, *counted)


ONE = measured([8.0], 8.0)
TWO = measured([5.0, 3.0], 5.5)
FOUR = measured([3.0, 2.0, 2.0, 3.0], 4.0)


def test_a_run_against_itself_has_only_its_parallel_losses():
    found = pop.efficiencies(TWO, TWO)
    assert found.computation == 1 and [f.value for f in found.factors] == [1, 1]
    assert found.overall == found.parallel == pytest.approx(8 / 11)


@pytest.mark.parametrize(
    ("run", "balance", "communication", "computation", "overall"),
    [(ONE, 1, 1, 1, 1), (TWO, 4 / 5, 10 / 11, 1, 8 / 11), (FOUR, 5 / 6, 3 / 4, 4 / 5, 1 / 2)],
)
def test_strong_scaling(run, balance, communication, computation, overall):
    found = pop.efficiencies(run, ONE)
    assert found.load_balance == pytest.approx(balance)
    assert found.communication == pytest.approx(communication)
    assert found.parallel == pytest.approx(balance * communication)
    assert found.computation == pytest.approx(computation)
    assert found.overall == pytest.approx(overall)


def test_global_efficiency_is_the_ratio_of_core_times():
    """Against a reference without parallel losses: T_ref P_ref / (T P)."""
    found = pop.efficiencies(FOUR, ONE).overall
    assert found == pytest.approx(pop.time_efficiency(4.0, 1000, 4, (8.0, 1000, 1)))


def test_weak_scaling_counts_a_point():
    """Twice the points in useful times of 4 and 6 s, where one rank needs 4: 8 / 10."""
    found = pop.efficiencies(
        measured([4.0, 6.0], 6.5, points=2000), measured([4.0], 4.0, points=1000)
    )
    assert found.computation == pytest.approx(0.8)


def test_longer_runs_are_no_less_efficient():
    longer = measured([50.0, 30.0], 55.0, steps=100)
    assert pop.efficiencies(longer, ONE) == pop.efficiencies(TWO, ONE)


def test_factors_by_counters_of_the_processor():
    """I = 10 to 12, IPC = 2 to 1.5, frequency 5/8 to 8/10: 10/12 x 3/4 x 1.28 = 4/5."""
    reference = measured([8.0], 8.0, instructions=[10.0], cycles=[5.0])
    run = measured([4.0, 6.0], 6.5, instructions=[6.0, 6.0], cycles=[3.0, 5.0])
    factors = pop.efficiencies(run, reference).factors
    assert [f.name for f in factors] == ["instructions", "IPC", "frequency"]
    assert [f.value for f in factors] == pytest.approx([10 / 12, 0.75, 1.28])
    assert np.prod([f.value for f in factors]) == pytest.approx(0.8)


def test_factors_by_counted_work():
    """8 to 8.8 units of work, at 1 and 0.88 units per second."""
    run = measured([5.0, 5.0], 5.5, flops=[4.4, 4.4])
    factors = pop.efficiencies(run, ONE).factors
    assert [f.name for f in factors] == ["counted work", "rate"]
    assert [f.value for f in factors] == pytest.approx([8 / 8.8, 0.88])
    assert np.prod([f.value for f in factors]) == pytest.approx(0.8)


def test_counters_count_only_where_both_runs_have_them():
    counted = measured([8.0], 8.0, instructions=[10.0], cycles=[5.0])
    assert pop.computation_factors(counted, ONE)[0].name == "counted work"
    nothing = measured([8.0], 8.0, flops=[0.0])
    assert pop.computation_factors(nothing, ONE) == ()


def test_communication_is_serialisation_times_transfer():
    serialisation = pop.serialisation_efficiency(FOUR.useful, 3.2)
    transfer = pop.transfer_efficiency(3.2, FOUR.seconds)
    assert (serialisation, transfer) == pytest.approx((3 / 3.2, 0.8))
    assert serialisation * transfer == pytest.approx(
        pop.communication_efficiency(FOUR.useful, FOUR.seconds)
    )


@pytest.mark.parametrize(
    ("points", "ranks", "kind"),
    [
        ([100, 100, 100], [1, 2, 4], "strong"),
        ([100, 200, 400], [1, 2, 4], "weak"),
        ([100, 200, 390], [1, 2, 4], "weak"),
        ([100, 150, 400], [1, 2, 4], "mixed"),
        ([100, 200], [2, 2], "none"),
        ([100], [4], "none"),
    ],
)
def test_kinds_of_scaling(points, ranks, kind):
    assert pop.kind_of_scaling(points, ranks) == kind
