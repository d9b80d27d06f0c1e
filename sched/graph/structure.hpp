#pragma once

/// An algorithm that was recognised in a program's tasks.

#include <cstddef>
#include <string>

namespace tangram::sched::graph {

struct Structure {
    /// "product" (C += A B), "outer product" (one task for each tile of C), "rank-k update" (C += A A^T), "products"
    /// (one reads what another one writes), "triangular solve", "LU", "Cholesky", or "tasks that update several data"
    /// (a tile QR).
    std::string kind;
    std::size_t rows = 0; ///< of tiles that are written; 0: not known
    std::size_t columns = 0;
    std::size_t depth = 0; ///< products for each tile, on average, rounded up
    std::size_t tasks = 0; ///< products, or those that update several data
    std::size_t owners = 0;
    std::string rule; ///< how its tiles get owners, for people

    /// For people: "LU, products update 16 x 16 tiles: owners by a 4 x 4 brick".
    [[nodiscard]] std::string description() const;
};

} // namespace tangram::sched::graph
