#include "cluster/simulation/simulation.hpp"

#include "cluster/simulation/agenda.hpp"
#include "cluster/simulation/network.hpp"
#include "cluster/simulation/processes.hpp"

#include <utility>

namespace tangram::simulation {

namespace {

class EventEngine final : public Engine {
  public:
    EventEngine(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                const Watch& watch)
        : problem_(problem), gflops_(machine.gflops), state_network_(agenda_, machine, problem.mapping.processes),
          network_(agenda_, machine, problem.mapping.processes),
          processes_(problem, options, machine.thread, watch, *this) {}

    Result run() {
        for (int process = 0; process < problem_.processes(); ++process) {
            processes_.attend(process);
        }
        agenda_.run();
        return processes_.result();
    }

    [[nodiscard]] double now() const override { return agenda_.now(); }

    void send(int from, exchange::Envelope envelope) override {
        const std::size_t bytes = exchange::payload_bytes(envelope.message);
        deliver(state_network_, from, bytes, std::move(envelope));
    }

    void send(int from, solver::Envelope envelope) override {
        const std::size_t bytes = solver::payload_bytes(envelope.message, problem_.tree);
        deliver(network_, from, bytes, std::move(envelope));
    }

    void compute(int process, std::int64_t flops) override {
        agenda_.plan(agenda_.now() + static_cast<double>(flops) / (gflops_ * 1e9),
                     [this, process] { processes_.has_computed(process); });
    }

  private:
    template <class Envelope> void deliver(Network& network, int from, std::size_t bytes, Envelope envelope) {
        const int to = envelope.to;
        network.send(from, to, bytes, [this, from, to, message = std::move(envelope.message)]() mutable {
            processes_.arrives(to, from, std::move(message));
        });
    }

    const solver::Problem& problem_;
    double gflops_;
    Agenda agenda_;
    Network state_network_;
    Network network_;
    Processes processes_;
};

} // namespace

Result simulate(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                const Watch& watch) {
    solver::require_valid(options);
    require_valid(machine);
    return EventEngine(problem, options, machine, watch).run();
}

} // namespace tangram::simulation
