#pragma once

/// Breadth-first search over processors: for shortest paths along which each
/// passes tiles on to the next.
///
/// Three searches look for an augmenting path: run() stops at the nearest
/// processor where one may end. Which tile goes from one processor to the next
/// each of them finds in its own way. The balancing of zones (zone_borders.cpp)
/// looks for no single path: it lets run() reach all processors, from all takers
/// at once, and all givers send along the forest that this leaves.

#include "base/ceil_divided.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tangram::partition {

/// A set of processors, 64 to a word.
using Word = std::uint64_t;
inline constexpr std::size_t word_bits = 64;

class BreadthFirstSearch {
  public:
    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

    /// Memory: 16 bytes and 1 bit per processor.
    explicit BreadthFirstSearch(std::size_t processors)
        : unreached_(ceil_divided(processors, word_bits)), from_(processors) {
        restart();
    }

    void restart() {
        std::fill(unreached_.begin(), unreached_.end(), ~Word{0});
        reached_.clear();
    }

    [[nodiscard]] bool has_reached(std::size_t p) const {
        return (unreached_[p / word_bits] >> p % word_bits & 1) == 0;
    }

    /// Reaches p, which was not reached yet, from another, or as the start of a path.
    void reach(std::size_t p, std::size_t from = nobody) {
        unreached_[p / word_bits] ^= Word{1} << p % word_bits;
        from_[p] = from;
        reached_.push_back(p);
    }

    /// Reaches those of 64 processors, the `word`-th, that were not reached yet.
    void reach_all(Word candidates, std::size_t word, std::size_t from = nobody) {
        for (Word fresh = candidates & unreached_[word]; fresh != 0; fresh &= fresh - 1) {
            reach(word * word_bits + static_cast<std::size_t>(std::countr_zero(fresh)), from);
        }
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
    std::vector<Word> unreached_;
    std::vector<std::size_t> from_; ///< of those that were reached
    std::vector<std::size_t> reached_;
};

} // namespace tangram::partition
