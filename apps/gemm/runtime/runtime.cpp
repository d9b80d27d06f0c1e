#include "apps/gemm/runtime/runtime.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/machines/damaged_models.hpp"
#include "apps/gemm/machines/model_paths.hpp"
#include "apps/gemm/runtime/cpu_binding.hpp"
#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/runtime/measured_speeds.hpp"
#include "apps/gemm/runtime/node_discovery.hpp"
#include "apps/gemm/runtime/reserve.hpp"
#include "apps/gemm/runtime/shared_links.hpp"
#include "apps/gemm/runtime/stall_watch.hpp"
#include "apps/gemm/runtime/starpu_defaults.hpp"
#include "apps/gemm/runtime/starpu_environment.hpp"
#include "apps/gemm/runtime/starpu_session.hpp"
#include "apps/gemm/runtime/temporary_variable.hpp"
#include "base/error.hpp"
#include "cuda/devices.hpp"
#include "sched/plan/plan_cache.hpp"
#include "sched/policies/unknown_settings.hpp"
#include "sched/starpu/adapter.hpp"
#include "sched/starpu/selection.hpp"
#include "sched/starpu/starpu_policy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include <cblas.h>
#include <sched.h>
#include <starpu.h>

namespace tangram::apps {

namespace {

/// That the process may use, hyperthreads counted.
std::size_t cores_of_process() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    return static_cast<std::size_t>(known ? CPU_COUNT(&allowed) : 1);
}

constexpr std::array cpu_counts{"STARPU_NCPU", "STARPU_NCPUS"};

void check_no_other_cpu_count() {
    for (const char* variable : cpu_counts) {
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

void check_options(const RuntimeOptions& options) {
    if (options.patience <= std::chrono::seconds(0)) {
        throw InvalidInput("a positive patience is needed");
    }
    if (Runtime::is_simulated() && options.cpu_groups) {
        throw InvalidInput("CPU groups have no meaning in simulation: the platform says what a CPU worker is");
    }
}

std::string requested_policy(const RuntimeOptions& options, const std::optional<std::string>& running) {
    if (!options.sched.empty()) {
        return options.sched;
    }
    if (const char* variable = std::getenv("STARPU_SCHED"); variable != nullptr && *variable != '\0') {
        return variable;
    }
    return running && sched::starpu::Adapter::current() != nullptr ? *running : sched::default_strategy().name;
}

/// Throws InvalidInput unless the policy in charge is the wanted one.
void check_running_policy(const std::string& running, const std::string& wanted) {
    // A strategy of ours may be that of another copy of this code: products cannot go by that.
    const bool is_of_other_library = sched::find_strategy(running) && sched::starpu::Adapter::current() == nullptr;
    if (running == wanted && !is_of_other_library) {
        return;
    }
    const std::string choice = fmt::format("; or ask for '{}' (RuntimeOptions::sched, STARPU_SCHED)", running);
    throw InvalidInput(fmt::format(
        "StarPU is already running with policy '{}'{}, and '{}' cannot take its place: start Tangram's Runtime before "
        "starpu_init(), choose the policy by STARPU_SCHED and tangram_sched_select() there, or call starpu_shutdown() "
        "first{}",
        running, is_of_other_library ? " of another library" : "", wanted, is_of_other_library ? "" : choice));
}

/// Throws Unavailable for workers of the running StarPU that this build has no kernels for.
void check_running_workers() {
    const auto check = [](starpu_worker_archtype type, bool has_kernels, const char* variable) {
        if (starpu_worker_get_count_by_type(type) > 0 && !has_kernels) {
            throw Unavailable(fmt::format("StarPU is already running with workers that this build has no kernels for: "
                                          "start it with {}=0",
                                          variable));
        }
    };
    if (!Runtime::is_simulated()) {
        check(STARPU_CUDA_WORKER, cuda::has_kernels(), "STARPU_NCUDA");
        check(STARPU_OPENCL_WORKER, has_opencl_kernels(), "STARPU_NOPENCL");
    }
}

/// Up to StarPU 1.3 heteroprio knows GPUs only where StarPU is built with CUDA, and for simulation it is not.
void check_simulated_policy(const std::string& policy, bool has_cuda) {
    constexpr bool ignores_simulated_gpus = STARPU_MAJOR_VERSION == 1 && STARPU_MINOR_VERSION <= 3;
    if (ignores_simulated_gpus && Runtime::is_simulated() && has_cuda && policy == "heteroprio") {
        throw Unavailable("StarPU's heteroprio gives simulated GPUs no tasks: take modular-heteroprio");
    }
}

/// wanted: the name of StarPU's policy if there is no strategy; it must outlive the configuration.
starpu_conf configuration(const std::optional<sched::Strategy>& strategy, const sched::Settings& settings,
                          const std::string& wanted) {
    starpu_conf conf{};
    starpu_conf_init(&conf);
    conf.sched_policy = strategy ? sched::starpu::policy_of(*strategy, settings) : nullptr;
    conf.sched_policy_name = strategy ? nullptr : wanted.c_str();
    if (!Runtime::is_simulated() && conf.calibrate == 0) {
        // Models are calibrated by node_speeds(), which says so; without this StarPU
        // warns about each model that it is asked for before.
        conf.calibrate = 1;
    }
    return conf;
}

void set_cpu_workers(starpu_conf& conf, const CpuBinding& binding) {
    if (const std::optional<unsigned> workers = binding.worker_count()) {
        check_no_other_cpu_count();
        conf.ncpus = static_cast<int>(*workers);
    }
}

/// As asked for. As in the paper a CPU worker is a socket by itself, unless something else says how many there are:
/// that nobody asked for groups is no conflict.
CpuGroups cpu_groups(const RuntimeOptions& options, const sched::Settings& settings, bool joined) {
    const auto counts = [](const char* variable) { return std::getenv(variable) != nullptr; };
    if (options.cpu_groups) {
        return *options.cpu_groups;
    }
    const bool is_free = !sched::is_set(sched::cpu_groups_setting) && !joined &&
                         std::none_of(cpu_counts.begin(), cpu_counts.end(), counts);
    return CpuGroups::from_string(settings.mode == sched::Mode::paper && is_free ? "socket" : settings.cpu_groups);
}

} // namespace

std::vector<std::string> starpu_policies() {
    return sched::starpu::starpu_policies();
}

Runtime::Runtime(const RuntimeOptions& options)
    : session_(std::make_unique<Session>()), plans_(std::make_unique<sched::PlanCache>()),
      measured_speeds_(std::make_unique<MeasuredSpeeds>()) {
    const std::optional<std::string>& joined = session_->joined_policy();
    if (!joined) {
        check_starpu_environment();
    }
    check_openblas();
    check_options(options);
    const std::string wanted = requested_policy(options, joined);
    strategy_ = sched::starpu::selected_strategy(wanted);
    if (joined) {
        check_running_policy(*joined, strategy_ ? strategy_->name : wanted);
        check_running_workers();
    }
    settings_ = sched::Settings::from_environment();
    if (options.notify) {
        for (const std::string& warning : sched::unknown_settings()) {
            options.notify(warning);
        }
    }

    const CpuGroups groups = cpu_groups(options, settings_, joined.has_value());
    std::optional<CpuBinding> binding;
    if (!is_simulated()) { // there the platform says what a CPU worker is
        binding.emplace(groups);
    }
    if (!joined) {
        start(options, wanted, binding ? &*binding : nullptr);
    } else if (binding) {
        binding->check_running_cpu_workers();
    }
    session_->prepare_products();
    if (options.started) {
        options.started();
    }

    policy_name_ = starpu_sched_ctx_get_sched_policy(0)->policy_name;
    if (policy_name_ != (strategy_ ? strategy_->name : wanted)) {
        throw RunFailure(fmt::format("StarPU started policy '{}' instead of '{}'", policy_name_, wanted));
    }
    nodes_ = nodes_with_workers();
    check_simulated_policy(policy_name_, has_cuda());
    if (binding) {
        cores_per_cpu_worker_ = binding->bind_workers();
    }
    watch_for_stalls(options);
}

Runtime::~Runtime() = default;

void Runtime::start(const RuntimeOptions& options, const std::string& wanted, const CpuBinding* binding) {
    if (!is_simulated()) {
        check_reserve();
        const std::string folder = model_folder().path;
        for (const std::string& warning : remove_damaged_models(folder, platform_name())) {
            if (options.notify) {
                options.notify(warning);
            }
        }
        check_room_for_measurements(folder, platform_name());
    }
    // StarPU prefers its variables to what it is told, and does not know our names.
    const TemporaryVariable no_sched("STARPU_SCHED", std::nullopt);
    const StarpuDefaults defaults(options.notify);
    starpu_conf conf = configuration(strategy_, settings_, wanted);
    if (binding != nullptr) {
        set_cpu_workers(conf, *binding);
    }
    session_->start(conf);
}

void Runtime::watch_for_stalls(const RuntimeOptions& options) {
    if (!options.give_up || !has_cuda() || is_simulated()) {
        return;
    }
    const auto cause = [this](StallWatch::Seconds idle) -> std::optional<std::string> {
        constexpr double tasks = 3; // a slow worker's last one takes its time
        if (idle.count() < tasks * longest_seconds_) {
            return std::nullopt;
        }
        const std::optional<std::string> device = device_without_room(nodes_, least_room_);
        const auto* const adapter = sched::starpu::Adapter::current();
        return device && adapter != nullptr ? fmt::format("{}; {}", *device, adapter->state()) : device;
    };
    watch_ = std::make_unique<StallWatch>(options.patience, starpu_task_nsubmitted, cause, options.give_up);
}

std::vector<std::optional<sched::Node>> Runtime::node_of_memory_node() const {
    std::vector<std::optional<sched::Node>> dense(starpu_memory_nodes_get_count());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        dense.at(nodes_[node].id) = node;
    }
    return dense;
}

bool Runtime::has_cuda() const {
    return std::any_of(nodes_.begin(), nodes_.end(),
                       [](const MemoryNode& node) { return node.kind == DeviceKind::cuda; });
}

std::vector<Link> Runtime::links() const {
    return measured_links();
}

double Runtime::bandwidth_from_ram() {
    if (!bandwidth_from_ram_) {
        // Threads of drivers that share cores fetch when it is their turn: that would be measured.
        const bool drivers_share_cores = !is_simulated() && cores_of_process() < device_count();
        bandwidth_from_ram_ =
            drivers_share_cores ? std::numeric_limits<double>::infinity() : shared_bandwidth_from_ram(nodes_);
        take_transferred_bytes(); // no product's
    }
    return *bandwidth_from_ram_;
}

std::size_t Runtime::device_count() const {
    return static_cast<std::size_t>(
        std::count_if(nodes_.begin(), nodes_.end(), [](const MemoryNode& node) { return !node.is_home; }));
}

bool Runtime::links_are_independent() {
    const std::size_t devices = device_count();
    return devices == 1 || (devices > 1 && std::isinf(bandwidth_from_ram()));
}

unsigned Runtime::staging_threads() const {
    constexpr std::size_t of_device = 12; // fill a link of 50 GB/s (docs/gpu.md)
    const std::size_t cores = cores_of_process();
    const std::size_t drivers = device_count();
    return static_cast<unsigned>(std::clamp<std::size_t>(cores > drivers ? cores - drivers : 1, 1,
                                                         std::max<std::size_t>(1, of_device * drivers)));
}

cuda::StagedCopies& Runtime::staged_copies() {
    const auto device = std::find_if(nodes_.begin(), nodes_.end(),
                                     [](const MemoryNode& node) { return node.kind == DeviceKind::cuda; });
    return session_->staged_copies(staging_threads(), starpu_memory_node_get_devid(device->id));
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
