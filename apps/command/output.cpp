#include "apps/command/output.hpp"

#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/files.hpp"

#include <fmt/format.h>

#include <cstdio>

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

void write_output(const std::string& path, const std::string& text) {
    if (path == "-") {
        fmt::print("{}", text);
    } else {
        write_text(path, text);
    }
}

} // namespace tangram::apps
