"""Reference data: what is read, what is refused, what the differences are."""

import io

import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics.reference import agreements_of
from lobatto.statistics.reference_files import packaged_names, read_reference, read_references
from lobatto.statistics.report import make_report
from lobatto.statistics.summary import print_report
from rich.console import Console
from statistics_walls import write_channel

TIDY = """# title: Somebody 1999
# source: a journal
# another comment
quantity,y_plus,value,remark
uu,8,2.5,read off a figure
uu,2,1.5,
uv,4,-0.5,
re_tau,,16,
"""


def test_the_format(tmp_path):
    path = tmp_path / "somebody.csv"
    path.write_text(TIDY)
    reference = read_reference(path)
    assert reference.title == "Somebody 1999" and reference.sources == ("a journal",)
    assert reference.profiles["uu"].tolist() == [[2, 8], [1.5, 2.5]]
    assert reference.numbers == {"re_tau": 16.0}
    path.write_text(TIDY.replace("# title: Somebody 1999\n", ""))
    assert read_reference(path).title == "somebody"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "has no rows"),
        ("quantity,y,value\nuu,1,2\n", r":1 the header is quantity,y,value.* missing: y_plus"),
        ("quantity,y_plus,value\nuu,1,a lot\n", r":2 value is 'a lot', expected a number"),
        (
            "# c\nquantity,y_plus,value\nuu,1\n",
            r":3 has 2 columns, expected quantity,y_plus,value",
        ),
        ("value,quantity,y_plus\n1.5\n", r":2 has 1 columns, expected value,quantity,y_plus"),
    ],
)
def test_mistakes_name_the_line(tmp_path, text, expected):
    path = tmp_path / "wrong.csv"
    path.write_text(text)
    with pytest.raises(LobattoError, match=expected):
        read_reference(path)


def between(values):
    """Means of neighbours."""
    return (values[1:] + values[:-1]) / 2


def test_packaged_data_are_found_by_name():
    assert packaged_names() == ["channel-180", "channel-395", "duct-4410", "pipe-180"]
    assert all(read_reference(name).sources for name in packaged_names())
    with pytest.raises(LobattoError, match="no such file, and the packaged ones are channel-180"):
        read_reference("channel-590")


@pytest.mark.parametrize(
    ("name", "re_tau", "bulk", "share"),
    [("channel-180", 178.12, 15.68, 1), ("channel-395", 392.24, 17.54, 1),
     ("pipe-180", 181.05, 14.64, 2)],
)  # fmt: skip
def test_packaged_curves_are_those_of_a_channel_and_a_pipe(name, re_tau, bulk, share):
    """From the wall to the middle; the shear stresses add up to a straight line: 1 - y+ / Re_tau,
    the viscous one from the slopes of the mean velocity between points; and the mean velocity to
    the flow rate, in a pipe over rings."""
    reference = read_reference(name)
    assert reference.numbers["re_tau"] == pytest.approx(re_tau, abs=0.01)
    for quantity in ("U", "u_rms", "v_rms", "w_rms", "uu", "vv", "ww", "uv"):
        y_plus, values = reference.profiles[quantity]
        assert y_plus[0] == 0 and y_plus[-1] == pytest.approx(re_tau, abs=0.01)
        assert len(y_plus) > 60 and values[0] == pytest.approx(0, abs=1e-9)
    y_plus, mean = reference.profiles["U"]
    steps = np.diff(y_plus)
    total = np.diff(mean) / steps - between(reference.profiles["uv"][1])
    assert total == pytest.approx(1 - between(y_plus) / re_tau, abs=0.015)
    ring = share * (1 - y_plus / re_tau) ** (share - 1)
    assert between(mean * ring) @ steps / re_tau == pytest.approx(bulk, abs=0.03)


def test_differences_are_taken_at_the_same_place(tmp_path):
    """uu = (1 - y^2)^2 / 2 in units of 0.1, y_plus = 15.811 (1 - |y|); Re_tau = 15.811."""
    statistics = Statistics(write_channel(tmp_path / "a.h5"))
    (tmp_path / "b.csv").write_text(TIDY + "uu,15.9,3,beyond the middle\n")
    reference = read_reference(tmp_path / "b.csv")
    report = make_report(statistics, references=[reference])
    re_tau = 0.1**0.5 / 0.02
    rows = {(row.quantity, row.y_plus): row for row in report.differences}
    roots = {("u_rms", 2), ("u_rms", 8)}
    assert set(rows) == {("re_tau", None), ("uu", 2), ("uu", 8), ("uv", 4)} | roots
    for y_plus in (2, 8):
        y = 1 - y_plus / re_tau
        assert rows["uu", y_plus].ours == pytest.approx((1 - y**2) ** 2 / 2 / 0.1)
        assert rows["u_rms", y_plus].theirs ** 2 == pytest.approx(rows["uu", y_plus].theirs)
    assert rows["re_tau", None].relative == pytest.approx(re_tau / 16 - 1)
    y = 1 - 4 / re_tau
    assert rows["uv", 4].ours == pytest.approx(-0.06 * y * (1 - y**2) / 0.1)


