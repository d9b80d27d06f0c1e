#pragma once

/// Many processes that act at random, and rest from time to time: then all promises must hold.

#include "base/dice.hpp"
#include "cluster/exchange/mechanism.hpp"
#include "network.hpp"
#include "record.hpp"
#include "violation.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tangram::exchange {

template <class Process = Mechanism> class RandomRun {
  public:
    /// 2 to 16 processes, of which some are never masters.
    RandomRun(std::string mechanism, std::uint64_t seed)
        : mechanism_(std::move(mechanism)), dice_(seed), size_(2 + number(15)), setting_(random_setting()),
          network_(processes()), truth_(setting_.initial), reserved_(size_), is_master_(size_), known_masters_(size_),
          tasks_waiting_(size_), tasks_running_(size_), requested_at_(size_), record_(size_) {
        for (int process = 0; process < size_; ++process) {
            is_master_[process] = !setting_.never_master[process];
        }
        known_masters_.assign(size_, is_master_);
    }

    /// So many steps, of all kinds. Throws Violation.
    void act(int steps) {
        for (int step = 0; step < steps; ++step) {
            const int process = number(size_);
            switch (number(12)) {
            case 0: change(process); break;
            case 1: request(process); break;
            case 2: begin_task(process); break;
            case 3: end_task(process); break;
            case 4: end_mastership(process); break;
            default: deliver_one(); break;
            }
        }
    }

    /// Delivers all, and ends all tasks. Throws Violation unless all promises hold then.
    void rest() {
        std::int64_t steps_before = 0;
        do {
            steps_before = steps_;
            while (deliver_one()) {
            }
            for (int process = 0; process < size_; ++process) {
                begin_task(process);
                end_task(process);
            }
        } while (steps_ > steps_before);
        check_processes();
        check_numbers_of_messages();
    }

    [[nodiscard]] std::int64_t steps() const { return steps_; }
    [[nodiscard]] std::int64_t decisions() const { return decisions_; }

  private:
    int number(int below) { return static_cast<int>(dice_.below(static_cast<std::uint64_t>(below))); }

    /// Of a snapshot's scene flops count reservations, so that a stale answer shows.
    [[nodiscard]] bool flops_count_reservations() const { return mechanism_ == "snapshot"; }
    [[nodiscard]] bool reserves() const { return mechanism_ != "naive"; }

    Setting random_setting() {
        Setting setting;
        setting.threshold = {number(60), number(60)};
        for (int process = 0; process < size_; ++process) {
            setting.initial.push_back({number(100), flops_count_reservations() ? 0 : number(100)});
            setting.never_master.push_back(process > 0 && number(5) == 0);
        }
        return setting;
    }

    [[nodiscard]] std::vector<Process> processes() const {
        std::vector<Process> processes;
        processes.reserve(size_);
        for (int process = 0; process < size_; ++process) {
            processes.emplace_back(mechanism_, process, setting_);
        }
        return processes;
    }

    bool deliver_one() {
        const int channels = size_ * size_;
        const int first = number(channels);
        for (int i = 0; i < channels; ++i) {
            const int from = (first + i) % channels / size_;
            const int to = (first + i) % channels % size_;
            if (!network_.channel(from, to).empty()) {
                if (kind_of(network_.channel(from, to).front()) == MessageKind::no_more_master) {
                    known_masters_[to][from] = false;
                }
                record_.receives(to, from, network_.channel(from, to).front());
                send(to, network_.deliver(from, to));
                return true;
            }
        }
        return false;
    }

    void change(int process) {
        vary(process, {number(41) - 20, flops_count_reservations() ? 0 : number(41) - 20}, false);
    }

    void vary(int process, const Load& change, bool as_slave) {
        const bool is_reserved = as_slave && reserves();
        truth_[process] += is_reserved ? decrease(change) : change;
        const std::vector<Envelope> sent = network_[process].vary(change, as_slave);
        if (!sent.empty()) {
            const int masters =
                static_cast<int>(std::count(known_masters_[process].begin(), known_masters_[process].end(), true));
            updates_ += masters - (is_master_[process] ? 1 : 0);
        }
        send(process, sent);
    }

    void request(int process) {
        if (is_master_[process] && !network_[process].frozen()) {
            ++requests_;
            requested_at_[process] = decisions_;
            send(process, network_[process].request());
        }
    }

    void end_mastership(int process) {
        if (is_master_[process] && !network_[process].frozen() && number(200) == 0) {
            is_master_[process] = known_masters_[process][process] = false;
            ++announcements_;
            send(process, network_[process].no_more_master());
        }
    }

    void begin_task(int process) {
        if (!tasks_waiting_[process].empty() && !network_[process].frozen()) {
            const Load task = tasks_waiting_[process].back();
            tasks_waiting_[process].pop_back();
            tasks_running_[process].push_back(task);
            vary(process, task, true);
        }
    }

    void end_task(int process) {
        if (!tasks_running_[process].empty()) {
            const Load task = tasks_running_[process].back();
            tasks_running_[process].pop_back();
            vary(process, {-task.memory, flops_count_reservations() ? 0 : -task.flops}, true);
        }
    }

    [[nodiscard]] bool has_ended_all_tasks() const {
        const auto is_empty = [](const std::vector<Load>& tasks) { return tasks.empty(); };
        return std::all_of(tasks_waiting_.begin(), tasks_waiting_.end(), is_empty) &&
               std::all_of(tasks_running_.begin(), tasks_running_.end(), is_empty);
    }

    void send(int from, const std::vector<Envelope>& envelopes) {
        ++steps_;
        put_under_way(from, envelopes);
        if (network_[from].ready()) {
            select(from);
        }
        expect(network_[from].frozen() || !record_.must_be_frozen(from),
               fmt::format("process {} is free within a snapshot", from));
    }

    void put_under_way(int from, const std::vector<Envelope>& envelopes) {
        network_.send(from, envelopes);
        for (const Envelope& envelope : envelopes) {
            record_.sends(from, envelope, truth_[from]);
        }
    }

    void select(int process) {
        check_answers(process);
        std::vector<Reservation> slaves;
        const int first = number(size_);
        const int most = number(4);
        for (int i = 0; i < size_ && static_cast<int>(slaves.size()) < most; ++i) {
            const int slave = (first + i) % size_;
            if (slave != process) {
                slaves.push_back({slave, {1 + number(50), 1 + number(50)}});
            }
        }
        for (const Reservation& slave : slaves) {
            tasks_waiting_[slave.process].push_back(slave.load);
            truth_[slave.process] += reserves() ? slave.load : Load{};
            reserved_[slave.process] += slave.load.flops;
        }
        most_starts_ += (size_ - 1) * (1 + decisions_ - requested_at_[process]);
        ++decisions_;
        slaves_ += static_cast<std::int64_t>(slaves.size());
        const std::vector<Load> before(network_[process].view().begin(), network_[process].view().end());
        put_under_way(process, network_[process].select(slaves));
        check_own_selection(process, before, slaves);
    }

    void check_own_selection(int process, std::vector<Load> view, const std::vector<Reservation>& slaves) const {
        for (const Reservation& slave : slaves) {
            view[slave.process] += reserves() ? slave.load : Load{};
        }
        expect(std::ranges::equal(view, network_[process].view()),
               fmt::format("process {} does not know its own selection", process));
    }

    void check_answers(int process) const {
        if (flops_count_reservations()) {
            record_.check_view(process, network_[process].view());
        }
        for (int other = 0; other < size_ && flops_count_reservations(); ++other) {
            expect(network_[process].view()[other].flops == reserved_[other],
                   fmt::format("stale answer: process {} decides without a reservation on {}", process, other));
        }
    }

    void check_processes() const {
        expect(has_ended_all_tasks(), "deadlock: a task waits");
        expect(decisions_ == requests_, fmt::format("deadlock: {} of {} decisions", decisions_, requests_));
        for (int process = 0; process < size_; ++process) {
            expect(!network_[process].frozen(), fmt::format("deadlock: process {} is frozen", process));
            expect(network_[process].view()[process] == truth_[process],
                   fmt::format("process {} has a wrong load", process));
            for (int other = 0; other < size_ && is_master_[process] && !flops_count_reservations(); ++other) {
                expect(!exceeds(network_[process].view()[other] - truth_[other], setting_.threshold),
                       fmt::format("at rest, process {} is more than a threshold off for {}", process, other));
            }
        }
    }

    void check_numbers_of_messages() const {
        const std::int64_t others = size_ - 1;
        if (mechanism_ == "snapshot") {
            const std::int64_t starts = network_.sent(MessageKind::start);
            const std::int64_t states = network_.sent(MessageKind::state);
            expect(network_.sent(MessageKind::end) == others * decisions_, "number of ends");
            expect(network_.sent(MessageKind::reserve) == slaves_, "number of reservations");
            expect(states >= others * decisions_ && states <= starts, "number of states");
            expect(starts <= most_starts_, fmt::format("{} starts, of {} at most", starts, most_starts_));
        } else {
            expect(network_.sent(MessageKind::update) == updates_, "number of updates");
            expect(network_.sent(MessageKind::reserve) == (reserves() ? others * decisions_ : 0),
                   "number of reservations");
            expect(network_.sent(MessageKind::no_more_master) == others * announcements_, "number of no_more_master");
        }
    }

    std::string mechanism_;
    Dice dice_;
    int size_;
    Setting setting_;
    Network<Process> network_;
    std::vector<Load> truth_;            ///< by process, its load
    std::vector<std::int64_t> reserved_; ///< by process, flops reserved so far
    std::vector<bool> is_master_;
    std::vector<std::vector<bool>> known_masters_; ///< by process, whom it knows to be masters
    std::vector<std::vector<Load>> tasks_waiting_; ///< by process
    std::vector<std::vector<Load>> tasks_running_; ///< by process
    std::vector<std::int64_t> requested_at_;       ///< by process, the number of decisions before its last request
    Record record_;                                ///< of snapshots
    std::int64_t requests_ = 0;
    std::int64_t decisions_ = 0;
    std::int64_t slaves_ = 0;
    std::int64_t announcements_ = 0;
    std::int64_t updates_ = 0;     ///< messages
    std::int64_t most_starts_ = 0; ///< a decision's request is sent once, and again after each other decision meanwhile
    std::int64_t steps_ = 0;
};

} // namespace tangram::exchange
