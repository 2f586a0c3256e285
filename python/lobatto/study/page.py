"""Puts the page of a study together."""

from collections.abc import Sequence
from datetime import datetime

from lobatto.report.page import template
from lobatto.study import tables
from lobatto.study.case_study import CaseStudy
from lobatto.study.charts import draw_efficiencies, draw_orders, draw_times
from lobatto.study.measures import Curve, Repeat, doubts
from lobatto.study.telling import MARK

KINDS = {
    "weak": "Weak scaling",
    "strong": "Strong scaling",
    "order": "Order at equal points",
    "free": "Study",
}


def render(study: CaseStudy, curves: Sequence[Curve], repeats: Sequence[Repeat]) -> str:
    """The page as HTML, of what is done so far."""
    results = [result for curve in curves for result in curve.results]
    quantity = None if study.accuracy is None else study.accuracy.quantity
    pops = [(curve.label, tables.pop_table(curve)) for curve in curves]
    return template("lobatto.study", "study.html.j2").render(
        mark=MARK,
        study=study,
        kind=KINDS[study.kind],
        n_done=sum(repeat.record is not None for repeat in repeats),
        n_runs=len(repeats),
        notes=doubts(study, curves),
        trouble=tables.trouble_table(repeats, results),
        compared=any(len(curve.results) > 1 for curve in curves),
        results=tables.result_table(curves),
        times=draw_times(curves, "times"),
        efficiencies=draw_efficiencies(curves, "efficiencies"),
        orders=draw_orders(results, quantity, "orders"),
        solution=tables.solution_table(results, study),
        cost=tables.cost_table(results, study.cost),
        pops=[(label, table) for label, table in pops if table is not None],
        now=f"{datetime.now():%Y-%m-%d %H:%M}",
    )
