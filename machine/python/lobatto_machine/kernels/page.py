"""Puts the page of a study of kernels together."""

from collections.abc import Sequence
from datetime import datetime

from lobatto.report.page import template
from lobatto.study.charts import draw_efficiencies
from lobatto.study.telling import MARK

from lobatto_machine.acceptance.charts import draw_limits, draw_spread
from lobatto_machine.kernels import tables
from lobatto_machine.kernels.measures import KernelCurve, KernelResult, kernel_doubts
from lobatto_machine.kernels.study import KernelStudy


def render(
    study: KernelStudy, results: Sequence[KernelResult], curves: Sequence[KernelCurve]
) -> str:
    """The page as HTML, of what is done so far."""
    measured = [result.measured for result in results if result.measured is not None]
    return template("lobatto_machine.kernels", "kernels.html.j2").render(
        mark=MARK,
        study=study,
        n_done=sum(len(result.done) for result in results),
        n_runs=sum(len(result.repeats) for result in results),
        notes=kernel_doubts(study, curves),
        trouble=tables.kernel_trouble_table(results),
        answers=tables.answer_table(results),
        compared=any(len(curve.results) > 1 for curve in curves),
        rates=tables.rate_table(results, curves),
        efficiencies=draw_efficiencies(curves, "efficiencies"),
        limit_table=tables.limit_table(results),
        limits=draw_limits({curve.label: curve.results[-1][1] for curve in curves}, "limits"),
        spread=draw_spread(measured, "spread"),
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )
