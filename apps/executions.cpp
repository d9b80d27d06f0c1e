#include "apps/executions.hpp"

#include <algorithm>
#include <atomic>

namespace tangram::apps {

Executions::Executions(const Runtime& runtime, std::size_t rows, std::size_t columns, Progress* progress)
    : rows_(rows), columns_(columns), nodes_(runtime.nodes().size()),
      node_of_memory_node_(runtime.node_of_memory_node()), progress_(progress), counts_(rows * columns * nodes_) {
    tiles_.reserve(rows * columns);
    for (std::size_t tile = 0; tile < rows * columns; ++tile) {
        tiles_.push_back({this, &counts_[tile * nodes_]});
    }
}

void Executions::watch(starpu_task* task, std::size_t i, std::size_t j) {
    task->callback_func = task_done;
    task->callback_arg = &tiles_[i * columns_ + j];
}

std::vector<std::uint32_t> Executions::transposed_counts() const {
    std::vector<std::uint32_t> result(counts_.size());
    for (std::size_t i = 0; i < rows_; ++i) {
        for (std::size_t j = 0; j < columns_; ++j) {
            std::copy_n(&counts_[(i * columns_ + j) * nodes_], nodes_, &result[(j * rows_ + i) * nodes_]);
        }
    }
    return result;
}

/// Runs on the thread of the worker that executed the task.
void Executions::task_done(void* argument) {
    const Tile& tile = *static_cast<Tile*>(argument);
    const auto worker = static_cast<unsigned>(starpu_worker_get_id());
    const auto& node = tile.executions->node_of_memory_node_[starpu_worker_get_memory_node(worker)];
    // StarPU starts the tile's next task before this one's callback ends.
    std::atomic_ref(tile.counts[node.value()]).fetch_add(1, std::memory_order_relaxed);
    if (tile.executions->progress_ != nullptr) {
        tile.executions->progress_->task_done();
    }
}

} // namespace tangram::apps
