#pragma once

/// Processes of a factorisation with their numbers, and of the solution by it, in one program. Messages come in any
/// order that channels allow.

#include "base/dice.hpp"
#include "cluster/numerics/numeric_process.hpp"
#include "cluster/numerics/substitution.hpp"
#include "cluster/solver/solver_process.hpp"
#include "linear_system.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::numerics::test {

/// From each process to each other: reliable, in the order of sending.
template <class Message> class Channels {
  public:
    explicit Channels(std::size_t processes) : processes_(processes), channels_(processes * processes) {}

    void send(std::size_t from, int to, Message message) {
        channels_[from * processes_ + static_cast<std::size_t>(to)].push_back(std::move(message));
    }

    /// Any process that has sent one.
    [[nodiscard]] std::optional<std::size_t> sender(Dice& dice, std::size_t me) const {
        const std::size_t first = dice.below(processes_);
        for (std::size_t k = 0; k < processes_; ++k) {
            const std::size_t from = (first + k) % processes_;
            if (!channels_[from * processes_ + me].empty()) {
                return from;
            }
        }
        return std::nullopt;
    }

    /// The oldest one.
    Message received(std::size_t from, std::size_t me) {
        std::deque<Message>& channel = channels_[from * processes_ + me];
        Message message = channel.front();
        channel.pop_front();
        return message;
    }

  private:
    std::size_t processes_;
    std::vector<std::deque<Message>> channels_; ///< by sender, then receiver
};

class Cluster {
  public:
    /// has_thread: whether messages of the exchange are treated during computations.
    Cluster(const LinearSystem& system, const solver::Options& options, bool has_thread = false)
        : system_(system), has_thread_(has_thread), size_(system.problem.mapping.processes), state_channels_(size_),
          channels_(size_), memory_(size_), steps_(size_) {
        for (std::size_t process = 0; process < size_; ++process) {
            const int me = static_cast<int>(process);
            processes_.emplace_back(me, system.problem, options);
            numbers_.emplace_back(me, system.problem, system.elimination, system.ordered);
        }
    }

    void factorise(Dice& dice) {
        using Action = bool (Cluster::*)(Dice&, std::size_t);
        constexpr std::array<Action, 4> actions{&Cluster::deliver_state, &Cluster::deliver, &Cluster::proceed,
                                                &Cluster::end_computation};
        std::size_t failures = 0;
        while (failures < 100 * size_) { // there was something to do, if this finds nothing, with a chance of e^-25
            const bool has_acted = (this->*actions.at(dice.below(actions.size())))(dice, dice.below(size_));
            failures = has_acted ? 0 : failures + 1;
        }
        for (std::size_t process = 0; process < size_; ++process) {
            EXPECT_TRUE(processes_[process].is_done()) << "process " << process;
        }
    }

    /// Of A x = b.
    std::vector<double> solution(Dice& dice, const std::vector<double>& b) const {
        std::vector<Substitution> processes;
        std::vector<std::size_t> to_start;
        Channels<Segment> channels(size_);
        for (std::size_t process = 0; process < size_; ++process) {
            processes.emplace_back(static_cast<int>(process), system_.problem, system_.elimination, factors(process),
                                   b);
            to_start.insert(to_start.begin() + static_cast<std::ptrdiff_t>(dice.below(process + 1)), process);
        }
        const auto send = [&](std::size_t me, const std::vector<SegmentEnvelope>& envelopes) {
            for (const auto& [to, segment] : envelopes) {
                EXPECT_NE(to, static_cast<int>(me));
                channels.send(me, to, segment);
            }
        };
        for (std::size_t failures = 0; failures < 20 * size_; ++failures) {
            if (!to_start.empty() && dice.below(4) == 0) { // others receive before they start
                send(to_start.back(), processes[to_start.back()].start());
                to_start.pop_back();
                failures = 0;
            }
            const std::size_t me = dice.below(size_);
            if (const auto from = channels.sender(dice, me)) {
                EXPECT_FALSE(processes[me].is_done()) << "process " << me << " gets what it does not need";
                send(me, processes[me].receive(channels.received(*from, me)));
                failures = 0;
            }
        }
        return summed(processes, b.size());
    }

