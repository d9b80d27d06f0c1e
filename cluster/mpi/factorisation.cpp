#include "cluster/mpi/factorisation.hpp"

#include "cluster/fronts/front_costs.hpp"
#include "cluster/mpi/agreement.hpp"
#include "cluster/mpi/channel.hpp"
#include "cluster/numerics/substitution.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tangram::mpi {

namespace {

using Clock = std::chrono::steady_clock;

/// How often a thread looks for messages, and who has nothing to do.
constexpr std::chrono::microseconds pause{50};

int rank_in(MPI_Comm communicator) {
    int rank = 0;
    check(MPI_Comm_rank(communicator, &rank));
    return rank;
}

class Process {
  public:
    Process(const System& system, const Variant& variant, MPI_Comm communicator)
        : me_(rank_in(communicator)), tree_(system.problem.tree), thread_(variant.thread),
          state_channel_(communicator, variant.places), channel_(communicator, variant.places),
          agreement_(communicator, fronts::total_flops(system.problem.tree)),
          process_(me_, system.problem, variant.options),
          numbers_(me_, system.problem, system.elimination, system.matrix) {
        check(MPI_Barrier(communicator));
        start_ = Clock::now();
    }

    Factorised run() {
        {
            std::jthread receiver; // stops at the end of its life
            if (thread_ != solver::Thread::none) {
                receiver = std::jthread([this](const std::stop_token& stop) { receive_until(stop); });
            }
            std::unique_lock lock(mutex_);
            while (!agreement_.is_end()) {
                require_thread_lives();
                if (!do_one_thing(lock)) {
                    take_part_in_end();
                    changed_.wait_for(lock, pause);
                }
            }
        }
        require_rest();
        result_.course.seconds = seconds();
        result_.factors = numbers_.factors();
        result_.view.assign(process_.mechanism().view().begin(), process_.mechanism().view().end());
        return std::move(result_);
    }

