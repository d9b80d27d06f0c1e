/// GraphPolicy: scenes by hand, random programs on random machines, and the programs that it is for against the plain
/// policy of a queue.

#include "sched/graph/graph_policy.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/random_program.hpp"
#include "tests/sched/graph/simulated_program.hpp"
#include "tests/sched/graph/uses.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

/// The oldest ready task that the worker can execute.
class FirstComeFirstServed {
  public:
    FirstComeFirstServed(const MachineView& machine, const DataPlaces& /*places*/) : machine_(machine) {}

    TaskId submitted(std::span<const Use> /*uses*/, const Seconds& seconds, int /*priority*/) {
        seconds_.push_back(&seconds);
        return static_cast<TaskId>(seconds_.size() - 1);
    }

    Node ready(TaskId task) {
        ready_.push_back(task);
        return home;
    }

    GraphPolicy::Choice next(std::size_t worker) {
        const WorkerKind kind = machine_.workers[worker].kind;
        const auto found =
            std::find_if(ready_.begin(), ready_.end(), [&](TaskId task) { return (*seconds_[task])[kind] < never; });
        if (found == ready_.end()) {
            return {};
        }
        const TaskId task = *found;
        ready_.erase(found);
        return {.task = task, .ahead = {}};
    }

    void prefetched(std::span<const TaskId> /*tasks*/) {}
    void finished(TaskId /*task*/) {}
    [[nodiscard]] std::size_t waiting() const { return ready_.size(); }

  private:
    const MachineView& machine_;
    std::vector<const Seconds*> seconds_; ///< by task
    std::vector<TaskId> ready_;           ///< oldest first
};

/// Those of `auto` and of each balancer, in turns.
GraphRules rules_of(std::uint64_t seed) {
    constexpr std::uint64_t all = 5;
    const std::uint64_t turn = seed % all;
    return turn == 0 ? GraphRules{} : GraphRules{.balancing = static_cast<Balancing>(turn - 1), .seed = seed};
}

TEST(GraphPolicyRandom, AnyProgramIsExecutedOnceAndInOrderAndInTheSameWayEachTime) {
    constexpr std::uint64_t first_seed = 20260300;
    constexpr std::uint64_t graphs = 200;
    constexpr std::uint64_t one_with_products_in = 11;
    constexpr std::size_t kinds = 4;
    std::printf("seeds from %llu\n", static_cast<unsigned long long>(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + graphs && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const MachineView machine = random_machine(dice, kinds);
        const Program program = random_program(dice, machine, kinds, seed % one_with_products_in == 0);
        const GraphRules rules = rules_of(seed);
        const Schedule one = schedule<GraphPolicy>(program, machine, rules);
        check(program, machine, one);
        const Schedule other = schedule<GraphPolicy>(program, machine, rules);
        EXPECT_EQ(one.executions, other.executions);
        EXPECT_EQ(one.bytes, other.bytes);
    }
}

/// Memories evict, and programs fetch, what policies do not know of: then too somebody looks for each task.
TEST(GraphPolicyRandom, NobodySleepsBesideATaskWhereDataComeAndGo) {
    constexpr std::uint64_t first_seed = 20261125;
    constexpr std::uint64_t graphs = 2000;
    constexpr std::size_t kinds = 4;
    std::printf("seeds from %llu\n", static_cast<unsigned long long>(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + graphs && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const MachineView machine = random_machine(dice, kinds);
        const Program program = random_program(dice, machine, kinds, false);
        Simulation simulation(program, machine);
        simulation.move_data(0.05, seed);
        GraphPolicy policy(simulation.machine(), simulation);
        check(program, machine, simulation.run(policy));
    }
}

/// Tiles of 960 x 960 doubles on GPUs of some TFlop/s behind PCIe, and on cores.
constexpr double tile_bytes = 960.0 * 960 * 8;
constexpr double pcie = 12e9;
enum Kernel : std::size_t { gemm, trsm, syrk, factorise, pair };
const std::vector<Seconds> tile_kernels{
    {35e-3, 0.5e-3}, {20e-3, 0.6e-3}, {20e-3, 0.4e-3}, {8e-3, 4e-3}, {85e-3, 1.5e-3}};

Program tiled_program(std::size_t tiles) {
    return {.bytes = std::vector<double>(tiles, tile_bytes), .kernels = tile_kernels, .tasks = {}};
}

/// C += A B in tasks, as if each C(i,j) were updated in place.
Program product(std::uint32_t side) {
    Program program = tiled_program(std::size_t{3} * side * side);
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t j = 0; j < side; ++j) {
            for (std::uint32_t k = 0; k < side; ++k) {
                const DataId a = (side + i) * side + k;
                const DataId b = (2 * side + k) * side + j;
                program.tasks.push_back({{reads(a), reads(b), updates(i * side + j)}, gemm});
            }
        }
    }
    return program;
}

Program lu(std::uint32_t side) {
    Program program = tiled_program(std::size_t{side} * side);
    const auto tile = [side](std::uint32_t i, std::uint32_t j) { return i * side + j; };
    for (std::uint32_t k = 0; k < side; ++k) {
        program.tasks.push_back({{updates(tile(k, k))}, factorise});
        for (std::uint32_t i = k + 1; i < side; ++i) {
            program.tasks.push_back({{reads(tile(k, k)), updates(tile(i, k))}, trsm});
            program.tasks.push_back({{reads(tile(k, k)), updates(tile(k, i))}, trsm});
        }
        for (std::uint32_t i = k + 1; i < side; ++i) {
            for (std::uint32_t j = k + 1; j < side; ++j) {
                program.tasks.push_back({{reads(tile(i, k)), reads(tile(k, j)), updates(tile(i, j))}, gemm});
            }
        }
    }
    return program;
}

