#include "apps/command/command_gemm.hpp"

#include "apps/command/commands.hpp"
#include "apps/command/gemm_checks.hpp"
#include "apps/command/gemm_execution.hpp"
#include "apps/command/gemm_output.hpp"
#include "apps/command/gemm_problem.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace tangram::apps {

int run_gemm(const GemmArguments& arguments) {
    check_simulated(arguments);
    check_outputs(arguments);
    const GemmProblem problem = problem_of(arguments);
    check_problem(arguments, problem);
    const GemmOutcome outcome = execute(arguments, problem);
    write_outputs(arguments, outcome);
    require_verified(outcome);
    return ExitCode::success;
}

Command add_gemm_command(CLI::App& app, const Simulator& simulator) {
    CLI::App* gemm = app.add_subcommand("gemm", "C = alpha op(A) op(B) + beta C; op(A) is m x k, op(B) k x n");
    const auto arguments = std::make_shared<GemmArguments>();
    add_gemm_options(*gemm, *arguments);
    return on_machine(*gemm, simulator, [arguments] {
        set_tile(*arguments);
        return run_gemm(*arguments);
    });
}

} // namespace tangram::apps
