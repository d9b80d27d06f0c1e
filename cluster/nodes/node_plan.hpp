#pragma once

/// A product dealt out to the processes of several nodes: who computes which tiles of C, where the tiles of A and B
/// lie, and what each process receives and sends. Values only, the same on every process.
///
///     speeds of the processes --node_zones()--> zones --NodePlan--> owners of A, B and C, bytes in and out of each
///     process
///
/// A process computes its zone of C for all of k, and C stays there: it needs the rows of A and the columns of B that
/// the zone spans. Each tile of A lies at one of the processes that need it; so does B. No distribution of the inputs
/// needs less for these zones: a tile that p processes need is received by p - 1 of them. In a first plan tiles lie at
/// one after the other along k and from row to row of those that the same processes need, so that all send alike in
/// each slice; in a later one for other zones they stay where they are, as far as they can.

#include "base/tiling.hpp"
#include "cluster/nodes/owners.hpp"
#include "partition/base/allocation.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tangram::nodes {

/// C(m x n) += A(m x k) B(k x n), in elements, with tiles of one side.
struct NodeProblem {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    std::int64_t tile = 0;
    std::size_t element_bytes = 8;
    std::vector<double> speeds{}; ///< by process, in any unit

    [[nodiscard]] Tiling rows() const { return {m, tile}; }
    [[nodiscard]] Tiling columns() const { return {n, tile}; }
    [[nodiscard]] Tiling depth() const { return {k, tile}; }
};

/// Throws InvalidInput unless sizes, tile and element size are positive, and there are speeds, positive and finite.
/// O(processes).
void require_valid(const NodeProblem& problem);

/// Bytes of tiles over the network.
struct Transfers {
    std::uint64_t bytes_in = 0;
    std::uint64_t bytes_out = 0;

    bool operator==(const Transfers&) const = default;
};

class NodePlan {
  public:
    /// zones: by tile of C, the process that computes it. Throws InvalidInput as require_valid(), and unless the zones
    /// are those of the problem's grid and processes. O(tiles of A, B and C).
    NodePlan(const NodeProblem& problem, partition::Allocation zones);

    /// A tile of A or B stays where it is, if it is needed there. before: where they are; that of C has no meaning.
    NodePlan(const NodeProblem& problem, partition::Allocation zones, const Owners& before);

    [[nodiscard]] const partition::Allocation& zones() const { return zones_; }

    /// Processes that need row i of A, or column j of B, in ascending order: those that compute a tile of C there.
    [[nodiscard]] std::span<const std::size_t> users_of_row(std::size_t i) const { return users_of_rows_.at(i); }
    [[nodiscard]] std::span<const std::size_t> users_of_column(std::size_t j) const { return users_of_columns_.at(j); }

    [[nodiscard]] std::size_t owner_of_a(std::size_t i, std::size_t k) const { return owners_of_a_.at(i * depth_ + k); }
    [[nodiscard]] std::size_t owner_of_b(std::size_t k, std::size_t j) const { return owners_of_b_.at(j * depth_ + k); }
    [[nodiscard]] std::size_t owner_of_c(std::size_t i, std::size_t j) const { return zones_.owner(i, j); }

    /// These three, as long as the plan lives.
    [[nodiscard]] Owners owners() const;

    [[nodiscard]] std::span<const Transfers> transfers() const { return transfers_; } ///< by process

    /// Received by all processes together.
    [[nodiscard]] std::uint64_t network_bytes() const;

  private:
    NodePlan(const NodeProblem& problem, partition::Allocation zones, const Owners* before);
    void count_transfers(const NodeProblem& problem);
    void sent_to_all(std::span<const std::size_t> users, std::size_t owner, std::uint64_t bytes);

    partition::Allocation zones_;
    std::vector<std::vector<std::size_t>> users_of_rows_;
    std::vector<std::vector<std::size_t>> users_of_columns_;
    std::size_t depth_ = 0;
    std::vector<std::size_t> owners_of_a_; ///< by row, slice by slice
    std::vector<std::size_t> owners_of_b_; ///< by column, slice by slice
    std::vector<Transfers> transfers_;
};

/// Elements of A, B and C that a process owns.
struct OwnedElements {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t c = 0;

    bool operator==(const OwnedElements&) const = default;
};

/// O(tiles of A, B and C).
[[nodiscard]] OwnedElements owned_elements(const NodeProblem& problem, const NodePlan& plan, std::size_t process);

/// Lower bound on network_bytes() of all zones in proportion to the speeds: a zone spans at least the half-perimeter of
/// a square of its area, or of a rectangle where C is too narrow for that, and of each input one copy is there. In
/// bytes. Throws InvalidInput as require_valid(). O(processes).
[[nodiscard]] double network_bound(const NodeProblem& problem);

} // namespace tangram::nodes
