#include "apps/gemm/support/starpu_file.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

InvalidInput unreadable(const std::string& path, std::string_view reason) {
    return InvalidInput(fmt::format("cannot read {}: {}", path, reason));
}

/// -1 where there is no such file. Does not wait for the other end of a pipe.
int opened(const std::string& path) {
    constexpr int flags = O_CLOEXEC | O_NONBLOCK;
    int file = open(path.c_str(), O_RDWR | flags);
    if (file < 0 && (errno == EACCES || errno == EROFS)) {
        file = open(path.c_str(), O_RDONLY | flags);
    }
    if (file < 0 && errno != ENOENT) {
        throw unreadable(path, std::generic_category().message(errno));
    }
    return file;
}

bool is_regular(int file) {
    struct stat status {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

void lock(int file) {
    struct flock range {};
    range.l_whence = SEEK_SET;
    range.l_type = (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDWR ? F_WRLCK : F_RDLCK;
    while (fcntl(file, F_SETLKW, &range) != 0 && errno == EINTR) {
    }
}

/// Whether the file still has this name: who held the lock before may have removed it.
bool is_at(int file, const std::string& path) {
    struct stat opened {};
    struct stat named {};
    return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

} // namespace

StarpuFile::StarpuFile(std::string path) : path_(std::move(path)), file_(opened(path_)) {
    if (file_ < 0) {
        return;
    }
    if (!is_regular(file_)) {
        close(file_);
        throw unreadable(path_, "it is not a regular file");
    }
    lock(file_);
}

StarpuFile::~StarpuFile() {
    if (file_ >= 0) {
        close(file_);
    }
}

std::optional<std::string> StarpuFile::text() const {
    if (file_ < 0 || !is_at(file_, path_)) {
        return std::nullopt;
    }
    std::string text;
    std::array<char, 1 << 16> chunk{};
    while (const ssize_t count = pread(file_, chunk.data(), chunk.size(), static_cast<off_t>(text.size()))) {
        if (count < 0) {
            throw unreadable(path_, std::generic_category().message(errno));
        }
        text.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return text;
}

void StarpuFile::remove() const {
    std::error_code error;
    std::filesystem::remove(path_, error);
    if (error) {
        throw RunFailure(fmt::format("cannot remove {}, which is damaged: {}", path_, error.message()));
    }
}

} // namespace tangram::apps
