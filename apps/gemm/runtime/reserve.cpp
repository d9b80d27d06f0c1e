#include "apps/gemm/runtime/reserve.hpp"

#include "apps/gemm/machines/device_ids.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>

#include <omp.h>
#include <starpu.h>
#include <unistd.h>

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
    const auto of_openmp = static_cast<std::uint64_t>(omp_get_max_threads());
    const auto processors = static_cast<std::uint64_t>(sysconf(_SC_NPROCESSORS_CONF));
    const std::uint64_t without_buffer = of_openmp - std::min(of_openmp, processors);
    return library_reserve({.with_blas = cpu_workers_to_come() + without_buffer,
                            .allocating = drivers,
                            .others = of_openmp - 1 - std::min(of_openmp - 1, without_buffer)});
}

void check_reserve() {
    if (available_memory(reserve_before_start()) == 0) {
        throw Unavailable("out of memory: the limits on this process (ulimit -v, ulimit -d) or its control group leave "
                          "libraries too little for their threads: raise the limits, or start fewer threads "
                          "(STARPU_NCPU, OMP_NUM_THREADS)");
    }
}

} // namespace tangram::apps
