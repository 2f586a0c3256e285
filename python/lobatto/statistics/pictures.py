"""The pictures of statistics: what they have in common, and which are drawn."""

from dataclasses import dataclass, field
from pathlib import Path

from lobatto import style
from lobatto.statistics.report import Report


@dataclass
class Album:
    """Draws the pictures of a Report into a folder and remembers them. name: of the run."""

    report: Report
    name: str
    folder: Path
    written: list = field(default_factory=list)

    @property
    def detail(self):
        """The line under every heading."""
        walls = self.report.walls
        statistics = walls.statistics
        windows = len(statistics.windows)
        return "   ·   ".join(
            [
                self.name,
                rf"$Re_\tau$ = {walls.re_tau:.4g}",
                f"t = {statistics.start:.5g} to {statistics.end:.5g}",
                f"{windows} window{'s' if windows > 1 else ''}, {statistics.samples} samples",
            ]
        )

    def figure(self, name, width, height, heading):
        path = self.folder / f"statistics_{name}.png"
        self.written.append(path)
        return style.figure(path, width, height, heading, self.detail)

    def of_line(self, name, line):
        """The name of a picture that there is of every line."""
        if len(self.report.profiles) == 1:
            return name
        return f"{name}_{line.label.replace(' = ', '_')}"


def clean(axes):
    axes.grid(color="0.92", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def draw_report(report, name, folder):
    """All pictures that suit the flow; yields the paths."""
    from lobatto.statistics.budget_pictures import draw_budgets
    from lobatto.statistics.convergence_pictures import draw_convergence
    from lobatto.statistics.profile_pictures import draw_profiles, draw_scalars, draw_stresses
    from lobatto.statistics.section_pictures import draw_secondary_flow, draw_wall_friction

    album = Album(report, name, folder)
    for profiles, budgets in zip(report.profiles, report.budgets, strict=True):
        draw_profiles(album, profiles)
        draw_stresses(album, profiles)
        draw_scalars(album, profiles)
        draw_budgets(album, profiles, budgets)
    draw_convergence(album)
    if report.walls.flow.kind == "duct":
        draw_secondary_flow(album)
        draw_wall_friction(album)
    return album.written
