#include "sched/graph/machine_view.hpp"

#include <algorithm>

namespace tangram::sched::graph {

std::size_t MachineView::cpu_workers() const {
    return static_cast<std::size_t>(
        std::count_if(workers.begin(), workers.end(), [](const Worker& worker) { return worker.node == home; }));
}

std::vector<Node> MachineView::accelerators() const {
    std::vector<bool> has_workers(nodes(), false);
    for (const Worker& worker : workers) {
        has_workers[worker.node] = true;
    }
    std::vector<Node> all;
    for (Node node = home + 1; node < nodes(); ++node) {
        if (has_workers[node]) {
            all.push_back(node);
        }
    }
    return all;
}

std::vector<WorkerKind> MachineView::kinds_by_node() const {
    std::vector<WorkerKind> kinds(nodes(), 0);
    for (const Worker& worker : workers) {
        kinds[worker.node] = worker.kind;
    }
    return kinds;
}

} // namespace tangram::sched::graph
