"""What a study file may say, which runs it makes, and how its mistakes are told."""

import numpy as np
import pytest
from lobatto import LobattoError
from lobatto.files.toml_keys import lines_of
from lobatto.report.records import read_run
from lobatto.study.design import setups_of
from lobatto.study.ledger import Entry
from lobatto.study.measures import Repeat, outlying, result_of
from lobatto.study.outliers import deviation, stands_out
from lobatto.study.study_file import read_study
from studies import STUDY, documented_studies, write_study
from synthetic_report import report_run

DUCT = """
[mesh]
order = 7
x = { range = [-0.5, 0.5], elements = 8 }
y = { range = [-0.5, 0.5], elements = 8 }
z = { range = ["-pi", "pi"], elements = 12, periodic = true }
"""
SLURM = '[job]\nscheduler = "slurm"\n'


def setups(tmp_path, text, case=DUCT):
    return setups_of(read_study(write_study(tmp_path, text, case)))


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("steps = 4", "step = 4", 5, "study.step is no key of a study; did you mean 'steps'?"),
        ("steps = 4", "", 2, "study.steps is missing, expected a number of steps, or else end"),
        ("steps = 4", "steps = 4\nend = 1", 6, "study.end cannot be beside steps"),
        ("steps = 4", "end = 0", 5, "study.end is 0, expected a number above 0"),
        ("steps = 4", "steps = 0", 5, "study.steps is 0, expected a whole number from 1 on"),
        ('"strong"', '"stron"', 4, "study.kind is 'stron'; did you mean 'strong'?"),
        ('"small.toml"', '"smal.toml"', 3, "there is no file"),
        ("profile = true", 'profile = "yes"', 6, "study.profile is 'yes', expected true or false"),
        ("profile = true", 'grow = "z"', 6, "study.grow is for weak scaling, and study.kind is"),
        ("[vary]", "[vari]", 7, "vari is no key of a study; did you mean 'vary'?"),
        ("[1, 2]", "2", 8, "vary.ranks is 2, expected a list of the values that it takes"),
        ("[1, 2]", "[1, 0]", 8, "vary.ranks is 0, expected a whole number from 1 on"),
        ("[1, 2]", "[1, 1]", 8, "with a value twice"),
        ("ranks =", "rank =", 8, "vary.rank is no key of a case"),
        ("ranks =", "rank =", 8, "did you mean 'ranks'?"),
        ("ranks = [1, 2]", "order = [7]", 8, "did you mean 'mesh.order'?"),
        ("ranks = [1, 2]", '"time.steps" = [7]', 8, "is set by study.steps for all runs"),
        ("ranks = [1, 2]", "[[run]]\nranks = 1\n[[run]]\nranks = 0", 11, "run[1].ranks is 0"),
        ("[1, 2]", "[1, 2]\n[[run]]\nranks = 4", 10, "run[0].ranks is in [vary] as well"),
        ("[vary]", "[set]\nranks = 2\n[vary]", 8, "set.ranks is the same for all runs"),
        ("ranks", "[", 8, "not valid TOML"),
        ("[vary]", '[job]\nscheduler = "slum"\n[vary]', 8, "did you mean 'slurm'?"),
        ("[vary]", SLURM + "[vary]", 7, "job.ranks_per_node is missing"),
        ("profile = true", "health = { second = 9 }", 6, "did you mean 'seconds'?"),
        ("profile = true", "health = { seconds = 1 }", 6, "expected at least 5"),
        ("[vary]", "[cost]\nwatts_per_node = -1\n[vary]", 8, "expected a number above 0"),
        ("[vary]", "[accuracy]\nexact = 1\n[vary]", 7, "accuracy.quantity is missing"),
    ],
)
def test_mistakes_are_told_with_file_line_and_key(tmp_path, old, new, line, words):
    with pytest.raises(LobattoError) as error:
        setups(tmp_path, STUDY.replace(old, new, 1))
    assert str(error.value).startswith(f"{tmp_path / 'tiny.toml'}:{line}: ")
    assert words in str(error.value)


def test_lines_are_found_in_tables_lists_of_tables_and_dotted_keys():
    text = '# a\n[a]\nb.c = 1\n"d.e" = 2\n\n[[f]]\ng = 1\n[[f]]\ng = 2 # [x]\n'
    text += '[ h . "i" ] # j\nk=[\n]\n'
    lines = lines_of(text)
    assert lines["a", "b", "c"] == 3 and lines["a", "d.e"] == 4
    assert lines["f", 0, "g"] == 7 and lines["f", 1, "g"] == 9
    assert lines["h", "i"] == 10 and lines["h", "i", "k"] == 11


def test_lists_are_combined_and_each_run_has_a_name(tmp_path):
    text = STUDY + '"mesh.order" = [7, 9]\nsolver.pressure = ["auto"]\n'
    found = setups(tmp_path, text)
    assert [s.name for s in found] == [
        f"n{n}-order{p}-pressureauto" for n in (1, 2) for p in (7, 9)
    ]
    assert found[3].ranks == 2
    assert found[3].settings == {"mesh.order": "9", "solver.pressure": "auto"}
    assert found[3].points == 8 * 8 * 12 * 10**3
    assert found[3].points_per_rank == found[3].points / 2


