#include "apps/gemm/support/files.hpp"

#include "base/behind_links.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <random>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

std::string system_reason(int error = errno) {
    return std::generic_category().message(error);
}

RunFailure output_error(const fs::path& path, std::string_view reason) {
    return RunFailure(fmt::format("cannot write {}: {}", path.string(), reason));
}

/// /dev/stdout, /dev/fd/3 and their like are names of open descriptors. To replace
/// the file that one leads to would cut it off from its other writers.
bool names_descriptor(const fs::path& path) {
    std::error_code unreadable;
    const fs::path next = path.parent_path() / fs::read_symlink(path, unreadable);
    for (const fs::path& name : {path, next}) {
        if (fs::weakly_canonical(name.parent_path(), unreadable).native().starts_with("/proc/")) {
            return true;
        }
    }
    return false;
}

/// Refuses what can be refused without trying. Returns whether `path` must be
/// written to directly.
bool needs_direct_writing(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::none) {
        throw output_error(path, error.message());
    }
    if (status.type() == fs::file_type::directory) {
        throw output_error(path, system_reason(EISDIR));
    }
    if (!path.has_filename()) {
        throw output_error(path, system_reason(ENOENT));
    }
    if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0) {
        throw output_error(path, system_reason());
    }
    return names_descriptor(path) || (fs::exists(status) && !fs::is_regular_file(status));
}

/// A new file in the folder of `target`, under a name that nobody else has.
struct TemporaryFile {
    fs::path path;
    FileHandle file; ///< null: errno says why there is none
};

TemporaryFile temporary_beside(const fs::path& target) {
    const auto random = [] { return std::random_device()(); };
    TemporaryFile temporary;
    do {
        temporary.path = target.parent_path() / fmt::format(".tangram-{:08x}{:08x}.tmp", random(), random());
        temporary.file.reset(std::fopen(temporary.path.c_str(), "wbxe"));
    } while (!temporary.file && errno == EEXIST);
    return temporary;
}

constexpr std::size_t most_text = std::size_t{1} << 28;

std::string read_stdin() {
    std::string text;
    std::array<char, 1 << 16> chunk{};
    while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), stdin)) {
        text.append(chunk.data(), count);
        if (text.size() > most_text) {
            throw InvalidInput(fmt::format("cannot read stdin: more than {} bytes", most_text));
        }
    }
    if (std::ferror(stdin) != 0) {
        throw InvalidInput(fmt::format("cannot read stdin: {}", system_reason()));
    }
    return text;
}

} // namespace

bool is_there(const fs::path& path) {
    std::error_code unknown;
    return fs::exists(fs::symlink_status(path, unknown));
}

fs::path behind_links(fs::path path) {
    return tangram::behind_links(std::move(path));
}

std::string read_text(const std::string& path) {
    if (path == "-") {
        return read_stdin();
    }
    InputFile file(path);
    if (file.size() > most_text) {
        throw file.error(fmt::format("it has more than {} bytes", most_text));
    }
    std::string text(file.size(), '\0');
    file.read(std::as_writable_bytes(std::span(text)));
    return text;
}

InputFile::InputFile(const fs::path& path) : path_(path) {
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (fs::is_directory(status)) {
        throw error(system_reason(EISDIR));
    }
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw error("it is not a regular file");
    }
    file_.reset(std::fopen(path.c_str(), "rbe"));
    if (!file_) {
        throw error(system_reason());
    }
    size_ = fs::file_size(path, failure);
    if (failure) {
        throw error(failure.message());
    }
}

void InputFile::read(std::span<std::byte> bytes) {
    if (std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        throw error(std::ferror(file_.get()) != 0 ? system_reason() : "it ended while it was read");
    }
    position_ += bytes.size();
}

void InputFile::read_at(std::uint64_t position, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
        const ssize_t got = ::pread(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(position));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            throw error(got < 0 ? system_reason() : "it ended while it was read");
        }
        position += static_cast<std::uint64_t>(got);
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
}

InvalidInput InputFile::error(std::string_view reason) const {
    return InvalidInput(fmt::format("cannot read {}: {}", path_.string(), reason));
}

OutputFile::OutputFile(const fs::path& path) : path_(path) {
    if (needs_direct_writing(path)) {
        file_.reset(std::fopen(path.c_str(), "abe"));
    } else {
        target_ = behind_links(path);
        TemporaryFile temporary = temporary_beside(target_);
        temporary_ = std::move(temporary.path);
        file_ = std::move(temporary.file);
    }
    if (!file_) {
        throw output_error(path_, system_reason());
    }
}

OutputFile::~OutputFile() {
    std::error_code ignored; // there is nobody to tell
    if (!temporary_.empty()) {
        fs::remove(temporary_, ignored);
    }
}

void OutputFile::write(std::span<const std::byte> bytes) {
    constexpr std::size_t short_file = std::size_t{1} << 16;
    const bool was_short = written_ < short_file;
    written_ += bytes.size();
    if (was_short && written_ >= short_file && !temporary_.empty()) {
        remove_if_ended();
    }
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        throw output_error(path_, system_reason());
    }
}

/// If the process is ended before commit().
void OutputFile::remove_if_ended() {
    try {
        remover_.emplace(temporary_);
    } catch (const RunFailure&) { // then it stays, which is better than no result
    }
}

const fs::path& OutputFile::open_to_others() {
    if (temporary_.empty()) {
        throw output_error(path_, "several processes can write a regular file only");
    }
    if (!remover_) {
        remove_if_ended();
    }
    return temporary_;
}

void OutputFile::commit() {
    if (std::fclose(file_.release()) != 0) { // writes what is still buffered
        throw output_error(path_, system_reason());
    }
    if (temporary_.empty()) {
        return;
    }
    std::error_code error;
    if (fs::exists(target_, error)) {
        fs::permissions(temporary_, fs::status(target_, error).permissions(), error);
    }
    if (!error) {
        fs::rename(temporary_, target_, error);
    }
    if (error) {
        throw output_error(path_, error.message());
    }
    temporary_.clear();
}

PartsFile::PartsFile(const fs::path& path) : path_(path), file_(std::fopen(path.c_str(), "r+be")) {
    if (!file_) {
        throw output_error(path_, system_reason());
    }
}

void PartsFile::write_at(std::uint64_t position, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::pwrite(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(position));
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            throw output_error(path_, system_reason());
        }
        position += static_cast<std::uint64_t>(put);
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
}

void PartsFile::close() {
    if (std::fclose(file_.release()) != 0) {
        throw output_error(path_, system_reason());
    }
}

void check_writable(const fs::path& path) {
    // A trial is the surest check, but pipes and terminals notice being opened and closed.
    if (!needs_direct_writing(path)) {
        const TemporaryFile trial = temporary_beside(behind_links(path));
        if (!trial.file) {
            throw output_error(path, system_reason());
        }
        std::error_code ignored; // there is nobody to tell
        fs::remove(trial.path, ignored);
    }
}

std::error_code make_writable_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (!error && ::access(path.c_str(), W_OK | X_OK) != 0) {
        error.assign(errno, std::generic_category());
    }
    return error;
}

void write_text(const fs::path& path, std::string_view text) {
    OutputFile file(path);
    file.write(std::as_bytes(std::span(text)));
    file.commit();
}

} // namespace tangram::apps
