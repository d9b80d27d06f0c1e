#pragma once

/// What partitioners in two dimensions owe on domains that are much wider than high.

#include "partition/base/bounds.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace tangram::partition::testing {

/// For all families of speeds, on domains 1 high and from least_width to 5 or 100 wide: partitions are valid, with
/// zones of at most two boxes, and not below the bound.
template <class Partitioner>
void expect_long_domains_are_tiled(const Partitioner& partitioner, double least_width, std::uint64_t seeds) {
    std::mt19937_64 random(2);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < seeds; ++seed) {
            const double width = std::uniform_real_distribution(least_width, seed % 2 == 0 ? 5.0 : 100.0)(random);
            SCOPED_TRACE(fmt::format("{}, seed {}, 1 x {}", name_of(family), seed, width));
            const std::vector<double> speeds = random_speeds(family, 2 + seed % 32, seed);
            const Partition partition = partitioner({speeds, 1, width});
            expect_valid(partition, speeds, 2);
            EXPECT_GE(half_perimeter_sum(partition), half_perimeter_bound({speeds, 1, width}) * (1 - 1e-12));
            if (::testing::Test::HasFailure()) {
                return;
            }
        }
    }
}

} // namespace tangram::partition::testing
