#pragma once

#include "cluster/team/agreed.hpp"
#include "cluster/team/team.hpp"
#include "partition/base/allocation.hpp"

#include <utility>

namespace tangram::cluster {

/// Collective: process 0's zones, on all. Those that each would find by itself, in floating point, might differ where
/// processors or builds do. mine: of the same grid; its name and owners only count on process 0.
[[nodiscard]] inline partition::Allocation zones_of_first(const team::Team& team, partition::Allocation mine) {
    mine.name = team::of_first(team, mine.name);
    mine.owners = team::of_first(team, std::move(mine.owners));
    return mine;
}

} // namespace tangram::cluster
