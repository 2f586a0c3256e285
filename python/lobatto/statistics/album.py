"""What the pictures of statistics have in common."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lobatto.pictures import style
from lobatto.statistics.lines import Line
from lobatto.statistics.report import Report
from lobatto.wording import counted

ROUND_OFF = 1e-9
"""Below this, in wall units, there is nothing to look at: what symmetries make 0."""


@dataclass
class Album:
    """Draws the pictures of a Report into a folder and remembers them. name: of the run; formats:
    some of png, pdf, svg."""

    report: Report
    name: str
    folder: Path
    formats: Sequence[str] = ("png",)
    written: list[Path] = field(default_factory=list)

    @property
    def detail(self) -> str:
        """The line under every heading."""
        walls = self.report.walls
        statistics = walls.statistics
        windows = counted(len(statistics.windows), "window")
        return "   ·   ".join(
            [
                self.name,
                rf"$Re_\tau$ = {walls.re_tau:.4g}",
                f"t = {statistics.start:.5g} to {statistics.end:.5g}",
                f"{windows}, {counted(statistics.samples, 'sample')}",
            ]
        )

    def figure(
        self, name: str, width: float, height: float, heading: str
    ) -> AbstractContextManager[Figure]:
        """A figure of that size in inches, saved into the folder at the end."""
        paths = [self.folder / f"statistics_{name}.{ending}" for ending in self.formats]
        self.written += paths
        return style.figure(paths, width, height, heading, self.detail)

    def of_line(self, name: str, line: Line) -> str:
        """The name of a picture that there is of every line."""
        if len(self.report.profiles) == 1:
            return name
        return f"{name}_{line.label.replace(' = ', '_')}"


def clean(axes: Axes) -> None:
    """A light grid, and no frame at the top and right."""
    axes.grid(color="0.92", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
