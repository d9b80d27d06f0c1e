#pragma once

/// What the commands write: results on stdout or to a file, lines about the run on stderr.

#include "apps/gemm/machines/machine.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// tangram, tangram-sim, tangram-mpi or tangram-s4u.
std::string_view program_name();

/// Opens /dev/null where the program was started with stdin, stdout or stderr closed: else files that it opens would
/// get their numbers, and its messages. Reading stdin and writing to stdout then fail, writing to stderr has no effect.
void reserve_standard_streams();

/// "PROGRAM: error: MESSAGE" on stderr, in one line without control characters whatever the message (printable() in
/// base/text.hpp). As all lines on stderr it is lost where that cannot be written: a correct result is no less correct.
void print_error(std::string_view message);

/// A line about what is going on, on stderr, likewise.
Notify notify_on_stderr();

/// Throws RunFailure unless write_output could write there: to fail before the work. "-" and "" pass.
void check_output(const std::string& path);

/// An option that names a file.
struct FileOption {
    std::string name; ///< with its dashes
    std::string path; ///< "": not given
};

/// check_output() for all options of files to be written; throws InvalidInput if two name stdout or one file, however
/// they write its path (but for hard links, and links to what does not exist yet), if one names a file that is to be
/// read, or where stdout or stderr go.
void check_outputs(const std::vector<FileOption>& options, const std::vector<FileOption>& inputs = {});

/// Throws InvalidInput if the file is the folder that will be written, or in it.
void check_outside(const FileOption& file, const FileOption& folder);

/// Lines of JSON. What is no UTF-8 in it, as in the name of a file, is replaced.
std::string text_of(const nlohmann::json& json);

/// Writes JSON or other text to a file, or to stdout for "-".
void write_output(const std::string& path, const std::string& text);

} // namespace tangram::apps
