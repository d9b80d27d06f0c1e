#include "base/dice.hpp"
#include "base/error.hpp"
#include "partition/base/costs.hpp"
#include "partition/refine/membership_moves.hpp"
#include "partition/refine/memberships.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tangram::partition {

namespace {

/// Temperatures, and weights of the violation in costs per line's worth of
/// tiles, at the first and the last step (docs/algorithms.md, Refined:
/// memberships).
struct Schedule {
    double hot, cold;
    double light, heavy;
};

constexpr std::size_t standard_steps = 60'000; // of a run
constexpr std::size_t rounds = 2;

/// WorkBudget: of a step, and in each for every set of processors.
constexpr double step_work = 50;
constexpr double set_work = 4;
constexpr std::array portfolio{Schedule{.4, .2, 2.5, 12}, Schedule{.4, .2, 4, 12}, Schedule{.4, .08, 8, 30},
                               Schedule{.8, .08, 2.5, 12}};

constexpr std::size_t runs_of_start = rounds * portfolio.size();

/// Simulated annealing over memberships, remembering the cheapest without violation.
class Annealing {
  public:
    Annealing(const Problem& problem, const Window& window, std::uint64_t seed, std::size_t steps)
        : limits_(window), dice_(seed), steps_(steps) {
        for (std::size_t p = 0; p < problem.speeds.size(); ++p) {
            weights_.push_back(problem.weight(p));
            if (problem.weight(p) > 0) {
                costly_ |= bit(p);
            }
            unit_ = std::max(unit_, problem.weight(p));
        }
    }

    /// The lines in which the processors of an allocation have tiles; those
    /// that cost nothing may have tiles anywhere.
    [[nodiscard]] Memberships memberships(const Allocation& allocation) const {
        const Mask free = limits_.all & ~costly_;
        Memberships lines{std::vector(allocation.rows, free), std::vector(allocation.columns, free)};
        for (std::size_t i = 0; i < allocation.rows; ++i) {
            for (std::size_t j = 0; j < allocation.columns; ++j) {
                lines[0][i] |= bit(allocation.owner(i, j));
                lines[1][j] |= bit(allocation.owner(i, j));
            }
        }
        return lines;
    }

    void run(const Memberships& start, const Schedule& schedule) {
        MembershipState state(start, limits_);
        double cost = cost_of(start);
        std::int64_t violation = state.violation();
        const double line = std::sqrt(static_cast<double>(start[0].size()) * static_cast<double>(start[1].size()));
        const double cooling = std::pow(schedule.cold / schedule.hot, 1.0 / static_cast<double>(steps_));
        const double weighing = std::pow(schedule.heavy / schedule.light, 1.0 / static_cast<double>(steps_));
        double temperature = schedule.hot * unit_;
        double penalty = schedule.light / line * unit_;
        remember(state, cost, violation);
        for (std::size_t step = 0; step < steps_; ++step) {
            temperature *= cooling;
            penalty *= weighing;
            ProposedMove move = propose_move(state.lines(), costly_, dice_);
            const std::span<MembershipChange> changes = move.changes();
            if (changes.empty()) {
                continue;
            }
            const double accepted = penalty * static_cast<double>(violation) - temperature * std::log(dice_.unit());
            const double cost_change = cost_of(changes, state.lines());
            if (cost_change > accepted) {
                continue;
            }
            for (MembershipChange& change : changes) {
                change = state.apply(change);
            }
            const std::int64_t new_violation = state.violation();
            if (cost_change + penalty * static_cast<double>(new_violation) > accepted) {
                std::for_each(changes.rbegin(), changes.rend(),
                              [&](const MembershipChange& undoing) { state.apply(undoing); });
                continue;
            }
            cost += cost_change;
            violation = new_violation;
            remember(state, cost, violation);
        }
    }

    /// Nothing if every state had a violation.
    [[nodiscard]] const std::optional<Memberships>& best() const { return best_; }

  private:
    [[nodiscard]] double weight_of(Mask mask) const {
        double sum = 0;
        for (; mask != 0; mask &= mask - 1) {
            sum += weights_[static_cast<std::size_t>(std::countr_zero(mask))];
        }
        return sum;
    }

    [[nodiscard]] double cost_of(const Memberships& lines) const {
        double sum = 0;
        for (const std::vector<Mask>& masks : lines) {
            for (Mask mask : masks) {
                sum += weight_of(mask);
            }
        }
        return sum;
    }

    [[nodiscard]] double cost_of(std::span<const MembershipChange> changes, const Memberships& lines) const {
        double sum = 0;
        for (const auto& [axis, line, mask] : changes) {
            sum += weight_of(mask) - weight_of(lines[axis][line]);
        }
        return sum;
    }

    void remember(const MembershipState& state, double cost, std::int64_t violation) {
        if (violation > 0 || (best_ && cost > best_cost_ - 1e-9 * unit_)) {
            return;
        }
        best_ = state.lines();
        best_cost_ = cost;
    }

    Limits limits_;
    Dice dice_;
    std::size_t steps_;
    std::vector<double> weights_;
    Mask costly_ = 0;
    double unit_ = 0; ///< the largest weight: what a cost of 1 is without weights
    std::optional<Memberships> best_;
    double best_cost_ = 0;
};

/// Memberships are counted for each line and set.
double setup_work(std::size_t processors, std::size_t lines, std::size_t runs) {
    return std::exp2(static_cast<double>(processors)) * static_cast<double>(lines * runs);
}

/// Takes the steps of all runs from the budget.
std::size_t steps_of_run(std::span<const Allocation> starts, const Problem& problem, const SearchOptions& options) {
    const std::size_t runs = std::max<std::size_t>(1, starts.size() * runs_of_start);
    const std::size_t lines = starts.empty() ? 0 : starts.front().rows + starts.front().columns;
    const double setup = setup_work(problem.speeds.size(), lines, runs);
    const double work = step_work + set_work * std::exp2(static_cast<double>(problem.speeds.size()));
    return std::max<std::size_t>(1, options.spend(setup, standard_steps * runs, work) / runs);
}

} // namespace

double least_memberships_work(std::size_t processors, const Grid& grid) {
    constexpr std::size_t starts = 3;
    return setup_work(processors, grid.rows + grid.columns, starts * runs_of_start);
}

std::optional<Allocation> search_memberships(std::span<const Allocation> starts, const Problem& problem,
                                             const Window& window, const SearchOptions& options) {
    require_searchable(problem, window);
    if (problem.speeds.size() > few_processors) {
        throw InvalidInput(fmt::format("{} processors: the search over memberships takes at most {}",
                                       problem.speeds.size(), few_processors));
    }
    std::size_t tiles = 0;
    for (const Allocation& start : starts) {
        tiles = std::max(tiles, start.owners.size());
    }
    const Window limited = window.limited_to(tiles);
    Annealing annealing(problem, limited, options.seed, steps_of_run(starts, problem, options));
    std::optional<Allocation> best;
    const auto consider = [&](const Allocation& allocation) {
        if (!best || tile_cost(allocation, problem) < tile_cost(*best, problem)) {
            best = allocation;
        }
    };
    for (const Allocation& start : starts) {
        require_searchable(start, problem);
        if (window.contains(start.tile_counts())) {
            consider(start);
        }
        for (std::size_t round = 0; round < rounds; ++round) {
            for (const Schedule& schedule : portfolio) {
                annealing.run(annealing.memberships(start), schedule);
            }
        }
    }
    if (annealing.best()) {
        consider(placed(*annealing.best(), limited));
    }
    return best;
}

} // namespace tangram::partition
