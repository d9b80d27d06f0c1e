#pragma once

/// What products, C += A B, the tasks submitted so far make: which data are factors and tiles of C, where those lie in
/// rows and columns (Grid), and whether what products read is itself written, as in a factorisation.

#include "sched/graph/grid.hpp"
#include "sched/graph/product_zones.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tangram::sched::graph {

/// What the task is executed for: the first datum that it updates, else the first one that it writes.
std::optional<DataId> result_of(std::span<const Use> uses);

/// The data of a task that reads two of them and writes the third: C += A B, as far as it shows.
struct Operands {
    DataId c = 0, a = 0, b = 0;
    bool updates = false; ///< C, or overwrites it
};
std::optional<Operands> operands_of(std::span<const Use> uses);

class Products {
  public:
    /// The program submits a task, a product or not. O(log data), amortised.
    void submitted(std::span<const Use> uses);

    /// Whether there are products, and all that they read stays as it is: no task of theirs waits for another one's
    /// tile, but for those that update the same tile.
    [[nodiscard]] bool are_plain() const { return tasks_ > 0 && both_ == 0; }

    /// Whether products are plain and have at most one factor for each row and for each column: a tile has one update,
    /// or the same one again and again.
    [[nodiscard]] bool are_outer() const { return are_plain() && factors_ <= rows() + columns(); }

    /// Whether tasks write all that products read, and products some of it, as in LU and Cholesky.
    [[nodiscard]] bool are_factorisation() const { return tile_factors_ > 0 && both_ == factors_; }

    /// Whether C fills its rows and columns: several products that share none, or a triangle, do not.
    [[nodiscard]] bool fill_grid() const;

    /// Whether rows and columns may be those of matrices, so that owners by them are of use. Tasks of other programs
    /// look like products, too: lines that are none leave most positions without a tile (a wavefront), put many tiles
    /// in one (random dependencies), or all in one row or column (a reduction). Plain products always may.
    [[nodiscard]] bool are_plausible() const;

    /// Whether C fills the positions below the diagonal, as that of C += A A^T or of a Cholesky factorisation does.
    [[nodiscard]] bool fill_triangle() const;

    /// "product", "outer product", "rank-k update", "products", "triangular solve", "LU" or "Cholesky": see Structure.
    [[nodiscard]] std::string kind() const;

    [[nodiscard]] std::size_t tasks() const { return tasks_; }
    [[nodiscard]] std::size_t rows() const { return grid_.rows(); } ///< of tiles of C
    [[nodiscard]] std::size_t columns() const { return grid_.columns(); }
    [[nodiscard]] bool is_symmetric() const { return grid_.is_symmetric(); }

    /// As if C filled its rows and columns. Requires products.
    [[nodiscard]] ProductSize size() const;

    /// Of C.
    [[nodiscard]] std::size_t tiles() const { return tiles_; }

    /// Whether a product writes the datum.
    [[nodiscard]] bool is_tile(DataId data) const { return data < roles_.size() && roles_[data].is_tile; }

    /// Whether a product reads the datum.
    [[nodiscard]] bool is_factor(DataId data) const { return data < roles_.size() && roles_[data].is_factor; }

    /// Where the datum lies that a task with these uses writes; nothing if products do not say. What no product writes
    /// may be on the diagonal of a symmetric matrix. Lines get their numbers when they are asked for. O(log data),
    /// amortised.
    [[nodiscard]] std::optional<Position> position(DataId written, std::span<const Use> uses);

  private:
    struct Role {
        bool is_factor = false;      ///< products read it
        bool is_updated = false;     ///< some task writes it after it has read something
        bool is_tile = false;        ///< of C
        bool is_overwritten = false; ///< by a task like a product
        bool is_accumulated = false; ///< by products that update it
    };

    Role& role(DataId data);
    bool is_product(const Operands& operands);
    void forget_products();
    void count_product(const Operands& operands);
    void note_updates(std::span<const Use> uses);

    Grid grid_;
    std::vector<Role> roles_;       ///< by datum
    std::size_t both_ = 0;          ///< data that are factors and updated: there are none in a plain product
    bool count_overwriting_ = true; ///< tasks that overwrite their tile
    bool has_solves_ = false;       ///< some task updates a datum by one other
    std::size_t factors_ = 0;       ///< data
    std::size_t tile_factors_ = 0;  ///< of these, those that are tiles
    std::size_t tiles_ = 0;         ///< of C
    std::size_t tasks_ = 0;         ///< products
};

} // namespace tangram::sched::graph