def test_rows_are_taken_as_they_are_and_settings_hold_for_all(tmp_path):
    rows = (
        "[set]\nmesh.z.elements = 6\n[[run]]\nranks = 1\n[[run]]\nranks = 3\nmesh.z.elements = 18\n"
    )
    found = setups(tmp_path, STUDY.partition("[vary]")[0] + rows)
    assert [(s.name, s.mesh.elements[2]) for s in found] == [("n1", 6), ("n3-zelements18", 18)]


def test_texts_lists_and_switches_are_written_as_the_command_line_takes_them(tmp_path):
    text = STUDY.partition("[vary]")[0] + (
        '[set]\nmesh.z.periodic = true\nboundary.x = "wall"\n'
        'initial.velocity = ["0", "sin(x)", 1]\n'
        'filter = ""\n'
    )
    (found,) = setups(tmp_path, text)
    assert found.settings == {
        "mesh.z.periodic": "true",
        "boundary.x": "wall",
        "initial.velocity": '["0", "sin(x)", 1]',
        "filter": "",
    }


def test_names_that_would_be_the_same_are_told_apart(tmp_path):
    rows = '[[run]]\nboundary.x = "a b"\n[[run]]\nboundary.x = "a-b"\n'
    found = setups(tmp_path, STUDY.partition("[vary]")[0] + rows)
    assert [s.name for s in found] == ["n1-xa_b", "n1-xa_b-2"]


@pytest.mark.parametrize("order", [1, 3, 7, 15, 31])
def test_orders_keep_the_points(tmp_path, order):
    text = STUDY.replace("strong", "order").replace("[1, 2]", f'[1]\n"mesh.order" = [{order}]')
    case = DUCT.replace("elements = 12", "elements = 4")
    (found,) = setups(tmp_path, text, case)
    assert found.points == 64**2 * 32
    assert found.mesh.elements[0] * (order + 1) == 64


def test_an_order_without_whole_elements_is_told_with_those_that_fit(tmp_path):
    text = STUDY.replace("strong", "order").replace("[1, 2]", '[1]\n"mesh.order" = [9]')
    with pytest.raises(LobattoError, match="64 / 10 is not whole; the nearest orders that fit are"):
        setups(tmp_path, text)


def test_elements_cannot_vary_where_they_follow_from_the_order(tmp_path):
    text = STUDY.replace("strong", "order") + '"mesh.order" = [7]\n"mesh.x.elements" = [4]\n'
    with pytest.raises(LobattoError, match=r"mesh\.x\.elements varies, but study\.kind is 'order'"):
        setups(tmp_path, text)


def test_weak_scaling_keeps_the_points_of_a_rank(tmp_path):
    text = STUDY.replace('"strong"', '"weak"\ngrow = "z"').replace("[1, 2]", "[2, 4, 8]")
    found = setups(tmp_path, text)
    assert len({s.points_per_rank for s in found}) == 1
    assert found[2].settings["mesh.z.range"] == '["-pi", "(-pi) + 4*((pi) - (-pi))"]'
    odd = text.replace("[2, 4, 8]", "[2, 3]")
    with pytest.raises(LobattoError, match="multiples of the fewest, 2; 3 is not one"):
        setups(tmp_path, odd)


def test_nodes_follow_from_the_ranks_and_more_ranks_than_columns_are_refused(tmp_path):
    text = STUDY.replace("[1, 2]", "[8, 24, 96]") + SLURM + "ranks_per_node = 24\n"
    assert [s.nodes for s in setups(tmp_path, text)] == [1, 1, 4]
    with pytest.raises(LobattoError, match="the run n97 has 97 ranks and 96 columns"):
        setups(tmp_path, text.replace("96", "97"))


def test_the_deviation_is_that_of_the_bulk():
    normal = np.random.default_rng(1).normal(5, 0.1, 20001)
    assert deviation(normal) == pytest.approx(0.1, rel=0.03)
    assert deviation(np.append(normal, [1e9] * 200)) == pytest.approx(deviation(normal), rel=0.03)


@pytest.mark.parametrize("n", [4, 5, 6, 8, 10, 30])
def test_normal_scatter_has_seldom_a_repeat_named(n):
    rows = np.random.default_rng(n).normal(1, 0.1, (4000, n))
    assert np.mean([stands_out(row).any() for row in rows]) < 0.06


@pytest.mark.parametrize(
    ("times", "named"),
    [
        ([1, 1.01, 0.99, 1, 1.3], [4]),
        ([1, 1.01, 0.7, 1, 0.99], [2]),
        ([1, 1.1, 0.9, 1.05, 1.3], []),
        ([1, 1, 1, 1, 1.04], []),
        ([1, 1, 9], []),
    ],
)
def test_repeats_that_stand_out_are_named(tmp_path, times, named):
    """By the distance over the deviation, and never within 5 % nor among three."""
    (setup,) = setups(tmp_path, STUDY.replace("[1, 2]", "[1]"))
    records = [
        read_run(report_run(tmp_path / f"r{i}", ranks=1, seconds_per_step=float(t)))
        for i, t in enumerate(times)
    ]
    entry = Entry(tmp_path)
    repeats = [Repeat(str(i), entry, "done", record) for i, record in enumerate(records)]
    result = result_of(setup, repeats)
    assert result is not None and result.step == np.median(times)
    assert [int(repeat.name) for repeat, _ in outlying(result)] == named


def test_the_documented_study_is_one(tmp_path):
    text, _ = documented_studies()
    found = setups(tmp_path, text.replace("../duct.toml", "small.toml"))
    assert [setup.ranks for setup in found] == [1, 2, 4, 8]
