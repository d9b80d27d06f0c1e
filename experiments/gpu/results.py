"""The figures of runs: one row for each method and case."""
from dataclasses import dataclass
from statistics import median

from .plan import LIMITED, METHODS, RESIDENT, XT, Case
from .records import of_step


def seconds_of(report):
    """Of the measured products: until C is in host memory again, or, of cuBLAS, in the GPU's."""
    if "repeats" in report:
        first, *others = report["repeats"]  # the first one warms up
        staged = report.get("staging_threads", 0) > 0
        return [product["seconds_total"] + page_locking(first if staged else product) for product in others or [first]]
    return report["seconds"]


def page_locking(product):
    """Seconds: of the matrices, or of buffers for all products, which the first one makes."""
    return product.get("page_locking_seconds", 0)


def by_bound(value, bound):
    """None if there is no bound, or its conditions do not hold (is_bounded in apps/gemm/report/outcome.hpp)."""
    return value / bound if bound > 0 and value >= 0.995 * bound else None


@dataclass(frozen=True)
class Row:
    case: Case
    method: object
    seconds: list
    reports: list
    failures: list

    @property
    def time(self):
        return median(self.seconds) if self.seconds else None

    @property
    def tflops(self):
        return 2 * self.case.size**3 / self.time * 1e-12 if self.seconds else None

    @property
    def bytes(self):
        """Moved between memory nodes; cuBLASXt does not tell."""
        counted = [report["bytes_total"] for report in self.reports if "bytes_total" in report]
        return median(counted) if counted else None

    @property
    def bytes_by_bound(self):
        """For the memory nodes that took part; None if some product has no such ratio."""
        ratios = [by_bound(report["bytes_total"], report["bytes_bound_taking_part"]) for report in self.reports
                  if "bytes_total" in report]
        return median(ratios) if ratios and None not in ratios else None

    @property
    def tiles(self):
        """Those that were chosen; cuBLAS and cuBLASXt have none."""
        chosen = {report["tile"] for report in self.reports if "tile" in report}
        return ", ".join(str(tile) for tile in sorted(chosen)) or "-"

    @property
    def label(self):
        return self.method.label + (f" to {self.case.limited_memory} MiB" if self.method == LIMITED else "")

    @property
    def note(self):
        products = f"{len(self.seconds)} products" if len(self.seconds) != 1 else "1 product"
        return "; ".join([*([products] if self.seconds else []), *dict.fromkeys(self.failures)])


class Results:
    def __init__(self, data):
        self.rows = {}
        measured = of_step(data, "measure")
        cases = sorted({Case(record["size"], record["precision"]) for record in measured},
                       key=lambda case: (case.precision, case.size))
        for case in cases:
            for method in METHODS:
                records = [record for record in measured if (record["size"], record["precision"], record["method"]) ==
                           (case.size, case.precision, method.key)]
                if records:
                    self.rows[case, method.key] = row(case, method, records)
        self.cases = cases

    def row(self, case, method):
        """None if it was not measured."""
        found = self.rows.get((case, method.key))
        return found if found and found.seconds else None

    def speed_by(self, row, method):
        """How much faster it is than the method; None if one of them was not measured."""
        other = self.row(row.case, method)
        return other.time / row.time if other and row.seconds else None

    def by_resident(self, row):
        return self.speed_by(row, RESIDENT)

    def by_xt(self, row):
        return self.speed_by(row, XT)


def row(case, method, records):
    reports = [record["report"] for record in records if "report" in record]
    seconds = [value for report in reports for value in seconds_of(report)]
    return Row(case, method, seconds, reports, [record["failure"] for record in records if "failure" in record])


def best_block_dim(data):
    """The fastest of the scan; None if all of them failed."""
    times = {record["block_dim"]: median(seconds_of(record["report"]))
             for record in of_step(data, "scan") if "report" in record}
    return min(times, key=times.get, default=None)
