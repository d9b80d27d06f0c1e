/// The entry point of the simulated command. StarPU's library brings a main() that
/// starts SimGrid with the platform of the environment and then calls
/// starpu_main() inside the simulation. Ours comes first: it reads the command
/// line, sets the environment for the machine that this asks for, and then lets
/// StarPU's run the command. SimGrid does not see our command line; it would
/// answer --help and --version itself.

#include "apps/command/commands.hpp"
#include "apps/command/simulation_environment.hpp"
#include "apps/gemm/machines/platform.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <dlfcn.h>

namespace {

using namespace tangram::apps;

/// For starpu_main(), which gets nothing but SimGrid's arguments.
struct Simulated {
    Command command;
    struct sigaction on_interrupt {}; ///< what Ctrl-C does
    bool has_begun = false;           ///< SimGrid has read the platform
};

Simulated& simulated() {
    static Simulated simulated;
    return simulated;
}

int run_starpu() {
    using Main = int (*)(int, char**);
    const auto starpu_entry = reinterpret_cast<Main>(dlsym(RTLD_NEXT, "main"));
    if (starpu_entry == nullptr) {
        throw tangram::RunFailure("this StarPU has no simulated entry point");
    }
    std::vector<std::string> words{"tangram-sim",
                                   "--log=root.thres:warning"}; // not SimGrid's remarks on StarPU's files
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

/// SimGrid reads our copy of a saved platform: its message names that file, and shall name the user's.
std::string about_saved(std::string message, const std::string& platform) {
    const std::string copy = std::string(std::getenv("STARPU_PERF_MODEL_DIR")) + "/"; // StarPU adds another /
    if (const std::size_t at = message.find(copy); at != std::string::npos) {
        message.replace(at, copy.size(), platform);
    }
    return message;
}

int simulate(const SimulationOptions& options, const Command& command) {
    const SimulationEnvironment environment(options);
    simulated().command = command;
    sigaction(SIGINT, nullptr, &simulated().on_interrupt);
    try {
        return run_starpu();
    } catch (const std::exception& error) { // the command's own errors do not come here
        std::error_code unknown;
        if (simulated().has_begun || !std::filesystem::is_directory(options.platform, unknown)) {
            throw;
        }
        const bool is_named = std::string_view(error.what()).starts_with("Parse error at ");
        const std::string message = about_saved(error.what(), options.platform);
        throw tangram::InvalidInput(is_named ? message : fmt::format("{}: {}", options.platform, message));
    }
}

} // namespace

extern "C" int starpu_main(int /*argc*/, char** /*argv*/) {
    // SimGrid has put its own in place, which shows stacks and may abort.
    sigaction(SIGINT, &simulated().on_interrupt, nullptr);
    simulated().has_begun = true;
    return run_guarded(simulated().command);
}

int main(int argc, char** argv) {
    return run_command_line(argc, argv, {simulate, platforms_help()});
}
