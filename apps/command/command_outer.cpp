#include "apps/command/command_gemm.hpp"
#include "apps/command/commands.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace tangram::apps {

/// The outer product of vectors of blocks: each tile of C is one task, and none waits for another (Beaumont and Marchal
/// 2014, section 3).
Command add_outer_command(CLI::App& app, const Simulator& simulator) {
    CLI::App* outer = app.add_subcommand("outer", "C = alpha a b + beta C: the outer product of a column and a row");
    const auto arguments = std::make_shared<GemmArguments>();
    add_outer_options(*outer, *arguments);
    return on_machine(*outer, simulator, [arguments] {
        set_tile(*arguments);
        if (!arguments->k && arguments->a.empty() && arguments->b.empty()) {
            arguments->k = Runtime::is_simulated() ? std::max<std::int64_t>(arguments->tile, 1) : 1;
        }
        return run_gemm(*arguments);
    });
}

} // namespace tangram::apps