Program cholesky(std::uint32_t side) {
    Program program = tiled_program(std::size_t{side} * side);
    const auto tile = [side](std::uint32_t i, std::uint32_t j) { return i * side + j; };
    for (std::uint32_t k = 0; k < side; ++k) {
        program.tasks.push_back({{updates(tile(k, k))}, factorise});
        for (std::uint32_t i = k + 1; i < side; ++i) {
            program.tasks.push_back({{reads(tile(k, k)), updates(tile(i, k))}, trsm});
        }
        for (std::uint32_t j = k + 1; j < side; ++j) {
            program.tasks.push_back({{reads(tile(j, k)), updates(tile(j, j))}, syrk});
            for (std::uint32_t i = j + 1; i < side; ++i) {
                program.tasks.push_back({{reads(tile(i, k)), reads(tile(j, k)), updates(tile(i, j))}, gemm});
            }
        }
    }
    return program;
}

/// Tile QR with a flat tree: updates write two tiles of a column.
Program qr(std::uint32_t side) {
    Program program = tiled_program(std::size_t{side} * side);
    const auto tile = [side](std::uint32_t i, std::uint32_t j) { return i * side + j; };
    for (std::uint32_t k = 0; k < side; ++k) {
        program.tasks.push_back({{updates(tile(k, k))}, factorise});
        for (std::uint32_t j = k + 1; j < side; ++j) {
            program.tasks.push_back({{reads(tile(k, k)), updates(tile(k, j))}, trsm});
        }
        for (std::uint32_t i = k + 1; i < side; ++i) {
            program.tasks.push_back({{updates(tile(k, k)), updates(tile(i, k))}, factorise});
            for (std::uint32_t j = k + 1; j < side; ++j) {
                program.tasks.push_back({{updates(tile(k, j)), updates(tile(i, j)), reads(tile(i, k))}, pair});
            }
        }
    }
    return program;
}

/// Jacobi's method on a grid of blocks: each is written anew from itself and its neighbours, in turns into two grids.
/// Updates take an accelerator less time than a block takes to arrive.
Program jacobi(std::uint32_t side, std::uint32_t steps) {
    Program program = tiled_program(std::size_t{2} * side * side);
    program.kernels = {{3e-3, 0.1e-3}};
    for (std::uint32_t step = 0; step < steps; ++step) {
        const std::uint32_t from = step % 2 * side * side;
        const std::uint32_t to = side * side - from;
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < side; ++j) {
                const auto old = [&](std::uint32_t row, std::uint32_t column) {
                    return reads(from + row * side + column);
                };
                std::vector<Use> uses{writes(to + i * side + j), old(i, j)};
                uses.insert(uses.end(), {old(i > 0 ? i - 1 : i, j), old(i + 1 < side ? i + 1 : i, j)});
                uses.insert(uses.end(), {old(i, j > 0 ? j - 1 : j), old(i, j + 1 < side ? j + 1 : j)});
                program.tasks.push_back({uses, 0});
            }
        }
    }
    return program;
}

/// Ours must be clearly shorter than a queue, with CPU workers and without, and must not move more than a queue on the
/// same workers. The factors leave a tenth of what was found, and more.
void compare_with_queue(const Program& program, double of_queue, double of_queue_without_cpus, double of_bytes) {
    for (std::size_t accelerators = 1; accelerators <= 4; ++accelerators) {
        SCOPED_TRACE(std::to_string(accelerators) + " accelerators");
        const MachineView machine = machine_of(4, accelerators, pcie);
        const MachineView without_cpus = machine_of(0, accelerators, pcie);
        const Schedule ours = schedule<GraphPolicy>(program, machine);
        const Schedule queue = schedule<FirstComeFirstServed>(program, machine);
        const Schedule queue_without_cpus = schedule<FirstComeFirstServed>(program, without_cpus);
        check(program, machine, ours);
        check(program, machine, queue);
        check(program, without_cpus, queue_without_cpus);
        EXPECT_LE(ours.makespan, of_queue * queue.makespan);
        EXPECT_LE(ours.makespan, of_queue_without_cpus * queue_without_cpus.makespan);
        EXPECT_LE(ours.bytes, of_bytes * queue.bytes);
    }
}

TEST(GraphPolicyPrograms, ProductTakesLessTimeAndTrafficThanAQueue) {
    compare_with_queue(product(8), 0.75, 0.8, 1);
}

TEST(GraphPolicyPrograms, LuTakesLessTimeAndTrafficThanAQueue) {
    compare_with_queue(lu(12), 0.6, 0.85, 0.85);
}

TEST(GraphPolicyPrograms, CholeskyTakesLessTimeAndTrafficThanAQueue) {
    compare_with_queue(cholesky(12), 0.6, 0.85, 0.8);
}

TEST(GraphPolicyPrograms, QrTakesLessTimeAndTrafficThanAQueue) {
    compare_with_queue(qr(10), 0.75, 0.85, 1);
}

/// No structure is found, and tasks stay where their data are. CPU workers are of little use to one accelerator.
TEST(GraphPolicyPrograms, JacobiTakesLessTimeAndTrafficThanAQueueOnAllWorkers) {
    compare_with_queue(jacobi(10, 8), 0.6, 1.2, 0.5);
}

