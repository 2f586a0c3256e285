"""Which pictures of statistics are drawn."""

from collections.abc import Sequence
from pathlib import Path

from lobatto.statistics.album import Album
from lobatto.statistics.budget_pictures import draw_budgets
from lobatto.statistics.comparison_pictures import draw_comparison
from lobatto.statistics.convergence_pictures import draw_convergence
from lobatto.statistics.profile_pictures import draw_profiles, draw_scalars, draw_stresses
from lobatto.statistics.report import Report
from lobatto.statistics.section_pictures import draw_secondary_flow, draw_wall_friction


def draw_report(report: Report, name: str, folder: Path) -> list[Path]:
    """All pictures that suit the flow; returns the paths."""
    album = Album(report, name, folder)
    for profiles, budgets in zip(report.profiles, report.budgets, strict=True):
        draw_profiles(album, profiles)
        draw_stresses(album, profiles)
        draw_comparison(album, profiles)
        draw_scalars(album, profiles)
        draw_budgets(album, profiles, budgets)
    draw_convergence(album)
    if report.walls.flow.kind == "duct":
        draw_secondary_flow(album)
        draw_wall_friction(album)
    return album.written


def draw_comparisons(report: Report, name: str, folder: Path, formats: Sequence[str]) -> list[Path]:
    """The profiles against the references of the report alone; returns the paths."""
    album = Album(report, name, folder, formats)
    for profiles in report.profiles:
        draw_comparison(album, profiles)
    return album.written
