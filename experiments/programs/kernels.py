"""The tasks of the programs: what each kernel works on, how often, and what it takes where speeds are given."""
from dataclasses import dataclass

LU_MODEL = "starpu_dlu_lu_model_{}_openblas"
HEAT_MODEL = "lu_model_{}_openblas"
CHOLESKY_MODEL = "chol_model_{}"
STENCIL_WIDTH = 128  # of its blocks, in x and y
ITERATIONS = {"cg": 20, "stencil": 32}


@dataclass(frozen=True)
class Kernel:
    """Tasks of one codelet that take equally long."""

    model: str  # the symbol of its performance model
    data: tuple  # as tangram-sim machine --codelets reads them
    count: int  # tasks
    flops: float  # of one task
    cpu: float  # the part of a product's speed that it reaches
    gpu: float
    precision: str = "double"
    element_bytes: int = 8

    @property
    def entry(self):
        """For tangram-sim machine --codelets."""
        return {"model": self.model, "data": list(self.data), "flops": self.flops,
                "speed": {"cpu": self.cpu, "gpu": self.gpu}, "precision": self.precision}


def tile_kernel(model, tiles, count, flops, speed, size, precision="double"):
    """On square tiles. flops: by size^3; speed: parts on a CPU worker and on a GPU."""
    return Kernel(model, (f"matrix {size} {size}",) * tiles, count, flops * size**3, *speed, precision,
                  4 if precision == "float" else 8)


GEMM, SYRK, TRSM, DIAGONAL = (1, 1), (0.95, 0.9), (0.9, 0.6), (0.8, 0.06)  # speeds, those of plain.c
MOVING = (0.04, 0.02)  # what memory limits: 8 GB/s for operands of doubles on a core of 25 GFlop/s, 160 on a GPU of 1000
CELLS = (0.12, 0.1)  # of cells of a stencil, 10 operations each


def lu(blocks, size, model, precision="double"):
    pairs = blocks * (blocks - 1) // 2
    products = (blocks - 1) * blocks * (2 * blocks - 1) // 6
    return [tile_kernel(model.format("11"), 1, blocks, 2 / 3, DIAGONAL, size, precision),
            tile_kernel(model.format("12"), 2, pairs, 1, TRSM, size, precision),
            tile_kernel(model.format("21"), 2, pairs, 1, TRSM, size, precision),
            tile_kernel(model.format("22"), 3, products, 2, GEMM, size, precision)]


