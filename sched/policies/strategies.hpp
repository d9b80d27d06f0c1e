#pragma once

/// The one table of Tangram's strategies: parsing, errors, `--help`, `tangram
/// policies` and docs/strategies.md are made from it. A strategy either follows a plan,
///
///     <allocation>[-redux]-<balancer>, e.g. nrrp-rounded-effective-steal
///
/// an allocation (who should compute what), a reduction if several nodes shall accumulate in a tile of C at once, and a
/// balancer (what happens when the plan was wrong: planned_policy.hpp lists the stages by which an idle node steals);
/// or it is dynamic and has no plan. Those are of Eyraud-Dubois and Lambert (2018, section 4.2); the affinity
/// strategies, with the names of affinity_kinds(), are of Beaumont and Marchal (2013 and 2014). `auto` leaves the
/// allocation to the caller.

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/base/balancing.hpp"
#include "sched/base/names.hpp"
#include "sched/base/policy.hpp"
#include "sched/policies/workload.hpp"
#include "sched/zones/allocations.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tangram::sched {

using MakePolicy = std::function<std::unique_ptr<Policy>(const Workload&)>;

/// What happens when the plan was wrong.
struct Balancer {
    std::string name;
    std::string description;
    Balancing balancing;
    MakePolicy make; ///< for products
    bool spares;     ///< zones leave their surplus to thieves, who choose with care (spare_tiles)
};

struct Strategy {
    /// The caller chooses the allocation for the machine at hand (sched/plan/auto_plan.hpp).
    struct Auto {
        const Balancer* balancer; ///< of balancers()
    };
    struct Planned {
        const AllocationKind* allocation; ///< of allocation_kinds()
        bool reduces;                     ///< nodes that share a tile of C accumulate apart
        const Balancer* balancer;         ///< of balancers()
    };
    struct Dynamic {
        std::optional<std::size_t> choices; ///< as DynamicPolicy takes them
    };
    struct Affinity {
        const AffinityKind* kind; ///< of affinity_kinds()
    };

    std::string name; ///< canonical, e.g. "nrrp-rounded-static"
    std::string description;
    std::variant<Auto, Planned, Dynamic, Affinity> kind;

    /// The strategy as one of these kinds, nothing if it is another one.
    template <class Kind> [[nodiscard]] const Kind* as() const { return std::get_if<Kind>(&kind); }

    /// What happens when the plan was wrong; nothing if there is no plan.
    [[nodiscard]] const Balancer* balancer() const;
    [[nodiscard]] bool follows_plan() const { return balancer() != nullptr; }
    /// Whether nodes take over tiles that slow workers have begun (OwnTasks::hand_on).
    [[nodiscard]] bool hands_on(Order order) const;
    [[nodiscard]] bool reduces() const { return as<Planned>() != nullptr && as<Planned>()->reduces; }

    /// Whether products of one tile of C must not wait for each other: nodes accumulate apart,
    /// wherever a product is executed.
    [[nodiscard]] bool wants_independent() const;

    [[nodiscard]] std::unique_ptr<Policy> make(const Workload& workload) const;
};

/// What planned strategies do when the plan was wrong.
const std::vector<Balancer>& balancers();

/// All strategies, the default first; of choice-dyn-<X> those that Eyraud-Dubois and Lambert (2018) measure.
const std::vector<Strategy>& strategies();

/// choice-dyn-<choices>, for any positive number.
Strategy choice_dyn(std::size_t choices);

/// What runs when nothing is chosen: auto.
const Strategy& default_strategy();

/// Finds a strategy by name, ignoring case and dashes, so that the papers'
/// spellings work (NRRP-Rounded-EffectiveSteal, ChoiceDyn-50); a balancer alone
/// (static) takes default_allocation_kind(). Nothing if there is no such strategy.
std::optional<Strategy> find_strategy(std::string_view name);

/// All names in one line, for errors.
std::string strategy_names();

/// The tables in Markdown, as they stand in docs/strategies.md.
std::string strategies_markdown();

} // namespace tangram::sched
