#include "apps/mpi/command_gemm.hpp"

#include "apps/command/gemm_output.hpp"
#include "apps/command/gemm_problem.hpp"
#include "apps/command/output.hpp"
#include "apps/mpi/nodes_arguments.hpp"
#include "apps/mpi/nodes_gemm.hpp"
#include "apps/mpi/nodes_output.hpp"
#include "apps/mpi/nodes_problem.hpp"
#include "base/error.hpp"
#include "cluster/gemm/starpu_mpi.hpp"
#include "cluster/team/agreed.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>

namespace tangram::apps {

namespace {

constexpr const char* examples = R"(Examples:
  mpirun -n 4 tangram-mpi gemm --size 8192 --tile 512
  mpirun -n 4 tangram-mpi gemm --size 8192 --tile 512 --node-speeds 4,2,1,1 --json -
)";

GemmProblem checked_problem(const NodesArguments& arguments, const mpi::Session& session) {
    if (!session.allows_concurrent_calls()) {
        throw Unavailable("this MPI does not allow threads to call it at the same time (MPI_THREAD_MULTIPLE)");
    }
    cluster::check_starpu_mpi_environment();
    const GemmProblem problem = problem_of_nodes(arguments, static_cast<std::size_t>(session.processes()));
    if (session.me() == 0) {
        check_outputs(arguments.gemm);
    }
    return problem;
}

/// What process 0 says of a result that is not verified; nothing if it is, or if that was not asked for.
std::optional<std::string> complaint(const NodesOutcome& outcome) {
    if (outcome.verified().value_or(true)) {
        return std::nullopt;
    }
    if (std::isnan(outcome.residual)) {
        return "the result cannot be verified: A, B or C holds NaN or infinity, or C overflows (--verify none leaves "
               "it unchecked)";
    }
    return fmt::format("the result is wrong: residual {:.3e}, tolerance {:.3e}", outcome.residual, outcome.tolerance);
}

/// The line and the exit code of what has failed here, for all processes.
[[noreturn]] void end_all(const std::exception_ptr& failure) {
    const int code = run_guarded([&]() -> int { std::rethrow_exception(failure); });
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort(); // MPI_Abort does not return
}

int run(NodesArguments& arguments, const mpi::Session& session) {
    set_tile(arguments.gemm);
    const GemmProblem problem = team::agreed(session.team(), [&] { return checked_problem(arguments, session); });
    const NodesOutcome outcome = nodes_outcome(arguments, problem, session, end_all);
    const std::optional<std::string> wrong = complaint(outcome);
    if (session.me() == 0) {
        write_outputs(arguments.gemm, outcome);
        if (wrong) {
            print_error(*wrong);
        }
    }
    return wrong ? ExitCode::failure : ExitCode::success;
}

} // namespace

Command add_nodes_gemm_command(CLI::App& app, const mpi::Session& session) {
    CLI::App* command = app.add_subcommand(
        "gemm", "C = alpha op(A) op(B) + beta C on several processes, zones of C by their speeds (StarPU-MPI)");
    const auto arguments = std::make_shared<NodesArguments>();
    add_nodes_options(*command, *arguments);
    command->footer(examples);
    return [arguments, &session] { return run(*arguments, session); };
}

} // namespace tangram::apps
