#pragma once

/// Files for input that is not trusted and for output that is complete or absent.

#include "apps/gemm/support/remover.hpp"
#include "base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace tangram::apps {

struct CloseFile {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

/// A regular file, read from the start to the end.
class InputFile {
  public:
    /// Throws InvalidInput("cannot read PATH: REASON"). Never blocks, as opening a pipe would.
    explicit InputFile(const std::filesystem::path& path);

    /// Bytes in the file when it was opened.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// Bytes read so far.
    [[nodiscard]] std::uint64_t position() const { return position_; }

    /// Fills `bytes` with the file's next ones. Throws InvalidInput if that fails or there are fewer.
    void read(std::span<std::byte> bytes);

    /// The same from any position on, which leaves position() as it is.
    void read_at(std::uint64_t position, std::span<std::byte> bytes) const;

    /// InvalidInput("cannot read PATH: REASON"), to be thrown by whoever dislikes the contents.
    [[nodiscard]] InvalidInput error(std::string_view reason) const;

  private:
    std::filesystem::path path_;
    FileHandle file_;
    std::uint64_t size_ = 0;
    std::uint64_t position_ = 0;
};

/// Whether a folder has something of this name, even if it is a link that leads nowhere.
[[nodiscard]] bool is_there(const std::filesystem::path& path);

/// Where a symbolic link leads, through others, also to what is not there yet; the path itself if it is none.
[[nodiscard]] std::filesystem::path behind_links(std::filesystem::path path);

/// All of a file, or of stdin for "-", up to 256 MiB. Throws InvalidInput("cannot read PATH: REASON").
[[nodiscard]] std::string read_text(const std::string& path);

/// A file that appears when it is complete: written under a temporary name in
/// the same folder, renamed to `path` by commit(), removed if that never comes,
/// be it as a signal ends the process (remover.hpp; short files, below 64 KiB, are
/// written in a moment, and are not worth a process each).
/// An existing file keeps its permissions, a symbolic link its place. What
/// cannot be replaced (/dev/stdout, /dev/null, pipes) is written to directly.
/// All functions throw RunFailure("cannot write PATH: REASON").
class OutputFile {
  public:
    explicit OutputFile(const std::filesystem::path& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::span<const std::byte> bytes);

    /// The name that the file has until commit(), under which other processes may write parts of it (PartsFile). Throws
    /// RunFailure for what is written to directly.
    [[nodiscard]] const std::filesystem::path& open_to_others();

    /// To be called once, after the last write().
    void commit();

  private:
    void remove_if_ended();

    std::filesystem::path path_;      ///< as the user gave it
    std::filesystem::path target_;    ///< behind symbolic links
    std::filesystem::path temporary_; ///< empty: none to remove
    std::optional<Remover> remover_;  ///< of temporary_, if the process ends
    FileHandle file_;
    std::size_t written_ = 0; ///< bytes
};

/// A file of another process, to write parts of. All functions throw RunFailure("cannot write PATH: REASON").
class PartsFile {
  public:
    /// Of a file that is there.
    explicit PartsFile(const std::filesystem::path& path);

    void write_at(std::uint64_t position, std::span<const std::byte> bytes);

    /// To be called after the last write_at(): what cannot be written any more is an error here.
    void close();

  private:
    std::filesystem::path path_;
    FileHandle file_;
};

/// Throws RunFailure unless a file could be written at `path` (its folder exists
/// and is writable, it is no folder itself): to fail before the work, not after.
/// Changes nothing.
void check_writable(const std::filesystem::path& path);

/// Makes the folder where there is none. An error if there can be none, or if it cannot be written.
[[nodiscard]] std::error_code make_writable_folder(const std::filesystem::path& path);

/// Writes text to `path` as an OutputFile, and throws as it does.
void write_text(const std::filesystem::path& path, std::string_view text);

} // namespace tangram::apps
