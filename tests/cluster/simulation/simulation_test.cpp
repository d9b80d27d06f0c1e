#include "cluster/simulation/simulation.hpp"

#include "base/error.hpp"
#include "cluster/exchange/mechanism.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/fronts/synthetic_trees.hpp"
#include "tests/cluster/solver/scenes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::simulation {

using exchange::MessageKind;
using solver::Options;
using solver::Problem;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

namespace {

Problem problem_on(std::size_t processes, fronts::AssemblyTree tree) {
    fronts::Mapping mapping = fronts::mapped(tree, processes);
    return solver::problem_of(std::move(tree), std::move(mapping));
}

Problem small_wide_problem(std::uint64_t seed) {
    return problem_on(8, fronts::wide_tree(6, 3, seed));
}

Options with(const std::string& mechanism) {
    Options options;
    options.mechanism = mechanism;
    return options;
}

Machine with(Thread thread) {
    Machine machine;
    machine.thread = thread;
    return machine;
}

std::size_t sent(const Result& result, MessageKind kind) {
    return result.messages.at(static_cast<std::size_t>(kind));
}

std::size_t decisions(const Problem& problem) {
    const std::vector<std::size_t> by_process = fronts::decisions(problem.mapping);
    return std::accumulate(by_process.begin(), by_process.end(), std::size_t{0});
}

std::vector<int> samples_of(const Result& result, int process) {
    std::vector<int> entries;
    for (const MemorySample& sample : result.samples.memory) {
        if (sample.process == process) {
            entries.push_back(static_cast<int>(sample.entries));
        }
    }
    return entries;
}

/// Mechanism, thread and strategy.
class Simulations : public testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {
  protected:
    static Result simulated(const Problem& problem) {
        Options options = with(std::get<0>(GetParam()));
        options.strategy = solver::strategy_named(std::get<2>(GetParam()));
        return simulate(problem, options, with(solver::thread_named(std::get<1>(GetParam()))));
    }
};

} // namespace

TEST(Simulation, TwoLeavesOnTwoProcesses) {
    // 1 us, 1 byte a ns, 1 flop a ns. Process 1 needs 67 ns for its leaf; then 24 bytes, 32 bytes and 64 bytes go to
    // and fro; then process 0 needs 125 ns for the root. Its leaf is long done.
    std::vector<std::int64_t> computations;
    const Watch watch{.samples = true, .on_computation = [&](std::int64_t flops) { computations.push_back(flops); }};
    const Result result = simulate(solver::test::two_leaves(), {}, {1, 1, 1, Thread::none}, watch);
    EXPECT_NEAR(result.seconds, 1e-9 * (67 + 1000 + 24 + 1000 + 32 + 1000 + 64 + 125), 1e-15);
    EXPECT_EQ(result.application_messages, 3U);
    EXPECT_EQ(result.application_bytes, 24U + 32 + 64);
    EXPECT_EQ(result.messages_total(), 0U);
    EXPECT_EQ(result.flops, 57 + 67 + 125);
    EXPECT_THAT(computations, UnorderedElementsAre(57, 67, 125));
    EXPECT_EQ(result.peak_memory.max, 45);
    EXPECT_EQ(result.peak_memory.mean, (45 + 25) / 2.0);
    EXPECT_THAT(samples_of(result, 0), ElementsAre(25, 9, 45, 36, 0));
    EXPECT_THAT(samples_of(result, 1), ElementsAre(25, 4, 0));
}

TEST(Simulation, OneProcessWorksWithoutABreak) {
    const Problem problem = problem_on(1, fronts::nested_tree(30'000, 1));
    for (const std::string& mechanism : exchange::mechanism_names()) {
        const Result result = simulate(problem, with(mechanism), {5, 1, 2, Thread::none});
        EXPECT_NEAR(result.seconds * 2e9, static_cast<double>(fronts::total_flops(problem.tree)), 1);
        EXPECT_EQ(result.peak_memory.max, static_cast<double>(fronts::sequential_peak(problem.tree)));
        EXPECT_EQ(result.application_messages, 0U);
        EXPECT_THAT(result.messages, Each(0U));
        EXPECT_EQ(result.decisions, 0U);
    }
}

TEST(Simulation, SamplesOfViewsAreOneADecisionInTheOrderOfTime) {
    const Problem problem = problem_on(8, fronts::wide_tree(6, 3, 1));
    EXPECT_TRUE(simulate(problem, with("naive"), {}).samples.views.empty()) << "not asked for";
    const Result result = simulate(problem, with("naive"), {}, {.samples = true});
    const std::vector<ViewSample>& views = result.samples.views;
    ASSERT_EQ(views.size(), result.decisions);
    double sum = 0;
    double max = 0;
    for (const ViewSample& view : views) {
        sum += view.error;
        max = std::max(max, view.error);
        EXPECT_LE(view.seconds, result.seconds);
    }
    EXPECT_NEAR(sum / static_cast<double>(views.size()), result.view_error.value().mean, 1e-12);
    EXPECT_EQ(max, result.view_error.value().max);
    EXPECT_GT(max, 0);
    EXPECT_TRUE(std::is_sorted(views.begin(), views.end(),
                               [](const ViewSample& a, const ViewSample& b) { return a.seconds < b.seconds; }));
}

TEST_P(Simulations, EachFrontIsEliminatedOnce) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Problem problem = small_wide_problem(seed);
        const Result result = simulated(problem);
        EXPECT_EQ(result.flops, fronts::total_flops(problem.tree));
        EXPECT_EQ(result.decisions, decisions(problem));
        EXPECT_GE(result.seconds * 8 * 1.5e9, static_cast<double>(result.flops));
        EXPECT_LE(result.peak_memory.mean, result.peak_memory.max);
        EXPECT_EQ(result.messages_total(),
                  std::accumulate(result.messages.begin(), result.messages.end(), std::size_t{0}));
    }
}

