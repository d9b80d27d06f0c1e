#pragma once

/// The machine as a running StarPU sees it.

#include "apps/gemm/machines/machine.hpp"

#include <vector>

namespace tangram::apps {

/// Memory nodes that have workers, by StarPU's numbers.
std::vector<MemoryNode> nodes_with_workers();

/// All links, with what StarPU measured of each alone.
std::vector<Link> measured_links();

} // namespace tangram::apps
