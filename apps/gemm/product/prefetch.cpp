#include "apps/gemm/product/prefetch.hpp"

#include "sched/plan/node_load.hpp"

#include <algorithm>

namespace tangram::apps {

Prefetch::Prefetch(const Runtime& runtime, const TiledProduct& product, const sched::ProductPlan& plan, bool staged)
    : product_(product), late_tile_limit_(plan.late_tile_limit), staged_(staged), tiles_(plan.workload.shape) {
    const bool is_of_use = starpu_get_prefetch_flag() != 0 && !sched::devices_are_nearer(runtime.links());
    for (std::size_t node = 0; node < runtime.nodes().size(); ++node) {
        const MemoryNode& memory = runtime.nodes()[node];
        destinations_.push_back({memory.id, is_of_use && !memory.is_home ? plan.bytes_to_prefetch[node] : 0,
                                 std::vector<bool>(tiles_.count())});
    }
}

void Prefetch::request(const sched::Task& task, sched::Node node) {
    request(tiles_.a(task.i, task.k), product_.a(task.i, task.k), node);
    request(tiles_.b(task.k, task.j), product_.b(task.k, task.j), node);
    if (task.copy == 0 && product_.beta != 0) {
        request(tiles_.c(task.i, task.j), product_.c(task.i, task.j), node);
    }
}

void Prefetch::request(sched::Tile tile, starpu_data_handle_t handle, sched::Node node) {
    constexpr unsigned asynchronously = 1;
    Destination& to = destinations_.at(node);
    const std::size_t bytes = starpu_data_get_size(handle);
    if (!to.requested[tile] && bytes > late_tile_limit_ && static_cast<double>(bytes) <= to.free_bytes) {
        to.requested[tile] = true;
        to.free_bytes -= static_cast<double>(bytes);
        if (staged_) { // up to ten at a time
            starpu_data_prefetch_on_node(handle, to.memory_node, asynchronously);
        } else { // one at a time, and none while a task waits for another
            starpu_data_idle_prefetch_on_node(handle, to.memory_node, asynchronously);
        }
    }
}

} // namespace tangram::apps
