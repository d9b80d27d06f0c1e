#include "cluster/fronts/mapping.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/fronts/synthetic_trees.hpp"
#include "cluster/fronts/tree_source.hpp"
#include "tests/cluster/fronts/random_trees.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace tangram::fronts {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;

namespace {

/// By process.
std::vector<std::int64_t> flops_of_subtrees(const AssemblyTree& tree, const Mapping& mapping) {
    std::vector<std::int64_t> flops(mapping.processes, 0);
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        if (mapping.places[front].subtree) {
            flops[mapping.places[front].process] += front_flops(tree.fronts[front]);
        }
    }
    return flops;
}

/// Two fronts under a root, each over two leaves.
AssemblyTree seven_fronts() {
    AssemblyTree tree;
    for (int half = 0; half < 2; ++half) {
        const FrontId first = add_front(tree, 10, 110, {});
        const FrontId second = add_front(tree, 10, 110, {});
        add_front(tree, 50, 210, {first, second});
    }
    add_front(tree, 200, 200, {2, 5});
    return tree;
}

template <class Number> Number sum(const std::vector<Number>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), Number{});
}

std::size_t count(const Mapping& mapping, FrontType type) {
    return std::count_if(mapping.places.begin(), mapping.places.end(),
                         [&](const Place& place) { return place.type == type; });
}

/// A subtree belongs to one process as a whole; above it are fronts without one.
void expect_whole_subtrees(const AssemblyTree& tree, const Mapping& mapping) {
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        const Place& place = mapping.places[front];
        EXPECT_LT(place.process, mapping.processes);
        if (place.subtree) {
            EXPECT_EQ(place.type, FrontType::sequential);
            EXPECT_EQ(mapping.places[*place.subtree].process, place.process);
            for (const FrontId child : tree.fronts[front].children) {
                EXPECT_EQ(mapping.places[child].subtree, place.subtree);
            }
        }
        if (const auto parent = tree.fronts[front].parent) {
            EXPECT_EQ(mapping.places[*parent].subtree.has_value(), place.subtree && *place.subtree != front);
        }
    }
}

void expect_types(const AssemblyTree& tree, const Mapping& mapping, const MappingOptions& options) {
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        const Place& place = mapping.places[front];
        if (!place.subtree && place.type != FrontType::on_all) {
            EXPECT_EQ(place.type == FrontType::parallel, tree.fronts[front].contribution() >= options.parallel_rows);
        }
        if (place.type == FrontType::on_all) {
            EXPECT_FALSE(tree.fronts[front].parent);
            EXPECT_GE(tree.fronts[front].order, options.root_order);
        }
    }
    EXPECT_LE(count(mapping, FrontType::on_all), 1U);
}

/// No process has more than the mean and one front of the factors that masters hold.
void expect_balanced_masters(const AssemblyTree& tree, const Mapping& mapping) {
    std::vector<std::int64_t> memory(mapping.processes, 0);
    std::int64_t largest = 0;
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        const Place& place = mapping.places[front];
        if (!place.subtree && place.type != FrontType::on_all) {
            const std::int64_t entries = place.type == FrontType::parallel ? master_entries(tree.fronts[front])
                                                                           : factor_entries(tree.fronts[front]);
            memory[place.process] += entries;
            largest = std::max(largest, entries);
        }
    }
    const auto processes = static_cast<std::int64_t>(mapping.processes);
    EXPECT_LE(*std::max_element(memory.begin(), memory.end()), sum(memory) / processes + largest);
}

void expect_mapping(const AssemblyTree& tree, std::size_t processes) {
    const MappingOptions options;
    const Mapping mapping = mapped(tree, processes, options);
    ASSERT_EQ(mapping.places.size(), tree.fronts.size());
    expect_whole_subtrees(tree, mapping);
    expect_types(tree, mapping, options);
    expect_balanced_masters(tree, mapping);
    EXPECT_EQ(sum(decisions(mapping)), count(mapping, FrontType::parallel));
    if (processes == 1) {
        EXPECT_EQ(count(mapping, FrontType::sequential), tree.fronts.size());
        EXPECT_THAT(flops_of_subtrees(tree, mapping), ElementsAre(total_flops(tree)));
    }
}

} // namespace

