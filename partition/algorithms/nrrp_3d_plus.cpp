#include "partition/algorithms/nrrp_3d_plus.hpp"

#include "base/error.hpp"
#include "base/infinity.hpp"
#include "partition/dissection/ascending.hpp"
#include "partition/dissection/cuboids.hpp"
#include "partition/dissection/dissection_3d.hpp"
#include "partition/dissection/steps_3d.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// Looking one step ahead pays most where few processors are left, and costs
/// too much for thousands: parts of at most this many processors out of k.
std::size_t lookahead_size(std::size_t k) {
    return std::min<std::size_t>(64, 10000 / k);
}

/// A share below which a home node is not tried around the others: little to
/// gain, and sums of shares in that order would lose the precision of its own.
constexpr double least_home_share = 1e-3;

struct Dissection3d {
    double cost;
    std::vector<Carved> zones; ///< by rank
};

struct ValuedStep {
    double value;
    Step3d step;
};

/// The search, over the parts of one order of the processors.
class Rollout3d {
  public:
    Rollout3d(const Problem& problem, const Ascending& order, const Plus3dOptions& options)
        : order_(order), options_(options), domain_(unweighted_domain(problem)),
          lookahead_size_(lookahead_size(order.size())), zones_(order.size()) {
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            weights_.push_back(problem.weight(order.processor(rank)));
            const double side = std::cbrt(order.sum(rank, rank + 1) * domain_.volume());
            least_.push_back(least_.back() + weights_.back() * 3 * side * side);
        }
    }

    Dissection3d run() {
        const double cost = solve({0, order_.size(), domain_}, 0);
        return {cost, std::move(zones_)};
    }

  private:
    /// Adds up what 3D-NRRP costs from a part on, and writes down its zones if they are wanted.
    struct Base {
        const Rollout3d& rollout;
        double negligible = 0; ///< parts that need not cost more than this count as if they did not
        std::vector<Carved>* zones = nullptr;
        double cost = 0;

        bool takes(const Part3d& part) {
            if (part.size() == 1) {
                giant(part.first, {part.box});
            } else if (rollout.least(part) < negligible) {
                cost += rollout.least(part);
            } else {
                return false;
            }
            return true;
        }
        void giant(std::size_t rank, const Carved& zone) {
            cost += rollout.weights_[rank] * zone.half_surface();
            if (zones) {
                (*zones)[rank] = zone;
            }
        }
    };

    [[nodiscard]] double base_with(Base sink, const Part3d& part) const {
        dissect(order_, part, FlexibleCorner{}, sink);
        return sink.cost;
    }
    [[nodiscard]] double base(const Part3d& part) const { return base_with({*this}, part); }

    /// Not above base(), and hardly below it. In time for the processors that
    /// matter alone: speeds of a thousand orders of magnitude are cut bit by bit.
    [[nodiscard]] double quick_base(const Part3d& part) const { return base_with({*this, 1e-6 * least(part)}, part); }

    double write_base(const Part3d& part) { return base_with({*this, 0, &zones_}, part); }

    /// What no dissection of the part costs less than: cubes.
    [[nodiscard]] double least(const Part3d& part) const { return least_[part.last] - least_[part.first]; }

    /// Cost of the step when `value` says what the parts it leaves will cost;
    /// infinity, found with little effort, if that is not below the limit.
    template <class Value> [[nodiscard]] double cost_of(const Step3d& step, double limit, const Value& value) const {
        double cost = least(step.low);
        cost += step.high ? least(*step.high) : weights_[step.low.last] * step.giant->half_surface();
        if (cost >= limit) {
            return infinity;
        }
        cost += value(step.low) - least(step.low);
        if (step.high && cost < limit) {
            cost += value(*step.high) - least(*step.high);
        }
        return cost < limit ? cost : infinity;
    }

    /// Estimate of what the part will cost: 3D-NRRP's cost, or after the best step.
    [[nodiscard]] double value(const Part3d& part) const {
        double best = quick_base(part);
        if (part.size() > 1 && part.size() <= lookahead_size_) {
            const auto improve = [&](const Step3d& step) {
                best = std::min(best, cost_of(step, best, [&](const Part3d& child) { return quick_base(child); }));
            };
            for_each_cut(order_, part, improve);
            for_each_corner(order_, part, improve);
        }
        return best;
    }

    /// The most promising steps, at most `width`, of those that do not cost more than `limit`.
    [[nodiscard]] std::vector<ValuedStep> promising(const Part3d& part, double limit, std::size_t width) const {
        std::vector<ValuedStep> best;
        const auto consider = [&](const Step3d& step) {
            const double worst = best.size() < width ? limit : best.back().value;
            const double cost = cost_of(step, worst, [&](const Part3d& child) { return value(child); });
            if (cost == infinity) {
                return;
            }
            if (best.size() == width) {
                best.pop_back();
            }
            const auto at = std::upper_bound(best.begin(), best.end(), cost,
                                             [](double a, const ValuedStep& b) { return a < b.value; });
            best.insert(at, {cost, step});
        };
        for_each_cut(order_, part, consider);
        for_each_corner(order_, part, consider);
        return best;
    }

    /// Writes down the zones of the part's processors and returns their cost.
    double solve(const Part3d& part, std::size_t level) {
        if (part.size() == 1) {
            return write_base(part);
        }
        const double base_estimate = quick_base(part);
        // 3D-NRRP's own step must pass, with rounding: better ones may follow it.
        const std::vector<ValuedStep> steps =
            promising(part, base_estimate * (1 + 1e-9), level < options_.beam_levels ? options_.beam_width : 1);
        double cost = infinity;
        std::vector<Carved> cheapest;
        for (const auto& [value, step] : steps) {
            const double attempt = carry_out(step, level + 1);
            const auto [from, to] = std::pair(zones_.begin() + static_cast<std::ptrdiff_t>(part.first), //
                                              zones_.begin() + static_cast<std::ptrdiff_t>(part.last));
            if (attempt >= cost) {
                std::copy(cheapest.begin(), cheapest.end(), from);
                continue;
            }
            cost = attempt;
            if (steps.size() > 1) {
                cheapest.assign(from, to);
            }
        }
        return cost <= base_estimate || cost <= base(part) ? cost : write_base(part);
    }

    double carry_out(const Step3d& step, std::size_t level) {
        const double cost = solve(step.low, level);
        if (step.high) {
            return cost + solve(*step.high, level);
        }
        const std::size_t giant = step.low.last;
        zones_[giant] = *step.giant;
        return cost + weights_[giant] * step.giant->half_surface();
    }

    const Ascending& order_;
    Plus3dOptions options_;
    Cuboid domain_;
    std::size_t lookahead_size_;
    std::vector<double> weights_;    ///< by rank
    std::vector<double> least_{0.0}; ///< prefix sums by rank
    std::vector<Carved> zones_;      ///< by rank
};

/// The largest processor that costs nothing, unless it is the largest of all anyway.
std::optional<std::size_t> home_to_put_last(const Problem& problem, const Ascending& order) {
    for (std::size_t rank = order.size(); rank-- > 0;) {
        if (problem.weight(order.processor(rank)) == 0) {
            const bool worthwhile = rank + 1 < order.size() && order.sum(rank, rank + 1) >= least_home_share;
            return worthwhile ? std::optional(order.processor(rank)) : std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace

Partition nrrp_3d_plus(const Problem& problem, const Plus3dOptions& options) {
    require_valid(problem);
    if (options.beam_width == 0) {
        throw InvalidInput("a beam of width 0: it must be at least 1");
    }
    Ascending order(problem.speeds);
    Dissection3d best = Rollout3d(problem, order, options).run();
    if (const auto home = home_to_put_last(problem, order)) {
        const Ascending home_last(problem.speeds, *home);
        Dissection3d around = Rollout3d(problem, home_last, options).run();
        if (around.cost < best.cost) {
            best = std::move(around);
            order = home_last;
        }
    }
    return to_partition("3d-nrrp-plus", problem, order, best.zones);
}

} // namespace tangram::partition
