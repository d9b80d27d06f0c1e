"""What is computed: a program, or an algorithm of plain.c, and the size of its matrices."""
from dataclasses import dataclass

from .kernels import (ITERATIONS, HEAT_MODEL, LU_MODEL, STENCIL_WIDTH, cholesky, conjugate_gradients, lu, plain, stencil,
                      strips)

RIVALS = ["dmda", "dmdas"]  # that auto is compared with
TILE = 960
DEPTH = 3840  # of dgemm's A and B
PLAIN = "plain-"  # before the algorithms of plain.c
NOMINAL = {"cg": "lws", "stencil": "lws", "heat": "lws"}  # without recorded models, and the rival besides dmda
ITERATIONS_WIDE = 3  # of dgemm-wide, which prints the time of one


@dataclass(frozen=True)
class Example:
    """One of StarPU's programs, or an algorithm of plain.c; its matrix has this size, and this many blocks in each
    dimension. dgemm-wide: dgemm, C is three times as wide as high. stencil: layers in all, and blocks of them."""

    program: str
    size: int
    blocks: int

    @property
    def is_plain(self):
        return self.program.startswith(PLAIN)

    @property
    def is_nominal(self):
        return self.program in NOMINAL

    @property
    def rivals(self):
        """That auto is compared with."""
        return ["dmda", NOMINAL[self.program]] if self.is_nominal else RIVALS

    @property
    def executable(self):
        return "plain" if self.is_plain else self.program.removesuffix("-wide")

    @property
    def label(self):
        if self.program == "dgemm-wide":
            return f"dgemm {self.size} x {self.size // 3}, {ITERATIONS_WIDE} iterations"
        name = self.program.replace(PLAIN, "plain ")
        return f"{name} {self.size}" + ("" if self.size == TILE * self.blocks else f", {self.blocks} blocks")

    @property
    def grid(self):
        """Blocks of C in each dimension."""
        return (self.blocks // 3 if self.program == "dgemm-wide" else self.blocks, self.blocks)

    @property
    def arguments(self):
        blocks = ["-nblocks", str(self.blocks)]
        if self.is_plain:
            return [self.program.removeprefix(PLAIN), *blocks, "-tile", str(self.size // self.blocks)]
        if self.program == "dgemm":
            return ["-xy", str(self.size), "-z", str(DEPTH), *blocks, "-iter", "1"]
        if self.program == "dgemm-wide":
            rows, columns = self.grid
            return ["-x", str(self.size), "-y", str(self.size // 3), "-z", str(DEPTH), "-nblocksx", str(columns),
                    "-nblocksy", str(rows), "-iter", str(ITERATIONS_WIDE)]
        if self.program == "cg":
            return ["-n", str(self.size), *blocks, "-maxiter", str(ITERATIONS["cg"])]
        if self.program == "stencil":
            width = str(STENCIL_WIDTH)
            return ["-nbz", str(self.blocks), "-sizex", width, "-sizey", width, "-sizez", str(self.size), "-niter",
                    str(ITERATIONS["stencil"])]
        return ["-size", str(self.size), *blocks]

    @property
    def tasks(self):
        """How many, roughly."""
        return sum(kernel.count for kernel in kernels_of(self))


def kernels_of(example):
    size = example.size // example.blocks
    if example.is_plain:
        return plain(example.program.removeprefix(PLAIN), example.blocks, size)
    return {"lu": lambda: lu(example.blocks, size, LU_MODEL),
            "heat": lambda: lu(example.blocks, size, HEAT_MODEL, "float"),
            "cholesky": lambda: cholesky(example.blocks, size),
            "dgemm": lambda: strips(*example.grid, size, DEPTH, 1),
            "dgemm-wide": lambda: strips(*example.grid, size, DEPTH, ITERATIONS_WIDE),
            "cg": lambda: conjugate_gradients(example.blocks, size),
            "stencil": lambda: stencil(example.blocks, size)}[example.program]()


def tiled(program, size):
    return Example(program, size, size // TILE)
