/// What Guermouche and L'Excellent (2005) measured, in kind: medians of 16 synthetic trees whose masters select at the
/// same time, on 32 processes.

#include "cluster/fronts/synthetic_trees.hpp"
#include "cluster/fronts/tree_source.hpp"
#include "cluster/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tangram::simulation {

namespace {

struct Medians {
    double peak = 0; ///< of the fullest process
    double seconds = 0;
    double messages = 0;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

Medians medians_of(const std::string& mechanism, solver::Thread thread) {
    constexpr std::size_t processes = 32;
    solver::Options options;
    options.mechanism = mechanism;
    Machine machine;
    machine.thread = thread;
    std::vector<double> peaks;
    std::vector<double> seconds;
    std::vector<double> messages;
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        fronts::AssemblyTree tree = fronts::wide_tree(fronts::default_branches, fronts::default_depth, seed);
        fronts::Mapping mapping = fronts::mapped(tree, processes);
        const Result result = simulate(solver::problem_of(std::move(tree), std::move(mapping)), options, machine);
        peaks.push_back(result.peak_memory.max);
        seconds.push_back(result.seconds);
        messages.push_back(static_cast<double>(result.messages_total()));
    }
    return {median(peaks), median(seconds), median(messages)};
}

} // namespace

TEST(Trends, AreThoseOfThePaper) {
    using enum solver::Thread;
    const Medians increments = medians_of("increments", none);
    const Medians snapshot = medians_of("snapshot", none);
    EXPECT_GE(medians_of("naive", none).peak, 1.2 * increments.peak);
    EXPECT_LE(snapshot.peak, 1.05 * increments.peak);
    EXPECT_GE(snapshot.seconds, 1.2 * increments.seconds);
    EXPECT_LE(medians_of("snapshot", flag).seconds, 1.1 * medians_of("increments", flag).seconds);
    EXPECT_GE(increments.messages, 2.5 * snapshot.messages);
}

} // namespace tangram::simulation
