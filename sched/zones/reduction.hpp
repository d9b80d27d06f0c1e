#pragma once

/// Which nodes accumulate a tile of C where, when several share it: each in an auxiliary tile of its own, which is
/// added to C(i,j) at the end, so that no node waits for another one's products (Eyraud-Dubois and Lambert 2018,
/// section 4.3.2). Unless all shall be as in the paper, one of them accumulates in C(i,j) itself.

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Who has an auxiliary tile of a tile of C that nodes share.
enum class AuxiliaryTiles {
    of_others, ///< all but its keeper
    of_all,    ///< the keeper, too; additions come behind all products (Eyraud-Dubois and Lambert 2018, section 4.3.2)
};

class Reduction {
  public:
    /// home: the node where C lives; it keeps C(i,j) wherever it has a part in it,
    /// since what the others computed comes there anyway. Elsewhere the node with the
    /// most products keeps it. O(tiles).
    Reduction(const partition::Allocation& allocation, std::optional<Node> home,
              AuxiliaryTiles auxiliary = AuxiliaryTiles::of_others);

    /// The node that adds the others' tiles to C(i,j), and accumulates in C(i,j) itself unless all have auxiliary
    /// tiles.
    [[nodiscard]] Node keeper(std::uint32_t i, std::uint32_t j) const { return keepers_.at(i * columns_ + j).node; }

    /// The copy that the node accumulates in: 0, or 1 + node.
    [[nodiscard]] std::uint32_t copy(std::uint32_t i, std::uint32_t j, Node node) const {
        const Keeper& keeper = keepers_.at(i * columns_ + j);
        return node == keeper.node && keeper.accumulates_in_c ? 0 : static_cast<std::uint32_t>(node + 1);
    }

    /// Whether all who have a part in the tile accumulate in auxiliary tiles.
    [[nodiscard]] bool all_are_auxiliary(std::uint32_t i, std::uint32_t j) const {
        return !keepers_.at(i * columns_ + j).accumulates_in_c;
    }

    [[nodiscard]] AuxiliaryTiles auxiliary() const { return auxiliary_; }

    /// Copies of C(i,j) that there can be: C itself and one for each node.
    [[nodiscard]] std::uint32_t copies() const { return nodes_ + 1; }

  private:
    struct Keeper {
        Node node;
        bool accumulates_in_c;
    };

    std::size_t columns_;
    std::uint32_t nodes_;
    AuxiliaryTiles auxiliary_;
    std::vector<Keeper> keepers_; ///< by tile of C
};

} // namespace tangram::sched
