"""Tables in the layouts of those who publish them, written here with the profiles of a channel that
is known: compared with that channel, they differ by the digits that they are printed with."""

import numpy as np
import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics.reference_files import read_reference, read_references
from lobatto.statistics.report import make_report
from package_command import lobatto
from statistics_walls import write_channel

Y_PLUS = np.linspace(0.5, 15.5, 31)
RE_TAU = 0.1**0.5 / 0.02

MOSER_HEAD = """# Authors: Moser, Kim & Mansour
# Reference: DNS of Turbulent Channel Flow up to Re_tau=590, 1999,
#            Physics of Fluids, vol 11, 943-945.
# Re_tau = 15.8114
# Normalization: U_tau, h
#
#---End of Header---
#
"""
LEE_HEAD = """#    Myoungkyu Lee and Robert D. Moser,
#    Direct numerical simulation of turbulent channel flow up to Re_tau = 5200,
#    2015, Journal of Fluid Mechanics, vol. 774, pp. 395-415
#
#  Friction vel         u_tau = 5.43496e-02
#  Re_tau              Re_tau =  15.8114
#
#      y/delta : Grid point in wall-normal direction
#      y^+     : Grid point in wall-normal direction
# -----------End of header---------
#
"""
PIPE_HEAD = """%% El Khoury, G. K., Schlatter, P., Noorani, A., Fischer, P. F., %%
%-----------------------------------------------------------------%
% Re_tau = 1.58113883008419E+01
% u_tau/U_b = 1.0E-01
%-----------------------------------------------------------------%
"""
TORROJA_HEAD = """% Statistics,  Hoyas et al (2006) "Reynolds number effects in the Reynolds
% ny = 49,  Re_{\\tau} = 15.8114
%
"""
MOSER, LEE = "Moser, Kim & Mansour 1999, Re_tau 15.81", "Lee & Moser 2015, Re_tau 15.81"
ZERO = np.zeros_like(Y_PLUS)


@pytest.fixture(scope="module")
def channel(tmp_path_factory):
    path = tmp_path_factory.mktemp("channel") / "run" / "stats" / "stats_00000000.h5"
    write_channel(path)
    return path.parent.parent


@pytest.fixture(scope="module")
def ours(channel):
    """quantity -> values at Y_PLUS."""
    (line,) = make_report(Statistics(channel)).profiles
    return {name: line.at(name, Y_PLUS) for name in line.profiles}


def layout(head, names, columns, end=""):
    """A table with a line of names above its numbers."""
    rows = ("  ".join(f"{value: .10e}" for value in row) for row in np.array(columns).T)
    return head + names + "\n" + end + "\n".join(rows) + "\n"


def means_of_moser(o):
    columns = [Y_PLUS / RE_TAU, Y_PLUS, o["U"], ZERO, ZERO, ZERO, o["P"]]
    names = "#       y      y+     Umean   dUmean/dy      Wmean      dWmean/dy      Pmean"
    return layout(MOSER_HEAD, names, columns, "#\n")


def stresses_of_moser(o):
    columns = [Y_PLUS / RE_TAU, Y_PLUS, o["uu"], o["vv"], o["ww"], o["uv"], ZERO, ZERO]
    names = "#       y           y+          R_uu         R_vv   R_ww  R_uv  R_uw  R_vw"
    return layout(MOSER_HEAD, names, columns, "#\n")


def means_of_lee(o):
    columns = [Y_PLUS / RE_TAU, Y_PLUS, o["U"], ZERO, ZERO, o["P"]]
    return layout(
        LEE_HEAD, "#    y/delta      y^+      U    dU/dy      W      P", columns, "#-----\n"
    )


def stresses_of_lee(o):
    columns = [Y_PLUS / RE_TAU, Y_PLUS, *(o[name] for name in ("uu", "vv", "ww", "uv"))]
    names = "#    y/delta     y^+      u'u'      v'v'     w'w'     u'v'     u'w'     v'w'     k"
    return layout(LEE_HEAD, names, [*columns, ZERO, ZERO, o["k"]], "#-----\n")


def pipe_of_el_khoury(o):
    """From the axis to the wall, with r outwards."""
    columns = [Y_PLUS / RE_TAU, Y_PLUS, o["U"], o["U"] / 10, o["v_rms"], o["w_rms"], o["u_rms"],
               -o["uv"], ZERO]  # fmt: skip
    names = "% (1-r) ((1-r)^+) (Uz^+) (Uz/U_b) (ur_{rms}^+) (ut_{rms}^+) (uz_{rms}^+)"
    turned = [column[::-1] for column in columns]
    return layout(PIPE_HEAD, f"{names} (uzur^+) (dUzdr^+) %", turned, "%-----%\n")


def profiles_of_johns_hopkins(o):
    names = "y+  U+  uv+  uu+  vv+  ww+  tau_uv/tau_w  tau_nu/tau_w  tau/tau_w  P+  pp+  up+"
    columns = [Y_PLUS, *(o[name] for name in ("U", "uv", "uu", "vv", "ww"))]
    return layout("", names, [*columns, ZERO, ZERO, ZERO, o["P"], o["pp"], ZERO], "------\n")


