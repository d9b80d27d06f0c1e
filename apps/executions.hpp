#pragma once

/// Who computed what: how many tasks of each tile of C ran on each memory node.

#include "apps/progress.hpp"
#include "apps/runtime.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

/// Counts tasks as they end. Must outlive the tasks that it watches.
class Executions {
  public:
    /// A grid of rows x columns tiles of C. progress, if given, is told about each
    /// task as well.
    Executions(const Runtime& runtime, std::size_t rows, std::size_t columns, Progress* progress);
    Executions(const Executions&) = delete;
    Executions& operator=(const Executions&) = delete;
    ~Executions() = default;

    /// Has the task counted for tile (i, j) when it ends.
    void watch(starpu_task* task, std::size_t i, std::size_t j);

    /// Tasks by tile and node, rows x columns x nodes; read when all have ended.
    [[nodiscard]] const std::vector<std::uint32_t>& counts() const { return counts_; }

    /// The same as seen from the transpose of C, columns x rows x nodes.
    [[nodiscard]] std::vector<std::uint32_t> transposed_counts() const;

  private:
    struct Tile {
        Executions* executions;
        std::uint32_t* counts;
    };

    static void task_done(void* argument); ///< a Tile

    std::size_t rows_;
    std::size_t columns_;
    std::size_t nodes_;
    std::vector<std::optional<sched::Node>> node_of_memory_node_;
    Progress* progress_;
    std::vector<std::uint32_t> counts_;
    std::vector<Tile> tiles_;
};

} // namespace tangram::apps
