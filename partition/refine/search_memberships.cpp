#include "partition/costs.hpp"
#include "partition/error.hpp"
#include "partition/refine/random.hpp"
#include "partition/refine/search_input.hpp"
#include "partition/refine/searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// A set of processors, one bit each.
using Mask = std::uint32_t;

using PerMask = std::array<std::int64_t, std::size_t{1} << few_processors>;

constexpr bool is_subset(Mask inner, Mask outer) {
    return (inner & ~outer) == 0;
}

constexpr Mask bit(std::size_t processor) {
    return Mask{1} << processor;
}

/// Rows (axis 0) and columns (axis 1): the processors that may have tiles in each.
using Memberships = std::array<std::vector<Mask>, 2>;

/// One line of tiles is to get another set of processors.
struct Change {
    std::size_t axis;
    std::size_t line;
    Mask mask;
};

/// For each set of processors the least and the most tiles they may have in all.
struct Limits {
    PerMask least{};
    PerMask most{};
    Mask all = 0;

    explicit Limits(const Window& window) : all(bit(window.most.size()) - 1) {
        for (Mask set = 1; set <= all; ++set) {
            const Mask rest = set & (set - 1);
            const auto p = static_cast<std::size_t>(std::countr_zero(set));
            least[set] = least[rest] + static_cast<std::int64_t>(window.least[p]);
            most[set] = most[rest] + static_cast<std::int64_t>(window.most[p]);
        }
    }
};

/// Memberships, and what decides whether tiles can be placed within them: the
/// number of tiles confined to each set of processors, because only these may
/// own them. Counts in a window are possible exactly if no set has more tiles
/// confined to it than it may own, and none has, with the tiles not confined to
/// the others, fewer than it must own (specs/partition.md, section 5.4).
class State {
  public:
    State(Memberships lines, const Limits& limits) : lines_(std::move(lines)), limits_(limits) {
        for (std::size_t axis : {0u, 1u})
            for (Mask mask : lines_[axis])
                for (Mask set = mask;; set = (set + 1) | mask) {
                    ++within_[axis][set];
                    if (set == limits_.all)
                        break;
                }
        for (Mask mask : lines_[0])
            for (Mask set = 0; set <= limits_.all; ++set)
                confined_[set] += crossing(1, mask, set);
    }

    [[nodiscard]] const Memberships& lines() const { return lines_; }

    /// Returns the change that undoes this one. O(2^processors).
    Change apply(const Change& change) {
        const auto& [axis, line, after] = change;
        const Mask before = std::exchange(lines_[axis][line], after);
        PerMask& within = within_[axis];
        for (Mask set = 0; set <= limits_.all; ++set) {
            confined_[set] += crossing(1 - axis, after, set) - crossing(1 - axis, before, set);
            within[set] += is_subset(after, set) - is_subset(before, set);
        }
        return {axis, line, before};
    }

    /// Tiles that the worst set owns too many, and that another lacks. 0 if
    /// counts in the window are possible. O(2^processors).
    [[nodiscard]] std::int64_t violation() const {
        const std::int64_t tiles = confined_[limits_.all];
        std::int64_t too_many = 0;
        std::int64_t too_few = 0;
        for (Mask set = 0; set <= limits_.all; ++set) {
            too_many = std::max(too_many, confined_[set] - limits_.most[set]);
            too_few = std::max(too_few, confined_[set] + limits_.least[limits_.all - set] - tiles);
        }
        return too_many + too_few;
    }

  private:
    /// Tiles confined to `set` of a line with this mask: those in lines across
    /// that have none of the mask's other processors.
    [[nodiscard]] std::int64_t crossing(std::size_t axis_across, Mask mask, Mask set) const {
        return within_[axis_across][(limits_.all & ~mask) | set];
    }

    Memberships lines_;
    const Limits& limits_;
    std::array<PerMask, 2> within_{}; ///< number of lines whose processors are all in a set
    PerMask confined_{};
};

