"""The command line of the package, `python3 -m lobatto`, carried out in the process of the tests:
to start an interpreter and to import what draws costs a second each time. `cli_test.py` starts it
as users do."""

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from unittest.mock import patch

from lobatto.cli import main

PLAIN = {"COLUMNS": "120", "NO_COLOR": "1"}


def lobatto(*arguments, folder=".", variables=PLAIN):
    """What the command leaves: its exit code and what it says, as of a finished process."""
    words = ["lobatto", *map(str, arguments)]
    out, errors = io.StringIO(), io.StringIO()
    with (
        chdir(folder),
        patch.object(sys, "argv", words),
        patch.dict(os.environ, variables),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        code = _exit_code_of(main)
    return subprocess.CompletedProcess(words, code, out.getvalue(), errors.getvalue())


def _exit_code_of(command):
    try:
        command()
    except SystemExit as ended:
        return ended.code or 0
    return 0