TEST(Mapping, OfSevenFrontsByHand) {
    // Flops: 0.22 million in a leaf, 3.4 in each front above, 5.3 in the root, 13 in all. A quarter of half of that
    // holds a leaf, but not three fronts.
    const AssemblyTree tree = seven_fronts();
    const Mapping mapping = mapped(tree, 2);
    std::vector<std::size_t> processes;
    std::vector<int> types;
    for (const Place& place : mapping.places) {
        processes.push_back(place.process);
        types.push_back(static_cast<int>(place.type));
    }
    EXPECT_THAT(types, ElementsAre(1, 1, 2, 1, 1, 2, 3));
    EXPECT_THAT(processes, ElementsAre(0, 1, 0, 0, 1, 1, 0));
    EXPECT_EQ(mapping.places[3].subtree, 3U);
    EXPECT_THAT(decisions(mapping), ElementsAre(1, 1));
    EXPECT_THAT(flops_of_subtrees(tree, mapping), ElementsAre(2 * 219'615, 2 * 219'615));
}

TEST(Mapping, OfOneFront) {
    AssemblyTree tree;
    add_front(tree, 300, 300, {});
    EXPECT_EQ(mapped(tree, 1).places.front().subtree, 0U);
    EXPECT_EQ(mapped(tree, 4).places.front().type, FrontType::on_all);
    EXPECT_FALSE(mapped(tree, 4).places.front().subtree);
    tree.fronts.front() = {1, 1, {}, {}};
    EXPECT_EQ(mapped(tree, 4).places.front().type, FrontType::sequential);
}

TEST(Mapping, RandomTreesAreMappedWhole) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const AssemblyTree tree = test::random_forest(dice, 1 + dice.below(3), 1 + dice.below(150));
        expect_mapping(tree, 1 + dice.below(10));
    }
}

TEST(Mapping, GridsAndSyntheticTreesAreMappedWhole) {
    for (const std::string_view source : {"grid:120x120", "grid:16x16x16", "grid:12x12x12:27", "nested", "wide"}) {
        const AssemblyTree tree = tree_from(source, 1).tree;
        for (const std::size_t processes : {1, 2, 3, 8, 32, 128}) {
            SCOPED_TRACE(fmt::format("{} on {}", source, processes));
            expect_mapping(tree, processes);
        }
    }
}

TEST(Mapping, SubtreesOfGridsAreBalanced) {
    for (const std::string_view source : {"grid:200x200", "grid:20x20x20", "nested"}) {
        const AssemblyTree tree = tree_from(source, 1).tree;
        for (const std::size_t processes : {2, 5, 16, 32}) {
            const std::vector<std::int64_t> flops = flops_of_subtrees(tree, mapped(tree, processes));
            const double mean = static_cast<double>(sum(flops)) / static_cast<double>(processes);
            EXPECT_LE(static_cast<double>(*std::max_element(flops.begin(), flops.end())), 1.2 * mean)
                << source << " on " << processes;
        }
    }
}

TEST(Mapping, NestedTreesHaveDecisionsInProportionToProcesses) {
    // Table 3 of Guermouche and L'Excellent 2005 has 1.2 to 2.9 decisions a process in most problems.
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const AssemblyTree tree = nested_tree(default_volume, seed);
        for (const std::size_t processes : {32, 64, 128}) {
            const std::size_t all = sum(decisions(mapped(tree, processes)));
            EXPECT_GE(all, processes);
            EXPECT_LE(all, 4 * processes);
        }
    }
}

TEST(Mapping, WideTreesHaveManyDecisionsAtTheSameTime) {
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const AssemblyTree tree = wide_tree(default_branches, default_depth, seed);
        const Mapping mapping = mapped(tree, 32);
        const std::vector<std::size_t> by_process = decisions(mapping);
        EXPECT_GE(sum(by_process), 32U * 5);
        EXPECT_THAT(by_process, Each(Ge(2U)));
        std::size_t at_once = 0; // branches whose chain is parallel from its lowest front on
        for (FrontId front = 0; front < tree.fronts.size(); ++front) {
            at_once +=
                tree.fronts[front].children.size() == 2 && mapping.places[front].type == FrontType::parallel ? 1 : 0;
        }
        EXPECT_GE(at_once, 32U);
    }
}

TEST(Mapping, ChainsAndStarsAreNoProblem) {
    AssemblyTree chain;
    add_front(chain, 1, 3, {});
    AssemblyTree star;
    std::vector<FrontId> leaves{add_front(star, 1, 3, {})};
    for (FrontId front = 1; front < 100'000; ++front) {
        add_front(chain, 1, 3, {front - 1});
        leaves.push_back(add_front(star, 1, 3, {}));
    }
    add_front(chain, 3, 3, {99'999});
    add_front(star, 3, 3, leaves);
    for (const AssemblyTree& tree : {chain, star}) {
        expect_mapping(tree, 16);
    }
}

TEST(Mapping, NeedsAProcessAndATree) {
    EXPECT_THROW(static_cast<void>(mapped(seven_fronts(), 0)), InvalidInput);
    EXPECT_THROW(static_cast<void>(mapped({}, 2)), InvalidInput);
}

} // namespace tangram::fronts
