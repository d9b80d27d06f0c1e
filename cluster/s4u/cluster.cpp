#include "cluster/s4u/cluster.hpp"

#include "base/error.hpp"
#include "cluster/s4u/inbox.hpp"
#include "cluster/s4u/platform.hpp"
#include "cluster/simulation/processes.hpp"

#include <fmt/format.h>
#include <simgrid/version.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tangram::s4u {

namespace {

namespace sg4 = simgrid::s4u;

/// Waits until one of them is over. Returns its index.
std::ptrdiff_t first_of(const std::vector<sg4::ActivityPtr>& activities) {
#if SIMGRID_VERSION >= 40000 // SimGrid 3.32 has no sets, and 4.0 not the other call
    const sg4::ActivityPtr first = sg4::ActivitySet(activities).wait_any();
    return std::ranges::find(activities, first) - activities.begin();
#else
    return sg4::Activity::wait_any(activities);
#endif
}

/// Actors end with it: they wait for messages.
struct Actors {
    std::vector<sg4::ActorPtr> all{};

    Actors() = default;
    ~Actors() {
        for (const sg4::ActorPtr& actor : all) {
            actor->kill();
        }
    }
    Actors(const Actors&) = delete;
    Actors& operator=(const Actors&) = delete;
};

/// One factorisation. It is over when nothing is under way: no message, no computation, no process that has not begun.
class Run final : public simulation::Engine {
  public:
    Run(const solver::Problem& problem, const solver::Options& options, solver::Thread thread,
        const simulation::Watch& watch)
        : problem_(problem), processes_(problem, options, thread, watch, *this), begin_(sg4::Engine::get_clock()),
          under_way_(problem.processes()),
          all_are_there_(sg4::Barrier::create(static_cast<unsigned>(problem.processes()))),
          is_over_(sg4::Semaphore::create(0)), computations_(static_cast<std::size_t>(problem.processes())) {
        for (int process = 0; process < problem.processes(); ++process) {
            state_inboxes_.emplace_back(fmt::format("state {}", process));
            inboxes_.emplace_back(fmt::format("application {}", process));
        }
    }

    /// The caller is an actor, too, and waits for all others.
    simulation::Result run(const Platform& platform) {
        Actors actors;
        for (int process = 0; process < problem_.processes(); ++process) {
            const auto live = [this, process] { live_or_fail(process); };
            actors.all.push_back(sg4::Actor::create(fmt::format("process {}", process), platform.host(process), live));
        }
        is_over_->acquire();
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        return processes_.result();
    }

    [[nodiscard]] double now() const override { return sg4::Engine::get_clock() - begin_; }

    void send(int from, exchange::Envelope envelope) override {
        const std::size_t bytes = exchange::payload_bytes(envelope.message);
        ++under_way_;
        inbox(state_inboxes_, envelope.to).send(from, std::move(envelope.message), bytes);
    }

    void send(int from, solver::Envelope envelope) override {
        const std::size_t bytes = solver::payload_bytes(envelope.message, problem_.tree);
        ++under_way_;
        inbox(inboxes_, envelope.to).send(from, std::move(envelope.message), bytes);
    }

    /// Called by the process's actor.
    void compute(int process, std::int64_t flops) override {
        ++under_way_;
        computations_.at(static_cast<std::size_t>(process)) = sg4::this_actor::exec_async(static_cast<double>(flops));
    }

  private:
    template <class Message> static Inbox<Message>& inbox(std::vector<Inbox<Message>>& inboxes, int process) {
        return inboxes.at(static_cast<std::size_t>(process));
    }

    void live_or_fail(int me) {
        try {
            live(me);
        } catch (const std::exception&) { // SimGrid ends actors by an exception that is none of these
            failure_ = std::current_exception();
            is_over_->release();
        }
    }

    void live(int me) {
        Inbox<exchange::Message>& state_inbox = inbox(state_inboxes_, me);
        Inbox<solver::Message>& own_inbox = inbox(inboxes_, me);
        state_inbox.belongs_to(sg4::Actor::self());
        own_inbox.belongs_to(sg4::Actor::self());
        all_are_there_->wait();
        processes_.attend(me);
        is_done_with_one();

        enum : std::ptrdiff_t { state, application, computed };
        std::vector<sg4::ActivityPtr> awaited{state_inbox.next(), own_inbox.next()};
        while (true) {
            sg4::ActivityPtr& computation = computations_.at(static_cast<std::size_t>(me));
            awaited.resize(computed);
            if (computation) {
                awaited.push_back(computation);
            }
            switch (first_of(awaited)) {
            case state: {
                auto [from, message] = state_inbox.take();
                awaited[state] = state_inbox.next();
                processes_.arrives(me, from, std::move(message));
                break;
            }
            case application: {
                auto [from, message] = own_inbox.take();
                awaited[application] = own_inbox.next();
                processes_.arrives(me, from, std::move(message));
                break;
            }
            default: computation = nullptr; processes_.has_computed(me);
            }
            is_done_with_one();
        }
    }

    void is_done_with_one() {
        if (--under_way_ == 0) {
            is_over_->release();
        }
    }

    const solver::Problem& problem_;
    simulation::Processes processes_;
    double begin_;
    std::int64_t under_way_;
    sg4::BarrierPtr all_are_there_;
    sg4::SemaphorePtr is_over_;
    std::vector<Inbox<exchange::Message>> state_inboxes_; ///< by process
    std::vector<Inbox<solver::Message>> inboxes_;         ///< by process
    std::vector<sg4::ActivityPtr> computations_;          ///< by process
    std::exception_ptr failure_;
};

} // namespace

std::string simgrid_version() {
    return fmt::format("SimGrid {}.{}", SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR);
}

Cluster::Cluster(const simulation::Machine& machine, std::size_t processes) {
    simulation::require_valid(machine);
    platform_ = std::make_unique<Platform>(machine, processes);
}

Cluster::~Cluster() = default;

simulation::Result Cluster::simulate(const solver::Problem& problem, const solver::Options& options,
                                     solver::Thread thread, const simulation::Watch& watch) {
    solver::require_valid(options);
    if (problem.processes() > platform_->processes()) {
        throw InvalidInput(
            fmt::format("{} processes, but the cluster has {}", problem.processes(), platform_->processes()));
    }
    simulation::Result result;
    platform_->run([&] { result = Run(problem, options, thread, watch).run(*platform_); });
    return result;
}

} // namespace tangram::s4u