/// Blocks take several times as long to move as to update: with borders between accelerators each step would wait for
/// them.
TEST(GraphPolicyPrograms, AStencilThatMovesLongerThanItComputesGoesToOneAccelerator) {
    const Program program = jacobi(8, 40);
    const Schedule one = schedule<GraphPolicy>(program, machine_of(0, 1, pcie));
    for (std::size_t accelerators = 2; accelerators <= 4; ++accelerators) {
        SCOPED_TRACE(std::to_string(accelerators) + " accelerators");
        const MachineView machine = machine_of(0, accelerators, pcie);
        const Schedule several = schedule<GraphPolicy>(program, machine);
        check(program, machine, several);
        EXPECT_LE(several.makespan, 1.3 * one.makespan);
        EXPECT_LE(several.bytes, 5 * one.bytes);
    }
}

/// The stages of an FFT of so many blocks, a power of two, forward and back. Butterflies take an accelerator less time
/// than a block takes to arrive.
Program butterflies(std::uint32_t blocks) {
    Program program = tiled_program(blocks);
    program.kernels = {{20e-3, 0.25e-3}};
    const auto add_stage = [&](std::uint32_t stride) {
        for (std::uint32_t block = 0; block < blocks; ++block) {
            if ((block & stride) == 0) {
                program.tasks.push_back({{updates(block), updates(block + stride)}, 0});
            }
        }
    };
    for (std::uint32_t stride = blocks / 2; stride > 0; stride /= 2) {
        add_stage(stride);
    }
    for (std::uint32_t stride = 1; stride < blocks; stride *= 2) {
        add_stage(stride);
    }
    return program;
}

/// Each task's data move for longer than it takes, but over eight links at once.
TEST(GraphPolicyPrograms, AnFftOnManyLinksIsFasterOnAllAccelerators) {
    const Program program = butterflies(64);
    const Schedule one = schedule<GraphPolicy>(program, machine_of(0, 1, pcie));
    const MachineView machine = machine_of(0, 8, pcie);
    const Schedule eight = schedule<GraphPolicy>(program, machine);
    check(program, machine, eight);
    EXPECT_LE(eight.makespan, 0.8 * one.makespan);
}

/// Tasks that share nothing, each with three data, as in z += x y for vectors. A core ends one sooner than its data get
/// to an accelerator.
Program map_of_three(std::uint32_t tasks, std::uint32_t rounds) {
    Program program = tiled_program(std::size_t{3} * tasks);
    program.kernels = {{1.5e-3, 0.05e-3}};
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (std::uint32_t task = 0; task < tasks; ++task) {
            program.tasks.push_back({{reads(3 * task), reads(3 * task + 1), updates(3 * task + 2)}, 0});
        }
    }
    return program;
}

/// Data would take 92 ms over two links, cores need 20 ms.
TEST(GraphPolicyPrograms, WhatMovesLongerThanCpuWorkersNeedStaysAtHome) {
    const Program program = map_of_three(100, 1);
    const MachineView machine = machine_of(8, 2, pcie);
    const Schedule ours = schedule<GraphPolicy>(program, machine);
    check(program, machine, ours);
    EXPECT_LE(ours.makespan, 1.1 * 13 * 1.5e-3) << "100 tasks in 13 turns of 8 cores";
}

/// A core needs 100 ms for a heavy task. Together they take three accelerators 7 ms.
TEST(GraphPolicyPrograms, HeavyTasksGoToAcceleratorsBesideAMap) {
    Program program = map_of_three(200, 1);
    program.kernels.push_back({100e-3, 1e-3});
    for (int task = 0; task < 20; ++task) {
        program.bytes.push_back(1e3);
        program.tasks.push_back({{updates(static_cast<DataId>(program.bytes.size() - 1))}, 1});
    }
    const MachineView machine = machine_of(8, 3, pcie);
    const Schedule ours = schedule<GraphPolicy>(program, machine);
    check(program, machine, ours);
    EXPECT_LT(ours.makespan, 100e-3);
}

/// In the end each datum has moved once, and the accelerator needs 0.2 s for what cores need 0.75.
TEST(GraphPolicyPrograms, WhatIsUsedAgainAndAgainGoesToAccelerators) {
    constexpr std::uint32_t tasks = 40;
    constexpr std::uint32_t rounds = 100;
    Program program = map_of_three(tasks, rounds);
    program.window = tasks;
    const MachineView machine = machine_of(8, 1, pcie);
    const Schedule ours = schedule<GraphPolicy>(program, machine);
    check(program, machine, ours);
    const double at_home = 1.5e-3 * rounds * tasks / 8;
    EXPECT_LE(ours.makespan, at_home / 2);
}

/// Submission that waits for tasks to end shows the policy only a part of the graph.
TEST(GraphPolicyPrograms, WindowsOfSubmissionAreExecutedToo) {
    for (const std::size_t window : {1U, 7U, 60U}) {
        SCOPED_TRACE(window);
        Program program = cholesky(8);
        program.window = window;
        const MachineView machine = machine_of(2, 2, pcie);
        check(program, machine, schedule<GraphPolicy>(program, machine));
    }
}

/// Those of `auto` and of each balancer that steals.
std::vector<GraphRules> rules_with_thieves() {
    std::vector<GraphRules> rules{{}};
    for (const Balancing balancing : {Balancing::random, Balancing::choice, Balancing::effective}) {
        rules.push_back({.balancing = balancing});
    }
    return rules;
}

/// CPU workers leave tasks of home's zone to accelerators that would end them sooner. Under `auto` these steal nothing
/// while the program submits: somebody must take the only task.
TEST(GraphPolicyPrograms, ProductsInSmallWindowsAreExecutedToo) {
    for (std::size_t window = 1; window <= 12; ++window) {
        for (const double on_cpu : {1e-3, 2e-3, 4e-3}) {
            for (const std::uint32_t side : {3U, 5U, 6U}) {
                SCOPED_TRACE(fmt::format("{} tasks at a time, {} s on a CPU worker", window, on_cpu));
                Program program = product(side);
                program.kernels[gemm] = {on_cpu, 0.5e-3};
                program.window = window;
                for (const std::size_t cpus : {1U, 2U, 4U}) {
                    const MachineView machine = machine_of(cpus, 2, pcie);
                    for (const GraphRules& rules : rules_with_thieves()) {
                        check(program, machine, schedule<GraphPolicy>(program, machine, rules));
                    }
                }
            }
        }
    }
}

