#include "apps/mpi/command_fronts.hpp"

#include "apps/command/exchange_arguments.hpp"
#include "apps/command/exchange_report.hpp"
#include "apps/command/output.hpp"
#include "apps/mpi/fronts_runs.hpp"
#include "base/error.hpp"
#include "cluster/team/agreed.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>

namespace tangram::apps {

namespace {

constexpr const char* fronts_examples = R"(  mpirun -n 4 tangram-mpi fronts --tree grid:40x40x40
  mpirun -n 8 tangram-mpi fronts --tree grid:300x300 --mechanism snapshot --thread flag --json -
)";

constexpr std::array machine_options{"--latency-us", "--bandwidth-gbs", "--gflops"};

/// A command line of `tangram exchange` may name options of its machine.
void warn_of_options_without_effect(const CLI::App& command, const ExchangeArguments& arguments) {
    for (const std::string& line : options_without_effect(command, arguments, Trees::with_matrix)) {
        notify_on_stderr()("warning: " + line);
    }
    for (const char* option : machine_options) {
        if (command.count(option) > 0) {
            notify_on_stderr()(fmt::format("warning: {} is of simulated processes, and these are real", option));
        }
    }
}

/// Files are process 0's.
void check_arguments(const ExchangeArguments& arguments, const mpi::Session& session) {
    if (arguments.processes != static_cast<std::size_t>(session.processes())) {
        throw InvalidInput(
            fmt::format("--processes {}, but mpirun started {}", arguments.processes, session.processes()));
    }
    simulation::require_valid(arguments.machine); // as exchange refuses it
    if (session.me() == 0) {
        check_outputs({{"--json", arguments.json}}, {{"--tree", arguments.tree}});
    }
    if (arguments.thread != "none" && !session.allows_threads()) {
        throw Unavailable(fmt::format("--thread {}: this MPI allows no threads", arguments.thread));
    }
}

int run(const CLI::App& command, const ExchangeArguments& arguments, const mpi::Session& session) {
    team::agreed(session.team(), [&] { check_arguments(arguments, session); });
    if (session.me() == 0) {
        warn_of_options_without_effect(command, arguments);
    }
    const ExchangeOutcome outcome = fronts_outcome(arguments, session);
    const bool verified = is_verified(outcome);
    if (session.me() == 0) {
        write_report(outcome);
        if (!verified) {
            print_error(fmt::format("the solution is wrong: see the scaled residual; at most {:.0e} is right",
                                    largest_residual));
        }
    }
    return verified ? ExitCode::success : ExitCode::failure;
}

} // namespace

Command add_fronts_command(CLI::App& app, const mpi::Session& session) {
    CLI::App* command = app.add_subcommand("fronts", "factorise a sparse matrix on several processes, which tell each "
                                                     "other their loads; solve a linear system, and verify it");
    const auto arguments = std::make_shared<ExchangeArguments>();
    arguments->tree = "grid:30x30x30";
    arguments->processes = static_cast<std::size_t>(session.processes());
    add_exchange_options(*command, *arguments, Trees::with_matrix, fronts_examples);
    command->get_option("--processes")
        ->description("mpirun says how many: another number is an error")
        ->default_str("");
    for (const char* option : machine_options) {
        command->get_option(option)->group("Of simulated processes, for tangram exchange; no effect here");
    }
    return [command, arguments, &session] { return run(*command, *arguments, session); };
}

} // namespace tangram::apps