    [[nodiscard]] const Factors& factors(std::size_t process) const { return numbers_[process].factors(); }
    [[nodiscard]] std::size_t processes() const { return size_; }

  private:
    struct Numbered {
        solver::Message message;
        Numbers numbers;
    };

    bool deliver_state(Dice& dice, std::size_t me) {
        if (processes_[me].is_computing() && !has_thread_) {
            return false;
        }
        const auto from = state_channels_.sender(dice, me);
        if (from) {
            carry_out(me, processes_[me].receive(static_cast<int>(*from), state_channels_.received(*from, me)));
        }
        return from.has_value();
    }

    bool deliver(Dice& dice, std::size_t me) {
        if (processes_[me].is_computing() || processes_[me].frozen()) {
            return false;
        }
        const auto from = channels_.sender(dice, me);
        if (from) {
            const auto [message, numbers] = channels_.received(*from, me);
            numbers_[me].arrives(message, *numbers);
            carry_out(me, processes_[me].receive(static_cast<int>(*from), message));
        }
        return from.has_value();
    }

    bool proceed(Dice& /*dice*/, std::size_t me) {
        const bool can = processes_[me].can_proceed();
        if (can) {
            carry_out(me, processes_[me].proceed());
        }
        return can;
    }

    bool end_computation(Dice& /*dice*/, std::size_t me) {
        const bool can = processes_[me].is_computing();
        if (can) {
            numbers_[me].compute(*std::exchange(steps_[me], std::nullopt));
            carry_out(me, processes_[me].computed());
        }
        return can;
    }

    void carry_out(std::size_t me, const solver::Actions& actions) {
        const bool has_numbers = !actions.deals.empty() || !actions.added_rows.empty() || !actions.messages.empty();
        EXPECT_FALSE(has_numbers && steps_[me]) << "work for who has the numbers while a computation runs";
        const std::vector<Numbers> numbers = numbers_[me].carry_out(actions);
        for (const exchange::Envelope& envelope : actions.state_messages) {
            state_channels_.send(me, envelope.to, envelope.message);
        }
        for (std::size_t k = 0; k < actions.messages.size(); ++k) {
            const auto& [to, message] = actions.messages[k];
            const auto expected = solver::entries_with(message, system_.problem.tree);
            EXPECT_EQ(static_cast<std::int64_t>(numbers.at(k)->size()), expected);
            channels_.send(me, to, {message, numbers.at(k)});
        }
        if (actions.computation) {
            steps_[me] = actions.computation->step;
        }
        for (const solver::Change& change : actions.changes) {
            memory_[me] += change.load.memory;
        }
        EXPECT_EQ(numbers_[me].active_entries(), memory_[me]) << "process " << me;
    }

    static std::vector<double> summed(const std::vector<Substitution>& processes, std::size_t size) {
        std::vector<double> x(size, 0);
        std::vector<int> known(size, 0);
        for (const Substitution& process : processes) {
            EXPECT_TRUE(process.is_done());
            for (std::size_t row = 0; row < size; ++row) {
                x[row] += process.solution()[row];
                known[row] += process.solution()[row] != 0 ? 1 : 0;
            }
        }
        for (std::size_t row = 0; row < size; ++row) {
            EXPECT_LE(known[row], 1) << "row " << row;
        }
        return x;
    }

    const LinearSystem& system_;
    bool has_thread_;
    std::size_t size_;
    std::vector<solver::SolverProcess> processes_;
    std::vector<NumericProcess> numbers_;
    Channels<exchange::Message> state_channels_;
    Channels<Numbered> channels_;
    std::vector<std::int64_t> memory_;               ///< by process, matrix entries
    std::vector<std::optional<solver::Step>> steps_; ///< by process, at work
};

} // namespace tangram::numerics::test
