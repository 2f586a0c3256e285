"""Readers and commands on damaged files: what comes out is the package's own error, or what was
written."""

import json
import sys
import warnings

import h5py
import numpy as np
import pytest
from curved_meshes import pipe_run
from damaging import damaged, in_the_format_of_runs, sealed
from lobatto import (
    DamagedFileError,
    FieldFile,
    LobattoError,
    Run,
    Statistics,
    read_forces,
    read_monitor,
    read_samples,
)
from lobatto.cli import main
from lobatto.report.command import write_report
from lobatto.report.records import read_run
from synthetic import duct_run
from synthetic_report import profile_of, report_run, tree_of
from synthetic_statistics import write_statistics

N_EACH = 40
"""Damaged files of each kind of damage."""
POINTS_HEADING = "step,time,point,x,y,z,u,temperature"
FORCES_HEADING = (
    "step,time,pressure_x,pressure_y,pressure_z,viscous_x,viscous_y,viscous_z,mean_shear,area,"
    "flux_dye"
)


def table_of_points(n_points=3, n_samples=8):
    rows = [
        f"{10 * s},{0.1 * s},{q},{q},0.5,1e-3,{np.sin(s + q)},{s * q}"
        for s in range(n_samples)
        for q in range(n_points)
    ]
    return "\n".join([POINTS_HEADING, *rows]) + "\n"


@pytest.fixture
def folder(tmp_path):
    """A run with a file of every kind."""
    folder = duct_run(tmp_path / "duct", n_snapshots=2)
    for path in (folder / "fields").glob("*.vtkhdf"):
        sealed(in_the_format_of_runs(path))
    (folder / "probes").mkdir()
    (folder / "probes" / "points.csv").write_text(table_of_points())
    for begin in (0, 30):
        path = folder / "probes" / f"line_{begin:08d}.h5"
        with h5py.File(path, "w", libver=("v110", "v110")) as file:
            file["step"], file["time"] = begin + np.arange(0, 30, 10), 0.1 * np.arange(3.0) + begin
            file["x"], file["y"], file["z"] = np.linspace(0, 1, 9), np.zeros(9), np.ones(9)
            file["u"] = np.random.default_rng(1).normal(size=(3, 9))
        sealed(path)
    (folder / "forces").mkdir()
    rows = [",".join(map(str, [s, 0.1 * s, *range(6), 0.5, 2.0, -0.1 * s])) for s in range(9)]
    (folder / "forces" / "wall.csv").write_text("\n".join([FORCES_HEADING, *rows]) + "\n")
    (folder / "monitors").mkdir()
    rows = [f"{s},{0.1 * s},{0.5 * q},{s + q},{s * q}" for s in range(9) for q in range(3)]
    table = "\n".join(["step,time,y,u_mean,u_max", *rows]) + "\n"
    (folder / "monitors" / "profile.csv").write_text(table)
    return folder


@pytest.fixture
def statistics_file(tmp_path):
    ticks = np.linspace(0, 1, 3), np.linspace(0, 1, 3), np.linspace(0, 2, 3)
    fields = {
        "u": lambda x, y, z: y * (1 - y) + 0 * x * z,
        "v": lambda x, y, z: 0 * x * y * z,
        "w": lambda x, y, z: x * y + 0 * z,
        "p": lambda x, y, z: x + 0 * y * z,
        "dye": lambda x, y, z: z + 0 * x * y,
    }
    scalars = {"dye": {"diffusivity": 0.01, "x_min": "insulated"}}
    path = tmp_path / "stats" / "stats_00000100.h5"
    write_statistics(path, ticks, [fields], order=3, scalars=scalars, force=0.01, case="[case]\n")
    return sealed(in_the_format_of_runs(path))


def fields_of(path):
    file = FieldFile(path)
    middle = [file.middle(d) for d in range(3)]
    read = [np.asarray(file.bounds), file.mean("velocity"), file.evaluate("velocity", [middle])]
    read += [np.asarray(file.plane(name, 2, middle[2]).values) for name in file.names]
    return [array.tobytes() for array in read], file.provenance, (file.time, file.step, file.order)


def statistics_of(path):
    statistics = Statistics(path)
    read = [statistics.read(name).tobytes() for name in statistics.windows[0].names]
    return read, statistics.grid.coordinates(0).tobytes(), statistics.boundary, repr(statistics)


def samples_of(folder, name):
    samples = read_samples(folder, name)
    arrays = [samples.step, samples.time, samples.points, *samples.values.values()]
    return [np.asarray(array).tobytes() for array in arrays], list(samples.values)


