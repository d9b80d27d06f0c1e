#include "sched/policies/affinity_policy.hpp"

#include <stdexcept>

namespace tangram::sched {

namespace {

AffinityProblem problem_of(const Workload& work, Kernel kernel) {
    return {kernel,           work.shape.rows, work.shape.columns, kernel == Kernel::outer ? 1 : work.shape.depth,
            work.start.nodes, work.beta,       work.seed};
}

/// A tile of C costs nothing where its values do not matter, or a copy is begun.
BitMatrix starting_places(const ProductTiles& tiles, const StartingPlaces& start, Kernel kernel) {
    const bool fetches_c = kernel == Kernel::outer && start.reads_c;
    BitMatrix there(start.nodes, tiles.count());
    for (Node node = 0; node < start.nodes; ++node) {
        for (Tile tile = node == start.home ? 0 : tiles.first_c(); tile < tiles.count(); ++tile) {
            if (node == start.home || !fetches_c) {
                there.set(node, tile);
            }
        }
    }
    return there;
}

} // namespace

AffinityPolicy::AffinityPolicy(const Workload& workload, const AffinityKind& kind)
    : kernel_(kind.kernel), tiles_(workload.shape), strategy_(kind.make(problem_of(workload, kernel_))),
      units_(problem_of(workload, kernel_).tasks()), queues_(workload.start.nodes), unready_(units_.size()),
      there_(starting_places(tiles_, workload.start, kernel_)) {
    decisions_.nodes.resize(workload.start.nodes);
}

AffinityPolicy::Unit& AffinityPolicy::unit(const Task& task) {
    const ProductShape& shape = tiles_.shape();
    const std::size_t tile = std::size_t{task.i} * shape.columns + task.j;
    return units_[kernel_ == Kernel::outer ? tile : tile * shape.depth + task.k];
}

Wake AffinityPolicy::ready(const Task& task) {
    if (!tiles_.shape().contains(task)) {
        throw std::out_of_range("AffinityPolicy::ready: task outside the product");
    }
    Unit& of = unit(task);
    if (of.owner) {
        queues_[*of.owner].push_back(task);
        return {of.owner, false};
    }
    unready_ -= of.ready.empty() ? 1 : 0;
    of.ready.push_back(task);
    ++unowned_;
    return {std::nullopt, false, unready_ == 0};
}

std::optional<Task> AffinityPolicy::next(Node node) {
    if (unready_ > 0) {
        return std::nullopt;
    }
    while (queues_.at(node).empty()) {
        given_.clear();
        strategy_->next(node, given_);
        if (given_.empty()) {
            return std::nullopt;
        }
        for (const TaskNumber number : given_) {
            give(number, node);
        }
    }
    const Task task = queues_[node].front();
    queues_[node].pop_front();
    decisions_.count(task, node, false, fetch(task, node));
    return task;
}

void AffinityPolicy::give(TaskNumber number, Node node) {
    Unit& of = units_[number];
    of.owner = node;
    queues_[node].insert(queues_[node].end(), of.ready.begin(), of.ready.end());
    unowned_ -= of.ready.size();
    of.ready.clear();
}

/// How many of the task's tiles the node did not have yet.
std::size_t AffinityPolicy::fetch(const Task& task, Node node) {
    std::size_t missing = 0;
    for (const Tile tile : tiles_.of(task)) {
        missing += there_.test(node, tile) ? 0 : 1;
        there_.set(node, tile);
    }
    return missing;
}

} // namespace tangram::sched
