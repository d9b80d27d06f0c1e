#pragma once

/// A machine on which policies for task graphs execute programs: workers, memory nodes with one link each, and copies
/// of data. Nothing but the policy decides who executes what.
///
/// Knows dependencies from pairs of tasks that conflict, and not from a TaskGraph.

#include "base/dice.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/graph_scheduler.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tangram::sched::graph {

struct ProgramTask {
    std::vector<Use> uses;
    std::size_t kernel = 0;
    int priority = 0;
};

/// Tasks in the order of submission.
struct Program {
    std::vector<double> bytes;    ///< by datum; all data are at home at first
    std::vector<Seconds> kernels; ///< their seconds
    std::vector<ProgramTask> tasks;
    std::size_t window = static_cast<std::size_t>(-1); ///< unfinished tasks at which submission waits

    [[nodiscard]] const Seconds& seconds(std::size_t task) const { return kernels[tasks[task].kernel]; }
};

/// Who executed a task, and when.
struct Execution {
    std::size_t times = 0;
    std::size_t worker = 0;
    double start = 0; ///< of its kernel, when all its data are there
    double end = 0;

    bool operator==(const Execution& other) const {
        return std::tuple(times, worker, start, end) == std::tuple(other.times, other.worker, other.start, other.end);
    }
};

struct Schedule {
    std::vector<Execution> executions; ///< by task
    double makespan = 0;
    double bytes = 0;        ///< moved
    std::size_t waiting = 0; ///< for a worker at the end
};

class Simulation : public DataPlaces {
  public:
    Simulation(const Program& program, const MachineView& machine)
        : program_(program), machine_(machine),
          valid_from_(program.bytes.size(), std::vector<double>(machine.nodes(), never)), link_free_(machine.nodes()),
          is_idle_(machine.workers.size(), true), is_awake_(machine.workers.size(), true),
          successors_(program.tasks.size()), predecessors_left_(program.tasks.size()), phases_(program.tasks.size()),
          ids_(program.tasks.size()) {
        machine_.clock = [this] { return now_; };
        for (std::vector<double>& valid_from : valid_from_) {
            valid_from[home] = 0;
        }
        for (std::size_t task = 0; task < program.tasks.size(); ++task) {
            for (std::size_t earlier = 0; earlier < task; ++earlier) {
                if (conflict(program.tasks[earlier].uses, program.tasks[task].uses)) {
                    successors_[earlier].push_back(task);
                    ++predecessors_left_[task];
                }
            }
        }
        schedule_.executions.resize(program.tasks.size());
    }

    /// Whenever a task has ended, each copy of a datum but the last one is evicted, and each datum fetched to each node
    /// by the program, with this probability.
    void move_data(double probability, std::uint64_t seed) {
        probability_of_moves_ = probability;
        dice_ = Dice(seed);
    }

    /// With the clock of this simulation.
    [[nodiscard]] const MachineView& machine() const { return machine_; }

    /// The policy must have been made for machine() and for the places of this simulation. Workers that found
    /// nothing sleep until they are woken as GraphScheduler says; with another policy they look all the time.
    template <class Policy> Schedule run(Policy& policy) {
        constexpr bool may_sleep = std::is_base_of_v<GraphScheduler, Policy>;
        submit(policy);
        ask(policy);
        while (!ends_.empty()) {
            const End end = ends_.top();
            ends_.pop();
            now_ = end.time;
            finish(policy, end);
            move_some_data();
            submit(policy);
            if (!may_sleep) {
                wake_all();
            }
            ask(policy);
        }
        schedule_.makespan = now_;
        schedule_.waiting = policy.waiting();
        return schedule_;
    }

    [[nodiscard]] State state(DataId data, Node node) const override {
        const double from = valid_from_[data][node];
        return from == never ? State::absent : from > now_ ? State::coming : State::there;
    }

    [[nodiscard]] double bytes(DataId data) const override { return program_.bytes[data]; }

  private:
    enum class Phase : std::uint8_t { waiting, ready, running, finished };

    struct End {
        double time = 0;
        std::size_t task = 0;
        std::size_t worker = 0;

        bool operator>(const End& other) const { return std::tuple(time, task) > std::tuple(other.time, other.task); }
    };

    template <class Policy> void submit(Policy& policy) {
        for (; submitted_ < program_.tasks.size() && submitted_ - finished_ < program_.window; ++submitted_) {
            const ProgramTask& task = program_.tasks[submitted_];
            const TaskId id = policy.submitted(task.uses, program_.seconds(submitted_), task.priority);
            ids_[submitted_] = id;
            task_of_.resize(std::max<std::size_t>(task_of_.size(), std::size_t{id} + 1));
            task_of_[id] = submitted_;
            if (predecessors_left_[submitted_] == 0) {
                make_ready(policy, submitted_);
            }
        }
    }

    template <class Policy> void make_ready(Policy& policy, std::size_t task) {
        phases_[task] = Phase::ready;
        const Node owner = policy.ready(ids_[task]);
        EXPECT_LT(owner, machine_.nodes());
        wake_one(task, [&](Node node) { return node == owner; });
        wake_one(task, [&](Node node) { return node == home && node != owner; });
        wake_one(task, [&](Node node) { return node != home && node != owner; });
    }

    /// Of those that can execute the task, as groups_to_wake has it.
    template <class Here> void wake_one(std::size_t task, Here is_here) {
        for (std::size_t worker = 0; worker < is_idle_.size(); ++worker) {
            const auto& [node, kind] = machine_.workers[worker];
            if (is_idle_[worker] && !is_awake_[worker] && is_here(node) && program_.seconds(task)[kind] < never) {
                is_awake_[worker] = true;
                return;
            }
        }
    }

