"""What the documents tell a newcomer to write is a valid case."""

import re
from pathlib import Path

import pytest
from program import lobatto, needs_program

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TOML = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)


def whole_cases():
    """The TOML blocks that are a case, not a part of one."""
    for document in DOCUMENTS:
        for number, text in enumerate(TOML.findall(document.read_text(encoding="utf-8")), start=1):
            if "[mesh]" in text and "[time]" in text:
                yield pytest.param(text, id=f"{document.name}-{number}")


def test_the_readme_shows_a_case():
    assert any(case.id.startswith("README.md") for case in whole_cases())


@needs_program
@pytest.mark.parametrize("text", whole_cases())
def test_a_documented_case_is_valid(text, tmp_path):
    case = tmp_path / "case.toml"
    case.write_text(text)
    check = lobatto("check", case)
    assert check.returncode == 0, check.stderr
