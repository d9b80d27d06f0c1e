#include "apps/runtime.hpp"

#include "apps/cpu_binding.hpp"
#include "apps/cuda_memory.hpp"
#include "apps/device_memory.hpp"
#include "apps/opencl_gemm.hpp"
#include "apps/plan_cache.hpp"
#include "apps/stall_watch.hpp"
#include "apps/starpu_environment.hpp"
#include "partition/error.hpp"
#include "sched/settings.hpp"
#include "sched/starpu/adapter.hpp"
#include "sched/starpu/selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include <cblas.h>
#include <starpu.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

DeviceKind kind_of(unsigned worker) {
    switch (starpu_worker_get_type(static_cast<int>(worker))) {
    case STARPU_CPU_WORKER: return DeviceKind::cpu;
    case STARPU_CUDA_WORKER: return DeviceKind::cuda;
    case STARPU_OPENCL_WORKER: return DeviceKind::opencl;
    default: return DeviceKind::other;
    }
}

/// Changes a variable of the environment for as long as the object lives.
class TemporaryVariable {
  public:
    /// value: nothing takes the variable out.
    TemporaryVariable(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
        if (const char* before = std::getenv(name_.c_str())) {
            before_ = before;
        }
        set(value);
    }
    ~TemporaryVariable() { set(before_); }
    TemporaryVariable(const TemporaryVariable&) = delete;
    TemporaryVariable& operator=(const TemporaryVariable&) = delete;

  private:
    void set(const std::optional<std::string>& value) const {
        if (value) {
            setenv(name_.c_str(), value->c_str(), 1);
        } else {
            unsetenv(name_.c_str());
        }
    }

    std::string name_;
    std::optional<std::string> before_;
};

/// What StarPU's defaults should be for a product; the user's variables win.
///
/// StarPU copies tiles that are still being worked on back to RAM, so that 5 to 10%
/// of each device's buffers are clean when memory runs short (memalloc.c). That is a
/// tenth more traffic for nothing: a tile of C goes home once, when it is done. Off,
/// for StarPU's own policies as well. By default StarPU also takes all cores where
/// the process is bound to some (taskset, containers).
class StarpuDefaults {
  private:
    class Default : public TemporaryVariable {
      public:
        Default(const char* name, const char* fallback)
            : TemporaryVariable(name, std::getenv(name) != nullptr ? std::getenv(name) : fallback) {}
    };

    /// OpenMP binds the thread that starts StarPU to one core where it is told to
    /// bind; that is not what the process is bound to.
    static bool openmp_binds() {
        return std::getenv("OMP_PROC_BIND") != nullptr || std::getenv("GOMP_CPU_AFFINITY") != nullptr;
    }

    Default minimum_clean_{"STARPU_MINIMUM_CLEAN_BUFFERS", "0"};
    Default target_clean_{"STARPU_TARGET_CLEAN_BUFFERS", "0"};
    Default keeps_binding_{"STARPU_WORKERS_GETBIND", openmp_binds() ? "0" : "1"};
};

/// Keeps StarPU from starting workers that this build has no kernels for.
class OnlyDevicesWithKernels {
  private:
#if !defined(STARPU_SIMGRID) && !defined(TANGRAM_HAS_OPENCL)
    TemporaryVariable no_opencl_{"STARPU_NOPENCL", "0"};
#endif
#if !defined(STARPU_SIMGRID) && !defined(TANGRAM_HAS_CUDA)
    TemporaryVariable no_cuda_{"STARPU_NCUDA", "0"};
#endif
};

/// The devices that StarPU may start, and their memory.
class CudaDefaults {
  public:
    explicit CudaDefaults([[maybe_unused]] const Notify& notify) {
        const char* asked = std::getenv("STARPU_NCUDA");
        if (Runtime::is_simulated() || (asked != nullptr && asked == std::string_view("0"))) {
            return;
        }
#ifdef TANGRAM_HAS_CUDA
        const cuda::Devices found = cuda::devices();
        check_cuda_count(found);
        limit_memory(found, notify);
#else
        check_cuda_count({0, "this build has no CUDA kernels"});
#endif
    }

  private:
#ifdef TANGRAM_HAS_CUDA
    void limit_memory(const cuda::Devices& found, const Notify& notify) {
        std::map<int, cuda::DeviceMemory> devices;
        for (const int device : devices_to_start(found.count)) {
            if (const std::optional<cuda::DeviceMemory> memory = cuda::device_memory(device)) {
                devices[device] = *memory;
            }
        }
        check_free_memory(devices);
        for (const MemoryLimit& limit : memory_limits(devices)) {
            limits_.push_back(std::make_unique<TemporaryVariable>(limit.variable, fmt::format("{}", limit.mebibytes)));
            if (notify) {
                notify(limit.warning);
            }
        }
    }
#endif

