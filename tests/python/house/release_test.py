"""Version and address of the project: they agree everywhere, and one command changes them."""

import shutil
import sys

import pytest
from program import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import release


def test_version_address_and_day_agree_everywhere():
    assert release.complaints(ROOT) == []


@pytest.fixture
def project(tmp_path):
    texts = {str(file.relative_to(ROOT)) for file in release.texts(ROOT)}
    for name in {*release.PLACES, *texts}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_one_command_writes_the_next_version_and_the_address(project):
    words = ["12.3.0", "https://code.example.com/flow/lobatto", "--root", str(project)]
    assert release.main(words) == 0
    assert release.complaints(project) == [], "no page has the placeholder"
    found = {mention.found for mention in release.mentions(project)}
    assert len(found) == 4, "one version, its minor, one address, one day"
    assert {"12.3.0", "12.3", words[1]} < found
    changes = (project / "CHANGELOG.md").read_text()
    assert changes.index("[Unreleased]") < changes.index("[12.3.0]") < changes.index("[0.1.0]")


def test_a_page_with_another_address_or_version_is_named(project):
    (project / "docs" / "page.md").write_text("see\n<https://elsewhere.org/u/lobatto/issues>\n")
    module = project / "python" / "lobatto" / "__init__.py"
    module.write_text('__version__ = "9.9.9"\n')
    wrong = release.complaints(project)
    assert len(wrong) == 2
    assert wrong[0].startswith("python/lobatto/__init__.py:1: found 9.9.9; expected the version ")
    assert "docs/page.md: https://elsewhere.org/u/lobatto/issues" in wrong[1]


def test_what_is_no_version_or_address_is_refused(capsys):
    for words in (["1.2"], ["1.2.3", "ftp://here"]):
        with pytest.raises(SystemExit):
            release.main(words)
        assert f"found {words[-1]}; expected" in capsys.readouterr().err
