"""Puts the page of a study of kernels together."""

from collections.abc import Sequence
from datetime import datetime

from lobatto.acceptance.charts import draw_limits, draw_spread
from lobatto.report.page import template
from lobatto.study import kernel_tables
from lobatto.study.charts import draw_efficiencies
from lobatto.study.kernel_measures import KernelCurve, KernelResult, kernel_doubts
from lobatto.study.kernel_study import KernelStudy
from lobatto.study.telling import MARK


def render(
    study: KernelStudy, results: Sequence[KernelResult], curves: Sequence[KernelCurve]
) -> str:
    """The page as HTML, of what is done so far."""
    measured = [result.measured for result in results if result.measured is not None]
    return template("lobatto.study", "kernels.html.j2").render(
        mark=MARK,
        study=study,
        n_done=sum(len(result.done) for result in results),
        n_runs=sum(len(result.repeats) for result in results),
        notes=kernel_doubts(study, curves),
        trouble=kernel_tables.kernel_trouble_table(results),
        answers=kernel_tables.answer_table(results),
        compared=any(len(curve.results) > 1 for curve in curves),
        rates=kernel_tables.rate_table(results, curves),
        efficiencies=draw_efficiencies(curves, "efficiencies"),
        limit_table=kernel_tables.limit_table(results),
        limits=draw_limits({curve.label: curve.results[-1][1] for curve in curves}, "limits"),
        spread=draw_spread(measured, "spread"),
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )
