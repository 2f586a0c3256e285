"""What the README tells a newcomer to write is a valid case."""

import os
import re
import subprocess
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
CASES = re.findall(r"^```toml\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)


def test_the_readme_shows_a_case():
    assert CASES


@pytest.mark.skipif("LOBATTO_BUILD" not in os.environ, reason="LOBATTO_BUILD names no build folder")
@pytest.mark.parametrize("text", CASES)
def test_the_case_of_the_readme_is_valid(text, tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(text)
    command = [Path(os.environ["LOBATTO_BUILD"]) / "lobatto", "check", case]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