def record_of(run):
    return run.name, run.reynolds, run.periodic, {k: v.tolist() for k, v in run.steps.items()}


def check(path, read, seed, is_sealed=False, n_each=N_EACH):
    """Damages the file, reads, and puts the file right again. The reader raises its own error or
    gives something; of a file with check sums it is what was written."""
    content, expected, n_refused = path.read_bytes(), read(), 0
    for what, wrong in damaged(content, seed, n_each):
        path.write_bytes(wrong)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = read()
        except LobattoError as error:
            assert str(path) in str(error), (what, error)
            n_refused += isinstance(error, DamagedFileError)
            continue
        except Exception as error:
            raise AssertionError(f"{path.name}, {what}: {error!r}") from error
        assert found == expected or not is_sealed, f"{path.name}, {what}: other values"
    path.write_bytes(content)
    assert n_refused > n_each


def test_records_of_a_run(folder):
    check(folder / "steps.jsonl", lambda: record_of(Run(folder)), 1)
    check(folder / "summary.json", lambda: record_of(Run(folder)), 2)
    series = folder / "fields" / "fields.vtkhdf.series"
    check(series, lambda: [(e.path, e.time) for e in Run(folder).fields], 3)


def test_tables_of_probes_and_forces(folder):
    check(folder / "probes" / "points.csv", lambda: samples_of(folder, "points"), 4)
    forces = folder / "forces" / "wall.csv"
    check(forces, lambda: {k: v.tolist() for k, v in read_forces(folder, "wall").items()}, 5)


def monitor_of(folder):
    monitor = read_monitor(folder, "profile")
    arrays = [monitor.step, monitor.time, monitor.places, *monitor.values.values()]
    lists = [None if array is None else array.tolist() for array in arrays]
    return monitor.axis, list(monitor.values), lists


def test_tables_of_monitors(folder):
    check(folder / "monitors" / "profile.csv", lambda: monitor_of(folder), 6)


def test_arrays_of_probes(folder):
    path = folder / "probes" / "line_00000030.h5"
    check(path, lambda: samples_of(folder, "line"), 6, is_sealed=True)