/// Temperatures, and weights of the violation in costs per line's worth of
/// tiles, at the first and the last step (specs/partition.md, section 5.4).
struct Schedule {
    double hot, cold;
    double light, heavy;
};

constexpr std::size_t steps = 60'000;
constexpr std::size_t rounds = 2;
constexpr std::array portfolio{Schedule{.4, .2, 2.5, 12}, Schedule{.4, .2, 4, 12}, Schedule{.4, .08, 8, 30},
                               Schedule{.8, .08, 2.5, 12}};

/// The set of one random processor of a set that is not empty.
Mask random_of(Mask set, Random& random) {
    for (std::size_t skipped = random.below(static_cast<std::size_t>(std::popcount(set))); skipped > 0; --skipped)
        set &= set - 1;
    return set & -set;
}

/// Simulated annealing over memberships, remembering the cheapest without violation.
class Annealing {
  public:
    Annealing(const Problem& problem, const Window& window, const SearchOptions& options)
        : limits_(window), random_(options.seed), steps_(options.of(steps)) {
        for (std::size_t p = 0; p < problem.speeds.size(); ++p) {
            weights_.push_back(problem.weight(p));
            if (problem.weight(p) > 0)
                costly_ |= bit(p);
            unit_ = std::max(unit_, problem.weight(p));
        }
    }

    /// The lines in which the processors of an allocation have tiles; those
    /// that cost nothing may have tiles anywhere.
    [[nodiscard]] Memberships memberships(const Allocation& allocation) const {
        const Mask free = limits_.all & ~costly_;
        Memberships lines{std::vector(allocation.rows, free), std::vector(allocation.columns, free)};
        for (std::size_t i = 0; i < allocation.rows; ++i)
            for (std::size_t j = 0; j < allocation.columns; ++j) {
                lines[0][i] |= bit(allocation.owner(i, j));
                lines[1][j] |= bit(allocation.owner(i, j));
            }
        return lines;
    }

