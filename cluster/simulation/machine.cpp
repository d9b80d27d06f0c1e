#include "cluster/simulation/machine.hpp"

#include "base/error.hpp"
#include "base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace tangram::simulation {

namespace {

void require_number(std::string_view what, double value, bool is_allowed) {
    if (!is_allowed || !std::isfinite(value)) {
        throw InvalidInput(fmt::format("the {} is {}; it must be a positive number", what, value));
    }
}

} // namespace

const std::vector<std::string>& thread_names() {
    static const std::vector<std::string> names{"none", "flag", "lock"};
    return names;
}

Thread thread_named(std::string_view name) {
    const auto found = std::find(thread_names().begin(), thread_names().end(), name);
    if (found == thread_names().end()) {
        throw InvalidInput(fmt::format("there is no thread '{}'{}; threads: {}", name, guess(name, thread_names()),
                                       fmt::join(thread_names(), ", ")));
    }
    return static_cast<Thread>(found - thread_names().begin());
}

void require_valid(const Machine& machine) {
    require_number("latency", machine.latency_us, machine.latency_us >= 0);
    require_number("bandwidth", machine.bandwidth_gbs, machine.bandwidth_gbs > 0);
    require_number("speed", machine.gflops, machine.gflops > 0);
}

} // namespace tangram::simulation
