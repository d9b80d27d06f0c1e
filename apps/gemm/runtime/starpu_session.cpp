#include "apps/gemm/runtime/starpu_session.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>

namespace tangram::apps {

namespace {

/// Whether this process has a Runtime.
std::atomic_flag& runtime_lives() {
    static std::atomic_flag flag;
    return flag;
}

} // namespace

OnlyRuntime::OnlyRuntime() {
    if (runtime_lives().test_and_set()) {
        throw InvalidInput("this process has a Runtime already: use that one, or end it first");
    }
}

OnlyRuntime::~OnlyRuntime() {
    runtime_lives().clear();
}

StarpuInUse::StarpuInUse(starpu_conf* conf) {
    const int failed = starpu_init(conf);
    if (failed == -ENODEV) {
        throw Unavailable(Runtime::is_simulated()
                              ? "StarPU found no worker: the platform has no CPU or GPU that may be used (STARPU_NCPU, "
                                "STARPU_NCUDA)"
                              : "StarPU found no worker: see STARPU_NCPU, STARPU_RESERVE_NCPU, STARPU_NCUDA, "
                                "STARPU_NOPENCL");
    }
    if (failed != 0) {
        throw RunFailure(fmt::format("StarPU does not start (error {})", failed));
    }
}

StarpuInUse::~StarpuInUse() {
    starpu_shutdown();
}

Profiling::Profiling() : before_(starpu_profiling_status_set(STARPU_PROFILING_ENABLE)) {}

Profiling::~Profiling() {
    if (before_ != STARPU_PROFILING_ENABLE) {
        starpu_profiling_status_set(before_);
    }
}

Runtime::Session::Session() {
    if (starpu_is_initialized() != 0) {
        starpu_.emplace(nullptr);
        joined_policy_ = starpu_sched_ctx_get_sched_policy(0)->policy_name;
    }
}

void Runtime::Session::prepare_products() {
    handles_.emplace();
    profiling_.emplace();
}

cuda::StagedCopies& Runtime::Session::staged_copies(unsigned threads, int device) {
    if (!staged_copies_) {
        staged_copies_.emplace(threads, device);
        staging_.emplace(*staged_copies_);
    }
    return *staged_copies_;
}

} // namespace tangram::apps
