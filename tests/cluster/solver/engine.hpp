#pragma once

/// Runs solver processes in any order that channels and rules allow, and checks what must hold in all of them.

#include "at_rest.hpp"
#include "base/dice.hpp"
#include "cluster/exchange/message.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/solver/solver_process.hpp"
#include "message_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tangram::solver::test {

class Engine {
  public:
    /// has_thread: whether messages of the exchange are treated during computations.
    Engine(const Problem& problem, const Options& options, bool has_thread = false)
        : problem_(problem), options_(options), has_thread_(has_thread), size_(problem.mapping.processes),
          state_channels_(size_ * size_), channels_(size_ * size_), truth_(initial_loads(problem)), memory_(size_),
          flops_(problem.tree.fronts.size()), added_(problem.tree.fronts.size()), known_masters_(size_) {
        const std::vector<bool> never_master = setting(problem, options).never_master;
        for (std::size_t process = 0; process < size_; ++process) {
            processes_.emplace_back(static_cast<int>(process), problem, options);
            for (std::size_t other = 0; other < size_; ++other) {
                known_masters_[process].push_back(!never_master[other]);
            }
        }
    }

    /// Messages come at once, those of the exchange first; then tasks begin, then computations end; always the lowest
    /// process first.
    void run_in_order() {
        while (any(&Engine::deliver_state) || any(&Engine::deliver) || any(&Engine::proceed) ||
               any(&Engine::end_computation)) {
        }
    }

    void run_at_random(Dice& dice) {
        using Step = bool (Engine::*)(std::size_t);
        constexpr std::array<Step, 4> steps{&Engine::deliver_state, &Engine::deliver, &Engine::proceed,
                                            &Engine::end_computation};
        std::size_t failures = 0;
        while (failures < 200 || any(&Engine::deliver_state) || any(&Engine::deliver) || any(&Engine::proceed) ||
               any(&Engine::end_computation)) {
            first_sender_ = dice.below(size_);
            const bool has_acted = (this->*steps.at(dice.below(steps.size())))(dice.below(size_));
            failures = has_acted ? 0 : failures + 1;
        }
    }

    /// All is done, freed, and known.
    void expect_rest() const {
        for (std::size_t process = 0; process < size_; ++process) {
            SCOPED_TRACE(fmt::format("process {}", process));
            EXPECT_TRUE(processes_[process].is_done());
            EXPECT_FALSE(processes_[process].frozen());
            EXPECT_EQ(memory_[process], 0);
            EXPECT_EQ(truth_[process], exchange::Load{});
            EXPECT_EQ(fault_of_view(process, problem_, options_, processes_[process].mechanism().view()), "");
        }
        for (FrontId front = 0; front < flops_.size(); ++front) {
            const Front& whole = problem_.tree.fronts[front];
            EXPECT_EQ(flops_[front], fronts::front_flops(whole)) << "front " << front;
            EXPECT_EQ(added_[front], whole.parent ? whole.contribution() : 0) << "front " << front;
        }
        Figures figures;
        figures.decisions = decisions_;
        figures.slaves = slaves_;
        figures.messages = sent_;
        EXPECT_EQ(fault_of_messages(problem_, options_, figures), "");
    }

    [[nodiscard]] const std::vector<std::string>& messages() const { return texts_; }
    [[nodiscard]] std::size_t sent(exchange::MessageKind kind) const {
        return sent_.at(static_cast<std::size_t>(kind));
    }
    /// Of a process: its active memory, whenever that has changed.
    [[nodiscard]] std::vector<std::int64_t> memory_of(int process) const {
        std::vector<std::int64_t> entries;
        for (const auto& [who, what] : memory_samples_) {
            if (who == process) {
                entries.push_back(what);
            }
        }
        return entries;
    }
    [[nodiscard]] std::int64_t peak() const {
        std::int64_t most = 0;
        for (const auto& [who, what] : memory_samples_) {
            most = std::max(most, what);
        }
        return most;
    }
    [[nodiscard]] std::size_t decisions() const { return decisions_; }

  private:
    bool any(bool (Engine::*step)(std::size_t)) {
        for (std::size_t process = 0; process < size_; ++process) {
            if ((this->*step)(process)) {
                return true;
            }
        }
        return false;
    }

    bool deliver_state(std::size_t me) {
        if (processes_[me].is_computing() && !has_thread_) {
            return false;
        }
        const auto from = sender(state_channels_, me);
        if (from) {
            std::deque<exchange::Message>& channel = state_channels_[*from * size_ + me];
            const exchange::Message message = channel.front();
            channel.pop_front();
            if (exchange::kind_of(message) == exchange::MessageKind::no_more_master) {
                known_masters_[me][*from] = false;
            }
            carry_out(me, processes_[me].receive(static_cast<int>(*from), message));
        }
        return from.has_value();
    }

