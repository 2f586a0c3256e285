"""What all tests have; conftest.py of each folder of tests takes it."""

import tempfile
from pathlib import Path

import pytest
from lobatto.pictures.style import FigureCanvasAgg
from lobatto.report.svg import FigureCanvasSVG
from program import use_launcher_of_the_build


def pytest_configure(config):
    config.addinivalue_line("markers", "xdist_group(name): tests that one worker runs")
    config.addinivalue_line("markers", "long: begins early, so that no worker is left with it")
    folder = tempfile.TemporaryDirectory(prefix="lobatto-mpi-")
    config.add_cleanup(folder.cleanup)
    use_launcher_of_the_build(Path(folder.name))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for item in items:
        if _shares_a_fixture(item) and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def _shares_a_fixture(item):
    """Another worker would make what the tests of its file share once more."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    return any(fixture.scope == "module" for fixture in (made[-1] for made in fixtures))


@pytest.fixture
def sketched(monkeypatch):
    """Pictures are put together, and files stand for them, but nothing is laid out and rendered:
    that is most of their cost. For tests that look at no picture."""
    monkeypatch.setattr(FigureCanvasAgg, "print_png", lambda _, path, **settings: path.touch())
    monkeypatch.setattr(FigureCanvasSVG, "print_svg", _write_empty_svg)


def _write_empty_svg(_, file, **settings):
    file.write('<svg viewBox="0 0 1 1"></svg>')
