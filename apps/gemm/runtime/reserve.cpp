#include "apps/gemm/runtime/reserve.hpp"

#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/threads.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

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

constexpr std::uint64_t drivers = 2;

} // namespace

LibraryReserve reserve_before_start() {
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

LibraryReserve reserve_of_workers() {
    const std::uint64_t buffers = blas_buffer * starpu_cpu_worker_get_count();
    return {.address_space = buffers, .data = buffers};
}

void check_reserve() {
    if (available_memory(reserve_before_start()) == 0) {
        throw Unavailable("out of memory: the limits on this process (ulimit -v, ulimit -d) or its control group leave "
                          "libraries too little for their threads: raise the limits, or start fewer threads "
                          "(STARPU_NCPU, OMP_NUM_THREADS)");
    }
    const std::uint64_t threads = std::min<std::uint64_t>(cpu_workers_to_come(), STARPU_NMAXWORKERS) + drivers;
    if (!Runtime::is_simulated() && starpu_is_initialized() == 0 && !can_start_threads(threads)) {
        throw Unavailable(
            fmt::format("the limits on this user's processes (ulimit -u) or on its control group leave no "
                        "room for {} threads: raise them, or start fewer (STARPU_NCPU)",
                        threads));
    }
}

} // namespace tangram::apps
