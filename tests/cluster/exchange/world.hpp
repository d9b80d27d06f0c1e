#pragma once

/// A scene at one moment: processes, what is under way, what is still to be done, and the truth, which no process
/// knows.

#include "cluster/exchange/message.hpp"
#include "encoding.hpp"
#include "message_text.hpp"
#include "network.hpp"
#include "record.hpp"
#include "scene.hpp"
#include "violation.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace tangram::exchange {

enum class Action { decide, deliver, change, end_mastership, begin_task, end_task };

struct Step {
    Action action;
    int process;                           ///< who acts
    int from = 0;                          ///< of a delivery
    std::optional<std::uint32_t> slaves{}; ///< one bit each, if the process can decide after this
};

template <class Process> class World {
  public:
    /// The scene must outlive this.
    explicit World(const Scene<Process>& scene)
        : scene_(&scene), network_(scene.processes), decisions_left_(scene.decisions),
          changes_done_(scene.processes.size()), is_master_(scene.processes.size(), true),
          tasks_waiting_(scene.processes.size()), tasks_running_(scene.processes.size()),
          truth_(scene.processes.size()), record_(network_.size()) {}

    /// All that may happen next, without choices of slaves.
    [[nodiscard]] std::vector<Step> steps() const {
        std::vector<Step> steps = first_requests();
        if (!steps.empty()) {
            return steps;
        }
        for (int process = 0; process < network_.size(); ++process) {
            add_own_steps(steps, process);
            for (int from = 0; from < network_.size(); ++from) {
                if (!network_.channel(from, process).empty()) {
                    steps.push_back({Action::deliver, process, from});
                }
            }
        }
        return steps;
    }

    /// All choices of slaves by a process that can decide now: it must do so before all else. Who is alone chooses
    /// nobody.
    [[nodiscard]] std::vector<std::uint32_t> choices(int process) const {
        std::vector<std::uint32_t> choices;
        if (!network_[process].ready()) {
            return choices;
        }
        const int least = std::min(scene_->least_slaves, network_.size() - 1);
        for (std::uint32_t slaves = 0; slaves < 1U << network_.size(); ++slaves) {
            const int number = std::popcount(slaves);
            if ((slaves >> process & 1U) == 0 && number >= least && number <= scene_->most_slaves) {
                choices.push_back(slaves);
            }
        }
        return choices;
    }

    /// Throws Violation.
    void act(const Step& step) {
        sent_.clear();
        send(step.process, answer(step));
        if (network_[step.process].ready()) {
            check_view_for_decision(step.process);
        }
    }

    /// After act(). Throws Violation.
    void select(int process, std::uint32_t slaves) {
        std::vector<Reservation> reservations;
        for (int slave = 0; slave < network_.size(); ++slave) {
            if ((slaves >> slave & 1U) != 0) {
                reservations.push_back({slave, scene_->reserved});
                ++tasks_waiting_[slave];
                truth_[slave] += scene_->reserves ? scene_->reserved : Load{};
            }
        }
        check_epoch(process);
        commits_.push_back(process);
        commits_.push_back(static_cast<int>(slaves));
        const std::vector<Load> before(network_[process].view().begin(), network_[process].view().end());
        send(process, network_[process].select(reservations));
        check_own_selection(process, before, reservations);
    }

    /// Throws Violation if something is wrong at this moment, wherever it came from.
    void check() const {
        for (int process = 0; process < network_.size(); ++process) {
            check_own_load(process);
            expect(network_[process].frozen() || !record_.must_be_frozen(process),
                   fmt::format("process {} is free within a snapshot", process));
        }
        if (scene_->promise == Promise::views_at_rest && network_.is_quiet()) {
            check_views();
        }
    }

    /// If nothing can happen any more: throws Violation unless all is done.
    void check_end() const {
        for (int process = 0; process < network_.size(); ++process) {
            const int taken = decisions_by(process);
            const int wanted = scene_->decisions[process];
            if (taken != wanted || network_[process].frozen()) {
                throw Violation(fmt::format("deadlock: process {} has taken {} of {} decisions{}", process, taken,
                                            wanted, network_[process].frozen() ? ", and is frozen" : ""));
            }
            if constexpr (requires { network_[process].epoch(); }) {
                if (network_[process].epoch() != decisions()) {
                    throw Violation(fmt::format("process {} has seen {} of {} ends", process, network_[process].epoch(),
                                                decisions()));
                }
            }
        }
    }

    [[nodiscard]] std::string encoded() const {
        Encoding encoding;
        encoding.add_all(network_.state(), decisions_left_, changes_done_, is_master_, tasks_waiting_, tasks_running_,
                         truth_, commits_);
        if (scene_->keeps_record) {
            encoding.add_all(network_.sent(), record_);
        }
        return encoding.bytes();
    }

    [[nodiscard]] const Network<Process>& network() const { return network_; }

    /// By the last step.
    [[nodiscard]] const std::vector<Envelope>& sent() const { return sent_; }

  private:
    /// If the scene starts with them.
    [[nodiscard]] std::vector<Step> first_requests() const {
        std::vector<Step> steps;
        for (int process = 0; process < network_.size(); ++process) {
            const int decisions = scene_->decisions[process];
            if (scene_->starts_together && decisions > 0 && decisions_left_[process] == decisions) {
                steps.push_back({Action::decide, process});
            }
        }
        return steps;
    }

    void add_own_steps(std::vector<Step>& steps, int process) const {
        const bool is_free = !network_[process].frozen();
        if (decisions_left_[process] > 0 && is_free) {
            steps.push_back({Action::decide, process});
        }
        if (changes_done_[process] < changes_of(process).size()) {
            steps.push_back({Action::change, process});
        }
        if (scene_->ends_mastership && is_master_[process] && decisions_left_[process] == 0 && is_free) {
            steps.push_back({Action::end_mastership, process});
        }
        if (scene_->executes_tasks && tasks_waiting_[process] > 0 && is_free) {
            steps.push_back({Action::begin_task, process});
        }
        if (tasks_running_[process] > 0) {
            steps.push_back({Action::end_task, process});
        }
    }

    [[nodiscard]] const std::vector<Load>& changes_of(int process) const {
        static const std::vector<Load> none;
        return scene_->changes.empty() ? none : scene_->changes[process];
    }

    std::vector<Envelope> answer(const Step& step) {
        Process& process = network_[step.process];
        Load& truth = truth_[step.process];
        const Load done{-scene_->reserved.memory, 0};
        switch (step.action) {
        case Action::decide: --decisions_left_[step.process]; return process.request();
        case Action::deliver:
            record_.receives(step.process, step.from, network_.channel(step.from, step.process).front());
            return network_.deliver(step.from, step.process);
        case Action::change: {
            const Load& change = changes_of(step.process)[changes_done_[step.process]++];
            truth += change;
            return process.vary(change, false);
        }
        case Action::end_mastership: is_master_[step.process] = false; return process.no_more_master();
        case Action::begin_task:
            --tasks_waiting_[step.process];
            ++tasks_running_[step.process];
            truth += scene_->reserves ? Load{} : scene_->reserved;
            return process.vary(scene_->reserved, true);
        case Action::end_task:
            --tasks_running_[step.process];
            truth += done;
            return process.vary(done, true);
        }
        throw std::logic_error("no such action");
    }

    void send(int from, const std::vector<Envelope>& envelopes) {
        network_.send(from, envelopes);
        sent_.insert(sent_.end(), envelopes.begin(), envelopes.end());
        for (const Envelope& envelope : envelopes) {
            record_.sends(from, envelope, truth_[from]);
        }
    }

    /// Of a process that can decide now, if its mechanism promises it.
    void check_view_for_decision(int process) const {
        if (scene_->promise != Promise::fresh_answers) {
            return;
        }
        for (int other = 0; other < network_.size(); ++other) {
            const std::int64_t known = network_[process].view()[other].flops;
            if (known != truth_[other].flops) {
                throw Violation(
                    fmt::format("stale answer: process {} decides knowing of {} reservations on {}, which has {}",
                                process, known, other, truth_[other].flops));
            }
        }
        record_.check_view(process, network_[process].view());
    }

    /// Who has decided knows it.
    void check_own_selection(int process, std::vector<Load> view, const std::vector<Reservation>& slaves) const {
        if (scene_->promise != Promise::fresh_answers) {
            return;
        }
        for (const Reservation& slave : slaves) {
            view[slave.process] += slave.load;
        }
        expect(std::ranges::equal(view, network_[process].view()),
               fmt::format("process {} has another view than before its selection, and more than that", process));
    }

    /// Decisions have one order, which all count.
    void check_epoch(int process) const {
        if constexpr (requires { network_[process].epoch(); }) {
            if (network_[process].epoch() != decisions()) {
                throw Violation(fmt::format("process {} decides in epoch {}, after {} decisions", process,
                                            network_[process].epoch(), decisions()));
            }
        }
    }

    [[nodiscard]] std::int64_t decisions() const { return static_cast<std::int64_t>(commits_.size() / 2); }

    [[nodiscard]] int decisions_by(int process) const {
        int number = 0;
        for (std::size_t i = 0; i < commits_.size(); i += 2) {
            number += commits_[i] == process ? 1 : 0;
        }
        return number;
    }

    /// Changes and reservations are counted once, by the process itself.
    void check_own_load(int process) const {
        Load load = network_[process].view()[process];
        for (int from = 0; from < network_.size(); ++from) {
            for (const Message& message : network_.channel(from, process)) {
                load += reserved_on(process, message);
            }
        }
        if (load != truth_[process]) {
            throw Violation(fmt::format("process {} will believe its load to be {}, which is {}", process,
                                        text_of(load), text_of(truth_[process])));
        }
    }

    [[nodiscard]] static Load reserved_on(int process, const Message& message) {
        Load load;
        if (const auto* reserve = std::get_if<Reserve>(&message)) {
            for (const Reservation& slave : reserve->reservations) {
                load += slave.process == process ? slave.load : Load{};
            }
        }
        return load;
    }

    void check_views() const {
        for (int process = 0; process < network_.size(); ++process) {
            for (int other = 0; other < network_.size(); ++other) {
                const Load& view = network_[process].view()[other];
                if (is_master_[process] && exceeds(view - truth_[other], scene_->threshold)) {
                    throw Violation(fmt::format("at rest, process {} believes the load of {} to be {}, which is {}",
                                                process, other, text_of(view), text_of(truth_[other])));
                }
            }
        }
    }

    const Scene<Process>* scene_;
    Network<Process> network_;
    std::vector<int> decisions_left_;
    std::vector<std::size_t> changes_done_;
    std::vector<bool> is_master_; ///< still
    std::vector<int> tasks_waiting_;
    std::vector<int> tasks_running_;
    std::vector<Load> truth_;    ///< by process, its load
    std::vector<int> commits_;   ///< in order: who has decided, and the slaves
    Record record_;              ///< of snapshots
    std::vector<Envelope> sent_; ///< by the last step
};

} // namespace tangram::exchange
