/// tangram-mpi: the commands that run on several processes, which mpirun starts. Each process reads the command line,
/// and process 0 speaks for all. An error on any process ends all, after one line.

#include "apps/command/command_line.hpp"
#include "apps/command/output.hpp"
#include "apps/mpi/command_fronts.hpp"
#include "cluster/mpi/session.hpp"

#include <CLI/CLI.hpp>
#include <cblas.h>
#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <variant>

namespace tangram::apps {

namespace {

std::string version_text() {
    std::string library(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
    int length = 0;
    mpi::check(MPI_Get_library_version(library.data(), &length));
    library.resize(static_cast<std::size_t>(length));
    return fmt::format("{} {} ({})", program_name(), TANGRAM_VERSION, library.substr(0, library.find(',')));
}

/// Processes share the cores: each takes one, unless the user says how many.
void compute_with_one_thread() {
    if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr) {
        openblas_set_num_threads(1);
    }
}

/// Process 0 parses first: it answers what is wrong, --help and --version for all.
Chosen parse_together(const mpi::Session& session, CLI::App& app, const Commands& commands, int argc, char** argv) {
    Chosen chosen = 0;
    if (session.me() == 0) {
        chosen = parse(app, commands, argc, argv);
    }
    int code = std::holds_alternative<int>(chosen) ? std::get<int>(chosen) : -1;
    mpi::check(MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD));
    if (session.me() != 0) {
        chosen = code == -1 ? parse(app, commands, argc, argv) : Chosen(code);
    }
    return chosen;
}

/// Other processes may wait for one that has failed.
int run_or_end_all(const Command& command) {
    bool has_failed = true;
    const int code = run_guarded([&] {
        const int returned = command();
        has_failed = false;
        return returned;
    });
    if (has_failed) {
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    return code;
}

int run(const mpi::Session& session, int argc, char** argv) {
    CLI::App app("Tangram on several processes: mpirun -n N tangram-mpi COMMAND ...", std::string(program_name()));
    declare_program(app, version_text());
    const Commands commands{{"fronts", add_fronts_command(app, session)}};
    const Chosen chosen = parse_together(session, app, commands, argc, argv);
    const int* const code = std::get_if<int>(&chosen);
    return code != nullptr ? *code : run_or_end_all(std::get<Command>(chosen));
}

} // namespace

} // namespace tangram::apps

int main(int argc, char** argv) {
    using namespace tangram;
    apps::reserve_standard_streams();
    try {
        const mpi::Session session(argc, argv);
        apps::compute_with_one_thread();
        return apps::run(session, argc, argv);
    } catch (const std::exception& error) {
        apps::print_error(error.what());
        return apps::ExitCode::failure;
    }
}
