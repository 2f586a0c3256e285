"""lobatto health links: every link of an allocation, and the slow one with both ends."""

import json
import subprocess

import pytest
from network_namespaces import Machines, reason_to_skip
from program import PATIENCE, PROGRAM, environment, lobatto, needs_machine

pytestmark = [needs_machine, pytest.mark.xdist_group("machines"), pytest.mark.long]

TOLERANT = ("health", "links", "--budget", "1", "--below", "99")
"""One second; less than 1 % of a class or of a baseline is worse."""

MUCH = 1e6
"""By how much a baseline is made faster or slower: more than a busy machine loses for a moment."""

SLOW_MBIT = 10
SLOW_GBS = 2 * SLOW_MBIT * 1e6 / 8 * 1e-9
"""That cable's limit holds one way, and the windows of both directions go in step."""

# Percent: a tenth; the slow cable has less than a hundredth of the others. When the machine is
# busy, the others may be slower together, or scatter.
MARGIN = "90"


def links_of(machines, *arguments):
    """What the command does on all machines."""
    return subprocess.run(
        machines.mpirun(PROGRAM, "health", "links", *arguments),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(),
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def baselines(tmp_path_factory):
    return tmp_path_factory.mktemp("baselines")


@pytest.fixture(scope="module")
def machines(tmp_path_factory, baselines):
    """With a baseline "before" of the time before one cable became slow."""
    if reason := reason_to_skip():
        pytest.skip(reason)
    machines = Machines(tmp_path_factory.mktemp("machines"))
    try:
        machines.build()
        where = ("--save", "before", "--baselines", baselines)
        links_of(machines, "--budget", "6", "--below", "99", *where)
        machines.limit(1, 3, f"{SLOW_MBIT}mbit")
        yield machines
    finally:
        machines.remove()


@pytest.fixture(scope="module")
def topology(tmp_path_factory):
    file = tmp_path_factory.mktemp("topology") / "machine.toml"
    file.write_text('levels = ["cabinet"]\n[nodes]\n"n[1-4]" = ["a"]\n"n5" = ["b"]\n')
    return file


def test_a_slow_cable_is_named_with_both_ends_and_no_other(machines, topology, tmp_path):
    out = tmp_path / "links.json"
    arguments = ("--budget", "8", "--below", MARGIN, "--topology", topology, "--json", out)
    result = links_of(machines, *arguments)
    assert result.returncode == 1, result.stdout + result.stderr
    report = json.loads(out.read_text())
    assert report["nodes"] == 4
    (row,) = report["rows"]
    assert row["name"] == "link_within_cabinet"
    ends = {(link["host"], link["partner_host"]) for link in row["values"]}
    assert ends == {(f"n{a}", f"n{b}") for a in range(1, 5) for b in range(a + 1, 5)}
    assert [(link["host"], link["partner_host"]) for link in report["slow_links"]] == [("n1", "n3")]
    assert report["suspected_hosts"] == []
    assert report["slow_links"][0]["gbs"] < 1.2 * SLOW_GBS
    assert "(n1, core" in result.stdout and "(n3, core" in result.stdout
    assert "(n2, core" not in result.stdout and "(n4, core" not in result.stdout


def test_the_cable_that_became_slow_is_named_and_no_other(machines, baselines, tmp_path):
    out = tmp_path / "links.json"
    arguments = ("--budget", "8", "--below", MARGIN, "--json", out)
    result = links_of(machines, *arguments, "--compare", "before", "--baselines", baselines)
    assert out.exists(), result.stdout + result.stderr
    changes = json.loads(out.read_text())["link_changes"]
    assert (changes["compared"], changes["new"]) == (6, 0)
    (worse,) = changes["worse"]
    assert (worse["host"], worse["partner_host"]) == ("n1", "n3")
    assert worse["gbs"] < 1.2 * SLOW_GBS


def test_one_rank_has_no_links():
    result = lobatto("health", "links", "--budget", "1")
    assert result.returncode == 0, result.stderr
    assert "needs 2 ranks or more" in result.stdout


def test_tables_are_kept_and_compared(tmp_path):
    common = [*TOLERANT, "--baselines", tmp_path / "kept"]
    first = lobatto(*common, "--save", "before", ranks=2)
    assert first.returncode == 0, first.stderr
    again = lobatto(*common, "--save", "before", ranks=2)
    assert again.returncode == 1 and "exists; --force replaces it" in again.stderr
    kept = tmp_path / "kept" / "before.json"
    report = json.loads(kept.read_text())
    for link in report["rows"][0]["values"]:
        link["repeats"] = [MUCH * link["value"]] * 20
    kept.write_text(json.dumps(report))
    out = tmp_path / "links.json"
    result = lobatto(*common, "--compare", "before", "--json", out, ranks=2)
    assert result.returncode == 0, result.stderr
    (change,) = json.loads(out.read_text())["changes"]
    assert change["measurement"] == report["rows"][0]["name"]
    assert change["verdict"] == "worse" and "against the baseline" in result.stdout


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder with the baseline "before", of three links of one machine."""
    folder = tmp_path_factory.mktemp("kept")
    result = lobatto(*TOLERANT, "--save", "before", "--baselines", folder, ranks=3)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


def compared(folder, name, out):
    """Text and document of a run against that baseline; what counts as worse is 1 % of it."""
    against = ("--baselines", folder, "--compare", name)
    result = lobatto(*TOLERANT, *against, "--json", out, ranks=3)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout, json.loads(out.read_text())


def test_the_link_that_was_faster_is_named_and_no_other(kept, tmp_path):
    report = json.loads((kept / "before.json").read_text())
    links = [link for row in report["rows"] for link in row["values"]]
    assert [core["processors"] != "" for core in report["cores"]] == [True] * 3
    for link in links:
        is_chosen = (link["rank"], link["partner"]) == (0, 2)
        link["repeats"] = [link["value"] * (MUCH if is_chosen else 1 / MUCH)] * 20
    (kept / "faster.json").write_text(json.dumps(report))
    text, document = compared(kept, "faster", tmp_path / "links.json")
    changes = document["link_changes"]
    assert (changes["compared"], changes["new"]) == (3, 0)
    (worse,) = changes["worse"]
    assert (worse["rank"], worse["partner"]) == (0, 2)
    assert worse["host"] == worse["partner_host"] == report["hosts"][0]
    chosen = next(link for link in links if (link["rank"], link["partner"]) == (0, 2))
    assert worse["before_gbs"] == pytest.approx(MUCH * chosen["value"])
    now = [link for row in document["rows"] for link in row["values"]]
    assert worse["gbs"] in [link["value"] for link in now]
    assert "3 links compared one by one, 1 worse by more than 99 %" in text
    assert "ranks 0 (" in text and "and 2 (" in text and "and 1 (" not in text


def test_no_link_that_was_slower_is_named(kept, tmp_path):
    report = json.loads((kept / "before.json").read_text())
    for link in (link for row in report["rows"] for link in row["values"]):
        link["repeats"] = [repeat / MUCH for repeat in link["repeats"]]
    (kept / "slower.json").write_text(json.dumps(report))
    text, document = compared(kept, "slower", tmp_path / "links.json")
    assert document["link_changes"] == {"compared": 3, "new": 0, "worse": []}
    assert "3 links compared one by one, none worse by more than 99 %" in text


def test_an_old_baseline_is_read_and_its_links_are_not_compared(kept, tmp_path):
    report = json.loads((kept / "before.json").read_text())
    for core in report["cores"]:
        del core["processors"]
    (kept / "old.json").write_text(json.dumps(report))
    text, document = compared(kept, "old", tmp_path / "links.json")
    assert len(document["changes"]) == len(report["rows"])
    assert document["link_changes"]["compared"] == 0
    note = "the baseline does not say where its ranks were bound"
    assert document["link_changes"]["note"] == note
    assert f"links are not compared one by one: {note}" in text


def test_all_pairs_of_a_node_are_tried(tmp_path):
    out = tmp_path / "links.json"
    lobatto("health", "links", "--budget", "1", "--json", out, ranks=3)
    links = [link for row in json.loads(out.read_text())["rows"] for link in row["values"]]
    assert sorted((link["rank"], link["partner"]) for link in links) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            'level = ["row"]\n[nodes]\n',
            ":1:1: there is no key 'level' here; did you mean 'levels'?",
        ),
        ('levels = ["row"]\n', "'nodes' is missing"),
        ("levels = []\n[nodes]\n", ':1:1: levels = []: expected a list of words such as ["row"'),
        (
            'levels = ["row"]\n[nodes]\na = ["1", "2"]\n',
            ":3:1: a has 2 places, and there are 1 levels",
        ),
        ('levels = ["row"]\n[nodes]\n"a[1-" = ["1"]\n', ":3:1: the list of nodes 'a[1-'"),
        (
            'levels = ["row"]\n[nodes]\n"a[1-2]" = ["1"]\n"a[2-3]" = ["2"]\n',
            ":4:1: a[2-3]: a2 has a place already",
        ),
    ],
)
def test_a_wrong_topology_is_refused_with_its_place(tmp_path, text, message):
    file = tmp_path / "machine.toml"
    file.write_text(text)
    result = lobatto("health", "links", "--topology", file)
    assert result.returncode == 1
    assert message in result.stderr
