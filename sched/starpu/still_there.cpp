#include "sched/starpu/still_there.hpp"

#include <utility>

#include <starpu.h>

namespace tangram::sched::starpu {

std::function<bool(const Task&, std::size_t, Node)> still_there(std::vector<unsigned> memory_nodes) {
    return [nodes = std::move(memory_nodes)](const Task& task, std::size_t position, Node node) {
        auto* of_starpu = static_cast<starpu_task*>(task.handle);
        return starpu_data_is_on_node(STARPU_TASK_GET_HANDLE(of_starpu, position), nodes.at(node)) != 0;
    };
}

} // namespace tangram::sched::starpu
