#include "apps/command/output.hpp"

#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>

namespace tangram::apps {

std::string_view program_name() {
    return Runtime::is_simulated() ? "tangram-sim" : "tangram";
}

void print_error(std::string message) {
    for (char& c : message) {
        c = c == '\n' ? ' ' : c;
    }
    fmt::print(stderr, "{}: error: {}\n", program_name(), message);
}

Notify notify_on_stderr() {
    return [](const std::string& line) { fmt::print(stderr, "{}: {}\n", program_name(), line); };
}

void check_output(const std::string& path) {
    if (!path.empty() && path != "-") {
        check_writable(path);
    }
}

namespace {

/// The same for all names of one file.
std::string identity(const std::string& path) {
    std::error_code unknown; // then the path as it is, which check_output() looks at
    const std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(path), unknown);
    return path == "-" || unknown ? path : whole.string();
}

} // namespace

void check_outputs(const std::vector<OutputOption>& options) {
    std::map<std::string, std::string> seen; // file, and the option that names it
    for (const OutputOption& option : options) {
        if (option.path.empty()) {
            continue;
        }
        const auto [other, is_new] = seen.try_emplace(identity(option.path), option.name);
        if (!is_new) {
            throw InvalidInput(fmt::format("{} and {}: both name '{}'", other->second, option.name, option.path));
        }
        check_output(option.path);
    }
}

void write_output(const std::string& path, const std::string& text) {
    if (path == "-") {
        fmt::print("{}", text);
    } else {
        write_text(path, text);
    }
}

} // namespace tangram::apps
