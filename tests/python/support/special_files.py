"""Paths that lead to no regular file, and commands that must refuse them."""

import os
import subprocess

import pytest
from program import PATIENCE, command_of, environment

FIFO = "is a FIFO, not a regular file"


def run(*arguments, ranks=None):
    """Ends soon, or has been waiting for a file."""
    return subprocess.run(
        command_of(*arguments, ranks=ranks),
        capture_output=True,
        text=True,
        env=environment(),
        timeout=PATIENCE,
    )


def refused(*arguments, ranks=None):
    done = run(*arguments, ranks=ranks)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "MPI_ABORT" not in done.stderr and "filesystem error" not in done.stderr, done.stderr
    return done.stderr


@pytest.fixture
def fifo(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    return path
