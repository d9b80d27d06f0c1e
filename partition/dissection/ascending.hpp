#pragma once

/// Processors in ascending order of their shares, with prefix sums: all that
/// the divide-and-conquer partitioners need, because each of their parts is a
/// run of this order (docs/algorithms.md, Parts and prefix sums). Small shares
/// come first, so that their sums keep their relative precision.

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

class Ascending {
  public:
    /// Throws InvalidInput as shares() does. O(k log k).
    explicit Ascending(std::span<const double> speeds);

    /// The same but for one processor, which comes last. Its share, as a
    /// difference of prefix sums, is precise to 1e-16 of the whole alone.
    Ascending(std::span<const double> speeds, std::size_t last);

    [[nodiscard]] std::size_t size() const { return order_.size(); }

    /// Which processor has this rank, 0 being the slowest. Equal speeds keep their order.
    [[nodiscard]] std::size_t processor(std::size_t rank) const { return order_[rank]; }

    /// Sum of the shares of all ranks below `rank`.
    [[nodiscard]] double sum_below(std::size_t rank) const { return prefix_[rank]; }

    /// Sum of the shares of ranks [first, last).
    [[nodiscard]] double sum(std::size_t first, std::size_t last) const { return prefix_[last] - prefix_[first]; }

    /// What ranks [first, t) take of ranks [first, last), in [0, 1].
    [[nodiscard]] double fraction(std::size_t first, std::size_t t, std::size_t last) const {
        return sum(first, t) / sum(first, last);
    }

    /// The first t of [low, high] with sum_below(t) >= value, or high. O(log k).
    [[nodiscard]] std::size_t first_reaching(double value, std::size_t low, std::size_t high) const;

    /// The t strictly inside [first, last) whose ranks below are nearest to
    /// half of it; needs at least two ranks. O(log k).
    [[nodiscard]] std::size_t balanced(std::size_t first, std::size_t last) const;

    /// Parts of at most so many ranks are cut anywhere, larger ones at quantiles.
    static constexpr std::size_t all_cuts_size = 48;

    /// Where to try to cut ranks [first, last) in two, ascending: before each of
    /// these ranks (docs/algorithms.md, NRRP+ and its beam). O(log k), but all
    /// for few ranks.
    [[nodiscard]] std::vector<std::size_t> cut_ranks(std::size_t first, std::size_t last) const;

  private:
    void add_up(std::span<const double> share);

    std::vector<std::size_t> order_;
    std::vector<double> prefix_;
};

} // namespace tangram::partition
