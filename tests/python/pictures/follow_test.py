"""A run that is followed while it goes on."""

import http.client
import io
import json
import socket
import subprocess
import threading
import time

import numpy as np
import pytest
from lobatto import LobattoError
from lobatto.files.growing_lines import GrowingLines
from lobatto.follow_cli import follow_on
from lobatto.pictures.follow_page import FollowPage, page_server
from lobatto.pictures.follow_view import block_graph, frame, in_columns
from lobatto.runs.follow import Follower
from package_command import lobatto
from program import PROGRAM, SMALL_DUCT, environment, needs_program
from rich.console import Console

LOG = "case        duct (duct.toml)\ntime        order 3, CFL 0.5, to t = 40, at most 2,000 steps\n"
FORCES = (
    "step,time,pressure_x,pressure_y,pressure_z,viscous_x,viscous_y,viscous_z,mean_shear,area\n"
)


def line(step):
    values = {"step": step, "time": 0.01 * step, "dt": 0.01, "seconds": 0.5, "cfl": 0.4}
    return json.dumps({**values, "kinetic_energy": 1 + 1 / step}) + "\n"


def append(folder, text, name="steps.jsonl"):
    with (folder / name).open("a") as file:
        file.write(text)


@pytest.fixture
def going(tmp_path):
    """A run at step 100."""
    folder = tmp_path / "run"
    (folder / "forces").mkdir(parents=True)
    (folder / "run.lock").touch()
    append(folder, LOG, "run.log")
    append(folder, "".join(map(line, range(1, 101))))
    rows = [f"{s},{0.01 * s},1,{0.1 * s},0,2,0,0,0.25,1\n" for s in range(10, 101, 10)]
    append(folder, FORCES + "".join(rows), "forces/wing.csv")
    return folder


def steps_of(record):
    return [values["step"] for values in record.read()]


def test_a_record_is_read_as_it_grows_and_a_half_line_when_it_is_whole(going):
    record = GrowingLines(going / "steps.jsonl")
    assert steps_of(record) == list(range(1, 101))
    whole = line(101)
    append(going, whole[:20])
    assert steps_of(record)[-1] == 100
    append(going, whole[20:] + line(102))
    assert steps_of(record) == list(range(1, 103))


def test_an_end_that_a_restart_writes_anew_is_read_anew(going):
    record, path = GrowingLines(going / "steps.jsonl"), going / "steps.jsonl"
    record.read()
    path.write_text("".join(map(line, range(1, 61))))
    assert steps_of(record) == list(range(1, 61))
    other = "".join(line(s).replace("0.5", "0.7") for s in range(51, 121))
    path.write_text("".join(map(line, range(1, 51))) + other)
    assert steps_of(record) == list(range(1, 121))
    assert record.kept[59]["seconds"] == 0.7


def test_of_a_long_record_few_lines_are_kept_and_the_last(going):
    record = GrowingLines(going / "steps.jsonl", 16)
    steps = steps_of(record)
    assert len(steps) <= 17 and steps[0] == 1 and steps[-1] == 100
    assert len(set(np.diff(steps[:-1]))) == 1


def test_a_damaged_line_is_told_of_and_read_when_it_is_right(going):
    follower = Follower(going)
    good = (going / "steps.jsonl").read_text()
    append(going, "\0" * 30 + "\n")
    moment = follower.look()
    assert moment.step == 100
    assert "steps.jsonl:101" in moment.damages.messages[0]
    (going / "steps.jsonl").write_text(good + line(101))
    moment = follower.look()
    assert moment.step == 101 and not moment.damages.messages


def test_it_says_how_far_the_run_is_and_how_long_it_takes(going):
    moment = Follower(going).look()
    assert (moment.run.name, moment.step, moment.has_ended) == ("duct", 100, False)
    assert moment.share == pytest.approx(0.05)  # 100 of 2000 steps, t = 1 of 40
    assert moment.seconds_left == pytest.approx(1900 * 0.5)
    append(going, LOG.replace("to t = 40", "to t = 2"), "run.log")
    moment = Follower(going).look()
    assert moment.share == pytest.approx(0.5)
    assert moment.seconds_left == pytest.approx(100 * 0.5)


