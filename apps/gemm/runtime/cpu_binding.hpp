#pragma once

/// CPU workers that use several cores (Eyraud-Dubois and Lambert 2018, section 4.3.2: "the set of
/// CPUs is split into two subsets", each of which "can be considered as a single worker").
///
/// StarPU sees one CPU worker per group. After StarPU's start each worker's
/// thread is bound to its group's cores and told how many threads its parallel
/// regions have; OpenMP's threads inherit the binding.

#include "apps/gemm/runtime/runtime.hpp"

#include <hwloc.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tangram::apps {

struct DestroyTopology {
    void operator()(hwloc_topology_t topology) const noexcept { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, DestroyTopology>;

/// Whether StarPU takes only the cores that the process is bound to (taskset, containers).
bool keeps_to_bound_cores();

/// The cores that StarPU takes, as it counts them.
struct Cores {
    unsigned count = 1; ///< hardware threads where cores are not known
    unsigned threads = 1;
    unsigned threads_per_core = 1;
};

/// Whether hwloc can read a topology from the file. Throws RunFailure if it does not start.
bool is_topology(const std::string& path);

/// Whether hwloc finds memory here. PoCL aborts where it does not. Throws RunFailure if hwloc fails.
bool topology_has_memory();

/// Whether hwloc can make a topology of the description, as "package:2 core:4 pu:2". Throws likewise.
bool is_synthetic_topology(const std::string& description);

/// Of this machine, or of the topology that STARPU_HWLOC_INPUT names. Throws InvalidInput if that is no file that hwloc
/// can read, RunFailure if hwloc fails.
Cores cores_of_starpu();

class CpuBinding {
  public:
    /// Reads the machine's topology, restricted to the cores that this process may
    /// use. Throws InvalidInput for more groups than cores, RunFailure if hwloc fails.
    explicit CpuBinding(CpuGroups groups);

    /// How many CPU workers StarPU shall start; nothing if that is StarPU's choice.
    [[nodiscard]] std::optional<unsigned> worker_count() const;

    /// For a StarPU that runs already: throws InvalidInput if it has another number of CPU workers than there are
    /// groups, or workers of several cores where none were asked for: those that an earlier Runtime bound.
    void check_running_cpu_workers() const;

    /// Call once StarPU runs: binds the CPU workers to the cores that no
    /// accelerator's worker occupies, in equal contiguous groups. Where
    /// STARPU_WORKERS_NOBIND is set nothing is bound, the groups only get their
    /// number of threads. Returns the cores that each CPU worker uses (the fewest,
    /// if the groups are unequal).
    [[nodiscard]] unsigned bind_workers() const;

  private:
    [[nodiscard]] std::vector<unsigned> compute_cores() const;

    Topology topology_;
    CpuGroups groups_;
    unsigned cores_ = 1;
    unsigned sockets_ = 1;
};

} // namespace tangram::apps
