#include "apps/command/commands.hpp"
#include "apps/command/options.hpp"
#include "apps/command/output.hpp"
#include "apps/gemm/machines/codelet_models.hpp"
#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/machines/saved_platform.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/report/report.hpp"
#include "apps/gemm/runtime/bounds.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

#include <starpu.h>

namespace tangram::apps {

namespace {

struct Arguments {
    std::int64_t size = Runtime::is_simulated() ? 7680 : 8192;
    std::optional<std::int64_t> given_tile;
    std::int64_t tile = 0;
    std::string precision = "double";
    std::string cpu_groups;
    std::string json;
    std::string save_platform;
    std::string codelets;
};

struct Machine {
    std::vector<MemoryNode> nodes;
    Speeds speeds;
    std::vector<Link> links;
    unsigned cores_per_cpu_worker = 1;
    std::int64_t tile = 0;
    double seconds_bound = 0;
    double bytes_bound = 0;
};

Machine examine(const Arguments& arguments) {
    Runtime runtime(runtime_options(sched::default_strategy().name, arguments.cpu_groups));
    const Precision precision =
        arguments.precision == "float" ? Precision::single_precision : Precision::double_precision;
    Machine machine;
    machine.tile = arguments.tile != 0
                       ? arguments.tile
                       : choose_tile(arguments.size, arguments.size, arguments.size, starpu_worker_get_count());
    machine.speeds = node_speeds(runtime, precision, {machine.tile, machine.tile, machine.tile}, notify_on_stderr());
    machine.nodes = runtime.nodes();
    machine.links = runtime.links();
    machine.cores_per_cpu_worker = runtime.cores_per_cpu_worker();
    const ProductBounds bounds = product_bounds(machine.nodes, machine.speeds,
                                                {arguments.size, arguments.size, arguments.size}, precision, false);
    machine.seconds_bound = bounds.seconds;
    machine.bytes_bound = bounds.bytes;
    return machine;
}

/// The machine that StarPU has shown.
PlatformDescription describe(const Machine& machine) {
    PlatformDescription platform;
    platform.name = platform_name();
    for (const MemoryNode& node : machine.nodes) {
        const auto workers = static_cast<int>(node.workers.size());
        platform.cpu_workers += node.kind == DeviceKind::cpu ? workers : 0;
        platform.cuda_devices += node.kind == DeviceKind::cuda ? 1 : 0;
        platform.opencl_devices += node.kind == DeviceKind::opencl ? 1 : 0;
    }
    return platform;
}

/// Of --codelets. Throws InvalidInput for what is no list of codelets, or if the machine's speeds are not given.
std::vector<CodeletTask> codelets_of(const Arguments& arguments) {
    if (arguments.codelets.empty()) {
        return {};
    }
    const std::optional<PlatformDescription> platform = simulated_platform();
    if (!platform || !platform->nominal) {
        throw InvalidInput(
            fmt::format("--codelets needs a machine whose speeds are given: --platform synthetic:..., or a "
                        "folder whose {} has 'gflops'",
                        platform_file));
    }
    return read_codelets(arguments.codelets);
}

/// To be called when StarPU has ended: then it has written its models.
void save(const Machine& machine, const std::string& folder, const std::vector<CodeletTask>& codelets) {
    PlatformDescription platform = simulated_platform().value_or(describe(machine));
    platform.tile = machine.tile;
    save_platform(folder, platform, machine.cores_per_cpu_worker);
    if (!codelets.empty()) {
        write_codelet_models(folder, platform, codelets);
    }
    notify_on_stderr()(fmt::format("the platform is in {0}: tangram-sim ... --platform {0}{1}", folder,
                                   codelets.empty() ? ""
                                                    : fmt::format("; other programs: STARPU_PERF_MODEL_DIR={} "
                                                                  "STARPU_HOSTNAME={}",
                                                                  folder, platform.name)));
}

std::string text_of(const Machine& machine, const Arguments& arguments) {
    std::string text = fmt::format("{}, StarPU {}{}\n", platform_name(), Runtime::starpu_version(),
                                   Runtime::is_simulated() ? ", simulated" : "");
    text += fmt::format("memory nodes (speed: {} tiles of {})\n", arguments.precision, machine.tile);
    for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
        const MemoryNode& memory = machine.nodes[node];
        text += fmt::format("  {}  {:<12}{:>10.1f} GFlop/s{}{}\n", memory.id, memory.name,
                            machine.speeds.flops_per_second[node] * 1e-9, memory.is_home ? "  home" : "",
                            memory.is_emulated ? "  emulated on the CPU" : "");
    }
    if (!machine.links.empty()) {
        text += "links (as StarPU measured them)\n";
    }
    for (const Link& link : machine.links) {
        text += fmt::format("  {} -> {}  {:>8.2f} GB/s\n", link.from, link.to, link.bandwidth * 1e-9);
    }
    text += fmt::format("lower bounds for {0} x {0} x {0} on all nodes, C not read: {1:.4f} s; {2}\n", arguments.size,
                        machine.seconds_bound,
                        machine.bytes_bound > 0 ? fmt::format("{} moved if shares of C are in proportion to speed",
                                                              format_bytes(machine.bytes_bound))
                                                : "nothing moved");
    return text;
}

nlohmann::json json_of(const Machine& machine, const Arguments& arguments) {
    nlohmann::json nodes = nlohmann::json::array();
    for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
        const MemoryNode& memory = machine.nodes[node];
        nodes.push_back({{"node", memory.id},
                         {"kind", to_string(memory.kind)},
                         {"name", memory.name},
                         {"home", memory.is_home},
                         {"emulated", memory.is_emulated},
                         {"speed", machine.speeds.flops_per_second[node] * 1e-9},
                         {"workers", memory.workers.size()}});
    }
    nlohmann::json links = nlohmann::json::array();
    for (const Link& link : machine.links) {
        links.push_back({{"from", link.from}, {"to", link.to}, {"bytes_per_second", link.bandwidth}});
    }
    return {{"platform", platform_name()},
            {"starpu_version", Runtime::starpu_version()},
            {"simulated", Runtime::is_simulated()},
            {"precision", arguments.precision},
            {"tile", machine.tile},
            {"nodes", std::move(nodes)},
            {"links", std::move(links)},
            {"size", arguments.size},
            {"seconds_bound", machine.seconds_bound},
            {"bytes_bound", machine.bytes_bound}};
}

} // namespace

