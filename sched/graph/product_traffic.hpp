#pragma once

/// Bytes that accelerators are sent at least, to first order, for the products or the factorisation that a program's
/// tasks make: if each accelerator executes a part in proportion to its speed, each task where its tile of C is, and
/// CPU workers execute none.
///
/// With parts s of the work, and |X| the bytes of all tiles of X:
///
///     C += A B        sum over accelerators of 2 sqrt(s |A| |B|), + |C| if it is read: a part s of C needs
///                     h |A| + w |B| for h w >= s, which is least where both are equal
///     C += A A^T      sum of sqrt(s) |A|, + |C|: a part s of a triangle has at least a part sqrt(s) of its lines
///     LU, Cholesky    sum of sqrt(s) |C|, as factors are tiles of C
///
/// Factors that tasks make without reading them (of LU: tiles) are at one node unsent: their bytes are taken off.
/// Supposed are tiles of one size, one depth for all tiles of C, and parts of a factorisation that are spread evenly,
/// as by a brick. The half-perimeter bound of partitioning a square (Beaumont et al. 2001).

#include "sched/graph/data_places.hpp"
#include "sched/graph/products.hpp"
#include "sched/graph/task_graph.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class ProductTraffic {
  public:
    /// A program submits a task, whose data have these sizes. O(log data), amortised.
    void submitted(std::span<const Use> uses, const DataPlaces& places);

    /// For accelerators of these speeds, in any unit; nothing if there are none, or if the tasks are not one of
    /// the above.
    [[nodiscard]] std::optional<double> bytes_bound(std::span<const double> speeds) const;

  private:
    struct Datum {
        double bytes = 0;
        bool is_read_first = false; ///< before any task of the program writes it
    };

    /// Of data by what products do with them.
    struct Bytes {
        double factors = 0;
        double made_factors = 0; ///< of these, what tasks write first
        double tiles = 0;        ///< of C that are no factors
        double read_tiles = 0;   ///< of C that tasks read first
    };

    [[nodiscard]] bool is_known() const;
    [[nodiscard]] Bytes bytes() const;

    Products products_;
    std::vector<Datum> data_; ///< by number; without bytes: not used yet
};

} // namespace tangram::sched::graph
