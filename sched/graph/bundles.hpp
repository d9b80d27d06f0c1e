#pragma once

/// Data that tasks update together. In a tile QR factorisation each update writes two tiles of a column, and the tile
/// above is written by one update after the other: if its column had several owners, it would go from one to the next
/// with each task. So data that are updated together, directly or by way of others, are a bundle, and a bundle has
/// one owner. Data that tasks update all at once (the layers of a block in a stencil) are like one datum, and no
/// bundle.
///
/// What a task overwrites whole joins nothing: its last values need not be brought, so it may be written on another
/// node each time. Workspace that one step of a factorisation after the other overwrites would join its tiles.

#include "sched/graph/disjoint_sets.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class Bundles {
  public:
    /// A task uses its data like this. O(uses log data), amortised.
    void add(std::span<const Use> uses);

    /// Number of the bundle that the datum is in, in the order in which they are asked for; bundles that turn out to be
    /// one keep the smaller number. Nothing if the datum is in none, in one all of whose data some task updates, or in
    /// one that is more than half of all bundled data: to give that to one owner would leave the others without work.
    [[nodiscard]] std::optional<std::uint32_t> bundle(DataId data);

    /// Tasks that update several data.
    [[nodiscard]] std::size_t tasks() const { return tasks_; }

  private:
    static constexpr std::uint32_t unnumbered = static_cast<std::uint32_t>(-1);

    void join(DataId a, DataId b);

    DisjointSets sets_;                  ///< of data
    std::vector<std::uint32_t> numbers_; ///< by root
    std::vector<std::uint32_t> widest_;  ///< data that some task updates at once, by root
    std::size_t bundled_ = 0;            ///< data in bundles of two and more
    std::uint32_t next_ = 0;             ///< number to give
    std::size_t tasks_ = 0;
};

} // namespace tangram::sched::graph