    void run(const Memberships& start, const Schedule& schedule) {
        State state(start, limits_);
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
            const std::size_t changed = propose(state.lines());
            if (changed == 0)
                continue;
            const double accepted = penalty * static_cast<double>(violation) - temperature * std::log(random_.unit());
            const double cost_change = cost_of_changes(state.lines(), changed);
            if (cost_change > accepted)
                continue;
            for (std::size_t c = 0; c < changed; ++c)
                changes_[c] = state.apply(changes_[c]);
            const std::int64_t new_violation = state.violation();
            if (cost_change + penalty * static_cast<double>(new_violation) > accepted) {
                for (std::size_t c = changed; c-- > 0;)
                    state.apply(changes_[c]);
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
        for (; mask != 0; mask &= mask - 1)
            sum += weights_[static_cast<std::size_t>(std::countr_zero(mask))];
        return sum;
    }

    [[nodiscard]] double cost_of(const Memberships& lines) const {
        double sum = 0;
        for (const std::vector<Mask>& masks : lines)
            for (Mask mask : masks)
                sum += weight_of(mask);
        return sum;
    }

    [[nodiscard]] double cost_of_changes(const Memberships& lines, std::size_t changed) const {
        double sum = 0;
        for (std::size_t c = 0; c < changed; ++c)
            sum += weight_of(changes_[c].mask) - weight_of(lines[changes_[c].axis][changes_[c].line]);
        return sum;
    }

    void remember(const State& state, double cost, std::int64_t violation) {
        if (violation > 0 || (best_ && cost > best_cost_ - 1e-9 * unit_))
            return;
        best_ = state.lines();
        best_cost_ = cost;
    }

    /// Draws one of the moves of the specification into changes_ and returns
    /// how many lines it changes: 0 if the lines drawn do not admit it.
    std::size_t propose(const Memberships& lines) {
        const std::size_t kind = random_.below(6);
        const std::size_t axis = random_.below(lines[0].size() + lines[1].size()) < lines[0].size() ? 0 : 1;
        const std::size_t other_axis = kind == 3 ? 1 - axis : axis; // kind 3 exchanges a row for a column
        const std::size_t line = random_.below(lines[axis].size());
        const std::size_t other_line = random_.below(lines[other_axis].size());
        const Mask mask = lines[axis][line];
        const Mask other = lines[other_axis][other_line];
        const Mask inside = mask & costly_;
        const auto change = [&](Mask changed) -> std::size_t {
            changes_[0] = {axis, line, changed};
            return 1;
        };
        const auto change_both = [&](Mask changed, Mask other_changed) -> std::size_t {
            changes_[0] = {axis, line, changed};
            changes_[1] = {other_axis, other_line, other_changed};
            return 2;
        };
        switch (kind) {
        case 0: return costly_ != 0 ? change(mask ^ random_of(costly_, random_)) : 0;
        case 1: {
            const Mask outside = costly_ & ~mask;
            if (inside == 0 || outside == 0)
                return 0;
            const Mask leaving = random_of(inside, random_);
            const Mask joining = random_of(outside, random_);
            return change(mask ^ leaving ^ joining);
        }
        case 2:
        case 3: {
            const Mask movable = inside & ~other;
            if (movable == 0)
                return 0;
            const Mask moved = random_of(movable, random_);
            return change_both(mask ^ moved, other ^ moved);
        }
        case 4: return mask != other ? change(other) : 0;
        default: {
            const Mask given = inside & ~other;
            const Mask taken = other & costly_ & ~mask;
            if (given == 0 || taken == 0)
                return 0;
            const Mask leaving = random_of(given, random_);
            const Mask joining = random_of(taken, random_);
            return change_both(mask ^ (leaving | joining), other ^ (leaving | joining));
        }
        }
    }

    Limits limits_;
    Random random_;
    std::size_t steps_;
    std::vector<double> weights_;
    Mask costly_ = 0;
    double unit_ = 0; ///< the largest weight: what a cost of 1 is without weights
    std::array<Change, 2> changes_{};
    std::optional<Memberships> best_;
    double best_cost_ = 0;
};

/// Shares out the tiles of each type - the set of processors that may own them
/// - between its processors by a transportation flow, so that the counts lie in
/// the window. The memberships admit that: their violation is 0.
class Transport {
  public:
    Transport(const PerMask& tiles, const Window& window) : counts_(window.most.size(), 0) {
        for (Mask type = 1; type < bit(counts_.size()); ++type) {
            const auto first = static_cast<std::size_t>(std::countr_zero(type));
            owned_[type][first] = tiles[type];
            counts_[first] += tiles[type];
        }
        while (augment(window.most)) {
        }
        while (augment(window.least)) {
        }
    }

    /// The owner of the next tile of a type: its processors take turns only
    /// when they have no tiles left, which keeps zones compact.
    std::size_t take(Mask type) {
        auto& owned = owned_[type];
        const auto owner = std::find_if(owned.begin(), owned.end(), [](std::int64_t tiles) { return tiles > 0; });
        --*owner;
        return static_cast<std::size_t>(owner - owned.begin());
    }

  private:
    [[nodiscard]] std::int64_t excess(std::size_t p, const std::vector<std::size_t>& level) const {
        return counts_[p] - static_cast<std::int64_t>(level[p]);
    }

