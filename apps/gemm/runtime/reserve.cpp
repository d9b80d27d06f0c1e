#include "apps/gemm/runtime/reserve.hpp"

#include "apps/gemm/machines/device_ids.hpp"
#include "base/error.hpp"

#include <cstdint>
#include <thread>

#include <omp.h>
#include <starpu.h>

namespace tangram::apps {

namespace {

std::uint64_t cpu_workers_to_come() {
    const int asked = workers_asked_for(cpu_workers_variable()).value_or(-1); // what StarPU refuses is refused later
    return asked < 0 ? std::thread::hardware_concurrency() : static_cast<std::uint64_t>(asked);
}

} // namespace

LibraryReserve reserve_before_start() {
    constexpr std::uint64_t drivers = 2;
    if (starpu_is_initialized() != 0) {
        return {};
    }
    return library_reserve(cpu_workers_to_come() + drivers, static_cast<std::uint64_t>(omp_get_max_threads()) - 1);
}

void check_reserve() {
    if (available_memory(reserve_before_start()) == 0) {
        throw Unavailable("out of memory: the limits on this process (ulimit -v, ulimit -d) or its control group leave "
                          "libraries too little for their threads: raise them, or start fewer threads (STARPU_NCPU, "
                          "OMP_NUM_THREADS)");
    }
}

} // namespace tangram::apps
