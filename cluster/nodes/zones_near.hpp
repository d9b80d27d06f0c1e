#pragma once

#include "cluster/nodes/node_plan.hpp"
#include "partition/base/allocation.hpp"
#include "partition/base/work_budget.hpp"

#include <string>
#include <vector>

namespace tangram::nodes {

/// The zones that node_zones() finds for the problem's speeds, arranged so that much of C stays where it is: mirrored,
/// transposed if the grid is square and they are no columns, or with rows and columns in another order, if the budget
/// allows for that after the search; each of them dealt out again among processes whose numbers of tiles differ by no
/// more than 2%. All zones together need as many rows and columns in each of these. Throws InvalidInput as
/// node_zones(). O(tiles of C + processes^2 log processes) besides the search.
[[nodiscard]] std::vector<partition::Allocation> zones_near(const std::string& name, const NodeProblem& problem,
                                                            const partition::Allocation& before,
                                                            partition::WorkBudget& budget);

} // namespace tangram::nodes
