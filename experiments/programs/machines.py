"""The simulated machines: two that StarPU's authors recorded, and nodes by their parameters."""
from dataclasses import dataclass

GPU_GFLOPS = 1000  # of a synthetic node, in products of double precision
CPU_GFLOPS = 25
FLOAT_FACTOR = 2  # single precision is faster by this
CPUS = 12  # of a synthetic node
LINK_GBS = 12


@dataclass(frozen=True)
class Machine:
    name: str
    gpus: int
    cpus: int  # CPU workers
    node: str = ""  # the synthetic node that it is, with all its workers or without CPU workers; empty: recorded

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
        return (f"synthetic:gpus={self.gpus},gpu_gflops={GPU_GFLOPS},cpus={CPUS},cpu_gflops={CPU_GFLOPS},"
                f"float_factor={FLOAT_FACTOR},link_gbs={LINK_GBS}")


def counted(gpus):
    return f"{gpus} GPU" if gpus == 1 else f"{gpus} GPUs"


def synthetic(gpus):
    node = f"{gpus}-gpus"
    return [Machine(f"{counted(gpus)} + {CPUS} cores", gpus, CPUS, node), Machine(counted(gpus), gpus, 0, node)]


RECORDED = [Machine("sirocco", 4, 20), Machine("mirage", 3, 9)]
SYNTHETIC = [machine for gpus in (1, 2, 8) for machine in synthetic(gpus)]
MACHINES = {machine.name: machine for machine in RECORDED + SYNTHETIC}
