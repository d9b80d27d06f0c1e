"""The papers that experiments are after, by authors and year as in docs/references.md."""

PAPERS = {
    "Beaumont and Marchal 2014":
        "Olivier Beaumont and Loris Marchal, [*Analysis of Dynamic Scheduling Strategies for Matrix Multiplication on "
        "Heterogeneous Platforms*](https://arxiv.org/abs/1404.3913), 2014",
    "Beaumont and Marchal 2013":
        "Olivier Beaumont and Loris Marchal, [*What Makes Affinity-Based Schedulers So Efficient?*]"
        "(https://inria.hal.science/hal-00875487), 2013: an earlier preprint",
    "Beaumont, Legrand and Robert 2003":
        "Olivier Beaumont, Arnaud Legrand and Yves Robert, [*Scheduling Strategies for Mixed Data and Task Parallelism on "
        "Heterogeneous Clusters*](https://doi.org/10.1142/S0129626403001252), Parallel Processing Letters 13(2), 2003",
    "Guermouche and L'Excellent 2005":
        "Abdou Guermouche and Jean-Yves L'Excellent, [*A Study of Various Load Information Exchange Mechanisms for a "
        "Distributed Application using Dynamic Scheduling*](https://hal-lara.archives-ouvertes.fr/hal-02101763), 2005",
    "Eyraud-Dubois and Lambert 2018":
        "Lionel Eyraud-Dubois and Thomas Lambert, *Using Static Allocation Algorithms for Matrix Matrix Multiplication on "
        "Multicores and GPUs*, ICPP 2018",
}


def cited(*keys):
    """A Markdown list of them."""
    return "\n".join(f"* *{key}*: {PAPERS[key]}." for key in keys)
