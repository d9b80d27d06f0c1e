#include "apps/command/simulation_environment.hpp"

#include "apps/gemm/machines/damaged_models.hpp"
#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/machines/model_paths.hpp"
#include "apps/gemm/runtime/starpu_environment.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace tangram::apps {

namespace {

/// Throws InvalidInput if the variable has another value than the option gives it.
void set(const char* variable, const char* value, std::string_view option) {
    const char* before = std::getenv(variable);
    if (before != nullptr && *before != '\0' && std::string_view(before) != value) {
        throw InvalidInput(fmt::format("{} says {}={}, but the environment has {}={}", option, variable, value,
                                       variable, excerpt(before)));
    }
    setenv(variable, value, 1);
}

void set_no_cpu() {
    set("STARPU_NCPUS", "0", "--no-cpu"); // the older name, which StarPU still reads
    set("STARPU_NCPU", "0", "--no-cpu");
}

void set_scheduling_cost(const std::string& cost) {
    set("STARPU_SIMGRID_SCHED_COST", cost.c_str(), "--scheduling-cost");
}

/// SimGrid makes a stack for each simulated thread, and crashes where it cannot: the program's, two of each CPU worker,
/// and up to six of each GPU (StarPU 1.3's drivers and queues, as counted).
void check_room_for_stacks() {
    constexpr std::size_t stack = std::size_t{8} << 20;
    constexpr std::size_t others = 2; // stacks' room for all else
    const auto workers = [](const char* variable) {
        return static_cast<std::size_t>(std::max(workers_asked_for(variable).value_or(0), 0));
    };
    const std::size_t threads =
        1 + 2 * workers(cpu_workers_variable()) + 6 * (workers("STARPU_NCUDA") + workers("STARPU_NOPENCL"));
    if (!can_allocate((threads + others) * stack)) {
        throw Unavailable(fmt::format("out of memory: the limits on this process (ulimit -v, ulimit -d) leave no room "
                                      "for the stacks of {} simulated threads",
                                      threads));
    }
}

} // namespace

SimulationEnvironment::SimulationEnvironment(const SimulationOptions& options) {
    if (options.no_cpu) {
        set_no_cpu();
    }
    if (!options.scheduling_cost.empty()) {
        set_scheduling_cost(options.scheduling_cost);
    }
    if (!options.platform.empty()) {
        models_.emplace(options.platform);
    } else if (std::getenv("STARPU_HOSTNAME") == nullptr) {
        throw InvalidInput("no platform: give --platform NAME, or set STARPU_HOSTNAME and STARPU_PERF_MODEL_DIR "
                           "for models of your own");
    }
    setenv("STARPU_SILENT", "1", 0); // errors say which models are missing
    check_starpu_environment();
    if (options.platform.empty()) {
        check_simulated_models(model_folder().path, platform_name());
    }
    check_room_for_stacks();
    setenv("STARPU_CALIBRATE", "0", 1); // StarPU would forget the models, and nothing can be measured
}

} // namespace tangram::apps
