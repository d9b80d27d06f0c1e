"""Simulated nodes: the bound for a stream of independent tile products, and whole products."""
from dataclasses import dataclass

from .call import Call


@dataclass(frozen=True)
class Node:
    key: str
    title: str
    platform: str
    tile: int
    precision: str = "double"

    @property
    def words(self):
        return "--platform", self.platform, "--tile", str(self.tile), "--precision", self.precision

    @property
    def stream(self):
        """The call for the bound; its JSON has jobs per second."""
        return Call("nodes", f"stream-{self.key}", ("steady", *self.words), simulated=True)

    def product(self, size):
        """C += A B, as the stream's jobs are."""
        words = ("gemm", *self.words, "--size", str(size), "--beta", "1", "--progress", "never")
        return Call("nodes", f"product-{self.key}-{size}", words, simulated=True, work=(size / self.tile / 16)**3)

    @property
    def flops(self):
        """Of a job."""
        return 2 * self.tile**3


NODES = [
    Node("sirocco", "`sirocco`: 20 cores, 4 Tesla K40m, a bus that all share", "sirocco", 960),
    Node("mirage", "`mirage`: 9 cores, 3 Tesla M2070, a bus that all share", "mirage", 960),
    Node("four", "four cards of 40 TFlop/s in `float`, 12 GB/s each, and a CPU of 3 TFlop/s",
         "synthetic:gpus=4,gpu_gflops=40000,gpu_memory_gb=24,link_gbs=12,cpus=1,cpu_gflops=3000,float_factor=1", 1920,
         "float"),
    Node("two", "two GPUs of 1 TFlop/s, 50 GB/s each, and two CPUs of 150 GFlop/s",
         "synthetic:gpus=2,gpu_gflops=1000,link_gbs=50,cpus=2,cpu_gflops=150", 960),
]
