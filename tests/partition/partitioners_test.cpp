#include "partition/partitioners.hpp"

#include "base/error.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/json.hpp"
#include "partition/base/targets.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace tangram::partition {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

namespace {

std::string upper(std::string_view name) {
    std::string result(name);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return result;
}

template <class Table, class Find> void expect_found_by_name(const Table& table, Find find) {
    std::set<std::string> names;
    for (const auto& entry : table) {
        EXPECT_TRUE(names.insert(upper(entry.name)).second) << entry.name << " is there twice";
        EXPECT_EQ(&find(entry.name), &entry);
        EXPECT_EQ(&find(upper(entry.name)), &entry);
    }
    for (const char* unknown : {"", "magic", "nrr", "refine"}) {
        try {
            (void)find(unknown);
            ADD_FAILURE() << unknown << " was found";
        } catch (const InvalidInput& error) {
            EXPECT_THAT(error.what(), HasSubstr(fmt::format("'{}'", unknown)));
            for (const auto& entry : table) {
                EXPECT_THAT(error.what(), HasSubstr(std::string(entry.name)));
            }
        }
    }
}

} // namespace

TEST(Partitioners, AreFoundByNameIgnoringCase) {
    expect_found_by_name(partitioners(),
                         [](std::string_view name) -> const Partitioner& { return find_partitioner(name); });
}

TEST(Discretisations, AreFoundByNameIgnoringCase) {
    expect_found_by_name(discretisations(),
                         [](std::string_view name) -> const Discretisation& { return find_discretisation(name); });
}

TEST(Partitioners, AllGiveValidPartitions) {
    for (const Partitioner& partitioner : partitioners()) {
        for (const std::size_t processors : {1, 2, 5, 9}) {
            for (const testing::Family family : testing::all_families) {
                if (processors > partitioner.most_processors) {
                    continue;
                }
                SCOPED_TRACE(
                    fmt::format("{}, {} processors, {}", partitioner.name, processors, testing::name_of(family)));
                const std::vector<double> speeds = testing::random_speeds(family, processors, 1);
                const Problem problem{speeds, 2, 3, partitioner.is_3d ? 1.5 : 1};
                const Partition partition = partitioner.run(problem);
                EXPECT_EQ(partitioner.run(problem), partition);
                if (partitioner.name == "nrrp-or-column") {
                    EXPECT_THAT(partition.algorithm, AnyOf("nrrp", "column")); // which one it was
                } else {
                    EXPECT_EQ(partition.algorithm, partitioner.name);
                }
                EXPECT_EQ(partition.is_3d(), partitioner.is_3d);
                EXPECT_EQ(partition.depth, partitioner.is_3d ? std::optional(1.5) : std::nullopt);
                testing::expect_valid(partition, speeds, std::numeric_limits<std::size_t>::max());
            }
        }
    }
}

/// A home node reads for free.
TEST(Partitioners, AllTakeWeights) {
    for (const Partitioner& partitioner : partitioners()) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", partitioner.name, seed));
            const std::size_t processors = std::min<std::size_t>(1 + seed, partitioner.most_processors);
            Problem problem{testing::random_speeds(testing::Family::uniform, processors, seed), 2, 3,
                            partitioner.is_3d ? 1.5 : 1};
            problem.weights.assign(processors, 1);
            problem.weights.front() = 0;
            testing::expect_valid(partitioner.run(problem), problem.speeds, std::numeric_limits<std::size_t>::max());
        }
    }
}

TEST(Partitioners, AllRefuseBadProblems) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Partitioner& partitioner : partitioners()) {
        for (const Problem& problem :
             {Problem{}, Problem{{0}}, Problem{{-1}}, Problem{{nan}}, Problem{{1}, 0, 1}, Problem{{1}, 1, nan}}) {
            EXPECT_THROW((void)partitioner.run(problem), InvalidInput) << partitioner.name;
        }
    }
}