/// Accelerators of two kinds: each executes some tasks that the other one cannot, and both look at a few only.
TEST(GraphPolicyPrograms, ProductsOfTasksForSomeAcceleratorsAreExecutedToo) {
    constexpr std::uint64_t seed = 20261126;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    MachineView machine = machine_of(2, 2, pcie);
    machine.workers.back().kind = 2;
    for (int turn = 0; turn < 40 && !HasFailure(); ++turn) {
        Program program = product(7);
        const double on_cpu = 1e-3 * static_cast<double>(1 + dice.below(4));
        program.kernels = {{on_cpu, 0.5e-3, 0.5e-3}, {on_cpu, never, 0.5e-3}, {on_cpu, 0.5e-3, never}};
        for (ProgramTask& task : program.tasks) {
            task.kernel = dice.below(program.kernels.size());
        }
        program.window = 1 + dice.below(400);
        for (const GraphRules& rules : rules_with_thieves()) {
            check(program, machine, schedule<GraphPolicy>(program, machine, rules));
        }
    }
}

/// Of one worker, and of the longest chain of tasks.
struct Length {
    double work = 0;
    double chain = 0;
};

Length length_of(const Program& program, WorkerKind kind) {
    Length length;
    std::vector<double> end(program.tasks.size());
    for (std::size_t task = 0; task < program.tasks.size(); ++task) {
        for (std::size_t earlier = 0; earlier < task; ++earlier) {
            if (conflict(program.tasks[earlier].uses, program.tasks[task].uses)) {
                end[task] = std::max(end[task], end[earlier]);
            }
        }
        end[task] += program.seconds(task)[kind];
        length.work += program.seconds(task)[kind];
        length.chain = std::max(length.chain, end[task]);
    }
    return length;
}

/// CPU workers are then not thieves, but all that there is. Nothing moves, and no worker is idle while a task is ready,
/// so that the bound of Graham (1966) holds.
TEST(GraphPolicyPrograms, MachineMayHaveNoAccelerators) {
    constexpr std::size_t workers = 3;
    const MachineView machine = machine_of(workers, 0, pcie);
    for (Program program : {product(4), lu(6), cholesky(6)}) {
        for (Seconds& seconds : program.kernels) {
            seconds.resize(1); // there is one kind of worker
        }
        const Schedule ours = schedule<GraphPolicy>(program, machine);
        check(program, machine, ours);
        EXPECT_EQ(ours.bytes, 0);
        const auto [work, chain] = length_of(program, cpu);
        EXPECT_LE(ours.makespan, (work + (workers - 1) * chain) / workers + 1e-9);
    }
}

TEST(GraphPolicyPrograms, MachineMayHaveNoCpuWorkers) {
    for (std::size_t accelerators = 1; accelerators <= 3; ++accelerators) {
        SCOPED_TRACE(std::to_string(accelerators) + " accelerators");
        const MachineView machine = machine_of(0, accelerators, pcie);
        for (const Program& program : {product(4), lu(6), cholesky(6)}) {
            check(program, machine, schedule<GraphPolicy>(program, machine));
        }
    }
}

Schedule under(Balancing balancing, const Program& program, const MachineView& machine) {
    Schedule found = schedule<GraphPolicy>(program, machine, GraphRules{.balancing = balancing});
    check(program, machine, found);
    return found;
}

/// A plan without thieves: in a product each tile stays with its owner, but for those that were begun before the
/// product's size was known.
TEST(GraphPolicyBalancing, WithoutTheftsEachTileOfCStaysOnItsNode) {
    const Program program = product(10);
    const MachineView machine = machine_of(4, 2, pcie);
    const Schedule fixed = under(Balancing::none, program, machine);
    std::map<DataId, std::set<Node>> nodes;
    for (std::size_t task = 0; task < program.tasks.size(); ++task) {
        nodes[program.tasks[task].uses[2].data].insert(machine.workers[fixed.executions[task].worker].node);
    }
    const auto shared =
        std::count_if(nodes.begin(), nodes.end(), [](const auto& tile) { return tile.second.size() > 1; });
    EXPECT_LE(static_cast<std::size_t>(shared), machine.workers.size());
}

/// Two bundles, of which only one has tasks that are ready: its owner alone works until another one steals.
TEST(GraphPolicyBalancing, ThievesHelpTheOwnerOfAllReadyTasks) {
    constexpr std::uint32_t tiles = 12;
    Program program = tiled_program(std::size_t{3} * tiles);
    for (std::uint32_t bundle = 0; bundle < 3; ++bundle) {
        for (std::uint32_t i = 0; i + 1 < tiles; ++i) {
            program.tasks.push_back({{updates(bundle * tiles + i), updates(bundle * tiles + i + 1)}, pair});
        }
    }
    for (int step = 0; step < 6; ++step) { // all of the first bundle's tiles, independent of each other
        for (std::uint32_t i = 0; i < tiles; ++i) {
            program.tasks.push_back({{updates(i)}, gemm});
        }
    }
    const MachineView machine = machine_of(0, 3, pcie);
    const double alone = under(Balancing::none, program, machine).makespan;
    for (const Balancing balancing : {Balancing::random, Balancing::choice, Balancing::effective}) {
        SCOPED_TRACE(static_cast<int>(balancing));
        EXPECT_LT(under(balancing, program, machine).makespan, alone);
    }
}

