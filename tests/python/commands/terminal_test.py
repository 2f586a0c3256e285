"""What a run shows on a terminal, and what it leaves in a file."""

import fcntl
import os
import pty
import struct
import subprocess
import termios

import pytest
from program import PROGRAM, SMALL_DUCT, environment, launched, needs_program

pytestmark = needs_program


def seen_on_terminal(command, columns):
    """All that a command writes to a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = {**environment(), "TERM": "xterm"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 1 << 16)
            except OSError:
                break  # the other end is closed
            if not piece:
                break
            text += piece
    os.close(ours)
    assert process.returncode == 0, text.decode()
    return text.decode()


@pytest.fixture
def command(tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(SMALL_DUCT)
    return [str(PROGRAM), "run", str(case), "--out", str(tmp_path / "out"), "--steps", "60"]


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_the_line_of_progress_is_rewritten_and_never_wraps(command, columns):
    text = seen_on_terminal(command, columns)
    lines = [part.split("\r\n")[0] for part in text.split("\r\x1b[K")[1:]]
    assert lines and max(map(len, lines)) < columns
    assert all(line.lstrip()[0].isdigit() and "step" in line for line in lines)


def test_ranks_show_it_where_their_launcher_has_a_terminal(command):
    text = seen_on_terminal(launched(command, 2), 80)
    assert max(len(part.split("\r\n")[0]) for part in text.split("\r\x1b[K")[1:]) < 80


def test_a_file_gets_plain_lines_also_from_ranks(command, tmp_path):
    with (tmp_path / "log").open("w") as log:
        subprocess.run(launched(command, 2), stdout=log, env=environment(), check=True)
    text = (tmp_path / "log").read_text()
    assert "\x1b" not in text and "\r" not in text
    assert "100 %  step 60" in text


def test_it_ends_with_sentences_and_with_the_table_where_details_are_asked_for(command, tmp_path):
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    assert "STREAM" not in done.stdout
    assert "The run has taken 60 steps to t = 0.6, in " in done.stdout
    assert "region " in (tmp_path / "out" / "run.log").read_text()
    again = [*command[:-3], str(tmp_path / "more"), *command[-2:], "--details"]
    detailed = subprocess.run(again, capture_output=True, text=True, env=environment(), check=True)
    assert "STREAM" in detailed.stdout and "regions were entered" in detailed.stdout
