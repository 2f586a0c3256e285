"""Reference data: what is read, what is refused, what the differences are."""

import pytest
from lobatto import LobattoError, Statistics
from lobatto.statistics.reference import packaged_names, read_reference
from lobatto.statistics.report import make_report
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


def test_packaged_data_are_found_by_name():
    assert packaged_names() == ["channel-180", "duct-4410"]
    peaks = read_reference("channel-180")
    assert peaks.profiles["uu"].tolist() == [[15.3], [7.066]]
    assert peaks.numbers["re_tau"] == 178.12
    assert all(read_reference(name).sources for name in packaged_names())
    with pytest.raises(LobattoError, match="no such file, and the packaged ones are channel-180"):
        read_reference("channel-590")


def test_differences_are_taken_at_the_same_place(tmp_path):
    """uu = (1 - y^2)^2 / 2 in units of 0.1, y_plus = 15.811 (1 - |y|); Re_tau = 15.811."""
    statistics = Statistics(write_channel(tmp_path / "a.h5"))
    (tmp_path / "b.csv").write_text(TIDY + "uu,15.9,3,beyond the middle\n")
    reference = read_reference(tmp_path / "b.csv")
    report = make_report(statistics, references=[reference])
    re_tau = 0.1**0.5 / 0.02
    rows = {(row.quantity, row.y_plus): row for row in report.differences}
    assert set(rows) == {("re_tau", None), ("uu", 2), ("uu", 8), ("uv", 4)}
    for y_plus in (2, 8):
        y = 1 - y_plus / re_tau
        assert rows["uu", y_plus].ours == pytest.approx((1 - y**2) ** 2 / 2 / 0.1)
    assert rows["re_tau", None].relative == pytest.approx(re_tau / 16 - 1)
    y = 1 - 4 / re_tau
    assert rows["uv", 4].ours == pytest.approx(-0.06 * y * (1 - y**2) / 0.1)


@pytest.mark.parametrize(("wrong", "hint"), [("u_rsm,3,2", "u_rms"), ("re_tua,,2", "re_tau")])
def test_unknown_quantities_are_refused_with_the_nearest(tmp_path, wrong, hint):
    statistics = Statistics(write_channel(tmp_path / "a.h5"))
    (tmp_path / "b.csv").write_text(f"quantity,y_plus,value\n{wrong}\n")
    with pytest.raises(LobattoError, match=f"did you mean {hint}"):
        make_report(statistics, references=[read_reference(tmp_path / "b.csv")])
