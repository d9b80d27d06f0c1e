#include "apps/command/commands.hpp"

#include "apps/command/command_line.hpp"
#include "apps/command/output.hpp"
#include "apps/gemm/runtime/runtime.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>
#include <variant>

namespace tangram::apps {

namespace {

std::string version_text() {
    return fmt::format("{} {} (StarPU {}, {})", program_name(), TANGRAM_VERSION, Runtime::starpu_version(),
                       TANGRAM_FLAVOUR);
}

} // namespace

int run_command_line(int argc, char** argv, const Simulator& simulator) {
    reserve_standard_streams();
    CLI::App app("Tiled matrix multiplication on a CPU/GPU node with little data movement",
                 std::string(program_name()));
    declare_program(app, version_text());
    const Commands commands{
        {"gemm", add_gemm_command(app, simulator)},       {"outer", add_outer_command(app, simulator)},
        {"machine", add_machine_command(app, simulator)}, {"partition", add_partition_command(app)},
        {"policies", add_policies_command(app)},          {"affinity", add_affinity_command(app)},
        {"steady", add_steady_command(app, simulator)},   {"exchange", add_exchange_command(app)}};
    const Hint hint = [simulates = static_cast<bool>(simulator.run)](const std::string& word) {
        return !simulates && word.starts_with("--platform") ? "simulated machines are for tangram-sim" : "";
    };
    const Chosen chosen = parse(app, commands, argc, argv, hint);
    const int* const code = std::get_if<int>(&chosen);
    return code != nullptr ? *code : run_guarded(std::get<Command>(chosen));
}

} // namespace tangram::apps
