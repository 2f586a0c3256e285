"""Every command of the how-to pages, in the short form that a page itself states."""

from page_commands import run_commands_of
from program import needs_program

pytestmark = needs_program


def test_cluster(tmp_path):
    said = run_commands_of("howto-cluster.md", tmp_path)
    run = tmp_path / "runs/cluster"
    assert "efficiency" in said and "stream_triad" in said
    assert (run / "report.html").exists() and (run / "plots/history.png").exists()
    assert len((tmp_path / "hosts.txt").read_text().split()) == 2
