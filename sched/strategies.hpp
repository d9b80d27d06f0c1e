#pragma once

/// The one table of Tangram's strategies: parsing, errors, `--help`, `tangram
/// policies` and the README are made from it. A strategy either follows a plan,
///
///     <allocation>[-redux]-<balancer>, e.g. nrrp-rounded-effective-steal
///
/// an allocation (who should compute what), a reduction if several nodes shall
/// accumulate in a tile of C at once, and a balancer (what happens when the plan was
/// wrong), or it is dynamic and has no plan (seed 003, section 4.2; those of seeds 000 and 002
/// have the names of affinity_kinds()). `auto` leaves the allocation to the engine.

#include "partition/allocation.hpp"
#include "partition/partitioners.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/policy.hpp"
#include "sched/workload.hpp"

#include <functional>
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

    [[nodiscard]] bool is_3d() const { return partitioner->is_3d; }

    /// Tiles for the problem's nodes: rows x columns of C, and `depth` layers if the
    /// kind is three-dimensional, else one. Throws InvalidInput as the partitioner does.
    [[nodiscard]] partition::Allocation allocate(const partition::Problem& problem, std::size_t rows,
                                                 std::size_t columns, std::size_t depth) const;
};

using MakePolicy = std::function<std::unique_ptr<Policy>(const Workload&)>;

/// What happens when the plan was wrong.
struct Balancer {
    std::string name;
    std::string description;
    MakePolicy make;
    bool spares; ///< zones leave their surplus to thieves, who choose with care (spare_tiles)
};

struct Strategy {
    std::string name; ///< canonical, e.g. "nrrp-rounded-static"
    std::string description;
    const AllocationKind* allocation; ///< nothing for dynamic strategies, and if the engine chooses it (auto)
    const Balancer* balancer;         ///< nothing for dynamic strategies
    bool reduces;                     ///< nodes that share a tile of C accumulate apart
    MakePolicy make;
    const AffinityKind* affinity = nullptr; ///< nothing for those of seed 003

    [[nodiscard]] bool follows_plan() const { return balancer != nullptr; }

    /// Whether products of one tile of C must not wait for each other: nodes accumulate apart,
    /// wherever a product is executed.
    [[nodiscard]] bool wants_independent() const { return affinity != nullptr && affinity->kernel == Kernel::matrix; }
};

/// The parts of planned strategies. The first allocation is that of a balancer alone.
const std::vector<AllocationKind>& allocation_kinds();
const std::vector<Balancer>& balancers();

/// The allocations that `auto` chooses from, the quickest to make first: nrrp-rounded,
/// and nrrp-refined, or nrrp-precise where there is no time for a search.
std::vector<const AllocationKind*> automatic_allocation_kinds(bool may_search);

/// All strategies, the default first; of choice-dyn-<X> those of the paper.
const std::vector<Strategy>& strategies();

/// What runs when nothing is chosen: auto.
const Strategy& default_strategy();

/// Finds a strategy by name, ignoring case and dashes, so that the papers'
/// spellings work (NRRP-Rounded-EffectiveSteal, ChoiceDyn-50); a balancer alone
/// (static) takes the first allocation. Nothing if there is no such strategy.
std::optional<Strategy> find_strategy(std::string_view name);

/// Lower case without dashes and underscores: what find_strategy compares.
std::string normalised_name(std::string_view name);

/// All names in one line, for errors.
std::string strategy_names();

/// The tables in Markdown, as they stand in the README.
std::string strategies_markdown();

} // namespace tangram::sched
