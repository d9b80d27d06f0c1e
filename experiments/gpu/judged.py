"""The goals of Tangram on a GPU, and whether measurements reach them."""
from dataclasses import dataclass

from .plan import BOTH, GPU, JUDGED, JUDGED_FLOAT, LIMITED, PAGEABLE

HOLDS, FAILS, UNKNOWN = "holds", "does not hold", "not measured"
BY_RESIDENT = 0.90
BY_XT = 1.2
BY_BOUND = 1.05
SLOWER = 1.01
LIMITED_BY_RESIDENT = 0.80
PAGEABLE_BY_RESIDENT = 0.75


@dataclass(frozen=True)
class Line:
    claim: str
    verdict: str
    figures: str = ""

    @property
    def text(self):
        return f"{self.verdict}: {self.claim}" + (f" ({self.figures})" if self.figures else "")


def line(claim, values, holds, digits=3):
    """values: {what was measured: figure}; holds(figures)."""
    known = {name: value for name, value in values.items() if value is not None}
    if not known:
        return Line(claim, UNKNOWN)
    figures = ", ".join(f"{value:.{digits}f} {name}" for name, value in known.items())
    return Line(claim, HOLDS if holds(list(known.values())) else FAILS, figures)


def of_rows(results, case, methods, figure):
    """{method: its figure} of the case."""
    rows = {method.label: results.row(case, method) for method in methods}
    return {label: row and figure(row) for label, row in rows.items()}


def worst_slowdown(results):
    """{where: time with the CPUs by time without}, of the case where that is most"""
    rows = [(case, results.row(case, BOTH), results.row(case, GPU)) for case in results.cases]
    slowdowns = [(both.time / gpu.time, case.label) for case, both, gpu in rows if both and gpu]
    return {f"for {label}, where it is most": value for value, label in sorted(slowdowns)[-1:]}


def from_page_locked(results, case):
    """With and without the CPUs is the user's choice, so that the faster one counts; traffic counts for both."""
    tangram = [GPU, BOTH]
    by_resident = of_rows(results, case, tangram, results.by_resident)
    by_xt = of_rows(results, case, tangram, results.by_xt)
    by_bound = of_rows(results, case, tangram, lambda row: row.bytes_by_bound)
    return [
        line(f"{case.label} from host memory at {BY_RESIDENT:.2f} of resident cuBLAS's speed or more", by_resident,
             lambda values: max(values) >= BY_RESIDENT),
        line(f"{case.label} at {BY_XT} times cuBLASXt's speed or more", by_xt, lambda values: max(values) >= BY_XT),
        line(f"{case.label}: at most {BY_BOUND} times the bound is moved", by_bound,
             lambda values: max(values) <= BY_BOUND),
    ]


def judged(results):
    limited = of_rows(results, JUDGED, [LIMITED], results.by_resident)
    pageable = of_rows(results, JUDGED, [PAGEABLE], results.by_resident)
    return [
        *from_page_locked(results, JUDGED),
        *from_page_locked(results, JUDGED_FLOAT),
        line("the CPUs never make it slower by more than 1%: time with them by time without", worst_slowdown(results),
             lambda values: max(values) <= SLOWER),
        line(f"{JUDGED.label} with GPU memory of {JUDGED.limited_memory} MiB at {LIMITED_BY_RESIDENT:.2f} of resident "
             "cuBLAS's speed or more", limited, lambda values: max(values) >= LIMITED_BY_RESIDENT),
        line(f"{JUDGED.label} from pageable memory at {PAGEABLE_BY_RESIDENT:.2f} of resident cuBLAS's speed or more",
             pageable, lambda values: max(values) >= PAGEABLE_BY_RESIDENT),
    ]
