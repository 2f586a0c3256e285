import tempfile
from pathlib import Path

from program import use_launcher_of_the_build


def pytest_configure(config):
    config.addinivalue_line("markers", "xdist_group(name): tests that one worker runs")
    folder = tempfile.TemporaryDirectory(prefix="lobatto-mpi-")
    config.add_cleanup(folder.cleanup)
    use_launcher_of_the_build(Path(folder.name))
