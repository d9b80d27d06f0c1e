#include "cluster/gemm/rebalancer.hpp"

#include "cluster/gemm/zones_of_first.hpp"
#include "cluster/team/agreed.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace tangram::cluster {

Rebalancer::Rebalancer(const team::Team& team, std::string zones, nodes::NodeProblem problem, double speed,
                       double bytes_per_second)
    : team_(team), zones_(std::move(zones)), problem_(std::move(problem)), bytes_per_second_(bytes_per_second),
      first_flops_(team::gathered(team, speed)), first_units_(problem_.speeds) {}

std::optional<nodes::Rebalanced> Rebalancer::review(const nodes::NodePlan& now, const MeasuredSpeed& speed,
                                                    const nodes::Remaining& remaining, double restart_seconds) {
    team_.wait_for_all(); // asleep, as kernels run meanwhile: what follows waits with a core of theirs
    nodes::NodeProblem problem = problem_;
    problem.speeds = speeds_by(team::gathered(team_, speed));
    std::optional<nodes::Rebalanced> found;
    if (team_.me() == 0) {
        double flops = 0;
        for (std::size_t process = 0; process < problem.speeds.size(); ++process) {
            flops += problem.speeds[process] * flops_per_unit(process);
        }
        const double units = std::accumulate(problem.speeds.begin(), problem.speeds.end(), 0.0);
        found = nodes::rebalanced(zones_, problem, now, remaining,
                                  {flops / units, bytes_per_second_, restart_seconds, least_gain_});
    }
    team_.wait_for_all(); // asleep while process 0 searches
    const bool is_found = team::of_first(team_, static_cast<char>(found ? 1 : 0)) != 0;
    adapt_least_gain(is_found, remaining);
    if (!is_found) {
        return std::nullopt;
    }
    const auto estimate = team::of_first(team_, found ? found->estimate : nodes::RebalancingEstimate{});
    const partition::Allocation zones = zones_of_first(team_, found ? found->plan.zones() : now.zones());
    problem_ = std::move(problem);
    return found ? std::move(*found) : nodes::Rebalanced{nodes::NodePlan(problem_, zones, now.owners()), estimate};
}

/// Of the problem, in its units.
std::vector<double> Rebalancer::speeds_by(const std::vector<MeasuredSpeed>& measured) const {
    constexpr double errors = 3;
    std::vector<double> ratios; // to what is expected of each
    for (std::size_t process = 0; process < measured.size(); ++process) {
        if (measured[process].flops_per_second > 0) {
            ratios.push_back(measured[process].flops_per_second / (problem_.speeds[process] * flops_per_unit(process)));
        }
    }
    std::vector<double> speeds = problem_.speeds;
    if (ratios.empty()) {
        return speeds;
    }
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    for (std::size_t process = 0; process < measured.size(); ++process) {
        const auto& [flops, error] = measured[process];
        speeds[process] *= *middle; // what has made most processes slower counts for all
        const double found = flops / flops_per_unit(process);
        if (flops > 0 && std::abs(found - speeds[process]) > errors * error * found) {
            speeds[process] = found;
        }
    }
    return speeds;
}

/// Where speeds go up and down, changes get rarer.
void Rebalancer::adapt_least_gain(bool has_changed, const nodes::Remaining& remaining) {
    constexpr double most = 0.9;
    constexpr double growth = 3;
    if (has_changed) {
        least_gain_ = std::min(most, growth * least_gain_);
    } else if (remaining.slices == 0) {
        least_gain_ = std::max(first_least_gain, least_gain_ / 2);
    }
}

} // namespace tangram::cluster