def test_fields_of_a_box(folder):
    path = min((folder / "fields").glob("*.vtkhdf"))
    check(path, lambda: fields_of(path), 7, is_sealed=True, n_each=N_EACH // 2)


def test_fields_of_curved_elements(tmp_path):
    path = max((pipe_run(tmp_path / "pipe") / "fields").glob("*.vtkhdf"))
    sealed(in_the_format_of_runs(path))
    check(path, lambda: fields_of(path), 8, is_sealed=True, n_each=N_EACH // 4)


def test_statistics(statistics_file):
    check(statistics_file, lambda: statistics_of(statistics_file), 9, is_sealed=True)


def test_files_without_check_sums_give_no_other_errors(folder, statistics_file):
    fields = in_the_format_of_runs(min((folder / "fields").glob("*.vtkhdf")))
    check(fields, lambda: fields_of(fields), 10, n_each=N_EACH // 2)
    with h5py.File(statistics_file, "r+") as file:
        # Links of more than eight h5py puts into tables that crash HDF5 1.10, unlike the program.
        for name in list(file["flow"])[8:]:
            del file[f"flow/{name}"]
    in_the_format_of_runs(statistics_file)
    check(statistics_file, lambda: statistics_of(statistics_file), 11, n_each=N_EACH // 2)
    line = in_the_format_of_runs(folder / "probes" / "line_00000000.h5")
    check(line, lambda: samples_of(folder, "line"), 12, n_each=N_EACH // 2)


def test_reports(tmp_path):
    folder = report_run(tmp_path / "run", profile_of([1.0, 0.9], 1.5), tree=tree_of())

    def report():
        return write_report([folder], tmp_path / "page.html").exists()

    for seed, name in enumerate(("summary.json", "mpi_profile.json", "steps.jsonl"), 13):
        path = folder / name
        check(path, lambda: read_run(folder).label, seed)
        check(path, report, seed + 10, n_each=1)


def command(*arguments):
    """Runs the command line here; its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["lobatto", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
    return ended.value.code


@pytest.mark.usefixtures("sketched")
@pytest.mark.parametrize(
    "name", ["steps.jsonl", "summary.json", "fields/*.series", "probes/*.csv", "fields/*.vtkhdf"]
)
def test_commands_name_what_is_damaged(folder, capsys, name):
    path = min(folder.glob(name))
    content = path.read_bytes()
    for number, (_, wrong) in enumerate(damaged(content, 30, 1)):
        path.write_bytes(wrong)
        for word in ("info", "plot") if number < 1 else ("info",):
            code = command(word, folder)
            said = capsys.readouterr().err
            assert code in (0, 1) and "Traceback" not in said
            assert (str(path) in said.replace("\n", "")) == (code == 1)


def test_the_last_line_may_be_unfinished(folder):
    for name, read, one_less in (
        ("steps.jsonl", lambda: len(Run(folder).steps["step"]), 29),
        ("probes/points.csv", lambda: len(read_samples(folder, "points").time), 7),
        ("forces/wall.csv", lambda: len(read_forces(folder, "wall")["time"]), 8),
        ("monitors/profile.csv", lambda: len(read_monitor(folder, "profile").time), 8),
    ):
        path = folder / name
        content = path.read_bytes()
        # The last cell is cut, but is a number still.
        path.write_bytes(content[:-2])
        assert read() == one_less, name
        last = content.rstrip(b"\n").rindex(b"\n")
        for unfinished in (b"\x00\x00", b"\xff", b"1"):
            path.write_bytes(content[: last + 1] + unfinished)
            assert read() == one_less, name
            path.write_bytes(content[: last + 1] + unfinished + b"\n")
            with pytest.raises(DamagedFileError, match=f"{path.name}:"):
                read()


def test_files_that_have_only_begun(folder):
    for content in ("", "step,ti", POINTS_HEADING, POINTS_HEADING + "\n", POINTS_HEADING + "\n1,"):
        (folder / "probes" / "points.csv").write_text(content)
        samples = read_samples(folder, "points")
        assert len(samples.time) == 0 and samples.points.shape == (0, 3)
        has_heading = content.startswith(POINTS_HEADING + "\n")
        assert list(samples.values) == (["u", "temperature"] if has_heading else [])
    (folder / "forces" / "wall.csv").write_text(FORCES_HEADING[:-1])
    assert read_forces(folder, "wall") == {}
    (folder / "forces" / "wall.csv").write_text(FORCES_HEADING + "\n")
    assert len(read_forces(folder, "wall")["flux_dye"]) == 0


def test_damage_is_told_with_its_line(folder):
    table = folder / "probes" / "points.csv"
    lines = table.read_text().splitlines(keepends=True)
    for line, wrong, expected in (
        (5, lines[4].replace(",", ";", 1), r"points.csv:5: 7 columns, expected 8"),
        (7, lines[6].replace(",0.5,", ",O.5,"), r"points.csv:7: 'O.5', expected a number"),
        (9, "", r"points.csv:9: .*expected point 1 of 3"),
        (1, "step,time\n", r"points.csv:2: 8 columns, expected 2"),
    ):
        table.write_text("".join([*lines[: line - 1], wrong, *lines[line:]]))
        with pytest.raises(DamagedFileError, match=expected):
            read_samples(folder, "points")
    steps = folder / "steps.jsonl"
    content = steps.read_bytes().split(b"\n")
    for wrong, expected in (
        (b'{"step": 4\xff}', r"steps.jsonl:4: byte 11 of the line is 0xff, which is not UTF-8"),
        (b"4", r"steps.jsonl:4: expected one JSON object"),
        (b'{"step": "4"}', r"steps.jsonl:4: step is '4', expected a number"),
        (b'{"step": ' + b"[" * 9999, r"steps.jsonl:4: JSON that is nested too deeply"),
        (b'{"step": ' + b"9" * 9999 + b"}", None),
    ):
        steps.write_bytes(b"\n".join([*content[:3], wrong, *content[4:]]))
        if expected is None:
            assert np.isinf(Run(folder).steps["step"][3])
            continue
        with pytest.raises(DamagedFileError, match=expected):
            _ = Run(folder).steps


def test_a_report_goes_on_with_the_other_runs(tmp_path, capsys):
    runs = [report_run(tmp_path / name, ranks=n) for name, n in (("a", 1), ("b", 2), ("c", 4))]
    (runs[1] / "steps.jsonl").write_text("{}\n{\n{}\n")
    page = tmp_path / "page.html"
    assert command("report", *runs, "--out", page) == 1
    said = capsys.readouterr()
    assert f"{runs[1] / 'steps.jsonl'}:2: not valid JSON" in said.err.replace("\n", "")
    text = page.read_text()
    assert ">a<" in text and ">c<" in text and ">b<" not in text
    page.unlink()
    assert command("report", runs[1], "--out", page) == 1 and not page.exists()
    (runs[0] / "summary.json").write_text(json.dumps({"case": 3}))
    assert command("report", runs[0], runs[2], "--out", page, "--baseline", runs[0]) == 1
    assert not page.exists()
