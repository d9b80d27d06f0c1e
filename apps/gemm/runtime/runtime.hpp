#pragma once

/// A running StarPU: started by the constructor with one of Tangram's strategies
/// or one of StarPU's own policies, shut down by the destructor. One at a time in
/// a process: a second one is refused. Where the program has started StarPU itself,
/// that one is used, if its policy is the one asked for; what this changes there is
/// in docs/cpp.md.

#include "apps/gemm/machines/machine.hpp"
#include "sched/base/task.hpp"
#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tangram::cuda {
class StagedCopies;
} // namespace tangram::cuda

namespace tangram::sched {
class PlanCache;
} // namespace tangram::sched

namespace tangram::apps {

struct TransferredBytes {
    unsigned from = 0;
    unsigned to = 0;
    std::uint64_t bytes = 0;
};

struct RuntimeOptions {
    /// Strategy or StarPU policy; empty: STARPU_SCHED, and without it the strategy of ours that a StarPU that runs
    /// already has, or our default.
    std::string sched;
    /// Unset: TANGRAM_CPU_GROUPS. Must be unset in simulation.
    std::optional<CpuGroups> cpu_groups;
    /// Receives a line if CUDA memory is limited to what other processes leave free; may be empty.
    Notify notify = {};
    /// Called when StarPU and the drivers of its devices have started, if given.
    std::function<void()> started = {};
    /// Called with one line, on a thread of its own, when no task has ended for `patience` (positive), nor for as long
    /// as three take, and a CUDA device has less room than tasks need, as others took its memory meanwhile. Under one
    /// of Tangram's strategies the line says how many tasks wait where. StarPU waits for them to give it back, perhaps
    /// for ever: what is called may end the program, but not throw. Not watched if empty, nor in simulation; not
    /// noticed with another StarPU than cmake/build-starpu.sh builds (rooms_on_devices).
    Notify give_up = {};
    std::chrono::seconds patience{60};
};

class CpuBinding;
class MeasuredSpeeds;
class StallWatch;

class Runtime {
  public:
    /// Throws InvalidInput while another Runtime lives, for an unknown policy (listing those that exist) or a
    /// bad setting or no patience, for a StarPU that the program has started with another policy
    /// or other CPU groups, and for what check_starpu_environment refuses, Unavailable if no worker can run, fewer
    /// CUDA devices are there than STARPU_NCUDA asks for, or limits leave libraries too little memory
    /// (check_reserve()), RunFailure if StarPU does not start or starts another policy than the one asked for.
    explicit Runtime(const RuntimeOptions& options = {});
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    /// The name of the policy that StarPU really uses.
    [[nodiscard]] const std::string& policy_name() const { return policy_name_; }

    /// The strategy of ours that is in charge, nothing under a policy of StarPU's.
    [[nodiscard]] const std::optional<sched::Strategy>& strategy() const { return strategy_; }

    /// The TANGRAM_* variables' values when it started.
    [[nodiscard]] const sched::Settings& settings() const { return settings_; }

    /// Memory nodes with workers; the position is the sched::Node number.
    [[nodiscard]] const std::vector<MemoryNode>& nodes() const { return nodes_; }

    /// For StarPU's memory node numbers: the position in nodes().
    [[nodiscard]] std::vector<std::optional<sched::Node>> node_of_memory_node() const;

    /// Whether a CUDA device computes.
    [[nodiscard]] bool has_cuda() const;

    /// Cores that a CPU worker's kernels use.
    [[nodiscard]] unsigned cores_per_cpu_worker() const { return cores_per_cpu_worker_; }

    [[nodiscard]] std::vector<Link> links() const;

    /// Bytes per second that all devices together fetch from RAM, infinite if their links share nothing, or if the
    /// process has fewer cores than devices. Measured when it is asked for first, for which no task may run. Throws as
    /// shared_bandwidth_from_ram().
    [[nodiscard]] double bandwidth_from_ram();

    /// Whether what one device sends home holds up nothing on its way to a device, as far as links were measured.
    /// Throws as bandwidth_from_ram().
    [[nodiscard]] bool links_are_independent();

    /// Threads that copy pageable matrices to CUDA devices and back: as many as their links need, of the cores that
    /// this process may use and that do not drive devices. CPU workers share theirs with them.
    [[nodiscard]] unsigned staging_threads() const;

    /// Those threads, which start when they are asked for first; only if has_cuda(). Throws RunFailure if CUDA refuses
    /// their buffers, or the system the threads.
    cuda::StagedCopies& staged_copies();

    /// Waits until no other thread computes a product, and keeps others waiting as long as the lock lives. gemm() takes
    /// it: whoever holds it must not call that.
    [[nodiscard]] std::unique_lock<std::mutex> turn() { return std::unique_lock(products_); }

    /// Bytes moved over each link since the last call.
    std::vector<TransferredBytes> take_transferred_bytes();

    /// Tells what room tasks need on a CUDA device from now on, in bytes (least_room), and how long they take at most,
    /// 0 if that is not known yet: give_up is judged by it.
    void expect_tasks(double least_room, double longest_seconds) {
        least_room_ = least_room;
        longest_seconds_ = longest_seconds;
    }

    /// The plans of this Runtime's products.
    sched::PlanCache& plans() { return *plans_; }

    /// What this Runtime's products measured.
    MeasuredSpeeds& measured_speeds() { return *measured_speeds_; }

    /// "1.3.10"
    [[nodiscard]] static std::string starpu_version();

    /// Whether this build simulates (SimGrid) instead of computing.
    [[nodiscard]] static bool is_simulated();

  private:
    class Session;

    /// Starts StarPU with strategy_, or else with the wanted policy of StarPU's. binding: nullptr in simulation.
    void start(const RuntimeOptions& options, const std::string& wanted, const CpuBinding* binding);
    void watch_for_stalls(const RuntimeOptions& options);
    [[nodiscard]] std::size_t device_count() const;

    std::unique_ptr<Session> session_; ///< first member: StarPU ends after all else
    std::mutex products_;              ///< one at a time: the policy follows one plan
    std::optional<sched::Strategy> strategy_;
    sched::Settings settings_;
    std::string policy_name_;
    std::vector<MemoryNode> nodes_;
    unsigned cores_per_cpu_worker_ = 1;
    std::unique_ptr<sched::PlanCache> plans_;
    std::unique_ptr<MeasuredSpeeds> measured_speeds_;
    std::optional<double> bandwidth_from_ram_;
    std::atomic<double> least_room_ = 0;
    std::atomic<double> longest_seconds_ = 0; ///< of a task
    std::unique_ptr<StallWatch> watch_;       ///< last: stops before what it uses goes
};

/// The policies that StarPU itself knows, for users of the installed library, to whom sched/starpu/ is hidden.
std::vector<std::string> starpu_policies();

} // namespace tangram::apps
