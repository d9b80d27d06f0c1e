#pragma once

/// What the commands write: results on stdout or to a file, lines about the run on stderr.

#include "apps/gemm/machines/machine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// tangram or tangram-sim.
std::string_view program_name();

/// "PROGRAM: error: MESSAGE" on stderr, in one line whatever the message.
void print_error(std::string message);

/// A line about what is going on, on stderr.
Notify notify_on_stderr();

/// Throws RunFailure unless write_output could write there: to fail before the work. "-" and "" pass.
void check_output(const std::string& path);

/// An option that names a file to be written.
struct OutputOption {
    std::string name; ///< with its dashes
    std::string path; ///< "": not given
};

/// check_output() for all of them; throws InvalidInput if two name one file, however they write its path, or stdout.
void check_outputs(const std::vector<OutputOption>& options);

/// Writes JSON or other text to a file, or to stdout for "-".
void write_output(const std::string& path, const std::string& text);

} // namespace tangram::apps
