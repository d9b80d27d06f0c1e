"""Lower bounds of what a program takes on a machine, from the times of its kernels alone."""
from math import inf, sqrt

from .kernels import bytes_of
from .machines import CPU_GFLOPS, FLOAT_FACTOR, GPU_GFLOPS
from .problems import DEPTH, ITERATIONS_WIDE, PLAIN, kernels_of

PLAIN_GFLOPS = {"cpu": 26.6, "gpu": 1020}  # plain.c
CPU, CUDA = "0", "1"  # as StarPU's models number them
ENOUGH_SAMPLES = 10


def recorded_times(text):
    """{kind of worker: {bytes of a task's data: microseconds on the fastest such worker}}, from StarPU's file."""
    times = {CPU: {}, CUDA: {}}
    kind, entries, before = None, False, ""
    for line in text.splitlines():
        if before.startswith("# device type"):
            kind = line
        entries = line.startswith("# hash") or entries and bool(line)
        if entries and not line.startswith("#") and kind in times:
            _, size, _, mean, _, _, _, samples = line.split()
            if int(samples) >= ENOUGH_SAMPLES:
                times[kind][int(size)] = min(float(mean), times[kind].get(int(size), inf))
        before = line
    return times


def seconds_by_speed(kernel, cpu_gflops, gpu_gflops):
    factor = 1e9 * (FLOAT_FACTOR if kernel.precision == "float" else 1)
    return (kernel.flops / (kernel.cpu * cpu_gflops * factor), kernel.flops / (kernel.gpu * gpu_gflops * factor))


def kernel_seconds(machine, kernel, sampling):
    """(on a CPU worker, on the fastest GPU); None where no model says so. sampling: StarPU's folder of models."""
    if kernel.model.startswith("plain_"):
        return seconds_by_speed(kernel, PLAIN_GFLOPS["cpu"], PLAIN_GFLOPS["gpu"])
    if machine.is_synthetic:
        return seconds_by_speed(kernel, CPU_GFLOPS, GPU_GFLOPS)
    times = recorded_times((sampling / "codelets/45" / f"{kernel.model}.{machine.host}").read_text())
    found = [times[kind].get(bytes_of(kernel)) for kind in (CPU, CUDA)]
    return None if None in found else tuple(microseconds * 1e-6 for microseconds in found)


def fits(seconds, machine, loads):
    """Whether the tasks can be done so soon, were they divisible: CPU workers take those that they are best at first.
    loads: (tasks, seconds on a CPU worker, on a GPU) of each kernel."""
    room = machine.cpus * seconds
    left = 0
    for count, cpu, gpu in sorted(loads, key=lambda load: load[1] / load[2]):
        taken = min(count, room / cpu)
        room -= taken * cpu
        left += (count - taken) * gpu
    return left <= machine.gpus * seconds


def area_bound(machine, loads):
    """The least time in which the machine can do so much work."""
    low, high = 0, sum(count * gpu for count, _, gpu in loads)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle, machine, loads) else (middle, high)
    return high


def chain_of(example):
    """[(a kernel, how often)] of tasks that follow each other, by the index of kernels_of; the longest such list in
    programs without a reduction."""
    n, program = example.blocks, example.program.removeprefix(PLAIN)
    if example.program in ("lu", "heat"):
        return [(0, n), (1, n - 1), (3, n - 1)]
    if example.program == "cholesky":
        return [(0, n), (1, n - 1), (2, n - 1)]
    if example.program == "cg":
        steps = kernels_of(example)[4].count // n
        return [(1, steps), (0, steps), (2, 2 * steps), (3, steps), (4, steps)]
    if example.program == "stencil":
        steps = kernels_of(example)[0].count // n
        return [(0, steps), (1, steps - 1)]
    chains = {"dgemm": [(0, 1)], "dgemm-wide": [(0, ITERATIONS_WIDE)], "product": [(0, n)], "two-products": [(0, n)],
              "windows": [(0, 3 * n)], "syrk": [(0, n)], "syr2k": [(0, 2 * n)],
              "jacobi": [(0, 8)], "trsm": [(0, n), (1, n - 1)],
              "lu": [(0, n), (1, n - 1), (2, n - 1)], "cholesky": [(0, n), (1, n - 1), (2, n - 1)],
              "ldlt": [(0, n), (1, n - 1), (2, n - 1)], "outer": [(0, 1)],
              "qr": [(0, 2), (2, 2 * n - 3), (3, n - 1)]}
    return chains[program]


def seconds_bound(machine, example, sampling):
    """The greater of the work by all workers and of the longest chain, each task on its fastest worker; without
    transfers. None where a model is missing. dgemm prints the time of one iteration."""
    kernels = kernels_of(example)
    times = [kernel_seconds(machine, kernel, sampling) for kernel in kernels]
    if None in times:
        return None
    loads = [(kernel.count, *seconds) for kernel, seconds in zip(kernels, times) if kernel.count]
    fastest = [min(seconds) if machine.cpus else seconds[1] for seconds in times]
    chain = sum(count * fastest[kernel] for kernel, count in chain_of(example))
    return max(area_bound(machine, loads), chain) / (ITERATIONS_WIDE if example.program == "dgemm-wide" else 1)


def bytes_bound(machine, example):
    """What GPUs with equal shares of the result must be sent, if each task is executed where its result is and CPU workers
    execute none; what goes back does not count. None where that is not known."""
    tile, n = kernels_of(example)[0].element_bytes * (example.size // example.blocks) ** 2, example.blocks
    if example.program.removeprefix(PLAIN) in ("lu", "heat"):
        return round(sqrt(machine.gpus) * n**2 * tile)
    if example.program.removeprefix(PLAIN) == "cholesky":
        return round(sqrt(machine.gpus) * n**2 / 2 * tile)
    if example.program in ("dgemm", "dgemm-wide"):
        rows, columns = example.grid
        strip = tile * DEPTH / (example.size / n)  # of A, or of B
        return round(2 * sqrt(machine.gpus * rows * columns) * strip + rows * columns * tile)
    if example.program == "plain-product":
        return round((2 * sqrt(machine.gpus) + 1) * n**2 * tile)
    return None


def bounds(machine, example, sampling):
    return {"seconds_bound": seconds_bound(machine, example, sampling), "bytes_bound": bytes_bound(machine, example)}