/// Without thieves nothing but the choice of owners evens the load out.
TEST(GraphPolicyBalancing, WithoutTheftsTasksOfNoStructureGoWhereTheyEndFirst) {
    Program program = tiled_program(41);
    for (DataId data = 1; data <= 40; ++data) { // all read one datum, which the first brings to its accelerator
        program.tasks.push_back({{reads(0), updates(data)}, gemm});
    }
    const MachineView machine = machine_of(0, 2, pcie);
    const Schedule fixed = under(Balancing::none, program, machine);
    EXPECT_TRUE(std::any_of(fixed.executions.begin(), fixed.executions.end(),
                            [&](const Execution& one) { return machine.workers[one.worker].node == 1; }));
    EXPECT_TRUE(std::any_of(fixed.executions.begin(), fixed.executions.end(),
                            [&](const Execution& one) { return machine.workers[one.worker].node == 2; }));
}

TEST(GraphPolicyBalancing, EachBalancerTakesLessTimeThanAQueue) {
    const MachineView machine = machine_of(4, 3, pcie);
    for (const Program& program : {product(8), lu(10), cholesky(10), qr(8)}) {
        const double of_queue = schedule<FirstComeFirstServed>(program, machine).makespan;
        for (const Balancing balancing :
             {Balancing::none, Balancing::random, Balancing::choice, Balancing::effective}) {
            SCOPED_TRACE(static_cast<int>(balancing));
            EXPECT_LT(under(balancing, program, machine).makespan, of_queue);
        }
    }
}

/// At the end CPU workers leave the tiles that they have begun to accelerators, idle ones too: else these would wait
/// for the last tasks of each.
TEST(GraphPolicyBalancing, AcceleratorsEndWhatCpuWorkersWouldEndTooLate) {
    Program program = product(12);
    constexpr double on_cpu = 12e-3;
    constexpr double on_accelerator = 0.5e-3;
    program.kernels[gemm] = {on_cpu, on_accelerator};
    for (const auto& [cpus, accelerators] : {std::pair(4U, 3U), std::pair(9U, 1U)}) {
        const MachineView machine = machine_of(cpus, accelerators, pcie);
        const double bound =
            static_cast<double>(program.tasks.size()) / (cpus / on_cpu + accelerators / on_accelerator);
        for (const GraphRules& rules : rules_with_thieves()) {
            SCOPED_TRACE(rules.balancing ? static_cast<int>(*rules.balancing) : -1);
            const Schedule found = schedule<GraphPolicy>(program, machine, rules);
            check(program, machine, found);
            EXPECT_LT(found.makespan, 1.1 * bound);
        }
    }
}

/// All data stay at home.
class AtHome : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId /*data*/, Node node) const override {
        return node == home ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return tile_bytes; }
};

/// All data are everywhere.
class Everywhere : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId /*data*/, Node /*node*/) const override { return State::there; }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return tile_bytes; }
};

/// A policy whose tasks are submitted and asked for by hand. Worker 0 is at home, 1 and 2 are accelerators.
class GraphPolicyScene : public testing::Test {
  protected:
    static constexpr std::size_t cpu_worker = 0;
    static constexpr std::size_t first_gpu = 1;
    static constexpr std::size_t second_gpu = 2;

    TaskId submit(const std::vector<Use>& uses, const Seconds& seconds = tile_kernels[gemm], int priority = 0) {
        return policy_.submitted(uses, seconds, priority);
    }

    /// Whoever gets it, and what is fetched ahead is on its way at once.
    std::optional<TaskId> ask(std::size_t worker) {
        const GraphPolicy::Choice choice = policy_.next(worker);
        policy_.prefetched(choice.ahead);
        return choice.task;
    }

    /// All that workers get, in turns, until nobody gets anything. They end at once.
    std::multiset<TaskId> drain() {
        std::multiset<TaskId> tasks;
        for (bool any = true; any;) {
            any = false;
            for (const std::size_t worker : {cpu_worker, first_gpu, second_gpu}) {
                if (const std::optional<TaskId> task = ask(worker)) {
                    policy_.finished(*task);
                    tasks.insert(*task);
                    any = true;
                }
            }
        }
        return tasks;
    }

    const Seconds on_cpu_only_{1, never};
    const Seconds on_gpu_only_{never, 1};
    AtHome places_;
    GraphPolicy policy_{
        machine_of(1, 2, pcie), places_, {.claims = false}}; // all tasks have owners as soon as they are ready
};

TEST_F(GraphPolicyScene, NobodyGetsAnythingFromAnEmptyPolicy) {
    EXPECT_EQ(policy_.waiting(), 0);
    for (const std::size_t worker : {cpu_worker, first_gpu, second_gpu}) {
        EXPECT_FALSE(ask(worker));
    }
    EXPECT_TRUE(policy_.release().empty());
}

TEST_F(GraphPolicyScene, SubmittedTaskIsNobodysUntilItIsReady) {
    const TaskId task = submit({updates(0)});
    EXPECT_EQ(policy_.waiting(), 0);
    EXPECT_TRUE(drain().empty());
    EXPECT_NE(policy_.ready(task), home);
    EXPECT_EQ(policy_.waiting(), 1);
    EXPECT_EQ(drain(), std::multiset<TaskId>{task});
    EXPECT_EQ(policy_.waiting(), 0);
}

