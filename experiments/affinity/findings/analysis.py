"""How near the analysis is to the simulation (ours)."""
from common.criteria import Criteria

from ..checks import NEAR, near

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


def accurate(column, text):
    @finding("analysis", text, f"within {NEAR}% for outer products with N = 100 and 1000 from 20 processors on, and for "
             f"matrices with N = 40 and 100 from 50 on")
    def check(results):
        for number, least in enumerate((20, 20, 50, 50)):
            yield near(results, "analysis", least, column=column, number=number)


accurate("first_order", "To first order, as `tangram` computes it, analysis and simulation agree where there are more than a few "
         "processors (ours).")
accurate("volume", "With the end of the first phase as it is, beyond the papers, they agree there as well (ours).")
