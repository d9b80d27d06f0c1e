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
                                 plan.products_ahead[node], std::vector<bool>(tiles_.count())});
    }
}

void Prefetch::request(const sched::Task& task, sched::Node node) {
    Destination& to = destinations_.at(node);
    request(tiles_.a(task.i, task.k), product_.a(task.i, task.k), to);
    request(tiles_.b(task.k, task.j), product_.b(task.k, task.j), to);
    if (task.copy == 0 && product_.beta != 0) {
        request(tiles_.c(task.i, task.j), product_.c(task.i, task.j), to);
    }
    ++to.planned;
}

void Prefetch::request(sched::Tile tile, starpu_data_handle_t handle, Destination& to) {
    const std::size_t bytes = starpu_data_get_size(handle);
    if (to.requested[tile] || bytes <= late_tile_limit_ || static_cast<double>(bytes) > to.free_bytes) {
        return;
    }
    to.requested[tile] = true;
    to.free_bytes -= static_cast<double>(bytes);
    if (to.planned <= to.ahead) {
        fetch(handle, to.memory_node);
    } else {
        const std::lock_guard lock(mutex_);
        to.later.push_back({handle, to.planned - to.ahead});
    }
}

void Prefetch::product_ended(unsigned memory_node) {
    const auto to = std::find_if(destinations_.begin(), destinations_.end(), [=](const Destination& destination) {
        return destination.memory_node == memory_node;
    });
    {
        const std::lock_guard lock(mutex_);
        ++to->ended;
    }
    while (const std::optional<starpu_data_handle_t> handle = due(*to)) {
        fetch(*handle, memory_node);
    }
}

/// Takes the next tile that the node has ended enough products for.
std::optional<starpu_data_handle_t> Prefetch::due(Destination& to) {
    const std::lock_guard lock(mutex_);
    if (to.later.empty() || to.later.front().products > to.ended) {
        return std::nullopt;
    }
    const starpu_data_handle_t handle = to.later.front().handle;
    to.later.pop_front();
    return handle;
}

void Prefetch::fetch(starpu_data_handle_t handle, unsigned memory_node) const {
    constexpr unsigned asynchronously = 1;
    if (staged_) { // up to ten at a time
        starpu_data_prefetch_on_node(handle, memory_node, asynchronously);
    } else { // one at a time, and none while a task waits for another
        starpu_data_idle_prefetch_on_node(handle, memory_node, asynchronously);
    }
}

} // namespace tangram::apps