Command add_machine_command(CLI::App& app, const Simulator& simulator) {
    CLI::App* machine = app.add_subcommand(
        "machine", "show memory nodes, speeds and links of the machine, and the lower bounds of a product on it");
    auto arguments = std::make_shared<Arguments>();
    machine
        ->add_option("--size", arguments->size, "size of the product whose lower bounds on time and traffic are shown")
        ->transform(whole_number(1))
        ->capture_default_str();
    machine
        ->add_option("--tile", arguments->given_tile,
                     fmt::format("tile size for the speeds; 0: chosen from the size and the number of workers{}",
                                 default_tile_text()))
        ->transform(whole_number(0));
    machine->add_option("--precision", arguments->precision, "precision for the speeds and bounds")
        ->check(CLI::IsMember({"double", "float"}))
        ->capture_default_str();
    machine->add_option("--cpu-groups", arguments->cpu_groups, "as for gemm")->check(not_empty())->type_name("G");
    machine->add_option("--json", arguments->json, "write the machine as JSON ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    CLI::Option* save_platform = machine
                                     ->add_option("--save-platform", arguments->save_platform,
                                                  "save this machine's models in a folder, for tangram-sim --platform")
                                     ->check(not_empty())
                                     ->type_name("DIR");
    if (Runtime::is_simulated()) {
        machine
            ->add_option("--codelets", arguments->codelets,
                         "JSON file that describes codelets of other programs: saves a model of each, computed from "
                         "the machine's speeds")
            ->check(not_empty())
            ->needs(save_platform)
            ->type_name("FILE");
    }
    return on_machine(*machine, simulator, [arguments] {
        arguments->tile = arguments->given_tile.value_or(default_tile());
        check_output(arguments->json);
        if (arguments->tile != 0) {
            tile_grid(arguments->tile, arguments->tile, arguments->tile, arguments->tile);
        }
        const std::vector<CodeletTask> codelets = codelets_of(*arguments);
        if (!arguments->save_platform.empty()) {
            prepare_folder(arguments->save_platform);
        }
        const Machine found = examine(*arguments);
        if (!arguments->save_platform.empty()) {
            save(found, arguments->save_platform, codelets);
        }
        if (!arguments->json.empty()) {
            write_output(arguments->json, text_of(json_of(found, *arguments)));
        }
        if (arguments->json != "-") {
            fmt::print("{}", text_of(found, *arguments));
        }
        return ExitCode::success;
    });
}

} // namespace tangram::apps
