#pragma once

/// The cheapest dissection of a part into columns. Internal to partition/.

#include "partition/dissection.hpp"

#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace tangram::partition {

/// Dynamic programming over the runs of the ascending order that form columns
/// (Beaumont, Boudet, Rastello, Robert 2001; specs/partition.md, section 4).
/// Columns lie side by side along an axis and span the other; the processors
/// of a column are stacked in it.
class Columns {
  public:
    Columns(const Ascending& order, std::span<const double> weights);

    /// Least sum of weighted half-perimeters. O(n l) for n processors, at most
    /// l of which are in two neighbouring columns: l is about 2 sqrt(n) for
    /// similar speeds. Weights that differ widely make l larger.
    double best(const Part& part, Axis axis);

    /// The columns that best() found in its last call, which must have been for the same arguments.
    template <class Sink> void dissect(const Part& part, Axis axis, Sink& sink) const;

  private:
    [[nodiscard]] std::vector<std::size_t> cuts() const;

    const Ascending& order_;
    std::vector<double> weight_below_;       ///< prefix sums of the weights,
    std::vector<double> weighted_sum_below_; ///< and of weight times share
    double spread_ = 0;                      ///< largest weight minus least
    std::vector<double> least_;              ///< cost of the first b processors of the part
    std::vector<std::size_t> last_column_;   ///< where their last column starts
    std::size_t size_ = 0;                   ///< of the last part
};

template <class Sink> void Columns::dissect(const Part& part, Axis axis, Sink& sink) const {
    const Cuts in(order_);
    Part rest = part;
    for (std::size_t end : cuts()) {
        Part column = rest;
        if (part.first + end < part.last)
            std::tie(column, rest) = in.cut(rest, part.first + end, axis);
        while (column.size() > 1) {
            const auto [zone, others] = in.cut(column, column.first + 1, other(axis));
            sink.rectangle(zone.first, zone.box);
            column = others;
        }
        sink.rectangle(column.first, column.box);
    }
}

} // namespace tangram::partition
