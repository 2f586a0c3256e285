import json

import numpy as np
import pytest
from lobatto import LobattoError, Run
from synthetic import duct_run, write_field_file, write_run


def test_columns_of_the_steps(tmp_path):
    run = Run(duct_run(tmp_path / "duct"))
    assert run.steps["step"].tolist() == list(range(1, 31))
    assert run.steps["solves.pressure.iterations"].tolist() == [0] * 30
    assert run.steps["solves.pressure.solver"][0] == "tensor-direct"
    assert run.steps["scalars.temperature.max"][-1] == 1.0
    assert np.isnan(run.steps["divergence"][1])  # null in the record
    assert run.steps["divergence"][0] == 1e-6


def test_what_a_step_lacks_is_nan(tmp_path):
    steps = [{"step": 1, "time": 0.1}, {"step": 2, "time": 0.2, "enstrophy": 3}]
    run = Run(write_run(tmp_path / "run", {}, steps))
    assert np.isnan(run.steps["enstrophy"][0])
    assert run.steps["enstrophy"][1] == 3


def test_the_bulk_velocity_has_its_old_name_in_old_records(tmp_path):
    steps = [{"step": 1, "flow_rate": 0.9}, {"step": 2, "bulk_velocity": 1.0, "flow_rate": 1.0}]
    run = Run(write_run(tmp_path / "run", {}, steps))
    assert run.steps["bulk_velocity"].tolist() == [0.9, 1.0]


def test_a_line_that_is_being_written_is_left_out(tmp_path):
    folder = write_run(tmp_path / "run", None, [{"step": 1}])
    with (folder / "steps.jsonl").open("a") as record:
        record.write('{"step": 2, "ti')
    assert Run(folder).steps["step"].tolist() == [1]


def test_a_broken_line_is_named(tmp_path):
    folder = write_run(tmp_path / "run")
    (folder / "steps.jsonl").write_text('{"step": 1}\nnonsense\n{"step": 3}\n')
    with pytest.raises(LobattoError, match=r"steps.jsonl:2"):
        _ = Run(folder).steps


def test_field_files_in_the_order_of_time_listed_or_not(tmp_path):
    folder = duct_run(tmp_path / "duct", n_snapshots=2)
    box = ([0, 1], [0, 1], [0, 1])
    write_field_file(folder / "fields" / "extra.vtkhdf", box, {}, time=1.5, step=15)
    run = Run(folder)
    assert [entry.time for entry in run.fields] == [1.0, 1.5, 2.0]
    assert [entry.open().step for entry in run.fields] == [10, 15, 20]


def test_name_and_reynolds_number(tmp_path):
    folder = duct_run(tmp_path / "folder-name")
    assert (Run(folder).name, Run(folder).reynolds) == ("duct", 4410)
    summary = json.loads((folder / "summary.json").read_text())
    summary["case"]["overrides"] = {"fluid.reynolds": "1000"}
    (folder / "summary.json").write_text(json.dumps(summary))
    assert Run(folder).reynolds == 1000
    (folder / "summary.json").unlink()
    assert (Run(folder).name, Run(folder).reynolds) == ("folder-name", None)


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(LobattoError, match="there is no run folder"):
        Run(tmp_path / "nowhere")
    with pytest.raises(LobattoError, match=r"not a run folder: it has none of summary\.json"):
        Run(tmp_path)


def test_a_damaged_summary_is_named(tmp_path):
    folder = write_run(tmp_path / "run")
    (folder / "summary.json").write_text("{")
    with pytest.raises(LobattoError, match=r"summary\.json:1: not valid JSON"):
        _ = Run(folder).summary
