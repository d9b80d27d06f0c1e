#pragma once

/// Who has tasks on which line: tile_cost() move by move, for the searches in
/// three dimensions.
///
/// A task (i, j, k) lies on three lines, one per projection: it shares a tile
/// of A with all (i, *, k), of B with all (*, j, k), of C with all (i, j, *). A
/// processor is a member of the lines it has tasks on and pays for each; which
/// of its tasks lie there does not matter. With one layer the lines are rows
/// and columns, and those of C do not count.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tangram::partition {

class TaskLines {
  public:
    /// A processor with tasks on a line, or one that may get some there.
    struct Member {
        std::uint32_t processor = 0;
        std::uint32_t tasks = 0;
        bool is_open = true; ///< for more tasks
    };

    /// The tasks of a line: `length` numbers from `first` on, `stride` apart.
    struct Line {
        std::size_t first;
        std::size_t stride;
        std::size_t length;
    };

    /// Memory in O(tiles): a line has no more members than tasks.
    TaskLines(const Allocation& allocation, const Problem& problem);

    [[nodiscard]] std::size_t tasks() const { return owners_.size(); }
    [[nodiscard]] std::size_t processors() const { return counts_.size(); }
    [[nodiscard]] std::size_t lines() const { return members_.size(); }
    [[nodiscard]] std::size_t owner(std::size_t task) const { return owners_[task]; }
    [[nodiscard]] std::size_t count(std::size_t processor) const { return counts_[processor]; }
    [[nodiscard]] std::span<const std::size_t> counts() const { return counts_; }
    [[nodiscard]] const std::vector<std::size_t>& owners() const { return owners_; }
    [[nodiscard]] double cost() const { return cost_; }

    /// The lines through a task that count.
    [[nodiscard]] std::span<const std::size_t> lines_through(std::size_t task,
                                                             std::array<std::size_t, 3>& buffer) const;
    [[nodiscard]] Line line(std::size_t number) const;

    [[nodiscard]] std::span<const Member> members(std::size_t line) const { return members_[line]; } ///< by number
    /// Nothing if it is no member. O(log members).
    [[nodiscard]] const Member* member(std::size_t line, std::size_t processor) const;
    [[nodiscard]] std::size_t tasks_on(std::size_t line, std::size_t processor) const;
    /// What a processor pays for its membership.
    [[nodiscard]] double price(std::size_t line, std::size_t processor) const;

    /// Makes the processors of weight 0 members of all lines, which costs nothing. O(lines) for each.
    void admit_free();
    /// Makes a processor a member, if it is none, and opens or closes the line for it.
    void set_open(std::size_t line, std::size_t processor, bool is_open);
    /// Ends the membership of those that pay and have no tasks on the line.
    void prune(std::size_t line);

    /// Gives a task to another processor, a new member of its lines if need be. Ends no membership.
    void move(std::size_t task, std::size_t processor);

  private:
    [[nodiscard]] Member& find_or_add(std::size_t line, std::size_t processor);

    Grid grid_;
    std::vector<double> weights_;
    double c_factor_;
    std::vector<std::size_t> owners_;
    std::vector<std::size_t> counts_;
    std::vector<std::vector<Member>> members_; ///< sorted by processor
    double cost_ = 0;
};

} // namespace tangram::partition