TEST(Partitioners, RefuseMoreProcessorsThanTheyTake) {
    for (const Partitioner& partitioner : partitioners()) {
        if (partitioner.most_processors != any_number) {
            const Problem problem{std::vector<double>(partitioner.most_processors + 1, 1)};
            EXPECT_THROW((void)partitioner.run(problem), InvalidInput) << partitioner.name;
        }
    }
}

TEST(Partitioners, NrrpOrColumnIsTheCheaperOfTheTwo) {
    int in_columns = 0;
    int with_corners = 0;
    for (const testing::Family family : testing::all_families) {
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", testing::name_of(family), seed));
            const Problem problem{testing::random_speeds(family, 1 + seed, seed), 1, 1 + static_cast<double>(seed % 3)};
            const double column = cost(find_partitioner("column").run(problem), problem);
            const double nrrp = cost(find_partitioner("nrrp").run(problem), problem);
            EXPECT_EQ(cost(find_partitioner("nrrp-or-column").run(problem), problem), std::min(column, nrrp));
            in_columns += column < nrrp;
            with_corners += nrrp < column;
        }
    }
    EXPECT_GT(in_columns, 0);
    EXPECT_GT(with_corners, 0);
}

TEST(BestPartitioner, TakesThatManyProcessorsInAsManyDimensions) {
    std::vector<std::size_t> numbers{100, 101, 2000, 2001, 3000, 3001, 50'000, 100'000};
    for (std::size_t processors = 1; processors <= 20; ++processors) {
        numbers.push_back(processors);
    }
    for (const std::size_t processors : numbers) {
        for (const bool is_3d : {false, true}) {
            const Partitioner& best = best_partitioner(processors, is_3d);
            EXPECT_GE(best.most_processors, processors);
            EXPECT_EQ(best.is_3d, is_3d);
        }
    }
}

TEST(Discretisations, TakeZonesOfManyBoxes) {
    TileOptions options;
    options.effort = 0.01;
    const Problem problem{{0.85, 0.1, 0.03, 0.015, 0.005}};
    const Partition partition = find_partitioner("nrrp-plus").run(problem);
    ASSERT_THAT(partition.zones[0].boxes, SizeIs(5));
    EXPECT_EQ(partition_from_json(to_json(partition)), partition);
    const Grid grid{64, 64};
    for (const Discretisation& discretisation : discretisations()) {
        SCOPED_TRACE(discretisation.name);
        const Allocation allocation = discretisation.run(partition, problem, grid, options);
        const std::vector<std::size_t> counts = allocation.tile_counts();
        const auto exact = partial_sum_targets(problem.speeds, grid.tiles());
        for (std::size_t p = 0; p < counts.size(); ++p) {
            EXPECT_NEAR(static_cast<double>(counts[p]), static_cast<double>(exact[p]),
                        discretisation.name == "rounded" ? 40 : 1);
        }
        // That of the zones, and what exact numbers of tiles may cost more.
        EXPECT_LE(tile_cost(allocation, problem), 1.15 * 64 * cost(partition, problem));
    }
}

TEST(Discretisations, NameTheirAllocationsAfterBoth) {
    TileOptions options;
    options.effort = 0.01;
    for (const Discretisation& discretisation : discretisations()) {
        for (const Partitioner& partitioner : partitioners()) {
            SCOPED_TRACE(fmt::format("{} by {}", discretisation.name, partitioner.name));
            const Problem problem{.speeds = {4, 2, 1, 1}};
            const Grid grid{4, 6, partitioner.is_3d ? 5u : 1u};
            const Partition partition = partitioner.run(problem);
            const Allocation allocation = discretisation.run(partition, problem, grid, options);
            EXPECT_EQ(allocation.name, fmt::format("{}-{}", partition.algorithm, discretisation.name));
            EXPECT_EQ(allocation.owners.size(), grid.tiles());
            EXPECT_EQ(allocation.processors, 4u);
        }
    }
}

} // namespace tangram::partition
