#include "apps/gemm/runtime/reserve.hpp"

#include "base/parsed_number.hpp"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <thread>

#include <omp.h>
#include <starpu.h>

namespace tangram::apps {

namespace {

/// What StarPU refuses is refused later.
std::uint64_t cpu_workers_to_come() {
    for (const char* variable : {"STARPU_NCPUS", "STARPU_NCPU"}) { // the older name counts where it is set
        const char* value = std::getenv(variable);
        if (const auto workers = parsed<std::uint32_t>(value != nullptr ? value : "")) {
            return *workers;
        }
    }
    return std::thread::hardware_concurrency();
}

} // namespace

LibraryReserve reserve_before_start() {
    constexpr std::uint64_t drivers = 2;
    if (starpu_is_initialized() != 0) {
        return {};
    }
    return library_reserve(cpu_workers_to_come() + drivers, static_cast<std::uint64_t>(omp_get_max_threads()) - 1);
}

} // namespace tangram::apps
