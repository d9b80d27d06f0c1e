/// tangram-mpi: the commands that run on several processes, which mpirun starts. All go by the command line of process
/// 0, and process 0 speaks for all. A process that fails says so in a line, and ends all.

#include "apps/command/command_line.hpp"
#include "apps/command/output.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "apps/mpi/command_fronts.hpp"
#include "apps/mpi/command_gemm.hpp"
#include "base/parsed_number.hpp"
#include "cluster/mpi/session.hpp"
#include "cluster/team/agreed.hpp"

#include <CLI/CLI.hpp>
#include <cblas.h>
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tangram::apps {

namespace {

std::string version_text() {
    std::string library(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
    int length = 0;
    mpi::check(MPI_Get_library_version(library.data(), &length));
    library.resize(static_cast<std::size_t>(length));
    return fmt::format("{} {} ({})", program_name(), TANGRAM_VERSION, library.substr(0, library.find_first_of(",\n")));
}

/// Open MPI starts where its shared memory finds no room, and then waits for ever or ends with a fault. Its libraries,
/// threads and arenas take 160 MiB (4.1.4), and it maps 4 MiB of each process on this host.
bool has_room_for_mpi() {
    constexpr std::size_t start = std::size_t{192} << 20;
    constexpr std::size_t each = std::size_t{8} << 20;
    const char* const on_host = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    const std::size_t processes = on_host == nullptr ? 1 : parsed<std::uint32_t>(on_host).value_or(1);
    return can_allocate(start + each * processes);
}

/// Processes share the cores: each takes one, unless the user says how many.
void compute_with_one_thread() {
    if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr) {
        openblas_set_num_threads(1);
    }
}

/// Process 0's, on all: others may have been started with other ones.
std::vector<std::string> words_of_all(const mpi::Session& session, int argc, char** argv) {
    std::string joined;
    for (int k = 0; k < argc; ++k) {
        joined.append(argv[k]).push_back('\0');
    }
    joined = team::of_first(session.team(), std::move(joined));
    std::vector<std::string> words;
    for (std::size_t at = 0; at < joined.size(); at += words.back().size() + 1) {
        words.emplace_back(joined.c_str() + at);
    }
    return words;
}

/// Process 0 parses first: it answers what is wrong, --help and --version for all. The others then parse the same
/// words.
Chosen parse_together(const mpi::Session& session, CLI::App& app, const Commands& commands,
                      std::vector<std::string> words) {
    std::vector<char*> pointers;
    std::transform(words.begin(), words.end(), std::back_inserter(pointers),
                   [](std::string& word) { return word.data(); });
    const auto parsed = [&] { return parse(app, commands, static_cast<int>(pointers.size()), pointers.data()); };
    constexpr int no_code = -1; // there is a command
    Chosen chosen = no_code;
    if (session.me() == 0) {
        chosen = parsed();
    }
    int code = std::holds_alternative<int>(chosen) ? std::get<int>(chosen) : no_code;
    code = team::of_first(session.team(), code);
    if (session.me() != 0) {
        chosen = code == no_code ? parsed() : Chosen(code);
    }
    return chosen;
}

int run(const mpi::Session& session, int argc, char** argv) {
    CLI::App app("Tangram on several processes: mpirun -n N tangram-mpi COMMAND ...", std::string(program_name()));
    declare_program(app, version_text());
    const Commands commands{
#ifdef TANGRAM_HAS_STARPU_MPI
        {"gemm", add_nodes_gemm_command(app, session)},
#endif
        {"fronts", add_fronts_command(app, session)}};
    const Chosen chosen = parse_together(session, app, commands, words_of_all(session, argc, argv));
    const int* const code = std::get_if<int>(&chosen);
    return code != nullptr ? *code : std::get<Command>(chosen)();
}

/// What fails on this process: others may wait for it.
int run_or_end_all(const mpi::Session& session, int argc, char** argv) {
    bool has_failed = true;
    const int code = run_guarded([&] {
        const int returned = run(session, argc, argv);
        has_failed = false;
        return returned;
    });
    if (has_failed) {
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    return code;
}

} // namespace

} // namespace tangram::apps

int main(int argc, char** argv) {
    using namespace tangram;
    apps::reserve_standard_streams();
    if (!apps::has_room_for_mpi()) {
        apps::print_error("out of memory: the limits on this process (ulimit -v, ulimit -d) leave no room for MPI: "
                          "raise them");
        return apps::ExitCode::unavailable;
    }
    try {
        const mpi::Session session(argc, argv);
        apps::compute_with_one_thread();
        return apps::run_or_end_all(session, argc, argv);
    } catch (const std::exception& error) { // MPI does not start
        apps::print_error(error.what());
        return apps::ExitCode::failure;
    }
}
