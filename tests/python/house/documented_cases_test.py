"""What the documents tell a newcomer to write is a valid case."""

import re
from pathlib import Path

import pytest
from program import lobatto, needs_program

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TOML = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
USER_CODE = re.compile(r'^\[python\]\nfile = "(.*)"', re.MULTILINE)


def whole_cases():
    """The TOML blocks that are a case, not a part of one."""
    for document in DOCUMENTS:
        page = document.read_text(encoding="utf-8")
        for number, found in enumerate(TOML.finditer(page), start=1):
            text = found.group(1)
            if "[mesh]" in text and "[time]" in text:
                code = PYTHON.search(page, found.end()) if USER_CODE.search(text) else None
                yield pytest.param(text, code and code.group(1), id=f"{document.name}-{number}")


def test_the_readme_shows_a_case():
    assert any(case.id.startswith("README.md") for case in whole_cases())


@needs_program
@pytest.mark.parametrize(("text", "code"), whole_cases())
def test_a_documented_case_is_valid(text, code, tmp_path):
    """The user code of a case is the first Python that stands below it."""
    case = tmp_path / "case.toml"
    case.write_text(text)
    if named := USER_CODE.search(text):
        (tmp_path / named.group(1)).write_text(code)
    check = lobatto("check", case)
    assert check.returncode == 0, check.stderr
