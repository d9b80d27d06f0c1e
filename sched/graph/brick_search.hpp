#pragma once

/// Searches for the owners of a brick of a given side: as few as possible in a row and in a column, each with places in
/// proportion to its speed. By simulated annealing with exchanges of two places, with the same result in each run.

#include "sched/graph/brick.hpp"

#include <cstddef>
#include <vector>

namespace tangram::sched::graph {

class BrickSearch {
  public:
    /// Of at least two owners.
    BrickSearch(const std::vector<double>& speeds, std::size_t side, Brick::Kind kind);

    /// O(steps x side x owners), with a fixed number of steps.
    void run();

    /// Squares of the numbers of owners in a row, and in a column, summed over all lines, and a penalty for loads that
    /// differ.
    [[nodiscard]] double best() const { return best_; }

    [[nodiscard]] const std::vector<std::size_t>& owners() const { return owners_; } ///< row by row

    /// How far the fullest owner is above its share, relative to it. For what does not shrink: the mean over squares of
    /// 8 to 32 lines, whose last bricks are cut off.
    [[nodiscard]] double imbalance() const;

  private:
    void deal();
    [[nodiscard]] std::size_t owner(std::size_t row, std::size_t column) const {
        return owners_[row % side_ * side_ + column % side_];
    }
    [[nodiscard]] double excess(const std::vector<double>& tiles, double all) const;
    void count(std::size_t place, int change);
    void exchange(std::size_t a, std::size_t b);
    [[nodiscard]] double cost() const;

    std::size_t side_;
    Brick::Kind kind_;
    std::vector<double> shares_;
    std::vector<std::size_t> owners_;
    std::vector<int> in_row_, in_column_, on_diagonal_; ///< places by owner and line
    std::vector<double> tiles_;                         ///< by owner
    double best_ = 0;
};

} // namespace tangram::sched::graph
