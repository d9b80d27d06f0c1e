#pragma once

/// How a Runtime holds StarPU: what it takes of the process and of StarPU, and gives back in the opposite order when it
/// ends. Nothing here chooses a policy or checks an option: Runtime does.

#include "apps/gemm/runtime/runtime.hpp"
#include "cuda/staged_copies.hpp"
#include "cuda/staged_matrix.hpp"
#include "cuda/starpu_worker.hpp"

#include <optional>
#include <string>

#include <starpu.h>

namespace tangram::apps {

/// Held by the Runtime of this process: products change what StarPU has one of, such as its CPU workers' cores, its
/// counters and the product that the policy follows.
class OnlyRuntime {
  public:
    /// Throws InvalidInput while another one lives.
    OnlyRuntime();
    ~OnlyRuntime();
    OnlyRuntime(const OnlyRuntime&) = delete;
    OnlyRuntime& operator=(const OnlyRuntime&) = delete;
};

/// starpu_init and starpu_shutdown.
class StarpuInUse {
  public:
    /// conf: nullptr for StarPU's own. Throws Unavailable if no worker can run, RunFailure if StarPU does not start.
    explicit StarpuInUse(starpu_conf* conf);
    ~StarpuInUse();
    StarpuInUse(const StarpuInUse&) = delete;
    StarpuInUse& operator=(const StarpuInUse&) = delete;
};

/// StarPU's profiling, which measures kernels and links; afterwards it is on only if it was before.
class Profiling {
  public:
    Profiling();
    ~Profiling();
    Profiling(const Profiling&) = delete;
    Profiling& operator=(const Profiling&) = delete;

  private:
    int before_;
};

/// This process's Runtime's use of StarPU.
class Runtime::Session {
  public:
    /// Joins a StarPU that runs already, or that another thread is starting: starpu_init() waits for that one. Throws
    /// as OnlyRuntime and StarpuInUse do.
    Session();

    /// The policy of the StarPU that was joined; nothing if there was none.
    [[nodiscard]] const std::optional<std::string>& joined_policy() const { return joined_policy_; }

    /// Throws as StarpuInUse does.
    void start(starpu_conf& conf) { starpu_.emplace(&conf); }

    /// Takes what products need of a StarPU that runs. Throws as cuda::WorkerHandles does.
    void prepare_products();

    /// Made, and in force, when it is asked for first. Throws as its constructor does.
    cuda::StagedCopies& staged_copies(unsigned threads, int device);

  private:
    OnlyRuntime only_; ///< first member: the next Runtime may start only when this StarPU has ended
    std::optional<StarpuInUse> starpu_;
    std::optional<std::string> joined_policy_;
    std::optional<cuda::WorkerHandles> handles_;
    std::optional<Profiling> profiling_;
    std::optional<cuda::StagedCopies> staged_copies_;
    std::optional<cuda::StagingInForce> staging_;
};

} // namespace tangram::apps
