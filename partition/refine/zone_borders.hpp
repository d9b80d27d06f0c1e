#pragma once

/// The borders between the zones of an allocation, and how many tasks shall
/// cross each of them so that all processors get what they need.

#include "partition/base/allocation.hpp"
#include "partition/refine/breadth_first_search.hpp"
#include "partition/refine/task_lines.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tangram::partition {

/// Calls visit(task) for the tasks next to one, in ascending order.
template <class Visit> void for_each_neighbour(const Grid& grid, std::size_t task, const Visit& visit) {
    const std::size_t k = task % grid.layers;
    const std::size_t j = task / grid.layers % grid.columns;
    const std::size_t i = task / grid.layers / grid.columns;
    const std::size_t row = grid.columns * grid.layers;
    if (i > 0) {
        visit(task - row);
    }
    if (j > 0) {
        visit(task - grid.layers);
    }
    if (k > 0) {
        visit(task - 1);
    }
    if (k + 1 < grid.layers) {
        visit(task + 1);
    }
    if (j + 1 < grid.columns) {
        visit(task + grid.layers);
    }
    if (i + 1 < grid.rows) {
        visit(task + row);
    }
}

/// Two processors with tasks next to each other, and the tasks that shall cross.
struct Border {
    std::uint32_t first = 0;
    std::uint32_t second = 0;  ///< above `first`
    std::int64_t crossing = 0; ///< from first to second; negative the other way

    [[nodiscard]] bool operator<(const Border& other) const {
        return std::pair(first, second) < std::pair(other.first, other.second);
    }
    [[nodiscard]] bool operator==(const Border& other) const { return first == other.first && second == other.second; }
    [[nodiscard]] std::size_t across(std::size_t p) const { return first == p ? second : first; }
    [[nodiscard]] std::uint32_t giver() const { return crossing > 0 ? first : second; }
    [[nodiscard]] std::uint32_t taker() const { return crossing > 0 ? second : first; }
};

/// A task at a border where tasks shall cross.
struct Crossing {
    std::uint32_t border;
    std::uint32_t task;

    auto operator<=>(const Crossing&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
};

class ZoneBorders {
  public:
    /// Refers to the lines.
    ZoneBorders(const TaskLines& lines, const Grid& grid);

    /// Finds all borders; no task shall cross any. O(tasks log(borders)).
    void find();

    /// Sends what processors may give towards the nearest that may take it,
    /// until there is no more, and takes it off both. False if nothing can be sent.
    bool send(std::vector<std::size_t>& gives, std::vector<std::size_t>& takes);

    /// The givers' tasks at the borders where some shall cross, by border.
    /// Forgets the other borders.
    [[nodiscard]] std::vector<Crossing> crossings();

    [[nodiscard]] Border& operator[](std::size_t border) { return borders_[border]; }

  private:
    /// The borders of each processor.
    struct Adjacency {
        std::vector<std::size_t> first; ///< of each processor in `at`, and the end
        std::vector<std::uint32_t> at;
    };

    void sort();
    [[nodiscard]] Adjacency adjacency() const;
    bool send_to_nearest(const Adjacency& adjacency, std::vector<std::size_t>& gives, std::vector<std::size_t>& takes);

    const TaskLines& lines_;
    Grid grid_;
    std::vector<Border> borders_; ///< sorted
    BreadthFirstSearch search_;
    std::vector<std::uint32_t> towards_; ///< the border to the one before, in the latest search
    std::size_t work_ = 0;               ///< of all waves: processors and borders visited
};

} // namespace tangram::partition
