#include "cluster/s4u/cluster.hpp"

#include "base/error.hpp"
#include "cluster/exchange/mechanism.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/fronts/synthetic_trees.hpp"
#include "cluster/simulation/simulation.hpp"
#include "tests/cluster/solver/scenes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

namespace tangram::s4u {

using exchange::MessageKind;
using simulation::Machine;
using simulation::Result;
using solver::Options;
using solver::Problem;
using solver::Thread;
using ::testing::Each;

namespace {

constexpr std::size_t hosts = 8;

/// SimGrid starts once in a process.
Cluster& cluster() {
    static Cluster cluster(Machine{}, hosts);
    return cluster;
}

Problem problem_on(std::size_t processes, fronts::AssemblyTree tree) {
    fronts::Mapping mapping = fronts::mapped(tree, processes);
    return solver::problem_of(std::move(tree), std::move(mapping));
}

Options with(const std::string& mechanism) {
    Options options;
    options.mechanism = mechanism;
    return options;
}

std::size_t sent(const Result& result, MessageKind kind) {
    return result.messages.at(static_cast<std::size_t>(kind));
}

/// Mechanism and thread.
class Clusters : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

} // namespace

TEST(Cluster, TwoLeavesOnTwoProcesses) {
    // Process 1 needs 67 flops for its leaf; then 24 bytes, 32 bytes and 64 bytes go to and fro; then process 0 needs
    // 125 flops for the root. Its leaf is long done. No two messages are under way together.
    const Machine machine;
    std::int64_t flops = 0;
    const simulation::Watch watch{.samples = true, .on_computation = [&flops](std::int64_t more) { flops += more; }};
    const Result result = cluster().simulate(solver::test::two_leaves(), {}, machine.thread, watch);
    EXPECT_EQ(flops, result.flops);
    EXPECT_NEAR(result.seconds, (67 + 125) / 1.5e9 + 3 * 5e-6 + (24 + 32 + 64) / 1e9, 1e-11);
    EXPECT_EQ(result.application_messages, 3U);
    EXPECT_EQ(result.application_bytes, 24U + 32 + 64);
    EXPECT_EQ(result.messages_total(), 0U);
    EXPECT_EQ(result.peak_memory.max, 45);
    EXPECT_EQ(result.peak_memory.mean, (45 + 25) / 2.0);
    EXPECT_FALSE(result.samples.memory.empty());
}

TEST(Cluster, OneProcessWorksWithoutABreak) {
    const Problem problem = problem_on(1, fronts::nested_tree(30'000, 1));
    for (const std::string& mechanism : exchange::mechanism_names()) {
        const Result result = cluster().simulate(problem, with(mechanism), Thread::none);
        EXPECT_NEAR(result.seconds * 1.5e9 / static_cast<double>(fronts::total_flops(problem.tree)), 1, 1e-9);
        EXPECT_EQ(result.peak_memory.max, static_cast<double>(fronts::sequential_peak(problem.tree)));
        EXPECT_EQ(result.application_messages, 0U);
        EXPECT_THAT(result.messages, Each(0U));
    }
}

TEST(Cluster, RefusesMoreProcessesThanItHas) {
    const Problem problem = problem_on(hosts + 1, fronts::wide_tree(6, 3, 1));
    EXPECT_THROW(std::ignore = cluster().simulate(problem, {}, Thread::none), InvalidInput);
}

/// The network of the event simulator sends one message after the other: messages may come in another order, and
/// masters may select other slaves. What must not differ does not, and times and memory are close.
TEST_P(Clusters, AgreeWithTheEventSimulator) {
    const auto [mechanism, thread_name] = GetParam();
    Machine machine;
    machine.thread = solver::thread_named(thread_name);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Problem problem = problem_on(hosts, fronts::wide_tree(6, 3, seed));
        const Result result = cluster().simulate(problem, with(mechanism), machine.thread);
        const Result expected = simulation::simulate(problem, with(mechanism), machine);
        EXPECT_EQ(result.flops, expected.flops);
        EXPECT_EQ(result.decisions, expected.decisions);
        EXPECT_EQ(sent(result, MessageKind::no_more_master), sent(expected, MessageKind::no_more_master));
        EXPECT_EQ(sent(result, MessageKind::end), sent(expected, MessageKind::end));
        EXPECT_NEAR(result.seconds / expected.seconds, 1, 0.25);
        EXPECT_NEAR(result.peak_memory.mean / expected.peak_memory.mean, 1, 0.25);
    }
}

INSTANTIATE_TEST_SUITE_P(Variants, Clusters,
                         testing::Combine(testing::Values("naive", "increments", "snapshot"),
                                          testing::Values("none", "flag", "lock")),
                         [](const auto& variant) {
                             return std::get<0>(variant.param) + "_" + std::get<1>(variant.param);
                         });

} // namespace tangram::s4u
