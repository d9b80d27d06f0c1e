"""The products that are verified: all that the kernels distinguish, in odd sizes."""
from dataclasses import dataclass, field
from itertools import product

GPU_ALONE = {"STARPU_NCPU": "0"}
WITH_CPUS = ["--cpu-groups", "1"]
ODD = ["--m", "517", "--n", "389", "--k", "643", "--tile", "128"]
DEEP = ["--m", "517", "--n", "389", "--k", "2051", "--tile", "128", "--beta", "1"]
LARGE = ["--size", "2051", "--tile", "256", "--beta", "1"]
LARGE_MEMORY = "40"  # MiB for matrices of 32 MiB in double precision
REDUCTIONS = "3d-nrrp-rounded-redux-effective-steal"
SCALARS = [("1", "0"), ("-0.5", "2")]
LONGEST_SECONDS = 60  # a product of this size that takes longer hangs


@dataclass(frozen=True)
class Variant:
    name: str
    arguments: list
    environment: dict = field(default_factory=dict)

    @property
    def command(self):
        return ["tangram", "gemm", *self.arguments, "--verify", "full", "--progress", "never"]


def small_memory(precision):
    name = f"{precision}, GPU memory of {LARGE_MEMORY} MiB"
    return Variant(name, [*LARGE, "--precision", precision], GPU_ALONE | {"STARPU_LIMIT_CUDA_MEM": LARGE_MEMORY})


def pageable(precision):
    """Not divided into tiles of one size, in small memory, so that tiles come and go."""
    name = f"{precision}, pageable, GPU memory of {LARGE_MEMORY} MiB"
    return Variant(name, [*LARGE, "--precision", precision, "--host-memory", "pageable"],
                   GPU_ALONE | {"STARPU_LIMIT_CUDA_MEM": LARGE_MEMORY})


def reductions(precision):
    return Variant(f"{precision}, reductions", [*DEEP, "--precision", precision, "--sched", REDUCTIONS, *WITH_CPUS])


def general(precision, transa, transb, scalars):
    """The same product by the GPU and with the CPUs."""
    alpha, beta = scalars
    name = f"{precision}, {transa}{transb}, alpha {alpha}, beta {beta}"
    arguments = [*ODD, "--precision", precision, "--transa", transa, "--transb", transb, "--alpha", alpha, "--beta", beta]
    return [Variant(f"{name}, GPU", arguments, GPU_ALONE), Variant(f"{name}, GPU + CPUs", arguments + WITH_CPUS)]


def variants():
    """What differs most comes first: time may run out."""
    precisions = ["double", "float"]
    special = [make(precision) for precision in precisions for make in (small_memory, pageable, reductions)]
    combinations = product(SCALARS, "nt", "nt", precisions)
    return special + [variant for scalars, transa, transb, precision in combinations
                      for variant in general(precision, transa, transb, scalars)]