    /// Moves tiles from a processor above its level to one below, along a
    /// shortest path on which each passes on tiles that the next may own as
    /// well. False if there is no such path.
    bool augment(const std::vector<std::size_t>& level) {
        struct Arc {
            std::size_t from;
            Mask type;
        };
        std::vector<Arc> into(counts_.size(), {counts_.size(), 0});
        std::vector<std::size_t> reached;
        Mask seen = 0;
        for (std::size_t p = 0; p < counts_.size(); ++p)
            if (excess(p, level) > 0) {
                reached.push_back(p);
                seen |= bit(p);
            }
        for (std::size_t next = 0; next < reached.size(); ++next) {
            const std::size_t p = reached[next];
            if (excess(p, level) < 0) {
                std::int64_t tiles = -excess(p, level);
                std::size_t source = p;
                for (; into[source].type != 0; source = into[source].from)
                    tiles = std::min(tiles, owned_[into[source].type][into[source].from]);
                tiles = std::min(tiles, excess(source, level));
                for (std::size_t to = p; to != source; to = into[to].from) {
                    owned_[into[to].type][into[to].from] -= tiles;
                    owned_[into[to].type][to] += tiles;
                }
                counts_[source] -= tiles;
                counts_[p] += tiles;
                return true;
            }
            for (Mask type = 1; type < bit(counts_.size()); ++type)
                if (owned_[type][p] > 0)
                    for (Mask fresh = type & ~seen; fresh != 0; fresh &= fresh - 1) {
                        const auto to = static_cast<std::size_t>(std::countr_zero(fresh));
                        into[to] = {p, type};
                        seen |= bit(to);
                        reached.push_back(to);
                    }
        }
        return false;
    }

    std::array<std::array<std::int64_t, few_processors>, std::size_t{1} << few_processors> owned_{}; ///< tiles by type
    std::vector<std::int64_t> counts_;
};

/// Calls visit(begin, end) for each run of equal masks.
template <class Visit> void for_each_run(const std::vector<Mask>& masks, Visit visit) {
    for (std::size_t begin = 0, end = 0; begin < masks.size(); begin = end) {
        while (end < masks.size() && masks[end] == masks[begin])
            ++end;
        visit(begin, end);
    }
}

/// Tiles within memberships. Lines are sorted by their processors, for zones of
/// few pieces.
Allocation placed(Memberships lines, const Window& window) {
    for (std::vector<Mask>& masks : lines)
        std::sort(masks.begin(), masks.end());
    const std::vector<Mask>& rows = lines[0];
    const std::vector<Mask>& columns = lines[1];
    PerMask tiles{};
    for (Mask row : rows)
        for (Mask column : columns)
            ++tiles[row & column];
    Transport transport(tiles, window);
    Allocation result{"", rows.size(), columns.size(), window.most.size(), {}};
    result.owners.resize(rows.size() * columns.size());
    for_each_run(rows, [&](std::size_t i0, std::size_t i1) {
        for_each_run(columns, [&](std::size_t j0, std::size_t j1) {
            for (std::size_t i = i0; i < i1; ++i)
                for (std::size_t j = j0; j < j1; ++j)
                    result.owners[result.index(i, j)] = transport.take(rows[i] & columns[j]);
        });
    });
    return result;
}

} // namespace

std::optional<Allocation> search_memberships(std::span<const Allocation> starts, const Problem& problem,
                                             const Window& window, const SearchOptions& options) {
    require_searchable(problem, window);
    if (problem.speeds.size() > few_processors)
        throw InvalidInput(fmt::format("{} processors: the search over memberships takes at most {}",
                                       problem.speeds.size(), few_processors));
    std::size_t tiles = 0;
    for (const Allocation& start : starts)
        tiles = std::max(tiles, start.owners.size());
    const Window limited = window.limited_to(tiles);
    Annealing annealing(problem, limited, options);
    std::optional<Allocation> best;
    const auto consider = [&](const Allocation& allocation) {
        if (!best || tile_cost(allocation, problem) < tile_cost(*best, problem))
            best = allocation;
    };
    for (const Allocation& start : starts) {
        require_searchable(start, problem);
        if (window.contains(start.tile_counts()))
            consider(start);
        for (std::size_t round = 0; round < rounds; ++round)
            for (const Schedule& schedule : portfolio)
                annealing.run(annealing.memberships(start), schedule);
    }
    if (annealing.best())
        consider(placed(*annealing.best(), limited));
    return best;
}

} // namespace tangram::partition
