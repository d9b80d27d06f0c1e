/// tangram-smpi: `tangram-mpi gemm` on nodes that SimGrid simulates. This is the launcher: it reads the command line,
/// describes the cluster to SimGrid and lets SMPI load a process (process.cpp) for each node.

#include "apps/command/command_line.hpp"
#include "apps/command/gemm_output.hpp"
#include "apps/command/output.hpp"
#include "apps/command/simulation_environment.hpp"
#include "apps/gemm/support/files.hpp"
#include "apps/gemm/support/scratch_folder.hpp"
#include "apps/mpi/nodes_problem.hpp"
#include "apps/smpi/cluster.hpp"
#include "apps/smpi/cluster_arguments.hpp"
#include "apps/smpi/cluster_xml.hpp"
#include "base/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include <smpi/smpi.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

/// The module: beside this program where it was built, or where it is installed.
std::string process_module() {
    const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
    for (const fs::path& place : {folder, folder / TANGRAM_MODULE_FOLDER}) {
        if (const fs::path module = place / TANGRAM_MODULE_NAME; fs::exists(module)) {
            return module;
        }
    }
    throw RunFailure(fmt::format("{} is missing beside this program", TANGRAM_MODULE_NAME));
}

/// The platform of a node, as StarPU writes it.
std::string node_platform() {
    return read_text(fs::path(std::getenv("STARPU_PERF_MODEL_DIR")) / "bus" /
                     fmt::format("{}.platform.v4.xml", std::getenv("STARPU_HOSTNAME")));
}

/// Throws InvalidInput if there is no product after those that are as fast as before.
void require_slowdown(const Slowdown& slowdown, const ClusterArguments& arguments) {
    const int repeats = arguments.nodes.gemm.repeat;
    if (slowdown.products >= static_cast<std::size_t>(repeats)) {
        throw InvalidInput(
            fmt::format("--slowdown {}: of {} products (--repeat) none is left then", arguments.slowdown, repeats));
    }
}

Cluster cluster_of(const ClusterArguments& arguments) {
    Cluster cluster = parse_cluster(arguments.cluster);
    if (!arguments.node_gpus.empty()) {
        cluster.gpus = parse_gpus(arguments.node_gpus, cluster.nodes);
    }
    if (!arguments.network.empty()) {
        cluster.network = parse_network(arguments.network);
    }
    if (!arguments.slowdown.empty()) {
        require_slowdown(parse_slowdown(arguments.slowdown, cluster.nodes), arguments);
    }
    return cluster;
}

int run_smpi(const Cluster& cluster, const fs::path& folder, const std::vector<std::string>& command_line) {
    const std::string platform = folder / "cluster.xml";
    const std::string hosts = folder / "hosts";
    write_text(platform, cluster_xml(cluster, node_platform()));
    write_text(hosts, host_list(cluster));
    setenv("SMPI_GLOBAL_SIZE", fmt::format("{}", cluster.nodes).c_str(), 1); // so StarPU knows that it is simulated
    std::vector<std::string> words{command_line.front(),
                                   "--log=root.thres:critical",
                                   "--cfg=smpi/privatization:yes",
                                   "--cfg=smpi/simulate-computation:no",
                                   "--cfg=smpi/shared-malloc:global",
                                   "--cfg=smpi/shared-malloc-blocksize:1073741824", // mappings are limited in number
                                   "--cfg=smpi/bw-factor:0:1",
                                   "--cfg=smpi/lat-factor:0:1",
                                   "--cfg=surf/precision:1e-9",
                                   "--cfg=network/model:SMPI",
                                   "--cfg=contexts/stack-size:8192",
                                   fmt::format("--cfg=smpi/np:{}", cluster.nodes),
                                   fmt::format("--cfg=smpi/hostfile:{}", hosts),
                                   fmt::format("--cfg=smpi/tmpdir:{}", folder.string()),
                                   platform};
    words.insert(words.end(), command_line.begin() + 1, command_line.end());
    std::vector<char*> arguments;
    std::transform(words.begin(), words.end(), std::back_inserter(arguments),
                   [](std::string& word) { return word.data(); });
    arguments.push_back(nullptr);
    unsetenv(done_variable);
    const int code = smpi_main(process_module().c_str(), static_cast<int>(words.size()), arguments.data());
    if (code == 0 && std::getenv(done_variable) == nullptr) {
        throw RunFailure("the simulated processes wait for each other for ever");
    }
    return code;
}

/// StarPU's variables are those of all nodes.
void refuse_choice_of_gpus() {
    for (const char* variable : {"STARPU_NCUDA", "STARPU_WORKERS_CUDAID"}) {
        if (std::getenv(variable) != nullptr) {
            throw InvalidInput(fmt::format("{} is set: --node-gpus says how many GPUs each node has", variable));
        }
    }
}

/// In a process of its own, which ends at once where a simulated one fails, whatever the others wait for. Files are
/// left to this one.
int in_child(const Command& command) {
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        throw Unavailable("no process can be started for the simulation");
    }
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) { // it has ended already
            std::_Exit(ExitCode::failure);
        }
        std::_Exit(run_guarded(command));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status)) {
        throw RunFailure(fmt::format("the simulation was killed by signal {}", WTERMSIG(status)));
    }
    return WEXITSTATUS(status);
}

int simulate(const ClusterArguments& arguments, const std::vector<std::string>& command_line) {
    refuse_choice_of_gpus();
    const Cluster cluster = cluster_of(arguments);
    static_cast<void>(problem_of_nodes(arguments.nodes, cluster.nodes)); // throws
    check_outputs(arguments.nodes.gemm);
    SimulationOptions options = arguments.simulation;
    options.platform = cluster.platform;
    const SimulationEnvironment environment(options);
    unsetenv("STARPU_NCUDA"); // as many as a node's zone has
    const ScratchFolder folder;
    if (folder.path().string().find_first_of(" \t\n,") != std::string::npos) {
        throw InvalidInput(fmt::format("TMPDIR: SimGrid reads no files in '{}', whose name has spaces or commas",
                                       folder.path().parent_path().string()));
    }
    return in_child([&] { return run_smpi(cluster, folder.path(), command_line); });
}

int run(int argc, char** argv) {
    reserve_standard_streams();
    CLI::App app("Tangram on several nodes that SimGrid simulates", std::string(program_name()));
    declare_program(app, fmt::format("{} {} (simulated by SimGrid)", program_name(), TANGRAM_VERSION));
    ClusterArguments arguments;
    add_cluster_command(app, arguments);
    const std::vector<std::string> command_line(argv, argv + argc);
    const Commands commands{{"gemm", [&] { return simulate(arguments, command_line); }}};
    const Chosen chosen = parse(app, commands, argc, argv);
    const int* const code = std::get_if<int>(&chosen);
    return code != nullptr ? *code : run_guarded(std::get<Command>(chosen));
}

} // namespace

} // namespace tangram::apps

int main(int argc, char** argv) {
    return tangram::apps::run(argc, argv);
}