TEST_P(Simulations, TheSameInputHasTheSameCourse) {
    const Problem problem = small_wide_problem(7);
    const Result first = simulated(problem);
    const Result second = simulated(problem);
    EXPECT_EQ(first.seconds, second.seconds);
    EXPECT_EQ(first.messages, second.messages);
    EXPECT_EQ(first.bytes, second.bytes);
    EXPECT_EQ(first.application_bytes, second.application_bytes);
    EXPECT_EQ(first.peak_memory.mean, second.peak_memory.mean);
    EXPECT_EQ(first.view_error.value().mean, second.view_error.value().mean);
}

INSTANTIATE_TEST_SUITE_P(Simulation, Simulations,
                         testing::Combine(testing::ValuesIn(exchange::mechanism_names()),
                                          testing::ValuesIn(solver::thread_names()),
                                          testing::ValuesIn(solver::strategy_names())),
                         [](const auto& test) {
                             return fmt::format("{}_{}_{}", std::get<0>(test.param), std::get<1>(test.param),
                                                std::get<2>(test.param));
                         });

TEST(Simulation, SnapshotsAreExactUnlessComputationsEndMeanwhile) {
    for (const Thread thread : {Thread::none, Thread::lock}) {
        const Result result = simulate(small_wide_problem(3), with("snapshot"), with(thread));
        EXPECT_EQ(result.view_error.value().max, 0);
        EXPECT_GT(result.seconds_frozen, 0);
    }
    EXPECT_GT(simulate(small_wide_problem(3), with("increments"), {}).view_error.value().max, 0);
}

TEST(Simulation, WithAThreadSnapshotsDoNotWaitForComputations) {
    const Problem problem = small_wide_problem(3);
    const Result none = simulate(problem, with("snapshot"), with(Thread::none));
    for (const Thread thread : {Thread::flag, Thread::lock}) {
        const Result result = simulate(problem, with("snapshot"), with(thread));
        EXPECT_LT(result.seconds, none.seconds);
        EXPECT_LT(result.seconds_frozen, none.seconds_frozen / 10);
    }
}

TEST(Simulation, NumbersOfMessages) {
    const Problem problem = small_wide_problem(5);
    Options options = with("increments");
    const std::size_t others = 7;
    const Result some_stop = simulate(problem, options, {});
    options.no_more_master = false;
    const Result nobody_stops = simulate(problem, options, {});
    EXPECT_EQ(sent(nobody_stops, MessageKind::reserve), others * decisions(problem));
    EXPECT_EQ(sent(nobody_stops, MessageKind::no_more_master), 0U);
    EXPECT_EQ(sent(nobody_stops, MessageKind::update) % others, 0U);
    EXPECT_GT(sent(some_stop, MessageKind::no_more_master), 0U);
    EXPECT_LT(some_stop.messages_total(), nobody_stops.messages_total());
    const Result snapshot = simulate(problem, with("snapshot"), {});
    EXPECT_EQ(sent(snapshot, MessageKind::end), others * decisions(problem));
    EXPECT_GE(sent(snapshot, MessageKind::start), others * decisions(problem));
}

TEST(Simulation, BadInputIsRejected) {
    const Problem problem = solver::test::two_leaves();
    EXPECT_THROW(static_cast<void>(simulate(problem, with("rumours"), {})), InvalidInput);
    EXPECT_THROW(static_cast<void>(simulate(problem, {}, {5, -1, 1, Thread::none})), InvalidInput);
}

} // namespace tangram::simulation
