#include "sched/graph/update_kernel.hpp"

#include <algorithm>
#include <iterator>

namespace tangram::sched::graph {

UpdateKernel::UpdateKernel(const MachineView& machine)
    : accelerators_(machine.accelerators()), kind_of_(machine.kinds_by_node()) {}

double UpdateKernel::least(const Seconds& seconds) const {
    double least = never;
    for (const Node node : accelerators_) {
        least = std::min(least, seconds[kind_of_[node]]);
    }
    return least;
}

void UpdateKernel::submitted(const Seconds& seconds) {
    const double task = least(seconds);
    if (task == never) {
        return;
    }
    const double work = work_[&seconds] += task;
    if (work > most_work_) {
        most_work_ = work;
        kernel_ = &seconds;
    }
}

std::vector<Node> UpdateKernel::nodes() const {
    std::vector<Node> able;
    std::copy_if(accelerators_.begin(), accelerators_.end(), std::back_inserter(able),
                 [this](Node node) { return is_known() && seconds_on(node) < never; });
    return able;
}

} // namespace tangram::sched::graph
