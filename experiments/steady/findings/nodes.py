"""Products on simulated nodes by the bound for independent ones (ours)."""
from common.criteria import Check, Criteria

from ..nodes import NODES
from ..on_nodes import found_on

criteria = Criteria()
finding, findings_of = criteria.finding, criteria.findings_of


@finding("nodes",
         "Where links limit a stream of independent tile products, a product of matrices exceeds its bound (ours).",
         "at each size more GFlop/s than the stream's bound, wherever that is below the bound by all workers")
def exceeds(results):
    for node in NODES:
        found = found_on(results, node)
        if found.stream < found.workers:
            yield Check(all(speed > found.stream for speed in found.reached.values()), f"{node.title}: " + ", ".join(
                f"{speed / found.stream:.2f} times for N = {size}" for size, speed in found.reached.items()))


@finding("nodes", "No product exceeds the bound by all workers (ours).", "at each size")
def stays_below(results):
    for node in NODES:
        found = found_on(results, node)
        yield Check(all(speed <= found.workers for speed in found.reached.values()), f"{node.title}: " + ", ".join(
            f"{speed / found.workers:.1%} of it for N = {size}" for size, speed in found.reached.items()))
