"""What was found on a simulated node."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """GFlop/s: stream, the bound for independent products; workers, that by all workers; reached, {N: of a product}."""

    stream: float
    workers: float
    reached: dict
    limits: list


def bound_by_workers(report):
    """Of a product's report: its flops in the least time that its workers need."""
    return 2 * report["m"] * report["n"] * report["k"] / report["seconds_bound"] / 1e9


def found_on(results, node):
    stream = results.report(f"stream-{node.key}")
    products = {size: results.report(f"product-{node.key}-{size}") for size in results.scale.sizes}
    return Found(stream["throughput_value"] * node.flops / 1e9, max(map(bound_by_workers, products.values())),
                 {size: report["gflops"] for size, report in products.items()},
                 [each["resource"] for each in stream["limits"]])
