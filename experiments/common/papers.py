"""The papers that experiments are after, by the numbers that reports and sources give them."""

PAPERS = {
    "000": "Olivier Beaumont and Loris Marchal, [*Analysis of Dynamic Scheduling Strategies for Matrix Multiplication on "
           "Heterogeneous Platforms*](https://arxiv.org/abs/1404.3913), 2014",
    "002": "Olivier Beaumont and Loris Marchal, [*What Makes Affinity-Based Schedulers So Efficient?*]"
           "(https://inria.hal.science/hal-00875487), 2013: its preprint",
    "003": "the paper that Tangram's allocations and their balancers come from, on \"the problem of data allocation when "
           "performing matrix multiplication on a heterogeneous node, with multicores and GPUs\"",
}


def cited(*numbers):
    """A Markdown list of what they stand for."""
    return "\n".join(f"* *Seed {number}*: {PAPERS[number]}." for number in numbers)
