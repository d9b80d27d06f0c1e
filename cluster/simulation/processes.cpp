#include "cluster/simulation/processes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tangram::simulation {

Processes::Processes(const solver::Problem& problem, const solver::Options& options, solver::Thread thread, Watch watch,
                     Engine& engine)
    : tree_(problem.tree), thread_(thread), watch_(std::move(watch)), engine_(engine),
      view_error_(options.strategy, solver::initial_loads(problem)) {
    for (int process = 0; process < problem.processes(); ++process) {
        nodes_.push_back({solver::SolverProcess(process, problem, options)});
    }
}

void Processes::attend(int process) {
    while (do_one_thing(process)) {
    }
}

void Processes::arrives(int process, int from, exchange::Message message) {
    node(process).state_messages.push_back({from, std::move(message)});
    attend(process);
}

void Processes::arrives(int process, int from, solver::Message message) {
    node(process).messages.push_back({from, std::move(message)});
    attend(process);
}

void Processes::has_computed(int process) {
    seconds_ = std::max(seconds_, engine_.now());
    if (watch_.on_computation) {
        watch_.on_computation(node(process).flops);
    }
    node(process).has_computed = true;
    count_frozen_time(node(process));
    attend(process);
}

/// What it has computed is accounted for; then the paper's algorithm 1: messages of the exchange first, then others,
/// then tasks.
bool Processes::do_one_thing(int me) {
    Node& at = node(me);
    const bool computes = at.process.is_computing() && !at.has_computed;
    if (at.has_computed && !(thread_ == solver::Thread::lock && at.process.frozen())) {
        at.has_computed = false;
        carry_out(me, at.process.computed());
    } else if (!at.state_messages.empty() && (!computes || thread_ != solver::Thread::none)) {
        const auto [from, message] = std::move(at.state_messages.front());
        at.state_messages.pop_front();
        carry_out(me, at.process.receive(from, message));
    } else if (!at.messages.empty() && !at.process.is_computing() && !at.process.frozen()) {
        const auto [from, message] = std::move(at.messages.front());
        at.messages.pop_front();
        carry_out(me, at.process.receive(from, message));
    } else if (at.process.can_proceed()) {
        carry_out(me, at.process.proceed());
    } else {
        return false;
    }
    return true;
}

void Processes::carry_out(int me, solver::Actions actions) {
    for (const solver::Change& change : actions.changes) {
        count(me, change);
        view_error_.changes(me, change);
    }
    node(me).tally.count(actions, tree_);
    if (actions.decision) {
        count(me, *actions.decision);
    }
    for (exchange::Envelope& envelope : actions.state_messages) {
        engine_.send(me, std::move(envelope));
    }
    for (solver::Envelope& envelope : actions.messages) {
        engine_.send(me, std::move(envelope));
    }
    if (actions.computation) {
        node(me).flops = actions.computation->flops;
        engine_.compute(me, actions.computation->flops);
    }
    count_frozen_time(node(me));
}

void Processes::count(int me, const solver::Change& change) {
    solver::Tally& tally = node(me).tally;
    tally.count(change);
    if (watch_.samples && change.load.memory != 0) {
        samples_.memory.push_back({engine_.now(), me, tally.memory});
    }
}

void Processes::count(int me, const solver::Decision& decision) {
    const std::optional<double> error = view_error_.decides(me, decision);
    if (watch_.samples && error) {
        samples_.views.push_back({engine_.now(), me, *error});
    }
}

void Processes::count_frozen_time(Node& at) const {
    at.tally.stands_still(at.process.frozen() && (at.has_computed || !at.process.is_computing()), engine_.now());
}

void Processes::require_done() const {
    for (std::size_t process = 0; process < nodes_.size(); ++process) {
        const Node& at = nodes_[process];
        if (!at.process.is_done() || at.process.frozen() || at.tally.memory != 0) {
            throw std::logic_error(fmt::format("simulation: process {} waits for ever{}, with {} entries", process,
                                               at.process.frozen() ? ", frozen" : "", at.tally.memory));
        }
    }
}

Result Processes::result() {
    require_done();
    std::vector<solver::Tally> tallies;
    std::transform(nodes_.begin(), nodes_.end(), std::back_inserter(tallies), [](const Node& at) { return at.tally; });
    Result result{solver::summed_up(tallies), std::move(samples_)};
    result.seconds = seconds_;
    result.view_error = view_error_.over_decisions();
    return result;
}

} // namespace tangram::simulation
