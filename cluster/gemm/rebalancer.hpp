#pragma once

/// Zones that follow the speeds of the processes while products go on. Each process measures its own; all of them
/// gather that, and process 0 decides, so that plans are the same everywhere (nodes/rebalancing.hpp).

#include "cluster/gemm/speed_watch.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/nodes/rebalancing.hpp"
#include "cluster/team/team.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tangram::cluster {

class Rebalancer {
  public:
    /// zones: as nodes::node_zones() takes it. problem: with the speeds that the first plan was made for. speed: of
    /// this process then, in flop/s. bytes_per_second: of the network, the same on all (network_bytes_per_second()).
    /// team must outlive this. Collective.
    Rebalancer(const team::Team& team, std::string zones, nodes::NodeProblem problem, double speed,
               double bytes_per_second);

    /// Collective: a better plan for what remains, if there is one that pays. speed: of this process. It keeps the one
    /// that it had, by those of all others, if it has computed nothing, or if what was measured is by no more than
    /// three times its error another one. A change must save 5% of what remains; each one makes that three times as
    /// much for the next, and each product that ends without one half as much. restart_seconds: nodes::Pace, process
    /// 0's count.
    [[nodiscard]] std::optional<nodes::Rebalanced> review(const nodes::NodePlan& now, const MeasuredSpeed& speed,
                                                          const nodes::Remaining& remaining, double restart_seconds);

    /// With the speeds of the last plan.
    [[nodiscard]] const nodes::NodeProblem& problem() const { return problem_; }

  private:
    static constexpr double first_least_gain = nodes::Pace{}.least_gain;

    [[nodiscard]] std::vector<double> speeds_by(const std::vector<MeasuredSpeed>& measured) const;
    [[nodiscard]] double flops_per_unit(std::size_t process) const {
        return first_flops_[process] / first_units_[process];
    }
    void adapt_least_gain(bool has_changed, const nodes::Remaining& remaining);

    const team::Team& team_;
    std::string zones_;
    nodes::NodeProblem problem_;
    double bytes_per_second_;
    std::vector<double> first_flops_; ///< flop/s by process, of the first plan
    std::vector<double> first_units_; ///< NodeProblem::speeds of the first plan
    double least_gain_ = first_least_gain;
};

} // namespace tangram::cluster
