"""The affinity strategies by what they have in common for both kernels, in Tangram's spelling and in the papers'."""

OUTER, MATRIX = KERNELS = ["outer", "matrix"]

SIMPLE = ["random", "sorted"]
TWO_PHASES = "dynamic-2phases"
DYNAMIC = ["dynamic", TWO_PHASES]
BLOCKS = "dyn-blocks"
INVOLVED = {OUTER: ["dyn-unprocessed", "dyn-useful", BLOCKS], MATRIX: [BLOCKS]}
PAPERS = {kernel: [*SIMPLE, *DYNAMIC, *INVOLVED[kernel]] for kernel in KERNELS}
ANY, CHOICE = "dyn-any", "dyn-choice"  # ours
ALL = {OUTER: [*PAPERS[OUTER], ANY, CHOICE], MATRIX: PAPERS[MATRIX]}

# With zones made for speeds that are known.
STATIC = {OUTER: ["nrrp-precise", "nrrp-rounded"], MATRIX: ["3d-nrrp-rounded"]}


def is_static(family):
    return family in STATIC[OUTER] + STATIC[MATRIX]


def name(family, kernel):
    """dynamic-2phases: dynamic-outer-2phases; that of a static one is its own."""
    if is_static(family):
        return family
    return f"dynamic-{kernel}-2phases" if family == TWO_PHASES else f"{family}-{kernel}"


def label(strategy):
    """As Beaumont and Marchal (2014) write it: DynamicOuter2Phases; names without a kernel alike."""
    if is_static(strategy):
        return strategy.replace("nrrp", "NRRP").replace("3d", "3D").replace("-p", "-P").replace("-r", "-R")
    return "".join(word[0].upper() + word[1:] for word in strategy.replace("2phases", "2Phases").split("-"))
