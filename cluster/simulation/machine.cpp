#include "cluster/simulation/machine.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <string_view>

namespace tangram::simulation {

namespace {

// Speeds from 10^-6 to 10^9 keep times finite. SimGrid 3.32 crashed with a latency of 10^-11 us.
constexpr double least_latency_us = 1e-3;
constexpr double least = 1e-6;
constexpr double most = 1e9;

bool is_within(double value, double from) {
    return value >= from && value <= most; // false: not a number, too
}

void require_within(std::string_view what, double value, std::string_view unit) {
    if (!is_within(value, least)) {
        throw InvalidInput(fmt::format("the {} is {} {}; it must be from {} to {}", what, value, unit, least, most));
    }
}

} // namespace

void require_valid(const Machine& machine) {
    if (machine.latency_us != 0 && !is_within(machine.latency_us, least_latency_us)) {
        throw InvalidInput(fmt::format("the latency is {} us; it must be 0 or from {} to {}", machine.latency_us,
                                       least_latency_us, most));
    }
    require_within("bandwidth", machine.bandwidth_gbs, "GB/s");
    require_within("speed", machine.gflops, "GFlop/s");
}

} // namespace tangram::simulation
