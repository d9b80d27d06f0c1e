#include "sched/graph/cpu_guard.hpp"

namespace tangram::sched::graph {

bool delays_all(const ProgramState& program, TaskId id, double seconds) {
    constexpr double part_with_chains = 0.8; // of what accelerators have left: chains do not keep all of them at work
    const ProgramState::Task& task = program.task(id);
    const double delay = seconds - task.load;
    if (delay <= 0) {
        return false;
    }
    if (task.node == program.unclaimed()) {
        const double of_each = program.load(program.unclaimed()) / static_cast<double>(program.accelerators().size());
        const bool starves = program.least_load() + of_each < unclaimed_part * delay;
        return starves || delay + task.entry.bottom_level > program.shared_work();
    }
    const double ready = task.has_owner ? program.load(task.node) : program.least_load();
    const bool starves = task.node != home && ready < ready_part * delay;
    if (program.owners().products().are_plain()) {
        return starves || delay + task.entry.bottom_level > program.shared_work();
    }
    const bool needs_no_help = program.shared_work() < program.longest_chain();
    return starves || needs_no_help || delay + task.entry.bottom_level > part_with_chains * program.shared_work();
}

} // namespace tangram::sched::graph
