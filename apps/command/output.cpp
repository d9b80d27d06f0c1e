#include "apps/command/output.hpp"

#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

/// One line, whatever a message says of files and arguments.
void print_on_stderr(std::string_view kind, std::string_view message) {
    (void)std::fputs(fmt::format("{}: {}{}\n", program_name(), kind, printable(message)).c_str(), stderr);
}

} // namespace

void reserve_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1) {
            // The least free number, which is this one; for the opposite of what it is for, but for stderr.
            (void)open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY); // NOLINT(*-vararg)
        }
    }
}

void print_error(std::string_view message) {
    print_on_stderr("error: ", message);
}

Notify notify_on_stderr() {
    return [](const std::string& line) { print_on_stderr("", line); };
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
    const std::filesystem::path whole =
        path == "-" ? std::filesystem::path() : std::filesystem::absolute(behind_links(path), unknown);
    const std::filesystem::path real = std::filesystem::weakly_canonical(whole, unknown);
    // What does not exist keeps a slash at its end.
    return real.empty() || unknown ? path : (real.has_filename() ? real : real.parent_path()).string();
}

[[noreturn]] void reject_same(const FileOption& one, const FileOption& other) {
    throw InvalidInput(fmt::format("{} and {}: both name '{}'", one.name, other.name, other.path));
}

/// Throws InvalidInput if writing would replace what is to be read. Terminals and pipes may be both.
void require_no_input(const FileOption& output, const std::vector<FileOption>& inputs) {
    std::error_code missing;
    if (output.path == "-" || !std::filesystem::is_regular_file(output.path, missing)) {
        return;
    }
    for (const FileOption& input : inputs) {
        if (!input.path.empty() && std::filesystem::equivalent(input.path, output.path, missing)) {
            reject_same(input, output);
        }
    }
}

/// Throws InvalidInput if the file is where stdout or stderr go, as /dev/stdout is: both would write at its start, or
/// their lines would mix. Devices may be all three, as /dev/null.
void require_no_standard_stream(const FileOption& output) {
    struct stat file {};
    if (output.path == "-" || stat(output.path.c_str(), &file) != 0 || S_ISCHR(file.st_mode)) {
        return;
    }
    for (const auto& [stream, name] : {std::pair{STDOUT_FILENO, "stdout"}, std::pair{STDERR_FILENO, "stderr"}}) {
        struct stat other {};
        if (fstat(stream, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino) {
            throw InvalidInput(fmt::format("{}: '{}' is where {} goes: name another file, or '-' where that may go to "
                                           "stdout",
                                           output.name, output.path, name));
        }
    }
}

} // namespace

void check_outputs(const std::vector<FileOption>& options, const std::vector<FileOption>& inputs) {
    std::map<std::string, std::string> seen; // file, and the option that names it
    for (const FileOption& option : options) {
        if (option.path.empty()) {
            continue;
        }
        const auto [other, is_new] = seen.try_emplace(identity(option.path), option.name);
        if (!is_new) {
            reject_same({other->second, option.path}, option);
        }
        require_no_input(option, inputs);
        require_no_standard_stream(option);
        check_output(option.path);
    }
}

void check_outside(const FileOption& file, const FileOption& folder) {
    if (file.path.empty() || file.path == "-" || folder.path.empty()) {
        return;
    }
    const std::filesystem::path inner = identity(file.path);
    const std::filesystem::path outer = identity(folder.path);
    if (std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end()) {
        throw InvalidInput(
            fmt::format("{} '{}' is in the folder of {} '{}'", file.name, file.path, folder.name, folder.path));
    }
}

std::string text_of(const nlohmann::json& json) {
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void write_output(const std::string& path, const std::string& text) {
    if (path == "-") {
        fmt::print("{}", text);
    } else {
        write_text(path, text);
    }
}

} // namespace tangram::apps
