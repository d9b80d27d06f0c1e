"""The strategies that are compared, in Tangram's spelling and in the paper's."""
from common import families

BALANCERS = ["static", "rand-steal", "choice-steal", "effective-steal"]

# The paper's 29 (Eyraud-Dubois and Lambert 2018, section 5.1): 5 dynamic ones, 6 allocations with 4 balancers.
DYNAMIC = ["dmda", "first-dyn", "choice-dyn-10", "choice-dyn-50", "effective-dyn"]
FLAT = ["nrrp-rounded", "nrrp-precise"]
SOLID = ["3d-nrrp-rounded", "3d-nrrp-precise", "3d-nrrp-rounded-redux", "3d-nrrp-precise-redux"]
HYBRID = [f"{allocation}-{balancer}" for allocation in FLAT + SOLID for balancer in BALANCERS]
PAPER = DYNAMIC + HYBRID

# StarPU's own besides dmda, and those of Tangram's that the paper did not have.
STARPU = ["dmdas", "dmdar", "lws", "heteroprio"]
BEYOND = [
    f"{allocation}-{balancer}"
    for allocation in ("nrrp-refined", "nrrp-plus-refined")
    for balancer in ("static", "effective-steal")
] + ["auto"]

# Those of Beaumont and Marchal (2013 and 2014).
AFFINITY = [families.name(family, kernel) for kernel in families.KERNELS for family in families.ALL[kernel]]

BEST = "nrrp-rounded-effective-steal"  # by the paper's conclusion

# Their failure is told in the report, but does not fail the campaign.
KNOWN_TO_FAIL = {
    "heteroprio": "StarPU 1.3.10 gives GPUs no bucket where it is built without CUDA, as for SimGrid "
    "(default_init_sched in heteroprio.c), so that nobody is woken for a task",
}

WORDS = {
    "nrrp": "NRRP", "3d": "3D", "dmda": "DMDA", "dmdas": "DMDAS", "dmdar": "DMDAR", "first": "First",
    "choice": "Choice", "effective": "Effective", "rand": "Rand", "redux": "Redux",
}


def unexpected(failures):
    """Whether others failed than those that are known to."""
    return any(run.strategy not in KNOWN_TO_FAIL for run in failures)


def is_random(strategy):
    """Whether it may follow TANGRAM_SEED: rand-steal, and effective-steal where no task has a tile; auto ends in it.

    Of the affinity strategies all but those that take tasks as they come.
    """
    if strategy in AFFINITY:
        return not strategy.startswith("sorted-")
    return strategy == "auto" or strategy.endswith(("rand-steal", "effective-steal"))


def copies_c(strategy):
    """Whether each worker accumulates in a copy of C."""
    return strategy in AFFINITY and "-matrix" in strategy


def balancer(strategy):
    """What follows the allocation; of a strategy without one, its name."""
    return next((name for name in BALANCERS if strategy.endswith(f"-{name}")), strategy)


def allocation(strategy):
    """What stands before the balancer; None without one."""
    ending = balancer(strategy)
    return None if ending == strategy else strategy.removesuffix(f"-{ending}")


def tangrams(strategy):
    """The name of Tangram's variant of one of the paper's strategies with a plan; others as label() has them."""
    return f"Tangram's {label(strategy)}" if strategy in HYBRID else label(strategy)


def label(strategy):
    """As the papers write it: NRRP-Rounded-EffectiveSteal, ChoiceDyn-50, DMDA, DynamicOuter2Phases."""
    if strategy in AFFINITY:
        return families.label(strategy)
    words = [WORDS.get(word, word.capitalize()) for word in strategy.split("-")]
    text = "-".join(words)
    for ending in ("Steal", "Dyn"):
        text = text.replace(f"-{ending}", ending)
    return text if strategy not in ("auto", "lws", "heteroprio") else strategy