def cholesky(blocks, size):
    """Its diagonal tiles are updated by products, too."""
    updates = (blocks - 1) * blocks * (blocks + 1) // 6
    return [tile_kernel(CHOLESKY_MODEL.format("11"), 1, blocks, 1 / 3, DIAGONAL, size, "float"),
            tile_kernel(CHOLESKY_MODEL.format("21"), 2, blocks * (blocks - 1) // 2, 1, TRSM, size, "float"),
            tile_kernel(CHOLESKY_MODEL.format("22"), 3, updates, 2, GEMM, size, "float")]


def strips(rows, columns, size, depth, iterations):
    """dgemm's tasks: a tile of C from a strip of A and a strip of B."""
    data = (f"matrix {size} {depth}", f"matrix {depth} {size}", f"matrix {size} {size}")
    return [Kernel("starpu_dgemm_gemm", data, iterations * rows * columns, 2 * size**2 * depth, *GEMM)]


def moving(model, data, elements, count):
    return Kernel(model, data, count, elements, *MOVING)


def conjugate_gradients(blocks, size):
    """Its products with a part of the matrix, its vectors, and the additions of what workers reduced each for itself (their
    number depends on the scheduler, so that they do not count). What handles one number takes a microsecond."""
    vector, matrix, scalar, steps = f"vector {size}", f"matrix {size} {size}", "variable 8", ITERATIONS["cg"]
    return [moving("gemv_kernel", (vector, matrix, vector), size**2, (steps + 2) * blocks**2),
            moving("scal_kernel", (vector,), size, (steps + 2) * blocks),
            moving("dot_kernel", (scalar, vector, vector), 2 * size, (2 * steps + 1) * blocks),
            moving("axpy_kernel", (vector, vector), 2 * size, (2 * steps - 1) * blocks),
            moving("scal_axpy_kernel", (vector, vector), 3 * size, steps * blocks),
            moving("bzero_vector", (vector,), size, 0), moving("accumulate_vector", (vector, vector), 2 * size, 0),
            moving("starpu_data_cpy", (vector, vector), size, 0), moving("starpu_data_cpy", (scalar, scalar), 1000, 0),
            moving("bzero_variable", (scalar,), 1000, 0), moving("accumulate_variable", (scalar, scalar), 1000, 0)]


def stencil(blocks, size):
    """size: layers of a block."""
    wide = STENCIL_WIDTH + 2  # with the neighbours' cells
    block, layer = f"block {wide} {wide} {size + 2}", f"block {wide} {wide} 1"
    update = Kernel("cl_update", (block, block, layer, layer, layer, layer), ITERATIONS["stencil"] * blocks,
                    10 * STENCIL_WIDTH**2 * size, *CELLS)
    saves = [moving(f"save_cl_{side}", (block, block, layer, layer), 2 * wide**2, ITERATIONS["stencil"] * blocks)
             for side in ("bottom", "top")]
    return [update, *saves]


def plain(name, blocks, size):
    """Those of plain.c."""
    def kernel(name, tiles, count, flops, speed):
        return tile_kernel(f"plain_{name}", tiles, count, flops, speed, size)
    cube, square, pairs = blocks**3, blocks**2, blocks * (blocks - 1) // 2
    if name in ("product", "two-products", "windows"):
        return [kernel("gemm", 3, {"product": 1, "two-products": 2, "windows": 3}[name] * cube, 2, GEMM)]
    if name == "syrk":
        return [kernel("syrk", 2, square, 1, SYRK), kernel("gemm", 3, blocks * pairs, 2, GEMM)]
    if name == "syr2k":
        return [kernel("gemm", 3, blocks * square, 2, GEMM)]
    if name == "jacobi":
        return [kernel("jacobi", 6, 8 * square, 0.1, GEMM)]
    if name == "trsm":
        return [kernel("trsm", 2, square, 1, TRSM), kernel("gemm", 3, blocks * pairs, 2, GEMM)]
    if name == "lu":
        products = (blocks - 1) * blocks * (2 * blocks - 1) // 6
        return [kernel("getrf", 1, blocks, 2 / 3, DIAGONAL), kernel("trsm", 2, 2 * pairs, 1, TRSM),
                kernel("gemm", 3, products, 2, GEMM)]
    if name == "cholesky":
        return [kernel("potrf", 1, blocks, 1 / 3, DIAGONAL), kernel("trsm", 2, pairs, 1, TRSM),
                kernel("syrk", 2, pairs, 1, SYRK), kernel("gemm", 3, pairs * (blocks - 2) // 3, 2, GEMM)]
    if name == "ldlt":
        return [kernel("potrf", 1, blocks, 1 / 3, DIAGONAL), kernel("trsm", 3, pairs, 1, TRSM),
                kernel("syrk", 3, pairs, 1, SYRK), kernel("gemm", 3, pairs * (blocks - 2) // 3, 2, GEMM)]
    if name == "outer":
        return [kernel("outer", 3, square, 0.1, GEMM)]
    products = (blocks - 1) * blocks * (2 * blocks - 1) // 6
    return [kernel("geqrt", 2, blocks, 4 / 3, (0.6, 0.05)), kernel("unmqr", 3, pairs, 2, (0.8, 0.6)),
            kernel("tsqrt", 3, pairs, 2, (0.6, 0.06)), kernel("tsmqr", 4, products, 4, (0.8, 0.7))]


def elements_of(data):
    """Of "matrix 960 960"; a variable's size is in bytes."""
    kind, *sizes = data.split()
    product = 1
    for size in sizes:
        product *= int(size)
    return product / 8 if kind == "variable" else product


def bytes_of(kernel):
    """Of all data of one task."""
    return round(kernel.element_bytes * sum(elements_of(data) for data in kernel.data))
