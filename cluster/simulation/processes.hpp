#pragma once

/// The processes of a simulated factorisation, and what they do when something comes. The engine around them has the
/// time and the network: the event simulator of this room, or SimGrid (cluster/s4u).
///
///     engine: a process begins                          attend()
///             a message has come                        arrives()
///             a computation has ended                   has_computed()
///     Processes: a message is to be sent                Engine::send()
///                a computation begins                   Engine::compute()

#include "cluster/simulation/result.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"
#include "cluster/solver/solver_process.hpp"
#include "cluster/solver/thread.hpp"
#include "cluster/solver/view_error.hpp"

#include <cstdint>
#include <deque>
#include <vector>

namespace tangram::simulation {

/// Messages from one process to another keep their order, those of the exchange and those of the application each.
/// While a process sends, the engine may let others go on.
class Engine {
  public:
    Engine() = default;
    virtual ~Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    [[nodiscard]] virtual double now() const = 0; ///< seconds since the start
    virtual void send(int from, exchange::Envelope envelope) = 0;
    virtual void send(int from, solver::Envelope envelope) = 0;
    virtual void compute(int process, std::int64_t flops) = 0;
};

class Processes {
  public:
    /// Problem and engine must outlive it. Options must be valid.
    Processes(const solver::Problem& problem, const solver::Options& options, solver::Thread thread, Watch watch,
              Engine& engine);

    /// All that a process does at this time.
    void attend(int process);
    void arrives(int process, int from, exchange::Message message);
    void arrives(int process, int from, solver::Message message);
    void has_computed(int process);

    /// When nothing is under way any more. Throws std::logic_error if a process waits for something, which would be a
    /// fault of the protocol.
    [[nodiscard]] Result result();

  private:
    template <class Message> struct Received {
        int from = 0;
        Message message;
    };

    /// A process, and what waits for it.
    struct Node {
        solver::SolverProcess process;
        std::deque<Received<exchange::Message>> state_messages{};
        std::deque<Received<solver::Message>> messages{};
        std::int64_t flops = 0;    ///< of its computation, the last one if it computes nothing
        bool has_computed = false; ///< its computation has ended, which it does not know yet
        solver::Tally tally{};
    };

    Node& node(int process) { return nodes_.at(static_cast<std::size_t>(process)); }
    bool do_one_thing(int me);
    void carry_out(int me, solver::Actions actions);
    void count(int me, const solver::Change& change);
    void count(int me, const solver::Decision& decision);
    void count_frozen_time(Node& at) const;
    void require_done() const;

    const fronts::AssemblyTree& tree_;
    solver::Thread thread_;
    Watch watch_;
    Engine& engine_;
    solver::ViewError view_error_;
    std::vector<Node> nodes_; ///< by process
    double seconds_ = 0;      ///< when the last computation has ended
    Samples samples_;
};

} // namespace tangram::simulation