    void wake_all() { is_awake_.assign(is_awake_.size(), true); }

    template <class Policy> void finish(Policy& policy, const End& end) {
        phases_[end.task] = Phase::finished;
        is_idle_[end.worker] = true;
        is_awake_[end.worker] = true;
        ++finished_;
        policy.finished(ids_[end.task]);
        for (const std::size_t successor : successors_[end.task]) {
            if (--predecessors_left_[successor] == 0 && successor < submitted_) {
                make_ready(policy, successor);
            }
        }
    }

    void move_some_data() {
        for (std::vector<double>& valid_from : valid_from_) {
            for (double& here : valid_from) {
                if (dice_.unit() >= probability_of_moves_) {
                    continue;
                }
                const auto copies =
                    std::count_if(valid_from.begin(), valid_from.end(), [this](double from) { return from <= now_; });
                if (here <= now_ && copies > 1) {
                    here = never;
                } else if (here == never && copies > 0) {
                    here = now_;
                }
            }
        }
    }

    template <class Policy> void ask(Policy& policy) {
        while (ask_once(policy)) {
        }
    }

    /// All workers that are awake and have nothing to do. Whether tasks changed hands, so that others were woken.
    template <class Policy> bool ask_once(Policy& policy) {
        bool wakes_all = false;
        for (std::size_t worker = 0; worker < is_idle_.size(); ++worker) {
            if (!is_idle_[worker] || !is_awake_[worker]) {
                continue;
            }
            is_awake_[worker] = false;
            if (policy.waiting() == 0) {
                continue; // it is not even asked
            }
            const GraphScheduler::Choice choice = policy.next(worker);
            if (choice.wakes_all) {
                wakes_all = true;
                wake_all();
            }
            if (choice.task) {
                start(task_of_[*choice.task], worker);
            }
            for (const TaskId id : choice.ahead) {
                EXPECT_EQ(phases_[task_of_[id]], Phase::ready) << "data are fetched ahead for task " << task_of_[id];
                fetch_all(task_of_[id], machine_.workers[worker].node);
            }
            policy.prefetched(choice.ahead);
        }
        return wakes_all;
    }

    void start(std::size_t task, std::size_t worker) {
        EXPECT_EQ(phases_[task], Phase::ready) << "task " << task;
        const auto& [node, kind] = machine_.workers[worker];
        const double seconds = program_.seconds(task)[kind];
        EXPECT_LT(seconds, never) << "worker " << worker << " cannot execute task " << task;
        const double begin = fetch_all(task, node);
        for (const Use& use : program_.tasks[task].uses) {
            if (use.writes) {
                std::fill(valid_from_[use.data].begin(), valid_from_[use.data].end(), never);
                valid_from_[use.data][node] = begin;
            }
        }
        phases_[task] = Phase::running;
        is_idle_[worker] = false;
        const std::size_t times = schedule_.executions[task].times + 1;
        schedule_.executions[task] = {.times = times, .worker = worker, .start = begin, .end = begin + seconds};
        ends_.push({begin + seconds, task, worker});
    }

    /// When all that the task reads is at the node.
    double fetch_all(std::size_t task, Node node) {
        double all = now_;
        for (const Use& use : program_.tasks[task].uses) {
            if (use.reads) {
                all = std::max(all, fetch(use.data, node));
            }
        }
        return all;
    }

    /// When the datum is at the node. What accelerators send each other goes by way of home.
    double fetch(DataId data, Node node) {
        std::vector<double>& valid_from = valid_from_[data];
        if (valid_from[node] < never) {
            return valid_from[node];
        }
        if (node == home) {
            const auto holder =
                static_cast<Node>(std::min_element(valid_from.begin(), valid_from.end()) - valid_from.begin());
            valid_from[home] = transfer(data, holder, valid_from[holder]);
        } else {
            valid_from[node] = transfer(data, node, fetch(data, home));
        }
        return valid_from[node];
    }

    /// Transfers over a link follow each other in the order in which they were asked for.
    double transfer(DataId data, Node link, double earliest) {
        schedule_.bytes += bytes(data);
        link_free_[link] = std::max({now_, earliest, link_free_[link]}) + machine_.links[link].latency +
                           bytes(data) / machine_.links[link].bandwidth;
        return link_free_[link];
    }

    const Program& program_;
    MachineView machine_;
    double now_ = 0;
    std::vector<std::vector<double>> valid_from_; ///< by datum and node; never: it is not there
    std::vector<double> link_free_;               ///< by accelerator
    std::vector<bool> is_idle_;                   ///< by worker
    std::vector<bool> is_awake_;                  ///< idle workers that look for a task
    std::priority_queue<End, std::vector<End>, std::greater<>> ends_;

    std::vector<std::vector<std::size_t>> successors_; ///< by task, and so on
    std::vector<std::size_t> predecessors_left_;
    std::vector<Phase> phases_;
    std::vector<TaskId> ids_;
    std::vector<std::size_t> task_of_; ///< by the policy's number
    std::size_t submitted_ = 0;
    std::size_t finished_ = 0;
    double probability_of_moves_ = 0;
    Dice dice_{1};
    Schedule schedule_;
};

/// rules: what the policy's constructor takes besides.
template <class Policy, class... Rules>
Schedule schedule(const Program& program, const MachineView& machine, Rules... rules) {
    Simulation simulation(program, machine);
    Policy policy(simulation.machine(), simulation, rules...);
    return simulation.run(policy);
}

} // namespace tangram::sched::graph
