#pragma once

/// Breadth-first search over processors: for shortest paths along which each
/// passes tiles on to the next.
///
/// Three searches look for an augmenting path: run() stops at the nearest
/// processor where one may end. Which tile goes from one processor to the next
/// each of them finds in its own way. The balancing of zones (zone_borders.cpp)
/// looks for no single path: it lets run() reach all processors, from all takers
/// at once, and all givers send along the forest that this leaves.

#include "base/bit_matrix.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tangram::partition {

class BreadthFirstSearch {
  public:
    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

    /// Memory: 16 bytes and 1 bit per processor.
    explicit BreadthFirstSearch(std::size_t processors) : unreached_(1, processors, true), from_(processors) {}

    void restart() {
        unreached_.set_all();
        reached_.clear();
    }

    [[nodiscard]] bool has_reached(std::size_t p) const { return !unreached_.test(0, p); }

    /// Reaches p, which was not reached yet, from another, or as the start of a path.
    void reach(std::size_t p, std::size_t from = nobody) {
        unreached_.reset(0, p);
        from_[p] = from;
        reached_.push_back(p);
    }

    /// Reaches those of 64 processors, the `word`-th, that were not reached yet.
    void reach_all(BitMatrix::Word candidates, std::size_t word, std::size_t from = nobody) {
        BitMatrix::for_each_bit(candidates & unreached_.word(0, word), word, [&](std::size_t p) { reach(p, from); });
    }

    /// Takes the processors in the order in which they are reached, up to the
    /// first that is an end, which it returns; expand(p) reaches those next to p.
    template <class IsEnd, class Expand> std::optional<std::size_t> run(const IsEnd& is_end, const Expand& expand) {
        for (std::size_t next = 0; next < reached_.size(); ++next) { // NOLINT(modernize-loop-convert): it grows
            const std::size_t p = reached_[next];
            if (is_end(p)) {
                return p;
            }
            expand(p);
        }
        return std::nullopt;
    }

    /// In this order.
    [[nodiscard]] std::span<const std::size_t> reached() const { return reached_; }
    /// Who is before p on its path; nobody at the start.
    [[nodiscard]] std::size_t before(std::size_t p) const { return from_[p]; }

  private:
    BitMatrix unreached_;           ///< one row
    std::vector<std::size_t> from_; ///< of those that were reached
    std::vector<std::size_t> reached_;
};

} // namespace tangram::partition
