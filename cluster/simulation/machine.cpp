#include "cluster/simulation/machine.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace tangram::simulation {

namespace {

void require_number(std::string_view what, double value, bool is_allowed, std::string_view allowed) {
    if (!is_allowed || !std::isfinite(value)) {
        throw InvalidInput(fmt::format("the {} is {}; it must be {}", what, value, allowed));
    }
}

} // namespace

void require_valid(const Machine& machine) {
    require_number("latency", machine.latency_us, machine.latency_us >= 0, "0 or a positive number");
    require_number("bandwidth", machine.bandwidth_gbs, machine.bandwidth_gbs > 0, "a positive number");
    require_number("speed", machine.gflops, machine.gflops > 0, "a positive number");
}

} // namespace tangram::simulation
