#include "apps/command/commands.hpp"
#include "apps/command/machine_report.hpp"
#include "apps/command/options.hpp"
#include "apps/command/output.hpp"
#include "apps/command/saved_machine.hpp"
#include "apps/gemm/machines/saved_platform.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/bounds.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"

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

MachineOutcome examine(const Arguments& arguments) {
    Runtime runtime(runtime_options(sched::default_strategy().name, arguments.cpu_groups));
    MachineOutcome machine;
    machine.precision = arguments.precision == "float" ? Precision::single_precision : Precision::double_precision;
    machine.size = arguments.size;
    machine.tile = arguments.tile != 0
                       ? arguments.tile
                       : choose_tile(arguments.size, arguments.size, arguments.size, starpu_worker_get_count());
    machine.speeds =
        node_speeds(runtime, machine.precision, {machine.tile, machine.tile, machine.tile}, notify_on_stderr());
    machine.nodes = runtime.nodes();
    machine.links = runtime.links();
    machine.shared_bandwidth = runtime.bandwidth_from_ram();
    machine.cores_per_cpu_worker = runtime.cores_per_cpu_worker();
    const ProductBounds bounds = product_bounds(
        machine.nodes, machine.speeds, {arguments.size, arguments.size, arguments.size}, machine.precision, false);
    machine.seconds_bound = bounds.seconds;
    machine.bytes_bound = bounds.bytes;
    return machine;
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
                     "tile size for the speeds; " + tile_text("the size and the number of workers"))
        ->transform(whole_number(0));
    machine->add_option("--precision", arguments->precision, "precision for the speeds and bounds")
        ->check(one_of({"double", "float"}))
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
        arguments->tile = tile_for(arguments->given_tile);
        check_outside({"--json", arguments->json}, {"--save-platform", arguments->save_platform});
        check_outputs({{"--json", arguments->json}}, {{"--codelets", arguments->codelets}});
        if (arguments->tile != 0) {
            tile_grid(arguments->tile, arguments->tile, arguments->tile, arguments->tile);
        }
        const std::vector<CodeletTask> codelets = codelets_to_save(arguments->codelets);
        if (!arguments->save_platform.empty()) {
            prepare_folder(arguments->save_platform);
        }
        const MachineOutcome found = examine(*arguments);
        if (!arguments->save_platform.empty()) {
            save_machine(found, arguments->save_platform, codelets);
        }
        if (!arguments->json.empty()) {
            write_output(arguments->json, text_of(to_json(found)));
        }
        if (arguments->json != "-") {
            fmt::print("{}", to_text(found));
        }
        return ExitCode::success;
    });
}

} // namespace tangram::apps