  private:
    [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // The thread.

    void receive_until(const std::stop_token& stop) {
        try {
            while (!stop.stop_requested()) {
                {
                    const std::lock_guard lock(mutex_);
                    while (receive_state()) {
                    }
                    state_channel_.progress();
                }
                changed_.notify_all();
                std::this_thread::sleep_for(pause);
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
            changed_.notify_all();
        }
    }

    void require_thread_lives() const {
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

    // Main, and what both do, under the lock.

    bool do_one_thing(std::unique_lock<std::mutex>& lock) {
        state_channel_.progress();
        channel_.progress();
        if (thread_ == solver::Thread::none && receive_state()) {
            return true;
        }
        if (!process_.is_computing() && !process_.frozen() && receive_message()) {
            return true;
        }
        if (!process_.can_proceed()) {
            return false;
        }
        const solver::Actions actions = process_.proceed();
        carry_out(actions);
        if (actions.computation) {
            compute(*actions.computation, lock);
        }
        return true;
    }

    void compute(const solver::Computation& computation, std::unique_lock<std::mutex>& lock) {
        lock.unlock();
        numbers_.compute(computation.step);
        lock.lock();
        if (thread_ == solver::Thread::lock) {
            has_computed_ = true;
            note_frozen();
            changed_.wait(lock, [this] { return !process_.frozen() || failure_; });
            has_computed_ = false;
        }
        carry_out(process_.computed());
    }

    bool receive_state() {
        const std::optional<Channel::Received> received = state_channel_.receive();
        if (received) {
            carry_out(process_.receive(received->from, exchange_message(received->packet)));
        }
        return received.has_value();
    }

    bool receive_message() {
        const std::optional<Channel::Received> received = channel_.receive();
        if (received) {
            NumberedMessage numbered = numbered_message(received->packet);
            numbers_.arrives(numbered.message, std::move(numbered.numbers));
            carry_out(process_.receive(received->from, numbered.message));
        }
        return received.has_value();
    }

    void carry_out(const solver::Actions& actions) {
        solver::Course& course = result_.course;
        for (const solver::Change& change : actions.changes) {
            course.tally.count(change);
            course.events.push_back({seconds(), change});
        }
        if (actions.decision) {
            course.events.push_back({seconds(), *actions.decision});
        }
        course.tally.count(actions, tree_);
        for (const exchange::Envelope& envelope : actions.state_messages) {
            state_channel_.send(envelope.to, packed(envelope.message));
        }
        send_numbered(actions);
        note_frozen();
    }

    /// Messages with the same numbers are the same: they go as one packet to all.
    void send_numbered(const solver::Actions& actions) {
        if (actions.messages.empty() && actions.deals.empty() && actions.added_rows.empty()) {
            return; // perhaps during a computation, when the numbers are in use
        }
        const std::vector<numerics::Numbers> numbers = numbers_.carry_out(actions);
        std::shared_ptr<const Packet> packet;
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            const auto& [to, message] = actions.messages[k];
            if (k == 0 || numbers[k] != numbers[k - 1]) {
                packet = std::make_shared<const Packet>(packed(message, *numbers[k]));
            }
            channel_.send(to, packet);
        }
    }

    void note_frozen() {
        result_.course.tally.stands_still(process_.frozen() && (has_computed_ || !process_.is_computing()), seconds());
    }

    void take_part_in_end() {
        if (process_.is_done() && channel_.is_idle() && state_channel_.is_idle()) {
            agreement_.take_part({result_.course.tally.flops, channel_.sent() + state_channel_.sent(),
                                  channel_.received() + state_channel_.received()});
        }
    }

    void require_rest() const {
        if (!process_.is_done() || process_.frozen() || result_.course.tally.memory != 0) {
            throw std::logic_error(fmt::format("process {} is not done at the end", me_));
        }
    }

    int me_;
    const fronts::AssemblyTree& tree_;
    solver::Thread thread_;
    Channel state_channel_;
    Channel channel_;
    Agreement agreement_;
    solver::SolverProcess process_;
    numerics::NumericProcess numbers_;
    Clock::time_point start_;

    std::mutex mutex_;
    std::condition_variable changed_; ///< what the thread has received
    std::exception_ptr failure_;      ///< of the thread
    bool has_computed_ = false;       ///< and waits, with Thread::lock, before it accounts for that
    Factorised result_;
};

} // namespace

Factorised factorise(const System& system, const Variant& variant, MPI_Comm communicator) {
    solver::require_valid(variant.options);
    auto process = std::make_unique<Process>(system, variant, communicator);
    try {
        return process->run();
    } catch (...) {
        (void)process.release(); // to its buffers MPI may write until all processes are ended
        throw;
    }
}

solver::Figures figures_of_all(const System& system, const Variant& variant, const Factorised& mine,
                               MPI_Comm communicator) {
    Channel channel(communicator, 1);
    if (rank_in(communicator) != 0) {
        channel.send(0, packed(mine.course));
        while (!channel.is_idle()) {
            channel.progress();
            std::this_thread::yield();
        }
        return {};
    }
    std::vector<solver::Course> courses(system.problem.mapping.processes);
    courses[0] = mine.course;
    for (std::size_t others = courses.size() - 1; others > 0;) {
        if (const auto received = channel.receive()) {
            courses.at(static_cast<std::size_t>(received->from)) = course(received->packet);
            --others;
        } else {
            std::this_thread::yield();
        }
    }
    return solver::figures_of(courses, variant.options.strategy, solver::initial_loads(system.problem));
}

std::vector<double> solve(const System& system, const numerics::Factors& factors, std::span<const double> b,
                          std::size_t places, MPI_Comm communicator) {
    Channel channel(communicator, places);
    int processes = 0;
    check(MPI_Comm_size(communicator, &processes));
    Agreement agreement(communicator, processes);
    numerics::Substitution process(rank_in(communicator), system.problem, system.elimination, factors, b);
    const auto send = [&](const std::vector<numerics::SegmentEnvelope>& envelopes) {
        for (const auto& [to, segment] : envelopes) {
            channel.send(to, packed(segment));
        }
    };
    send(process.start());
    while (!agreement.is_end()) {
        channel.progress();
        if (const auto received = channel.receive()) {
            send(process.receive(segment(received->packet)));
        } else {
            agreement.take_part({process.is_done() ? 1 : 0, channel.sent(), channel.received()});
            std::this_thread::yield();
        }
    }
    std::vector<double> x = process.solution();
    check(MPI_Allreduce(MPI_IN_PLACE, x.data(), static_cast<int>(x.size()), MPI_DOUBLE, MPI_SUM, communicator));
    return x;
}

} // namespace tangram::mpi
