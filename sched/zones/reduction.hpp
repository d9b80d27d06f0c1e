#pragma once

/// Which nodes accumulate a tile of C where, when several share it (Eyraud-Dubois and Lambert 2018,
/// section 4.3.2): one of them in C(i,j) itself, each other one in an auxiliary
/// tile of its own, which is added to C(i,j) at the end. Then no node waits for
/// another one's products.

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

class Reduction {
  public:
    /// home: the node where C lives; it keeps C(i,j) wherever it has a part in it,
    /// since what the others computed comes there anyway. Elsewhere the node with the
    /// most products keeps it. O(tiles).
    Reduction(const partition::Allocation& allocation, std::optional<Node> home);

    /// The node that accumulates in C(i,j) itself and adds the others' tiles to it.
    [[nodiscard]] Node keeper(std::uint32_t i, std::uint32_t j) const { return keepers_.at(i * columns_ + j); }

    /// The copy that the node accumulates in: 0, or 1 + node.
    [[nodiscard]] std::uint32_t copy(std::uint32_t i, std::uint32_t j, Node node) const {
        return node == keeper(i, j) ? 0 : static_cast<std::uint32_t>(node + 1);
    }

    /// Copies of C(i,j) that there can be: C itself and one for each node.
    [[nodiscard]] std::uint32_t copies() const { return nodes_ + 1; }

  private:
    std::size_t columns_;
    std::uint32_t nodes_;
    std::vector<Node> keepers_;
};

} // namespace tangram::sched