def test_what_is_printed_of_a_reference_fits_a_screen(tmp_path):
    """Of many points of many quantities a line each: those that everybody looks at, and the worst
    of the others, with what agrees."""
    statistics = Statistics(write_channel(tmp_path / "a.h5"))
    names = list(make_report(statistics).profiles[0].profiles)
    assert len(names) > 15
    rows = [f"{name},{y_plus},0.5" for name in names for y_plus in range(1, 15)]
    text = "\n".join(["quantity,y_plus,value", "re_tau,,16", *rows])
    (tmp_path / "long.csv").write_text(text)
    report = make_report(statistics, references=[read_reference(tmp_path / "long.csv")])
    console = Console(record=True, width=80, file=io.StringIO())
    print_report(report, console)
    shown = console.export_text()
    part = shown[shown.index("Against long") :].splitlines()
    assert len(part) <= 20
    assert f"of {len(names) + 1} quantities within 5 %" in part[0]
    assert [line.split()[1] for line in part[4:9]] == ["U", "u_rms", "v_rms", "w_rms", "uv"]
    assert "1 window, " in shown
    agreements = agreements_of(report.differences)
    number = next(one for one in agreements if one.at.quantity == "re_tau")
    assert number.worst == pytest.approx(1 - 0.1**0.5 / 0.02 / 16)
    uu = next(one for one in agreements if one.at.quantity == "uu")
    of_uu = [row for row in report.differences if row.quantity == "uu"]
    assert len(of_uu) == 14
    assert (uu.rms * 0.5) ** 2 == pytest.approx(sum((row.ours - 0.5) ** 2 for row in of_uu) / 14)
    assert uu.worst == pytest.approx(max(abs(row.ours - 0.5) for row in of_uu) / 0.5)


@pytest.mark.parametrize(("wrong", "hint"), [("u_rsm,3,2", "u_rms"), ("re_tua,,2", "re_tau")])
def test_unknown_quantities_are_refused_with_the_nearest(tmp_path, wrong, hint):
    statistics = Statistics(write_channel(tmp_path / "a.h5"))
    (tmp_path / "b.csv").write_text(f"quantity,y_plus,value\n{wrong}\n")
    with pytest.raises(LobattoError, match=f"did you mean {hint}"):
        make_report(statistics, references=[read_reference(tmp_path / "b.csv")])


def test_errors_of_ours_stand_beside_the_differences(tmp_path):
    """Of two windows whose shear stresses are 0.06 and 0.08 of y (1 - y^2): the standard error of
    the mean is half of their difference."""
    runs = [write_channel(tmp_path / "a.h5", 0.06, start=0, end=1),
            write_channel(tmp_path / "b.h5", 0.08, start=1, end=2)]  # fmt: skip
    (tmp_path / "c.csv").write_text("quantity,y_plus,value\nuv,4,-0.5\n")
    reference = read_reference(tmp_path / "c.csv")
    report = make_report(Statistics(runs), references=[reference])
    (row,) = report.differences
    nodes = report.profiles[0].y_plus
    y = 1 - nodes / nodes[-1]
    expected = np.interp(4, nodes, 0.01 * y * (1 - y**2) / 0.1)
    assert row.standard_error == pytest.approx(expected, rel=1e-6)
    console = Console(record=True, width=80, file=io.StringIO())
    print_report(report, console)
    assert f"{expected:.2g} │" in console.export_text()


def test_files_of_one_title_are_one_reference_unless_they_repeat_each_other(tmp_path):
    for name, quantity in (("a", "U"), ("b", "uu"), ("c", "U")):
        text = f"# title: Us\nquantity,y_plus,value\n{quantity},1,1\n"
        (tmp_path / name).write_text(text)
    both, again = read_references([tmp_path / name for name in "abc"])
    assert both.title == "Us" and both.profiles.keys() == {"U", "uu", "u_rms"}
    assert again.title == "Us (2)" and again.profiles.keys() == {"U"}