def profiles_of_torroja(o):
    columns = [Y_PLUS / RE_TAU, Y_PLUS, o["U"], o["u_rms"], o["v_rms"], o["w_rms"], ZERO, o["uv"]]
    names = "%        y/h             y+    U+    u'+     v'+    w'+    -Om_z+    uv'+"
    return layout(TORROJA_HEAD, names, columns, "% -----\n")


def columns_with_our_names(o):
    rows = zip(Y_PLUS, o["U"], o["uv"], strict=True)
    return "y_plus,U,uv\n" + "".join(f"{y},{mean},{stress}\n" for y, mean, stress in rows)


STRESSES = {"uu", "vv", "ww", "uv", "u_rms", "v_rms", "w_rms"}


@pytest.mark.parametrize(
    ("text_of", "title", "quantities", "numbers"),
    [
        (means_of_moser, MOSER, {"U"}, {"re_tau"}),
        (stresses_of_moser, MOSER, STRESSES, {"re_tau"}),
        (means_of_lee, LEE, {"U"}, {"re_tau"}),
        (stresses_of_lee, LEE, STRESSES | {"k"}, {"re_tau"}),
        (pipe_of_el_khoury, "El Khoury et al. 2013, Re_tau 15.81", STRESSES | {"U"},
         {"re_tau", "bulk_plus"}),
        (profiles_of_johns_hopkins, "Johns Hopkins database", STRESSES | {"U", "pp", "p_rms"},
         set()),
        (profiles_of_torroja, "Hoyas & Jimenez 2006, Re_tau 15.81", STRESSES | {"U"}, {"re_tau"}),
        (columns_with_our_names, "table", {"U", "uv"}, set()),
    ],
)  # fmt: skip
def test_a_table_is_known_by_its_columns(
    tmp_path, channel, ours, text_of, title, quantities, numbers
):
    path = tmp_path / "table.dat"
    path.write_text(text_of(ours))
    reference = read_reference(path)
    assert reference.title == title
    assert reference.profiles.keys() == quantities and reference.numbers.keys() == numbers
    report = make_report(Statistics(channel), references=[reference])
    compared = [row for row in report.differences if row.quantity in quantities]
    assert len(compared) == len(quantities) * len(Y_PLUS)
    for row in compared:
        assert row.ours == pytest.approx(row.theirs, abs=1e-7)
    if "re_tau" in numbers:
        assert reference.numbers["re_tau"] == pytest.approx(RE_TAU, abs=1e-3)


def test_tables_of_one_flow_are_drawn_and_compared_as_one(tmp_path, channel, ours):
    for name, text_of in (("chan.means", means_of_moser), ("chan.reystress", stresses_of_moser)):
        (tmp_path / name).write_text(text_of(ours))
    (tmp_path / "other.means").write_text(means_of_moser(ours).replace("15.8114", "392.24"))
    files = [tmp_path / name for name in ("chan.means", "chan.reystress", "other.means")]
    one, other = read_references(files)
    assert one.profiles.keys() == STRESSES | {"U"}
    assert other.title == "Moser, Kim & Mansour 1999, Re_tau 392.2"
    given = [word for path in files[:2] for word in ("--reference", path)]
    result = lobatto("stats", channel, *given, "--out", tmp_path / "stats")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Against") == 1 and "9 of 9 quantities" in result.stdout
    result = lobatto("plot", channel, *given, "--out", tmp_path / "plots", "--format", "png,svg")
    assert result.returncode == 0, result.stderr
    names = {path.name for path in (tmp_path / "plots").iterdir()}
    assert names == {"statistics_comparison.png", "statistics_comparison.svg"}
    drawn = (tmp_path / "plots/statistics_comparison.svg").read_text()
    assert "Ours less theirs" in drawn


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# y+ U+\n0 0\n1 0.9\n2 1.7 3\n", r":4 is '2 1.7 3', expected 2 numbers"),
        ("# y+ U+\n0 0\n1 0.9.1\n", r":3 is '1 0.9.1', expected 2 numbers"),
        ("% nothing\n% but words\n", "has no rows of numbers"),
        ("0 0\n1 0.9\n", "no line above its numbers that names each column"),
        ("# y Umean\n0 0\n1 0.9\n", r"the columns y, Umean, expected .* as one of y\+"),
        ("% y+ Production\n0 0\n1 0.9\n", "a profile such as .*Umean"),
    ],
)
def test_what_is_no_table_of_profiles_is_said_with_what_is_expected(tmp_path, text, expected):
    path = tmp_path / "wrong.dat"
    path.write_text(text)
    with pytest.raises(LobattoError, match=expected):
        read_reference(path)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--reference", "{numbers}"], "has nothing of U, u_rms, v_rms, w_rms and uv to draw"),
        (["--reference", "channel-180", "--field", "u"], "beside it only --format and --out go"),
        (["--reference", "no.means"], "there is no such file"),
    ],
)
def test_mistakes_of_plot_are_one_line_and_leave_nothing(tmp_path, channel, arguments, expected):
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("quantity,y_plus,value\nre_tau,,16\n")
    result = lobatto("plot", channel, *(word.format(numbers=numbers) for word in arguments))
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert expected in " ".join(result.stderr.split())
    assert not (channel / "plots").exists()
