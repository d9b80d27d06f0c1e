#pragma once

/// The one table of Tangram's strategies: parsing, errors, `--help`, `tangram
/// policies` and the README are made from it. A strategy is an allocation (who
/// should compute what) and a balancer (what happens when the plan was wrong):
///
///     <allocation>-<balancer>, e.g. nrrp-rounded-static

#include "partition/allocation.hpp"
#include "partition/partitioners.hpp"
#include "sched/policy.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::sched {

/// A partitioner and how its zones become tiles.
struct AllocationKind {
    std::string name; ///< e.g. "nrrp-rounded"
    std::string description;
    const partition::Partitioner* partitioner;
    const partition::Discretisation* discretisation;

    /// Tiles of C, rows x columns of them, for the problem's nodes. Throws
    /// InvalidInput as the partitioner does.
    [[nodiscard]] partition::Allocation allocate(const partition::Problem& problem, std::size_t rows,
                                                 std::size_t columns) const;
};

struct Balancer {
    std::string_view name;
    std::string_view description;
    std::unique_ptr<Policy> (*make)(partition::Allocation);
};

struct Strategy {
    std::string name; ///< canonical, e.g. "nrrp-rounded-static"
    std::string description;
    const AllocationKind* allocation;
    const Balancer* balancer;
};

/// All strategies, best known default first.
const std::vector<Strategy>& strategies();

/// What runs when nothing is chosen.
const Strategy& default_strategy();

/// Finds a strategy by name, ignoring case and dashes, so that the papers'
/// spellings work (NRRP-Rounded-Static); a balancer alone (static) takes the
/// default strategy's allocation. Nothing if there is no such strategy.
std::optional<Strategy> find_strategy(std::string_view name);

/// Lower case without dashes and underscores: what find_strategy compares.
std::string normalised_name(std::string_view name);

/// The table in Markdown, as it stands in the README.
std::string strategies_markdown();

} // namespace tangram::sched