    std::vector<std::unique_ptr<TemporaryVariable>> limits_;
};

void check_no_other_cpu_count() {
    for (const char* variable : {"STARPU_NCPU", "STARPU_NCPUS"}) {
        if (std::getenv(variable) != nullptr) {
            throw InvalidInput(
                fmt::format("{} and CPU groups both say how many CPU workers there are: choose one", variable));
        }
    }
}

/// Our kernels call OpenBLAS from threads of their own; only its OpenMP build keeps
/// to one thread each then.
void check_openblas() {
    if (!Runtime::is_simulated() && openblas_get_parallel() != OPENBLAS_OPENMP) {
        throw Unavailable("this OpenBLAS was not built with OpenMP (Debian: libopenblas0-openmp)");
    }
}

std::string requested_policy(const RuntimeOptions& options) {
    if (!options.sched.empty()) {
        return options.sched;
    }
    const char* variable = std::getenv("STARPU_SCHED");
    return variable != nullptr && *variable != '\0' ? variable : sched::default_strategy().name;
}

std::vector<MemoryNode> nodes_with_workers() {
    std::vector<MemoryNode> nodes;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned id = starpu_worker_get_memory_node(worker);
        const auto known =
            std::find_if(nodes.begin(), nodes.end(), [id](const MemoryNode& node) { return node.id == id; });
        if (known != nodes.end()) {
            known->workers.push_back(worker);
            continue;
        }
        const DeviceKind kind = kind_of(worker);
        const int device = starpu_worker_get_devid(static_cast<int>(worker));
        const bool is_home = id == STARPU_MAIN_RAM;
        nodes.push_back({id,
                         kind,
                         is_home,
                         kind == DeviceKind::opencl && is_emulated_opencl_device(device),
                         is_home ? "CPU" : fmt::format("{} {}", to_string(kind), device),
                         {worker}});
    }
    std::sort(nodes.begin(), nodes.end(), [](const MemoryNode& a, const MemoryNode& b) { return a.id < b.id; });
    return nodes;
}

} // namespace

std::string to_string(DeviceKind kind) {
    switch (kind) {
    case DeviceKind::cpu: return "CPU";
    case DeviceKind::cuda: return "CUDA";
    case DeviceKind::opencl: return "OpenCL";
    case DeviceKind::other: break;
    }
    return "other";
}

CpuGroups CpuGroups::from_string(const std::string& text) {
    if (text == "core") {
        return {Kind::core, 0};
    }
    if (text == "socket") {
        return {Kind::socket, 0};
    }
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number == 0) {
        throw InvalidInput(fmt::format("CPU groups are '{}': expected core, socket or a positive number", text));
    }
    return {Kind::number, number};
}