/// Even if everybody else has nothing to do.
TEST_F(GraphPolicyScene, TaskIsLeftToThoseThatCanExecuteIt) {
    const TaskId of_cpu = submit({updates(0)}, on_cpu_only_);
    EXPECT_EQ(policy_.ready(of_cpu), home);
    EXPECT_FALSE(ask(first_gpu));
    EXPECT_FALSE(ask(second_gpu));
    EXPECT_EQ(ask(cpu_worker), of_cpu);

    const TaskId of_gpu = submit({updates(1)}, on_gpu_only_);
    EXPECT_NE(policy_.ready(of_gpu), home);
    EXPECT_FALSE(ask(cpu_worker));
    EXPECT_EQ(drain(), std::multiset<TaskId>{of_gpu});
}

/// A core that takes the last product makes all wait for it; one of very many does not.
TEST_F(GraphPolicyScene, CpuWorkersTakeOnlyWhatNobodyWaitsFor) {
    policy_.ready(submit({updates(0)}));
    EXPECT_FALSE(ask(cpu_worker));
    for (DataId data = 1; data < 2000; ++data) {
        policy_.ready(submit({updates(data)}));
    }
    EXPECT_TRUE(ask(cpu_worker));
}

/// The accelerators need less time for all tasks than the chain takes, until there are very many.
TEST_F(GraphPolicyScene, CpuWorkersLeaveAllToAcceleratorsWhileAChainDecides) {
    constexpr int chain = 1000;
    policy_.ready(submit({updates(0)}));
    for (int next = 1; next < chain; ++next) {
        submit({updates(0)});
    }
    const auto add_ready = [this](DataId first, DataId last) {
        for (DataId data = first; data < last; ++data) {
            policy_.ready(submit({updates(data)}));
        }
    };
    add_ready(1, chain / 2);
    EXPECT_FALSE(ask(cpu_worker));
    add_ready(chain / 2, 2 * chain);
    EXPECT_TRUE(ask(cpu_worker));
}

/// Of two tasks that take an accelerator equally long it executes the one that CPU workers are no better at than at
/// updates, and leaves them the other one.
TEST_F(GraphPolicyScene, AcceleratorsLeaveWhatSavesThemTime) {
    const Seconds like_updates{70 * 1.5e-3, 1.5e-3};
    const Seconds better_on_cpus{20 * 1.5e-3, 1.5e-3};
    constexpr DataId updated = 2000;
    for (DataId data = 0; data < updated; ++data) {
        policy_.ready(submit({updates(data)}));
    }
    const TaskId kept = submit({updates(updated)}, like_updates);
    EXPECT_EQ(ask(policy_.ready(kept)), kept);
    const TaskId left = submit({updates(updated + 1)}, better_on_cpus);
    const Node owner = policy_.ready(left);
    EXPECT_NE(ask(owner), left);
    EXPECT_EQ(ask(cpu_worker), left);
}

/// CPU workers do not take what its data were fetched for, however much other work there is by then.
TEST(GraphPolicyPrefetch, AcceleratorsKeepWhatTheyFetchedFor) {
    const Seconds urgent{never, 5e-3};
    const Seconds better_on_cpus{20 * 1.5e-3, 1.5e-3};
    constexpr std::size_t gpu = 1;
    constexpr DataId updated = 2000;
    const AtHome places;
    GraphPolicy policy(machine_of(1, 1, pcie), places);
    const auto submit = [&](DataId data, const Seconds& seconds) {
        return policy.submitted(std::vector{updates(data)}, seconds, 0);
    };
    policy.ready(submit(updated, urgent));
    const TaskId fetched = submit(updated + 1, better_on_cpus);
    policy.ready(fetched);
    const GraphPolicy::Choice first = policy.next(gpu);
    ASSERT_EQ(first.ahead, std::vector<TaskId>{fetched});
    policy.prefetched(first.ahead);
    for (DataId data = 0; data < updated; ++data) {
        policy.ready(submit(data, tile_kernels[gemm]));
    }
    EXPECT_EQ(policy.next(gpu).task, fetched);
}

/// There it would save less than its data take to move.
TEST_F(GraphPolicyScene, AcceleratorsKeepWhatHasManyBytes) {
    const Seconds better_on_cpus{20 * 1.5e-3, 1.5e-3};
    constexpr DataId updated = 2000;
    for (DataId data = 0; data < updated; ++data) {
        policy_.ready(submit({updates(data)}));
    }
    const TaskId kept = submit({reads(0), reads(1), updates(updated)}, better_on_cpus);
    policy_.finished(0);
    policy_.finished(1);
    EXPECT_EQ(ask(policy_.ready(kept)), kept);
}

TEST_F(GraphPolicyScene, WhatMostHangsOnIsFirst) {
    const TaskId last = submit({updates(0)}, on_cpu_only_, 5);
    const TaskId first = submit({updates(1)}, on_cpu_only_);
    const TaskId successor = submit({updates(1)}, on_cpu_only_);
    const TaskId prior = submit({updates(2)}, on_cpu_only_, 9);
    for (const TaskId task : {last, first, prior}) {
        policy_.ready(task);
    }
    EXPECT_EQ(ask(cpu_worker), first) << "a chain of two";
    EXPECT_EQ(ask(cpu_worker), prior) << "priorities decide among equals";
    EXPECT_EQ(ask(cpu_worker), last);
    policy_.finished(first);
    policy_.ready(successor);
    EXPECT_EQ(ask(cpu_worker), successor);
}

