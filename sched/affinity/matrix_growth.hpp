#pragma once

/// Processors that grow what they know of a matrix product: indices I, J and K with all blocks
/// A(i,k), B(k,j), C(i,j) in between, of which all tasks of I x J x K have been given away
/// (Beaumont and Marchal 2014, algorithm 3). The three sets of a processor are of one size as long as none has all.

#include "base/bit_matrix.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"
#include "sched/base/product_tiles.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

class MatrixGrowth {
  public:
    explicit MatrixGrowth(const AffinityProblem& problem);

    /// Tasks that nobody has been given.
    [[nodiscard]] std::uint64_t remaining() const { return remaining_; }

    /// Calls visit(task) for each of them, by rising number.
    template <class Visit> void for_each_open(const Visit& visit) const {
        const ProductShape& shape = blocks_.shape();
        for (std::uint32_t ij = 0; ij < shape.rows * shape.columns; ++ij) {
            open_by_ij_.for_each(ij, [&](std::uint32_t k) { visit(ij * shape.depth + k); });
        }
    }

    /// Sends the processor all blocks of one more i, j and k (where it does not know all), drawn
    /// at random, and gives it their tasks. Returns how many blocks were sent. Some are unknown
    /// as long as tasks are left. O(indices known * side / 64 + tasks given).
    std::uint64_t grow_at_random(Node processor, Dice& dice, std::vector<TaskNumber>& tasks);

    /// As OuterGrowth's.
    std::uint64_t send(Node processor, TaskNumber task);

  private:
    /// What processors know of one dimension.
    class Indices {
      public:
        Indices(std::uint32_t count, std::size_t processors)
            : known_(processors, count), unknown_(processors, Bag::of(count)), count_(count) {}

        [[nodiscard]] const BitMatrix& known() const { return known_; }
        [[nodiscard]] std::uint64_t count(Node processor) const { return count_ - unknown_[processor].size(); }
        std::optional<std::uint32_t> draw(Node processor, Dice& dice) {
            return unknown_[processor].empty() ? std::nullopt : std::optional(unknown_[processor].draw(dice));
        }
        void add(Node processor, std::uint32_t index) { known_.set(processor, index); }

      private:
        BitMatrix known_;          ///< by processor
        std::vector<Bag> unknown_; ///< by processor
        std::uint32_t count_;
    };

    [[nodiscard]] std::uint64_t blocks_known(Node processor) const;
    void give_known_k(Node processor, std::uint32_t i, std::uint32_t j, std::vector<TaskNumber>& tasks);
    void give_known_j(Node processor, std::uint32_t i, std::uint32_t k, std::vector<TaskNumber>& tasks);
    void give(std::uint32_t i, std::uint32_t j, std::uint32_t k, std::vector<TaskNumber>& tasks);
    [[nodiscard]] bool has(Node processor, const Indices& rows, std::uint32_t row, const Indices& columns,
                           std::uint32_t column, Tile block) const {
        return (rows.known().test(processor, row) && columns.known().test(processor, column)) ||
               sent_alone_.test(processor, block);
    }

    ProductTiles blocks_;
    std::size_t processors_;
    std::uint64_t remaining_;
    BitMatrix open_by_ij_; ///< k of the tasks that remain, by i and j
    BitMatrix open_by_ik_; ///< j, by i and k
    Indices i_;
    Indices j_;
    Indices k_;
    BitMatrix sent_alone_; ///< by processor, blocks that one task needed; made when the first is sent
};

} // namespace tangram::sched
