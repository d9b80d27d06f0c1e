#include "apps/gemm/runtime/cpu_binding.hpp"

#include "apps/gemm/machines/starpu_number.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <omp.h>
#include <starpu.h>

namespace tangram::apps {

namespace {

struct FreeBitmap {
    void operator()(hwloc_bitmap_t bitmap) const noexcept { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<std::remove_pointer_t<hwloc_bitmap_t>, FreeBitmap>;

Topology empty_topology() {
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0) {
        throw RunFailure("hwloc does not start");
    }
    return Topology(topology);
}

Topology topology_of_machine() {
    Topology topology = empty_topology();
    if (hwloc_topology_load(topology.get()) != 0) {
        throw RunFailure("hwloc cannot read this machine's topology");
    }
    return topology;
}

/// Null if it cannot be read. hwloc would wait for a pipe, and read a device without end.
Topology topology_of_file(const std::string& path) {
    Topology topology = empty_topology();
    std::error_code unknown;
    const bool is_read =
        std::filesystem::is_regular_file(path, unknown) && hwloc_topology_set_xml(topology.get(), path.c_str()) == 0 &&
        hwloc_topology_load(topology.get()) == 0 && hwloc_get_nbobjs_by_type(topology.get(), HWLOC_OBJ_PU) > 0;
    return is_read ? std::move(topology) : nullptr;
}

Topology topology_of_starpu() {
    const char* file = std::getenv("STARPU_HWLOC_INPUT");
    if (file == nullptr || *file == '\0') {
        return topology_of_machine();
    }
    Topology topology = topology_of_file(file);
    if (!topology) {
        throw InvalidInput(fmt::format("hwloc cannot read a topology from '{}'", excerpt(file)));
    }
    return topology;
}

/// Keeps to the cores that this process may use (taskset, containers).
void restrict_to_process(hwloc_topology_t topology) {
    const Bitmap allowed(hwloc_bitmap_alloc());
    if (hwloc_get_cpubind(topology, allowed.get(), HWLOC_CPUBIND_PROCESS) == 0) {
        hwloc_topology_restrict(topology, allowed.get(), 0);
    }
}

unsigned count(hwloc_topology_t topology, hwloc_obj_type_t type) {
    return static_cast<unsigned>(std::max(1, hwloc_get_nbobjs_by_type(topology, type)));
}

/// OpenMP binds the thread that starts StarPU to one core where it is told to
/// bind; that is not what the process is bound to.
bool openmp_binds() {
    return std::getenv("OMP_PROC_BIND") != nullptr || std::getenv("GOMP_CPU_AFFINITY") != nullptr;
}

bool workers_are_bound() {
#ifdef STARPU_SIMGRID
    return false;
#else
    const char* unbound = std::getenv("STARPU_WORKERS_NOBIND");
    return unbound == nullptr || starpu_number<int>(unbound).value_or(0) <= 0;
#endif
}

/// Whether an accelerator's worker runs on these cores.
bool drives_accelerator([[maybe_unused]] hwloc_const_cpuset_t cores) {
#ifndef STARPU_SIMGRID // that flavour is built without hwloc
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        if (starpu_worker_get_type(static_cast<int>(worker)) != STARPU_CPU_WORKER) {
            const Bitmap bound(starpu_worker_get_hwloc_cpuset(static_cast<int>(worker)));
            if (hwloc_bitmap_intersects(bound.get(), cores) != 0) {
                return true;
            }
        }
    }
#endif
    return false;
}

/// What one worker's thread shall do to itself, on that thread.
struct GroupOfWorker {
    std::vector<std::vector<unsigned>> cores; ///< by position among the CPU workers
    hwloc_topology_t topology;
    bool binds;
};

void bind_this_worker(void* argument) {
    const auto& groups = *static_cast<const GroupOfWorker*>(argument);
    const auto position = static_cast<std::size_t>(starpu_worker_get_devid(starpu_worker_get_id()));
    const std::vector<unsigned>& cores = groups.cores[position % groups.cores.size()];
    omp_set_num_threads(static_cast<int>(cores.size()));
    if (!groups.binds || cores.size() < 2) {
        return; // StarPU has bound single cores itself
    }
    const Bitmap set(hwloc_bitmap_alloc());
    for (const unsigned core : cores) {
        const hwloc_obj_t object = hwloc_get_obj_by_type(groups.topology, HWLOC_OBJ_CORE, core);
        hwloc_bitmap_or(set.get(), set.get(), object->cpuset);
    }
    hwloc_set_cpubind(groups.topology, set.get(), HWLOC_CPUBIND_THREAD);
}

/// Cores that some worker's thread is bound to, at most.
struct WidestBinding {
    hwloc_topology_t topology;
    std::atomic<int> cores = 0;
};

void look_at_binding_of_this_worker(void* argument) {
    auto& widest = *static_cast<WidestBinding*>(argument);
    const Bitmap bound(hwloc_bitmap_alloc());
    if (hwloc_get_cpubind(widest.topology, bound.get(), HWLOC_CPUBIND_THREAD) != 0) {
        return;
    }
    const int cores = hwloc_get_nbobjs_inside_cpuset_by_type(widest.topology, bound.get(), HWLOC_OBJ_CORE);
    int before = widest.cores;
    while (before < cores && !widest.cores.compare_exchange_weak(before, cores)) {
    }
}

} // namespace

bool keeps_to_bound_cores() {
    const char* given = std::getenv("STARPU_WORKERS_GETBIND");
    return given == nullptr ? !openmp_binds() : starpu_number<int>(given).value_or(0) != 0;
}

bool is_topology(const std::string& path) {
    return topology_of_file(path) != nullptr;
}

bool topology_has_memory() {
    return hwloc_get_root_obj(topology_of_machine().get())->total_memory > 0;
}

bool is_synthetic_topology(const std::string& description) {
    const Topology topology = empty_topology();
    return hwloc_topology_set_synthetic(topology.get(), description.c_str()) == 0;
}

Cores cores_of_starpu() {
    const Topology topology = topology_of_starpu();
    if (keeps_to_bound_cores()) {
        restrict_to_process(topology.get());
    }
    const unsigned threads = count(topology.get(), HWLOC_OBJ_PU);
    const int cores = hwloc_get_nbobjs_by_type(topology.get(), HWLOC_OBJ_CORE);
    const unsigned count = cores > 0 ? static_cast<unsigned>(cores) : threads;
    return {.count = count, .threads = threads, .threads_per_core = threads / count};
}

CpuBinding::CpuBinding(CpuGroups groups) : topology_(topology_of_machine()), groups_(groups) {
    restrict_to_process(topology_.get());
    cores_ = count(topology_.get(), HWLOC_OBJ_CORE);      // NOLINT(cppcoreguidelines-prefer-member-initializer)
    sockets_ = count(topology_.get(), HWLOC_OBJ_PACKAGE); // NOLINT(cppcoreguidelines-prefer-member-initializer)
    if (groups_.number > cores_) {
        throw InvalidInput(
            fmt::format("{} CPU groups asked for: this process may use {} cores", groups_.number, cores_));
    }
}

std::optional<unsigned> CpuBinding::worker_count() const {
    switch (groups_.kind) {
    case CpuGroups::Kind::socket: return sockets_;
    case CpuGroups::Kind::number: return groups_.number;
    case CpuGroups::Kind::core: break;
    }
    return std::nullopt;
}

void CpuBinding::check_running_cpu_workers() const {
    const unsigned workers = starpu_cpu_worker_get_count();
    if (const std::optional<unsigned> wanted = worker_count()) {
        if (*wanted != workers) {
            throw InvalidInput(fmt::format("{} CPU groups asked for: StarPU is already running with {} CPU workers",
                                           *wanted, workers));
        }
    } else if (workers_are_bound()) {
        WidestBinding widest{topology_.get()};
        starpu_execute_on_each_worker(look_at_binding_of_this_worker, &widest, STARPU_CPU);
        if (widest.cores > 1) {
            throw InvalidInput(fmt::format("StarPU is already running with CPU workers of several cores: ask for {} "
                                           "CPU groups (RuntimeOptions::cpu_groups, TANGRAM_CPU_GROUPS)",
                                           workers));
        }
    }
}

/// Logical numbers of the cores that are left to compute: each accelerator's
/// worker keeps one busy. Where nothing is bound any core will do.
std::vector<unsigned> CpuBinding::compute_cores() const {
    std::vector<unsigned> free;
    for (unsigned core = 0; core < cores_; ++core) {
        const hwloc_obj_t object = hwloc_get_obj_by_type(topology_.get(), HWLOC_OBJ_CORE, core);
        if (object == nullptr || !(workers_are_bound() && drives_accelerator(object->cpuset))) {
            free.push_back(core);
        }
    }
    const unsigned accelerators = starpu_worker_get_count() - starpu_cpu_worker_get_count();
    const unsigned left = cores_ > accelerators ? cores_ - accelerators : 1;
    free.resize(std::max<std::size_t>(1, std::min<std::size_t>(free.size(), left)));
    return free;
}

unsigned CpuBinding::bind_workers() const {
    const unsigned workers = starpu_cpu_worker_get_count();
    if (workers == 0) {
        return 1;
    }
    const bool grouped = groups_.kind != CpuGroups::Kind::core;
    GroupOfWorker groups{{}, topology_.get(), grouped && workers_are_bound()};
    const std::vector<unsigned> cores = grouped ? compute_cores() : std::vector<unsigned>(workers);
    std::size_t smallest = cores.size();
    for (unsigned worker = 0; worker < workers; ++worker) {
        const auto first = cores.begin() + static_cast<std::ptrdiff_t>(cores.size() * worker / workers);
        const auto last = cores.begin() + static_cast<std::ptrdiff_t>(cores.size() * (worker + 1) / workers);
        groups.cores.emplace_back(first, last);
        if (groups.cores.back().empty()) {
            groups.cores.back().push_back(cores.front());
        }
        smallest = std::min(smallest, groups.cores.back().size());
    }
    if (!Runtime::is_simulated()) {
        starpu_execute_on_each_worker(bind_this_worker, &groups, STARPU_CPU);
    }
    return static_cast<unsigned>(smallest);
}

} // namespace tangram::apps
