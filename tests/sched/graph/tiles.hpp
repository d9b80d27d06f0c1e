#pragma once

/// Numbers of the data of a product C += A B.

#include "sched/graph/task_graph.hpp"
#include "tests/sched/graph/uses.hpp"

#include <cstdint>
#include <vector>

namespace tangram::sched::graph {

/// Tiles of three square matrices.
class Tiles {
  public:
    explicit Tiles(std::uint32_t side) : side_(side) {}
    [[nodiscard]] DataId c(std::uint32_t i, std::uint32_t j) const { return i * side_ + j; }
    [[nodiscard]] DataId a(std::uint32_t i, std::uint32_t j) const { return side_ * side_ + c(i, j); }
    [[nodiscard]] DataId b(std::uint32_t i, std::uint32_t j) const { return 2 * side_ * side_ + c(i, j); }
    [[nodiscard]] std::vector<Use> product(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
        return {reads(a(i, k)), reads(b(k, j)), updates(c(i, j))};
    }

  private:
    std::uint32_t side_;
};

} // namespace tangram::sched::graph
