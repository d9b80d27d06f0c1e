"""The simulated machines: two that StarPU's authors recorded, and nodes by their parameters."""
from dataclasses import dataclass

GPU_GFLOPS = 1000  # of a synthetic node, in products of double precision
CPU_GFLOPS = 25
FLOAT_FACTOR = 2  # single precision is faster by this
CPUS = 12  # of a synthetic node
LINK_GBS = 12
PLAIN_GPU_GFLOPS = 1020  # what plain.c's cost functions say
PLAIN_CPU_GFLOPS = 26.6


@dataclass(frozen=True)
class Machine:
    name: str
    gpus: int
    cpus: int  # CPU workers
    node: str = ""  # the synthetic node that it is, with all its workers or without CPU workers; empty: recorded
    node_cpus: int = CPUS
    gpu_gflops: float = GPU_GFLOPS
    cpu_gflops: float = CPU_GFLOPS

    @property
    def is_synthetic(self):
        return bool(self.node)

    @property
    def host(self):
        """Its name in StarPU's files."""
        return "synthetic" if self.is_synthetic else self.name

    @property
    def specification(self):
        """For tangram-sim --platform."""
        return (f"synthetic:gpus={self.gpus},gpu_gflops={self.gpu_gflops:g},cpus={self.node_cpus},"
                f"cpu_gflops={self.cpu_gflops:g},float_factor={FLOAT_FACTOR},link_gbs={LINK_GBS}")


def counted(gpus):
    return f"{gpus} GPU" if gpus == 1 else f"{gpus} GPUs"


def synthetic(gpus):
    node = f"{gpus}-gpus"
    return [Machine(f"{counted(gpus)} + {CPUS} cores", gpus, CPUS, node), Machine(counted(gpus), gpus, 0, node)]


def as_fast_as_plain(gpus, cpus):
    """A synthetic node on which Tangram's own products take the times of plain.c's."""
    return Machine(f"{counted(gpus)} of {PLAIN_GPU_GFLOPS} + {cpus} cores of {PLAIN_CPU_GFLOPS}", gpus, cpus,
                   f"{gpus}-gpus-{cpus}-cores", cpus, PLAIN_GPU_GFLOPS, PLAIN_CPU_GFLOPS)


RECORDED = [Machine("sirocco", 4, 20), Machine("mirage", 3, 9)]
SYNTHETIC = [machine for gpus in (1, 2, 8) for machine in synthetic(gpus)]
AS_FAST_AS_PLAIN = [as_fast_as_plain(gpus, cpus) for gpus in (2, 3, 4) for cpus in (4, 12, 20)]
MACHINES = {machine.name: machine for machine in RECORDED + SYNTHETIC + AS_FAST_AS_PLAIN}
