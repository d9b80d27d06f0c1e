/// The entry point of the simulated command. StarPU's library brings a main() that
/// starts SimGrid with the platform of the environment and then calls
/// starpu_main() inside the simulation. Ours comes first: it sets the environment
/// for --platform, and keeps the command line from SimGrid, which would answer
/// --help and --version itself.

#include "apps/commands.hpp"
#include "apps/platform.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <dlfcn.h>

namespace {

using namespace tangram::apps;

struct CommandLine {
    int argc = 0;
    char** argv = nullptr;
};

/// What main() was called with: starpu_main() gets SimGrid's arguments.
CommandLine& command_line() {
    static CommandLine line;
    return line;
}

/// The value of --platform NAME or --platform=NAME, empty if it is not given.
std::string platform_of(const CommandLine& line) {
    constexpr std::string_view option = "--platform";
    for (int index = 1; index < line.argc; ++index) {
        const std::string_view argument = line.argv[index];
        if (argument == option && index + 1 < line.argc) {
            return line.argv[index + 1];
        }
        if (argument.starts_with(option) && argument.substr(option.size()).starts_with('=')) {
            return std::string(argument.substr(option.size() + 1));
        }
    }
    return {};
}

/// Whether the command needs a machine to simulate; --help and the like do not.
bool simulates(const CommandLine& line) {
    if (line.argc < 2) {
        return false;
    }
    const std::string_view command = line.argv[1];
    for (int index = 2; index < line.argc; ++index) {
        const std::string_view argument = line.argv[index];
        if (argument == "--help" || argument == "-h") {
            return false;
        }
    }
    return command == "gemm" || command == "machine";
}

int simulate(const CommandLine& line) {
    std::unique_ptr<PlatformModels> models;
    if (const std::string name = platform_of(line); !name.empty()) {
        models = std::make_unique<PlatformModels>(name);
    } else if (std::getenv("STARPU_HOSTNAME") == nullptr) {
        throw tangram::InvalidInput("which machine shall be simulated? --platform NAME, or STARPU_HOSTNAME and "
                                    "STARPU_PERF_MODEL_DIR for models of your own");
    }
    using Main = int (*)(int, char**);
    const auto starpu_entry = reinterpret_cast<Main>(dlsym(RTLD_NEXT, "main"));
    if (starpu_entry == nullptr) {
        throw tangram::RunFailure("this StarPU has no simulated entry point");
    }
    setenv("STARPU_SILENT", "1", 0);                                          // errors say which models are missing
    std::vector<std::string> words{line.argv[0], "--log=root.thres:warning"}; // not SimGrid's remarks on StarPU's files
#ifdef __SANITIZE_ADDRESS__
    words.emplace_back("--cfg=contexts/factory:thread"); // the stacks that SimGrid makes itself look like overflows
#endif
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    return starpu_entry(static_cast<int>(words.size()), arguments.data());
}

} // namespace

extern "C" int starpu_main(int /*argc*/, char** /*argv*/) {
    return run_command_line(command_line().argc, command_line().argv);
}

int main(int argc, char** argv) {
    command_line() = {argc, argv};
    if (!simulates(command_line())) {
        return run_command_line(argc, argv);
    }
    return run_guarded([] { return simulate(command_line()); });
}
