"""Every command of the tutorial, in the short form that the page itself states."""

import json
import re

import pytest
from page_commands import ROOT, page, run_commands_of
from program import needs_program

PAGE = page("tutorial.md")
PARTS = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The top of a source tree after all commands of the page."""
    tree = tmp_path_factory.mktemp("tutorial")
    run_commands_of("tutorial.md", tree)
    return tree


def test_what_the_page_shows_of_the_case_is_in_the_case():
    case = (ROOT / "cases/channel-turbulent.toml").read_text(encoding="utf-8")
    parts = PARTS.findall(PAGE)
    assert parts and all(part in case for part in parts)


@needs_program
@pytest.mark.xdist_group("tutorial")
@pytest.mark.long
def test_the_commands_leave_what_the_page_speaks_of(folder):
    run = folder / "runs/channel"
    for name in ("history", "statistics_profiles", "statistics_budgets", "statistics_convergence"):
        assert (run / f"plots/{name}.png").stat().st_size > 10_000
    for name in ("profiles", "budgets", "summary", "differences"):
        assert (run / f"stats/{name}.csv").exists()
    assert (folder / "figure.pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "runs/channel-fine/stats/differences.csv").exists()


@needs_program
@pytest.mark.xdist_group("tutorial")
@pytest.mark.long
def test_the_job_goes_on_with_the_run_to_the_later_time(folder):
    lines = (folder / "runs/channel/steps.jsonl").read_text().splitlines()
    later = float(re.findall(r"LATER=(\S+)", PAGE)[-1])
    assert json.loads(lines[-1])["time"] == pytest.approx(later, abs=1e-9)
    checkpoints = [path.name for path in (folder / "runs/channel/checkpoints").iterdir()]
    assert len(checkpoints) == 2