/// So that a tile of C stays where it is.
TEST_F(GraphPolicyScene, AllProductsOfATileHaveOneOwner) {
    const Program program = product(4);
    std::vector<TaskId> ids;
    for (const ProgramTask& task : program.tasks) {
        ids.push_back(submit(task.uses));
    }
    std::set<Node> owners;
    for (std::size_t tile = 0; tile < ids.size(); tile += 4) {
        const Node owner = policy_.ready(ids[tile]);
        owners.insert(owner);
        policy_.finished(ids[tile]);
        for (std::size_t k = 1; k < 4; ++k) {
            EXPECT_EQ(policy_.ready(ids[tile + k]), owner) << "tile " << tile / 4;
            policy_.finished(ids[tile + k]);
        }
    }
    EXPECT_EQ(owners, (std::set<Node>{1, 2}));
    EXPECT_TRUE(drain().empty());
}

/// Whoever fetches data for a task must not find that it has ended meanwhile.
TEST_F(GraphPolicyScene, NobodyGetsATaskWhoseDataAreAboutToBeFetched) {
    std::set<TaskId> tasks;
    for (DataId data = 0; data < 4; ++data) {
        const TaskId task = submit({updates(data)}, on_gpu_only_);
        policy_.ready(task);
        tasks.insert(task);
    }
    const GraphPolicy::Choice choice = policy_.next(first_gpu);
    ASSERT_TRUE(choice.task);
    ASSERT_FALSE(choice.ahead.empty());
    const std::set<TaskId> held(choice.ahead.begin(), choice.ahead.end());
    EXPECT_FALSE(held.contains(*choice.task));
    for (const TaskId task : drain()) {
        EXPECT_FALSE(held.contains(task));
        tasks.erase(task);
    }
    tasks.erase(*choice.task);
    EXPECT_EQ(tasks, held) << "nothing else is left";
    policy_.prefetched(choice.ahead);
    const std::multiset<TaskId> rest = drain();
    EXPECT_EQ(std::set<TaskId>(rest.begin(), rest.end()), held);
}

TEST_F(GraphPolicyScene, ReleasedTasksAreFinishedBySomebodyElse) {
    std::vector<TaskId> ready;
    for (DataId data = 0; data < 20; ++data) {
        ready.push_back(submit({updates(data)}, tile_kernels[data % 4]));
        policy_.ready(ready.back());
    }
    const TaskId of_cpu = submit({updates(20)}, on_cpu_only_);
    policy_.ready(of_cpu);
    ready.push_back(of_cpu);
    const TaskId not_ready = submit({reads(0)});
    const GraphPolicy::Choice running = policy_.next(first_gpu); // some tasks are held
    ASSERT_TRUE(running.task);
    ready.erase(std::find(ready.begin(), ready.end(), *running.task));

    std::vector<TaskId> released = policy_.release();
    EXPECT_EQ(policy_.waiting(), running.ahead.size()) << "whoever fetches their data still looks at them";
    policy_.prefetched(running.ahead);
    const std::vector<TaskId> rest = policy_.release();
    EXPECT_EQ(std::set(rest.begin(), rest.end()), std::set(running.ahead.begin(), running.ahead.end()));
    released.insert(released.end(), rest.begin(), rest.end());
    std::sort(released.begin(), released.end());
    EXPECT_EQ(released, ready);
    EXPECT_EQ(policy_.waiting(), 0);
    EXPECT_TRUE(drain().empty());
    for (const TaskId task : released) {
        policy_.finished(task);
    }
    policy_.finished(*running.task);

    policy_.ready(not_ready);
    const TaskId young = submit({updates(3)});
    policy_.ready(young);
    EXPECT_EQ(drain(), (std::multiset<TaskId>{not_ready, young}));
}

/// Its worker was named by the program, so that nobody asked the policy.
TEST_F(GraphPolicyScene, TaskMayFinishThoughItWasNeverReady) {
    const TaskId elsewhere = submit({updates(0)});
    const TaskId after = submit({updates(0)});
    policy_.finished(elsewhere);
    EXPECT_EQ(policy_.waiting(), 0);
    policy_.ready(after);
    EXPECT_EQ(drain(), std::multiset<TaskId>{after});
}

/// A product of 8 x 8 x 4 tasks, whose zones are made when it does not grow any more.
TEST_F(GraphPolicyScene, NewOwnersAreToldOf) {
    constexpr std::uint32_t side = 8;
    std::vector<TaskId> all;
    for (std::uint32_t k = 0; k < 4; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < side; ++j) {
                all.push_back(submit({reads(100 + i * 4 + k), reads(200 + k * side + j), updates(i * side + j)}));
            }
        }
    }
    for (std::size_t first = 0; first < std::size_t{side} * side; ++first) {
        policy_.ready(all[first]);
    }
    EXPECT_TRUE(policy_.next(first_gpu).wakes_all);
    EXPECT_FALSE(policy_.next(first_gpu).wakes_all);
    ASSERT_EQ(policy_.structures().size(), 1);
    EXPECT_EQ(policy_.structures().front().description(),
              "product, products update 8 x 8 tiles: zones of 2 nodes by nrrp-refined");
}

/// Of six tasks that update a tile each, one is executed and two are fetched for; all others if what a tile takes is
/// mostly latency.
TEST(GraphPolicyPrefetch, SmallDataDelayNothing) {
    const AtHome places;
    const auto fetched_ahead = [&](double latency) {
        MachineView machine = machine_of(0, 1, pcie);
        machine.links[1].latency = latency;
        GraphPolicy policy(machine, places, {.claims = false});
        for (DataId data = 0; data < 6; ++data) {
            policy.ready(policy.submitted(std::vector{updates(data)}, tile_kernels[gemm], 0));
        }
        return policy.next(0).ahead.size();
    };
    EXPECT_EQ(fetched_ahead(0), 2);
    EXPECT_EQ(fetched_ahead(0.9 * tile_bytes / pcie), 2);
    EXPECT_EQ(fetched_ahead(1.1 * tile_bytes / pcie), 5);
}

