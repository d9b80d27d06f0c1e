#include "sched/graph/task_mapping.hpp"

namespace tangram::sched::graph {

TaskMapping::TaskMapping(const MachineView& machine, const DataPlaces& places, const Rules& rules)
    : places_(places), rules_(rules), accelerators_(machine.accelerators()), kind_of_(machine.kinds_by_node()),
      links_(machine.links) {}

/// Without an owner by structure, or if that one cannot execute the task, whoever ends it first. Data of no known
/// structure stay where they are, and thieves keep the load even: what moves now, say a block of a stencil, has its
/// neighbours move later.
std::optional<Node> TaskMapping::owner(std::span<const Use> uses, const Seconds& seconds,
                                       const Owners::Answer& by_structure, std::span<const double> load) const {
    constexpr double at_cost = 1;
    constexpr double of_others = 100;
    if (by_structure.node && seconds_on(seconds, *by_structure.node) < never) {
        return by_structure.node;
    }
    if (rules_.leaves_unclaimed && !by_structure.is_panel && 2 * work_by_structure_ < work_) {
        return std::nullopt;
    }
    const bool is_at_cost = by_structure.is_panel || !rules_.has_thieves;
    return first_to_finish(uses, seconds, load, is_at_cost ? at_cost : of_others);
}

/// price_of_moves: what a second of transfers counts.
Node TaskMapping::first_to_finish(std::span<const Use> uses, const Seconds& seconds, std::span<const double> load,
                                  double price_of_moves) const {
    Node best = home;
    double least = never;
    for (const Node node : accelerators_) {
        const double fetch = fetch_seconds(uses, node, places_, links_[node]);
        const double finish = load[node] + seconds_on(seconds, node) + price_of_moves * fetch;
        if (finish < least) {
            least = finish;
            best = node;
        }
    }
    return best;
}

/// A program may do something else after a while: what is older counts less and less.
void TaskMapping::count(double work, bool has_owner_by_structure) {
    constexpr double of_earlier = 1 - 1.0 / 512;
    work_ = of_earlier * work_ + work;
    work_by_structure_ = of_earlier * work_by_structure_ + (has_owner_by_structure ? work : 0);
}

} // namespace tangram::sched::graph
