"""What is measured, and in which order."""
from dataclasses import dataclass, field, replace

from .variants import GPU_ALONE, WITH_CPUS

SCAN_SIZE = 16384
CALIBRATION_SIZE = 8192
BLOCK_DIMS = [1024, 2048, 4096, 8192]  # of cuBLASXt
LARGE_BYTES = 30e9  # matrices that take long to set up are multiplied less often


@dataclass(frozen=True)
class Method:
    key: str
    label: str
    program: str
    arguments: list = field(default_factory=list)
    environment: dict = field(default_factory=dict)


RESIDENT = Method("resident", "cuBLAS, data on the GPU", "bench_cublas", ["--method", "resident"])
XT = Method("xt", "cuBLASXt", "bench_cublas", ["--method", "xt"])
XT_PAGEABLE = Method("xt-pageable", "cuBLASXt, pageable memory", "bench_cublas",
                     [*XT.arguments, "--host-memory", "pageable"])
XT_LOCKING = Method("xt-locking", "cuBLASXt, page-locks in the product", "bench_cublas",
                    [*XT.arguments, "--host-memory", "locked-in-product"])
GPU = Method("gpu", "Tangram, GPU alone", "tangram", environment=GPU_ALONE)
BOTH = Method("both", "Tangram, GPU + CPUs", "tangram", WITH_CPUS)
PAGEABLE = Method("pageable", "Tangram, GPU alone, pageable memory", "tangram", ["--host-memory", "pageable"], GPU_ALONE)
DMDA = Method("dmda", "dmda, GPU + CPUs", "tangram", ["--sched", "dmda", *WITH_CPUS])
LIMITED = Method("limited", "Tangram, GPU alone, memory limited", "tangram", environment=GPU_ALONE)
TURNS = [RESIDENT, GPU, XT, BOTH, PAGEABLE, DMDA]  # of each round; dmda takes the tile of BOTH
JUDGED_METHODS = TURNS + [LIMITED]
PAGEABLE_XT = [XT_PAGEABLE, XT_LOCKING]  # of the first case alone, last, as they take long and no goal needs them
METHODS = JUDGED_METHODS + PAGEABLE_XT
ALL_XT = [XT, *PAGEABLE_XT]
TANGRAM = [GPU, BOTH, PAGEABLE, LIMITED]


@dataclass(frozen=True)
class Case:
    size: int
    precision: str

    @property
    def label(self):
        return f"{self.size} {self.precision}"

    @property
    def bytes(self):
        """Of A, B and C."""
        return 3 * self.size**2 * (8 if self.precision == "double" else 4)

    @property
    def limited_memory(self):
        """In MiB, as StarPU counts: 16000 for the judged case, for others the same part of the matrices."""
        return max(1, round(16000 * self.bytes / JUDGED.bytes))


JUDGED = Case(32768, "double")
JUDGED_FLOAT = Case(49152, "float")


@dataclass(frozen=True)
class Run:
    """A process that multiplies several times: once to warm up, then `products` times."""

    method: Method
    case: Case
    round: int = 1
    step: str = "measure"
    tile: int | None = None
    block_dim: int | None = None
    verified: bool = True

    @property
    def products(self):
        if self.step == "calibrate":
            return 0
        return 1 if self.step == "scan" or self.case.bytes > LARGE_BYTES else 2

    @property
    def name(self):
        scanned = f", blocks of {self.block_dim}" if self.step == "scan" else ""
        number = "calibration" if self.step == "calibrate" else f"round {self.round}"
        return f"{self.case.label}, {self.method.label}{scanned}, {number}"

    @property
    def command(self):
        case = ["--size", str(self.case.size), "--precision", self.case.precision]
        verify = ["--verify", "freivalds" if self.verified else "none"]
        if self.method.program == "bench_cublas":
            blocks = ["--block-dim", str(self.block_dim)] if self.block_dim else []
            return ["bench_cublas", *self.method.arguments, *case, "--repeat", str(self.products), *verify, *blocks]
        tile = ["--tile", str(self.tile or "auto")]
        return ["tangram", "gemm", *case, "--repeat", str(self.products + 1), *verify, "--progress", "never",
                *self.method.arguments, *tile]

    @property
    def environment(self):
        limit = {"STARPU_LIMIT_CUDA_MEM": str(self.case.limited_memory)} if self.method == LIMITED else {}
        return self.method.environment | limit


def cases(sizes, float_sizes):
    """The first of the sizes matters most; then cheap ones come first, so that most of them are done."""
    doubles = [Case(size, "double") for size in sizes]
    others = doubles[1:] + [Case(size, "float") for size in float_sizes]
    return doubles[:1] + sorted(others, key=lambda case: case.bytes)


def scans(size):
    """Which blocks suit cuBLASXt?"""
    case = Case(min(size, SCAN_SIZE), "double")
    fitting = [block for block in BLOCK_DIMS if 2 * block <= case.size] or [case.size]
    return [Run(XT, case, step="scan", block_dim=block, verified=False) for block in fitting]


def calibrations(turns):
    """Of each precision, on the GPU alone and with the CPUs: kernels of the tile sizes that runs will choose from are
    measured once, so that runs that are measured find what they know, and need not be long."""
    sizes = {}
    for run in turns:
        sizes[run.case.precision] = max(run.case.size, sizes.get(run.case.precision, 0))
    return [Run(method, Case(min(size, CALIBRATION_SIZE), precision), step="calibrate", verified=False)
            for precision, size in sizes.items() for method in (GPU, BOTH)]


def planned(sizes, float_sizes, rounds, tile=None):
    """First all rounds of what matters most; then one of each other case, another of each, and so on; last, what no goal
    needs."""
    first, *others = cases(sizes, float_sizes)

    def of_first(methods):
        return [Run(method, first, number) for number in range(1, rounds + 1) for method in methods]

    most = of_first(JUDGED_METHODS)
    rest = [Run(method, case, number) for number in range(1, rounds + 1) for case in others for method in TURNS]
    later = [run for run in rest if run.case.precision != first.precision]
    turns = calibrations(most) + most + calibrations(later) + rest + of_first(PAGEABLE_XT)
    return scans(max(sizes)) + [replace(run, tile=tile) for run in turns]
