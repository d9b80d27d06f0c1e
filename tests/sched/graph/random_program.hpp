#pragma once

/// Random programs and machines for policies of task graphs, and what holds for each schedule.

#include "base/dice.hpp"
#include "tests/sched/graph/simulated_program.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <vector>

namespace tangram::sched::graph {

inline constexpr WorkerKind cpu = 0;
inline constexpr WorkerKind gpu = 1;

/// CPU workers at home, and accelerators with one worker each.
inline MachineView machine_of(std::size_t cpu_workers, std::size_t accelerators, double bandwidth) {
    MachineView machine;
    machine.links = {{}};
    machine.workers.assign(cpu_workers, {home, cpu});
    for (Node node = 1; node <= accelerators; ++node) {
        machine.workers.push_back({node, gpu});
        machine.links.push_back({.bandwidth = bandwidth});
    }
    return machine;
}

/// What holds for each schedule: that of a correct program is complete and in order.
inline void check(const Program& program, const MachineView& machine, const Schedule& schedule) {
    EXPECT_EQ(schedule.waiting, 0);
    for (std::size_t task = 0; task < program.tasks.size(); ++task) {
        const Execution& execution = schedule.executions[task];
        ASSERT_EQ(execution.times, 1) << "task " << task;
        const double seconds = program.seconds(task)[machine.workers[execution.worker].kind];
        ASSERT_LT(seconds, never) << "task " << task;
        for (std::size_t earlier = 0; earlier < task; ++earlier) {
            if (conflict(program.tasks[earlier].uses, program.tasks[task].uses)) {
                ASSERT_GE(execution.start, schedule.executions[earlier].end) << earlier << " before " << task;
            }
        }
    }
}

/// A machine of any accelerators, with CPU workers or without.
inline MachineView random_machine(Dice& dice, std::size_t kinds) {
    MachineView machine = machine_of(dice.below(5), 0, 1);
    const std::size_t accelerators = dice.below(5) + (machine.workers.empty() ? 1 : 0);
    for (Node node = 1; node <= accelerators; ++node) {
        const auto kind = static_cast<WorkerKind>(1 + dice.below(kinds - 1));
        machine.workers.insert(machine.workers.end(), 1 + dice.below(2), {node, kind});
        machine.links.push_back({.bandwidth = 1 + 100 * dice.unit(), .latency = dice.unit()});
    }
    return machine;
}

/// Times of a kernel that some worker of the machine can execute.
inline Seconds random_seconds(Dice& dice, const MachineView& machine, std::size_t kinds) {
    Seconds seconds(kinds, never);
    for (double& of_kind : seconds) {
        if (dice.below(3) > 0) {
            of_kind = 10 * dice.unit();
        }
    }
    seconds[machine.workers[dice.below(machine.workers.size())].kind] = 10 * dice.unit();
    return seconds;
}

/// Different data.
inline std::vector<Use> random_uses(Dice& dice, std::size_t data) {
    std::vector<Use> uses;
    std::set<DataId> used;
    for (std::size_t use = dice.below(5); use > 0; --use) {
        const auto datum = static_cast<DataId>(dice.below(data));
        if (used.insert(datum).second) {
            const std::size_t way = dice.below(4);
            uses.push_back(way < 2 ? reads(datum) : way == 2 ? writes(datum) : updates(datum));
        }
    }
    return uses;
}

inline Program random_program(Dice& dice, const MachineView& machine, std::size_t kinds, bool has_products) {
    Program program;
    const std::size_t data = 1 + dice.below(40);
    for (std::size_t datum = 0; datum < data; ++datum) {
        program.bytes.push_back(1 + 50 * dice.unit());
    }
    for (std::size_t kernel = 1 + dice.below(5); kernel > 0; --kernel) {
        program.kernels.push_back(random_seconds(dice, machine, kinds));
    }
    const std::size_t priorities = 1 + dice.below(3);
    for (std::size_t task = dice.below(200); task > 0; --task) {
        std::vector<Use> uses = random_uses(dice, data);
        if (uses.size() == 3 && !has_products) { // the search for a brick takes its time
            uses.pop_back();
        }
        program.tasks.push_back(
            {uses, dice.below(program.kernels.size()), static_cast<int>(dice.below(priorities)) - 1});
    }
    if (dice.below(2) == 0) {
        program.window = 1 + dice.below(40);
    }
    return program;
}

} // namespace tangram::sched::graph