/// One task of eight is executed, and three are fetched for, with three tiles each.
TEST(GraphPolicyPrefetch, MoreIsFetchedForProductsThatShareNothing) {
    const AtHome places;
    GraphPolicy policy(machine_of(0, 1, pcie), places);
    for (DataId product = 0; product < 8; ++product) {
        const std::vector<Use> uses{reads(3 * product), reads(3 * product + 1), updates(3 * product + 2)};
        policy.ready(policy.submitted(uses, tile_kernels[gemm], 0));
    }
    EXPECT_EQ(policy.next(0).ahead.size(), 3);
}

/// All data are at the first accelerator, which therefore owns all tasks.
class AtFirstAccelerator : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId /*data*/, Node node) const override {
        return node == 1 ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return tile_bytes; }
};

/// The second accelerator's may come next. When a task has ended, it does not wait any longer, and is told so; neither
/// does it if tasks become ready that were submitted before.
TEST(GraphPolicyThefts, AcceleratorsStealNothingWhileTheProgramSubmits) {
    constexpr std::size_t owner = 0;
    constexpr std::size_t thief = 1;
    constexpr DataId tasks = 16;
    const AtFirstAccelerator places;
    GraphPolicy policy(machine_of(0, 2, pcie), places, {.claims = false});
    const auto submit = [&](DataId data) {
        return policy.submitted(std::vector{updates(data)}, tile_kernels[gemm], 0);
    };
    for (DataId data = 0; data < tasks; ++data) {
        ASSERT_EQ(policy.ready(submit(data)), 1);
    }
    EXPECT_FALSE(policy.next(thief).task);
    policy.finished(policy.next(owner).task.value());
    EXPECT_TRUE(policy.next(owner).wakes_all);
    EXPECT_FALSE(policy.next(owner).wakes_all);
    policy.finished(policy.next(thief).task.value());

    const TaskId submitted_before = submit(tasks);
    const TaskId last = submit(tasks + 1);
    policy.ready(submitted_before);
    EXPECT_TRUE(policy.next(thief).task) << "this was not ready at once";
    policy.ready(last);
    EXPECT_FALSE(policy.next(thief).task);

    policy.finished(policy.next(owner).task.value());
    policy.ready(submit(tasks + 2));
    EXPECT_TRUE(policy.next(thief).task) << "once is enough, though the next task is submitted before anybody looks";
}

/// So that its first tasks need few tiles. Along k it grows as along rows and columns: task (i, j, k) comes when the
/// greatest of the three is reached. Once more when the product is repeated.
TEST(GraphPolicyOrder, PlainProductGrowsAsACube) {
    constexpr std::uint32_t side = 4;
    const Everywhere places;
    GraphPolicy policy(machine_of(0, 1, pcie), places);
    std::map<TaskId, std::array<std::uint32_t, 3>> indices;
    std::map<std::array<std::uint32_t, 3>, TaskId> ids;
    for (int run = 0; run < 2; ++run) {
        for (std::uint32_t k = 0; k < side; ++k) {
            for (std::uint32_t i = 0; i < side; ++i) {
                for (std::uint32_t j = 0; j < side; ++j) {
                    const TaskId id = policy.submitted(
                        std::vector{reads(100 + i * side + k), reads(200 + k * side + j), updates(i * side + j)},
                        tile_kernels[gemm], 0);
                    indices[id] = {i, j, k};
                    ids[{i, j, k}] = id;
                }
            }
        }
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < side; ++j) {
                policy.ready(ids[{i, j, 0}]);
            }
        }
        std::vector<std::uint32_t> shells;
        while (const std::optional<TaskId> task = policy.next(0).task) {
            const auto [i, j, k] = indices[*task];
            shells.push_back(std::max({i, j, k}));
            policy.finished(*task);
            if (k + 1 < side) {
                policy.ready(ids[{i, j, k + 1}]);
            }
        }
        EXPECT_EQ(shells.size(), std::size_t{side} * side * side);
        EXPECT_TRUE(std::is_sorted(shells.begin(), shells.end())) << testing::PrintToString(shells) << ", run " << run;
    }
}

/// Their bricks differ. Whoever owns them now may be asleep.
TEST_F(GraphPolicyScene, NewOwnersAreToldOfWhenAProductIsPlainNoMore) {
    constexpr std::uint32_t side = 8;
    std::vector<TaskId> all;
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t j = 0; j < side; ++j) {
            all.push_back(submit({reads(100 + i), reads(200 + j), updates(i * side + j)}, on_gpu_only_));
        }
    }
    for (const TaskId id : all) {
        policy_.ready(id);
    }
    EXPECT_TRUE(policy_.next(first_gpu).wakes_all) << "the first products are found";
    EXPECT_FALSE(policy_.next(first_gpu).wakes_all);
    submit({reads(300), updates(100)}, on_gpu_only_);
    EXPECT_TRUE(policy_.next(first_gpu).wakes_all);
    EXPECT_FALSE(policy_.next(first_gpu).wakes_all);
    EXPECT_EQ(policy_.structures().front().kind, "triangular solve");
}

TEST_F(GraphPolicyScene, TaskThatSomebodyElseHasExecutedIsNotHandedOut) {
    const TaskId one = submit({updates(0)});
    const TaskId other = submit({updates(1)});
    policy_.ready(one);
    policy_.ready(other);
    policy_.finished(one);
    EXPECT_EQ(policy_.waiting(), 1);
    EXPECT_EQ(drain(), std::multiset<TaskId>{other});
}

} // namespace
} // namespace tangram::sched::graph