    bool deliver(std::size_t me) {
        if (processes_[me].is_computing() || processes_[me].frozen()) {
            return false;
        }
        const auto from = sender(channels_, me);
        if (from) {
            std::deque<Message>& channel = channels_[*from * size_ + me];
            const Message message = channel.front();
            channel.pop_front();
            carry_out(me, processes_[me].receive(static_cast<int>(*from), message));
        }
        return from.has_value();
    }

    bool proceed(std::size_t me) {
        const bool can = processes_[me].can_proceed();
        if (can) {
            carry_out(me, processes_[me].proceed());
        }
        return can;
    }

    bool end_computation(std::size_t me) {
        const bool can = processes_[me].is_computing();
        if (can) {
            carry_out(me, processes_[me].computed());
        }
        return can;
    }

    template <class Channels>
    [[nodiscard]] std::optional<std::size_t> sender(const Channels& channels, std::size_t me) const {
        for (std::size_t k = 0; k < size_; ++k) {
            const std::size_t from = (first_sender_ + k) % size_;
            if (!channels[from * size_ + me].empty()) {
                return from;
            }
        }
        return std::nullopt;
    }

    void carry_out(std::size_t me, const Actions& actions) {
        for (const Change& change : actions.changes) {
            truth_[me] += change.as_slave && reserves() ? exchange::decrease(change.load) : change.load;
            memory_[me] += change.load.memory;
            EXPECT_GE(memory_[me], 0);
            if (change.load.memory != 0) {
                memory_samples_.emplace_back(static_cast<int>(me), memory_[me]);
            }
        }
        if (actions.decision) {
            decide(me, *actions.decision);
        }
        if (actions.computation) {
            flops_.at(actions.computation->step.front) += actions.computation->flops;
        }
        for (const ContributedRows& rows : actions.added_rows) {
            added_.at(rows.child) += rows.rows.count();
        }
        for (const exchange::Envelope& envelope : actions.state_messages) {
            send(me, envelope);
        }
        EXPECT_TRUE(actions.messages.empty() || !processes_[me].frozen()) << "sends while frozen";
        for (const Envelope& envelope : actions.messages) {
            texts_.push_back(text_of(static_cast<int>(me), envelope, problem_.tree));
            channels_[me * size_ + static_cast<std::size_t>(envelope.to)].push_back(envelope.message);
        }
    }

    void send(std::size_t me, const exchange::Envelope& envelope) {
        const auto to = static_cast<std::size_t>(envelope.to);
        const exchange::MessageKind kind = exchange::kind_of(envelope.message);
        EXPECT_TRUE(kind != exchange::MessageKind::update || known_masters_[me][to]) << "an update for no master";
        ++sent_.at(static_cast<std::size_t>(kind));
        state_channels_[me * size_ + to].push_back(envelope.message);
    }

    void decide(std::size_t me, const Decision& decision) {
        ++decisions_;
        slaves_ += decision.slaves.size();
        exchange::Load sum;
        for (const exchange::Reservation& slave : decision.slaves) {
            EXPECT_NE(slave.process, static_cast<int>(me));
            sum += slave.load;
            truth_[static_cast<std::size_t>(slave.process)] += reserves() ? slave.load : exchange::Load{};
        }
        const Front& front = problem_.tree.fronts[decision.front];
        EXPECT_EQ(sum, slave_load(front, front.contribution()));
        EXPECT_LE(decision.slaves.size(), static_cast<std::size_t>(options_.limits.most_slaves));
    }

    [[nodiscard]] bool reserves() const { return options_.mechanism != "naive"; }

    const Problem& problem_;
    Options options_;
    bool has_thread_;
    std::size_t size_;
    std::vector<SolverProcess> processes_;
    std::vector<std::deque<exchange::Message>> state_channels_; ///< by sender, then receiver
    std::vector<std::deque<Message>> channels_;                 ///< by sender, then receiver
    std::size_t first_sender_ = 0;                              ///< whose messages come first
    std::vector<exchange::Load> truth_;                         ///< by process, its load
    std::vector<std::int64_t> memory_;                          ///< by process
    std::vector<std::pair<int, std::int64_t>> memory_samples_;
    std::vector<std::int64_t> flops_;              ///< by front, those that were done
    std::vector<Index> added_;                     ///< by front, contributed rows that were added to its parent
    std::vector<std::vector<bool>> known_masters_; ///< by process, whom it knows to be masters
    std::array<std::size_t, exchange::message_kinds> sent_{};
    std::vector<std::string> texts_;
    std::size_t decisions_ = 0;
    std::size_t slaves_ = 0;
};

} // namespace tangram::solver::test