std::string platform_name() {
    if (const char* variable = std::getenv("STARPU_HOSTNAME"); variable != nullptr && *variable != '\0') {
        return variable;
    }
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::vector<std::string> starpu_policies() {
    return sched::starpu::starpu_policies();
}

/// starpu_init and starpu_shutdown.
class Runtime::Session {
  public:
    explicit Session(starpu_conf& conf) {
        const int failed = starpu_init(&conf);
        if (failed == -ENODEV) {
            throw Unavailable("StarPU found no worker: see STARPU_NCPU, STARPU_NCUDA, STARPU_NOPENCL");
        }
        if (failed != 0) {
            throw RunFailure(fmt::format("StarPU does not start (error {})", failed));
        }
#ifdef STARPU_USE_CUDA
        starpu_cublas_init();
#endif
    }
    ~Session() {
#ifdef STARPU_USE_CUDA
        starpu_cublas_shutdown();
#endif
        starpu_shutdown();
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
};

Runtime::Runtime(const RuntimeOptions& options) : plans_(std::make_unique<PlanCache>()) {
    check_starpu_environment();
    check_openblas();
    if (options.patience <= std::chrono::seconds(0)) {
        throw InvalidInput("a positive patience is needed");
    }
    if (is_simulated() && options.cpu_groups) {
        throw InvalidInput("--cpu-groups has no meaning here: the platform says what a simulated CPU worker is");
    }
    const std::string wanted = requested_policy(options);
    // StarPU prefers its variables to what it is told, and does not know our names.
    const TemporaryVariable no_sched("STARPU_SCHED", std::nullopt);
    const StarpuDefaults defaults;
    const CudaDefaults cuda_defaults(options.notify);
    [[maybe_unused]] const OnlyDevicesWithKernels only_devices_with_kernels;
    strategy_ = sched::starpu::selected_strategy(wanted);

    starpu_conf conf{};
    starpu_conf_init(&conf);
    conf.sched_policy = strategy_ ? sched::starpu::policy_of(*strategy_) : nullptr;
    conf.sched_policy_name = strategy_ ? nullptr : wanted.c_str();
    const CpuGroups groups =
        options.cpu_groups ? *options.cpu_groups : CpuGroups::from_string(sched::value_of(sched::cpu_groups_setting));
    std::optional<CpuBinding> binding;
    if (!is_simulated()) { // there the platform says what a CPU worker is
        binding.emplace(groups);
        if (const std::optional<unsigned> workers = binding->worker_count()) {
            check_no_other_cpu_count();
            conf.ncpus = static_cast<int>(*workers);
        }
    }
    if (!is_simulated() && conf.calibrate == 0) {
        // Models are calibrated by node_speeds(), which says so; without this StarPU
        // warns about each model that it is asked for before.
        conf.calibrate = 1;
    }
    session_ = std::make_unique<Session>(conf);
    if (options.started) {
        options.started();
    }

    policy_name_ = starpu_sched_ctx_get_sched_policy(0)->policy_name;
    if (policy_name_ != (strategy_ ? strategy_->name : wanted)) {
        throw RunFailure(fmt::format("StarPU started policy '{}' instead of '{}'", policy_name_, wanted));
    }
    nodes_ = nodes_with_workers();
    if (binding) {
        cores_per_cpu_worker_ = binding->bind_workers();
    }
    starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
    if (options.give_up && has_cuda() && !is_simulated()) {
        const auto cause = [this](StallWatch::Seconds idle) {
            constexpr double tasks = 3; // a slow worker's last one takes its time
            return idle.count() < tasks * longest_seconds_ ? std::nullopt : device_without_room(nodes_, least_room_);
        };
        watch_ = std::make_unique<StallWatch>(options.patience, starpu_task_nsubmitted, cause, options.give_up);
    }
}

Runtime::~Runtime() = default;

std::vector<std::optional<sched::Node>> Runtime::node_of_memory_node() const {
    std::vector<std::optional<sched::Node>> dense(starpu_memory_nodes_get_count());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        dense.at(nodes_[node].id) = node;
    }
    return dense;
}

std::optional<double> bandwidth(const std::vector<Link>& links, unsigned from, unsigned to) {
    const auto found = std::find_if(links.begin(), links.end(), [&](const Link& link) {
        return link.from == from && link.to == to && link.bandwidth > 0;
    });
    return found == links.end() ? std::nullopt : std::optional(found->bandwidth);
}

bool Runtime::has_cuda() const {
    return std::any_of(nodes_.begin(), nodes_.end(),
                       [](const MemoryNode& node) { return node.kind == DeviceKind::cuda; });
}

std::vector<Link> Runtime::links() const {
    constexpr double megabyte = 1e6; // starpu_transfer_bandwidth: MB/s
    std::vector<Link> links;
    for (int bus = 0; bus < starpu_bus_get_count(); ++bus) {
        const auto from = static_cast<unsigned>(starpu_bus_get_src(bus));
        const auto to = static_cast<unsigned>(starpu_bus_get_dst(bus));
        links.push_back({from, to, starpu_transfer_bandwidth(from, to) * megabyte});
    }
    return links;
}

std::vector<TransferredBytes> Runtime::take_transferred_bytes() {
    std::vector<TransferredBytes> transferred;
    for (int bus = 0; bus < starpu_bus_get_count(); ++bus) {
        starpu_profiling_bus_info info{};
        starpu_bus_get_profiling_info(bus, &info); // reads and resets
        transferred.push_back({static_cast<unsigned>(starpu_bus_get_src(bus)),
                               static_cast<unsigned>(starpu_bus_get_dst(bus)),
                               static_cast<std::uint64_t>(info.transferred_bytes)});
    }
    return transferred;
}

std::string Runtime::starpu_version() {
    std::array<int, 3> version{};
    starpu_get_version(version.data(), &version[1], &version[2]);
    return fmt::format("{}", fmt::join(version, "."));
}

bool Runtime::is_simulated() {
#ifdef STARPU_SIMGRID
    return true;
#else
    return false;
#endif
}

} // namespace tangram::apps
