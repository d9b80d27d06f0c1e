#pragma once

/// The cheapest dissection of a part into columns.

#include "partition/dissection/dissection.hpp"

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace tangram::partition {

/// Dynamic programming over the runs of the ascending order that form columns
/// (Beaumont et al. 2001; docs/algorithms.md, Columns).
/// Columns lie side by side along an axis and span the other; the processors
/// of a column are stacked in it.
class Columns {
  public:
    Columns(const Ascending& order, std::span<const double> weights);

    /// Least sum of weighted half-perimeters. O(n log n) for n processors of
    /// equal weight. Of different weights O(n l), at most l processors being in
    /// a few neighbouring columns: some sqrt(n) for similar speeds and few
    /// processors lighter than the others, such as the home node; n at worst.
    double best(const Part& part, Axis axis);

    /// The columns that best() found in its last call, which must have been for the same arguments.
    template <class Sink> void dissect(const Part& part, Axis axis, Sink& sink) const;

  private:
    struct Start {
        std::size_t start;     ///< of the last column; the best
        std::size_t best_from; ///< for so many processors, and for more
    };

    /// What the column [a, b) pays for its breadth: all of it for each of its processors,
    [[nodiscard]] double for_breadth(std::size_t a, std::size_t b) const {
        const std::size_t begin = first_ + a;
        const std::size_t end = first_ + b;
        return (weight_below_[end] - weight_below_[begin]) * order_.sum(begin, end) * breadth_per_share_;
    }

    /// and for its height, which its processors share.
    [[nodiscard]] double for_height(std::size_t a, std::size_t b) const {
        const std::size_t begin = first_ + a;
        const std::size_t end = first_ + b;
        return (weighted_sum_below_[end] - weighted_sum_below_[begin]) / order_.sum(begin, end) * height_;
    }

    void search_back();
    void search_ahead();
    [[nodiscard]] std::vector<std::size_t> cuts() const;

    const Ascending& order_;
    std::vector<double> weight_below_;       ///< prefix sums of the weights,
    std::vector<double> weighted_sum_below_; ///< and of weight times share
    std::vector<double> weights_;            ///< by rank
    double heaviest_ = 0;
    bool are_equal_ = true;                ///< the weights
    std::vector<double> least_;            ///< cost of the first b processors of the part
    std::vector<std::size_t> last_column_; ///< where their last column starts
    std::vector<Start> queue_;
    // Of the last part.
    std::size_t first_ = 0;
    std::size_t size_ = 0;
    double height_ = 0;
    double breadth_per_share_ = 0;
};

template <class Sink> void Columns::dissect(const Part& part, Axis axis, Sink& sink) const {
    const Cuts in(order_);
    Part rest = part;
    for (std::size_t end : cuts()) {
        Part column = rest;
        if (part.first + end < part.last) {
            std::tie(column, rest) = in.cut(rest, part.first + end, axis);
        }
        while (column.size() > 1) {
            const auto [zone, others] = in.cut(column, column.first + 1, other(axis));
            sink.rectangle(zone.first, zone.box);
            column = others;
        }
        sink.rectangle(column.first, column.box);
    }
}

} // namespace tangram::partition