def test_a_frame_has_no_line_beyond_the_columns_and_fits_the_lines(going):
    moment = Follower(going).look()
    text = frame(moment, 80)
    assert max(map(len, text)) <= 80
    assert text[1] == "  5 %  step 100  t 1  dt 1.00e-02  0.5 s/step  ETA 15 min 50 s"
    titles = "\n".join(text)
    assert all(t in titles for t in ("Kinetic energy", "CFL", "wing: force x", "wing: wall shear"))
    assert "wing: force z" not in titles
    for n in (5, 12, 24):
        assert len(frame(moment, 80, n)) <= n
    assert max(map(len, frame(moment, 30))) <= 30


def test_blocks_are_as_high_as_values():
    ramp = in_columns(np.arange(16.0), np.arange(1.0, 17.0), 16)
    assert block_graph(ramp, 2, (0, 16)) == ["        ▁▂▃▄▅▆▇█", "▁▂▃▄▅▆▇█████████"]
    assert in_columns(np.array([0.0, 3.0]), np.array([5.0, 7.0]), 4).tolist() == [5, 5, 5, 7]


def test_without_a_terminal_it_shows_one_frame(going):
    told = lobatto("follow", going)
    assert told.returncode == 0 and "step 100" in told.stdout and "goes on" in told.stdout
    nowhere = lobatto("follow", going / "nowhere")
    assert nowhere.returncode == 1 and "there is no run folder" in nowhere.stderr


def test_a_run_that_has_no_step_yet(tmp_path):
    (tmp_path / "run.lock").touch()
    append(tmp_path, LOG, "run.log")
    assert frame(Follower(tmp_path).look(), 80)[:3] == [
        f"duct  {tmp_path}"[:80], "no step yet", "the run goes on"
    ]  # fmt: skip


def test_it_ends_when_the_run_has_ended(going):
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80, height=24)
    arguments = (Follower(going), console, 0.05)
    following = threading.Thread(target=follow_on, args=arguments, daemon=True)
    following.start()
    time.sleep(0.3)
    assert following.is_alive()
    append(going, line(2000))
    (going / "run.lock").unlink()
    following.join(10)
    assert not following.is_alive()
    assert "step 2000" in screen.getvalue() and "the run has ended" in screen.getvalue()


def asked(server, path="/", host=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.request("GET", path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_page_is_for_this_machine_and_says_when_the_run_has_ended(going, sketched):
    with page_server(FollowPage(Follower(going), 2.0), 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert server.server_address[0] == "127.0.0.1"
        silent = socket.create_connection(server.server_address)  # as browsers open in advance
        status, page = asked(server)
        assert status == 200 and "step 100" in page and 'http-equiv="refresh"' in page
        assert 'alt="history"' in page and 'alt="force_wing"' in page
        assert asked(server, "/../run.log")[0] == 404
        assert asked(server, host="elsewhere.example:80")[0] == 403
        (going / "run.lock").unlink()
        append(going, line(101))
        page = asked(server)[1]
        assert "step 101" in page and "the run has ended" in page and "refresh" not in page
        with pytest.raises(LobattoError, match="--port"):
            page_server(FollowPage(Follower(going), 2.0), server.server_port)
        silent.close()
        server.shutdown()


@needs_program
def test_a_run_of_the_program_is_followed_to_its_end(tmp_path):
    (tmp_path / "case.toml").write_text(SMALL_DUCT)
    command = [PROGRAM, "run", "case.toml", "--out", "out"]
    subprocess.run(command, cwd=tmp_path, env=environment(), check=True, capture_output=True)
    moment = Follower(tmp_path / "out").look()
    assert (moment.run.name, moment.step, moment.share) == ("case", 6, 1.0)
    assert moment.has_ended and not moment.damages.messages
