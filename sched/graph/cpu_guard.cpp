#include "sched/graph/cpu_guard.hpp"

namespace tangram::sched::graph {

bool delays_claims(const ProgramState& program, TaskId id, double seconds, const std::optional<Node>& alone) {
    const double delay = seconds - program.task(id).load;
    const double claimants = alone ? 1 : static_cast<double>(program.accelerators().size());
    const double load = alone ? program.load(*alone) : program.least_load();
    const bool starves = load + program.load(program.unclaimed()) / claimants < unclaimed_part * delay;
    const double work = program.shared_work() * static_cast<double>(program.accelerators().size()) / claimants;
    return delay > 0 && (starves || delay + program.task(id).entry.bottom_level > work);
}

bool delays_all(const ProgramState& program, TaskId id, double seconds) {
    constexpr double part_with_chains = 0.8; // of what accelerators have left: chains do not keep all of them at work
    const ProgramState::Task& task = program.task(id);
    const double delay = seconds - task.load;
    if (delay <= 0) {
        return false;
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
