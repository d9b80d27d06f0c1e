#include "cluster/simulation/simulation.hpp"

#include "base/error.hpp"
#include "cluster/simulation/agenda.hpp"
#include "cluster/simulation/network.hpp"
#include "cluster/solver/solver_process.hpp"
#include "cluster/solver/view_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>

namespace tangram::simulation {

namespace {

template <class Message> struct Received {
    int from = 0;
    Message message;
};

/// A process, and what waits for it.
struct Node {
    solver::SolverProcess process;
    std::deque<Received<exchange::Message>> state_messages{};
    std::deque<Received<solver::Message>> messages{};
    bool has_computed = false; ///< its computation has ended, which it does not know yet
    solver::Tally tally{};
};

class Simulation {
  public:
    Simulation(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
               bool with_samples)
        : tree_(problem.tree), machine_(machine), with_samples_(with_samples),
          state_network_(agenda_, machine, problem.mapping.processes),
          network_(agenda_, machine, problem.mapping.processes),
          view_error_(options.strategy, solver::initial_loads(problem)) {
        for (int process = 0; process < problem.processes(); ++process) {
            nodes_.push_back({solver::SolverProcess(process, problem, options)});
        }
    }

    Result run() {
        for (int process = 0; process < static_cast<int>(nodes_.size()); ++process) {
            attend(process);
        }
        agenda_.run();
        require_done();
        return summed_up();
    }

  private:
    Node& node(int process) { return nodes_.at(static_cast<std::size_t>(process)); }

    /// All that a process does at this time.
    void attend(int process) {
        while (do_one_thing(process)) {
        }
    }

    /// What it has computed is accounted for; then the paper's algorithm 1: messages of the exchange first, then
    /// others, then tasks.
    bool do_one_thing(int me) {
        Node& at = node(me);
        const bool computes = at.process.is_computing() && !at.has_computed;
        if (at.has_computed && !(machine_.thread == Thread::lock && at.process.frozen())) {
            at.has_computed = false;
            carry_out(me, at.process.computed());
        } else if (!at.state_messages.empty() && (!computes || machine_.thread != Thread::none)) {
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

    void carry_out(int me, solver::Actions actions) {
        for (const solver::Change& change : actions.changes) {
            count(me, change);
            view_error_.changes(me, change);
        }
        node(me).tally.count(actions, tree_);
        if (actions.decision) {
            count(me, *actions.decision);
        }
        for (exchange::Envelope& envelope : actions.state_messages) {
            send(me, std::move(envelope));
        }
        for (solver::Envelope& envelope : actions.messages) {
            send(me, std::move(envelope));
        }
        if (actions.computation) {
            compute(me, actions.computation->flops);
        }
        count_frozen_time(node(me));
    }

    void compute(int me, std::int64_t flops) {
        agenda_.plan(agenda_.now() + static_cast<double>(flops) / (machine_.gflops * 1e9), [this, me] {
            seconds_ = agenda_.now();
            node(me).has_computed = true;
            count_frozen_time(node(me));
            attend(me);
        });
    }

    void send(int me, exchange::Envelope envelope) {
        const std::size_t bytes = exchange::payload_bytes(envelope.message);
        const int to = envelope.to;
        state_network_.send(me, to, bytes, [this, me, to, message = std::move(envelope.message)] {
            node(to).state_messages.push_back({me, message});
            attend(to);
        });
    }

    void send(int me, solver::Envelope envelope) {
        const std::size_t bytes = solver::payload_bytes(envelope.message, tree_);
        const int to = envelope.to;
        network_.send(me, to, bytes, [this, me, to, message = std::move(envelope.message)] {
            node(to).messages.push_back({me, message});
            attend(to);
        });
    }

    void count(int me, const solver::Change& change) {
        solver::Tally& tally = node(me).tally;
        tally.count(change);
        if (with_samples_ && change.load.memory != 0) {
            samples_.memory.push_back({agenda_.now(), me, tally.memory});
        }
    }

    void count(int me, const solver::Decision& decision) {
        const std::optional<double> error = view_error_.decides(me, decision);
        if (with_samples_ && error) {
            samples_.views.push_back({agenda_.now(), me, *error});
        }
    }

    void count_frozen_time(Node& at) const {
        at.tally.stands_still(at.process.frozen() && (at.has_computed || !at.process.is_computing()), agenda_.now());
    }

    void require_done() const {
        for (std::size_t process = 0; process < nodes_.size(); ++process) {
            const Node& at = nodes_[process];
            if (!at.process.is_done() || at.process.frozen() || at.tally.memory != 0) {
                throw RunFailure(fmt::format("simulation: process {} waits for ever{}, with {} entries", process,
                                             at.process.frozen() ? ", frozen" : "", at.tally.memory));
            }
        }
    }

    Result summed_up() {
        std::vector<solver::Tally> tallies;
        std::transform(nodes_.begin(), nodes_.end(), std::back_inserter(tallies),
                       [](const Node& at) { return at.tally; });
        Result result{solver::summed_up(tallies), std::move(samples_)};
        result.seconds = seconds_;
        result.view_error = {view_error_.mean(), view_error_.max()};
        return result;
    }

    const fronts::AssemblyTree& tree_;
    Machine machine_;
    bool with_samples_;
    Agenda agenda_;
    Network state_network_;
    Network network_;
    solver::ViewError view_error_;
    std::vector<Node> nodes_; ///< by process
    double seconds_ = 0;      ///< when the last computation has ended
    Samples samples_;
};

} // namespace

Result simulate(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                bool with_samples) {
    solver::require_valid(options);
    require_valid(machine);
    return Simulation(problem, options, machine, with_samples).run();
}

} // namespace tangram::simulation
