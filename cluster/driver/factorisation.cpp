#include "cluster/driver/factorisation.hpp"

#include "cluster/fronts/front_costs.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tangram::driver {

namespace {

using Clock = std::chrono::steady_clock;

/// How often a thread looks for messages, and who has nothing to do.
constexpr std::chrono::microseconds pause{50};

/// Returns when all processes have called it.
void meet(Rounds& rounds) {
    rounds.begin({});
    while (!rounds.sums()) {
        std::this_thread::yield();
    }
}

class Process {
  public:
    Process(int me, const System& system, const solver::Options& options, solver::Thread thread, const Links& links,
            solver::OnComputation on_computation)
        : me_(me), tree_(system.problem.tree), thread_(thread), state_channel_(links.exchange),
          channel_(links.application), agreement_(links.rounds, fronts::total_flops(system.problem.tree)),
          process_(me_, system.problem, options), numbers_(me_, system.problem, system.elimination, system.matrix),
          on_computation_(std::move(on_computation)) {
        meet(links.rounds);
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
        if (thread_ != solver::Thread::lock || !process_.frozen()) {
            channel_.progress();
        }
        if (receive_state()) { // also where a thread does so, which may not get the lock between short computations
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
        if (on_computation_) {
            on_computation_(computation.flops);
        }
        lock.lock();
        if (thread_ == solver::Thread::lock) {
            has_computed_ = true;
            note_frozen();
            changed_.wait(lock, [this] { return !process_.frozen() || failure_; });
            has_computed_ = false;
        }
        require_thread_lives();
        carry_out(process_.computed());
    }

    bool receive_state() {
        const std::optional<Received> received = state_channel_.receive();
        if (received) {
            carry_out(process_.receive(received->from, exchange_message(received->packet)));
        }
        return received.has_value();
    }

    bool receive_message() {
        const std::optional<Received> received = channel_.receive();
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
    Channel& state_channel_;
    Channel& channel_;
    Agreement agreement_;
    solver::SolverProcess process_;
    numerics::NumericProcess numbers_;
    solver::OnComputation on_computation_;
    Clock::time_point start_;

    std::mutex mutex_;
    std::condition_variable changed_; ///< what the thread has received
    std::exception_ptr failure_;      ///< of the thread
    bool has_computed_ = false;       ///< and waits, with Thread::lock, before it accounts for that
    Factorised result_;
};

} // namespace

Factorised factorise(int me, const System& system, const solver::Options& options, solver::Thread thread,
                     const Links& links, const solver::OnComputation& on_computation) {
    return Process(me, system, options, thread, links, on_computation).run();
}

} // namespace tangram::driver
