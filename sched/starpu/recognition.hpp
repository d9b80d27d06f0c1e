#pragma once

/// Which of StarPU's tasks are tiles of a product: told by the coordinates that the program gave their data.

#include "sched/base/product_tiles.hpp"
#include "sched/base/task.hpp"

#include <optional>

#include <starpu.h>

namespace tangram::sched::starpu {

/// The tile of the product that the task computes, nothing for any other task. It multiplies if its data are
/// op(A)(i,k), op(B)(k,j), C(i,j), in this order and with these coordinates, as Chameleon and our GEMM set them, and
/// adds if they are C_aux(i,j), C(i,j). A third coordinate is the copy of C.
std::optional<Task> recognised(starpu_task* task, const ProductShape& shape);

/// Whether it is a step of StarPU's own reductions (STARPU_REDUX), by the name that its reduction.c gives it: it frees
/// a copy of a tile.
bool is_addition_of_starpu(const starpu_task& task);

} // namespace tangram::sched::starpu
