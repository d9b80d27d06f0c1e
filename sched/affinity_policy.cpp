#include "sched/affinity_policy.hpp"

namespace tangram::sched {

namespace {

AffinityProblem problem_of(const Workload& work, Kernel kernel) {
    return {kernel,           work.shape.rows, work.shape.columns, kernel == Kernel::outer ? 1 : work.shape.depth,
            work.start.nodes, work.beta,       work.seed};
}

} // namespace

/// The first products of all tiles become ready without anybody's doing; later ones only if
/// they are independent.
AffinityPolicy::AffinityPolicy(const Workload& workload, const AffinityKind& kind)
    : kernel_(kind.kernel), shape_(workload.shape), strategy_(kind.make(problem_of(workload, kernel_))),
      waits_(kernel_ == Kernel::outer || workload.independent),
      ready_(workload.shape, workload.start, Search::by_order), units_(problem_of(workload, kernel_).tasks()),
      queues_(workload.start.nodes), expected_(workload.start.nodes) {
    decisions_.nodes.resize(workload.start.nodes);
}

AffinityPolicy::Unit& AffinityPolicy::unit(const Task& task) {
    const std::size_t tile = std::size_t{task.i} * shape_.columns + task.j;
    return units_.at(kernel_ == Kernel::outer ? tile : tile * shape_.depth + task.k);
}

Wake AffinityPolicy::ready(const Task& task) {
    const TaskLists::Ticket ticket = ready_.add(task, ready_.shared_list());
    Unit& of = unit(task);
    const bool is_first = !of.was_ready;
    of.was_ready = true;
    if (!of.owner) {
        of.ready.push_back(ticket);
        return {std::nullopt, true};
    }
    queues_[*of.owner].push_back(ticket);
    expected_[*of.owner] -= is_first ? 1 : 0;
    return {of.owner, false};
}

std::optional<Task> AffinityPolicy::next(Node node) {
    while (queues_.at(node).empty()) {
        if (waits_ && expected_[node] > 0) {
            return std::nullopt;
        }
        given_.clear();
        strategy_->next(node, given_);
        if (given_.empty()) {
            return std::nullopt;
        }
        for (const TaskNumber number : given_) {
            give(number, node);
        }
    }
    const TaskLists::Ticket ticket = queues_[node].front();
    queues_[node].pop_front();
    decisions_.count(ready_.lists().task(ticket), node, false, ready_.cost(ticket, node));
    return ready_.hand_out(ticket, node);
}

void AffinityPolicy::give(TaskNumber number, Node node) {
    Unit& of = units_[number];
    of.owner = node;
    expected_[node] += of.was_ready ? 0 : 1;
    queues_[node].insert(queues_[node].end(), of.ready.begin(), of.ready.end());
    of.ready.clear();
}

} // namespace tangram::sched
