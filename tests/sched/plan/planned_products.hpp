#pragma once

/// Products on small machines, for tests of plans.

#include "sched/plan/planned_product.hpp"

#include <cstddef>
#include <limits>
#include <utility>

namespace tangram::sched {

/// RAM and a device of three times its speed, 4 x 4 tiles of C, depth 4, tiles of 8 bytes.
inline PlannedProduct ram_and_device(double seconds_bound) {
    MemoryNode ram;
    ram.is_home = true;
    MemoryNode device;
    device.id = 1;
    partition::Problem problem{.speeds = {1, 3}, .height = 4, .width = 4};
    problem.weights = {0, 1};
    PlannedProduct product;
    product.problem = std::move(problem);
    product.rows = product.columns = product.depth = 4;
    product.tile_bytes = {8, 8, 8};
    product.reads_c = true;
    product.seconds_bound = seconds_bound;
    product.nodes = {ram, device};
    product.memory.assign(2, std::numeric_limits<double>::infinity());
    product.links = {{0, 1, 1e9}, {1, 0, 1e9}};
    return product;
}

/// RAM and two devices of three and a third times its speed, a short product, n x n tiles of C.
inline PlannedProduct two_devices(std::size_t n) {
    PlannedProduct product = ram_and_device(0.01);
    product.rows = product.columns = product.depth = n;
    product.problem.speeds = {3, 10, 10};
    product.problem.weights = {0, 1, 1};
    product.nodes.push_back(product.nodes[1]);
    product.memory.push_back(product.memory[1]);
    return product;
}

} // namespace tangram::sched
