#pragma once

/// What the commands' options have in common: which values they take, and --progress.

#include "apps/gemm/support/progress.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace tangram::apps {

/// The value must be a whole number in an interval.
CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest = std::numeric_limits<std::int64_t>::max());

/// The value must be a number, but not an infinite one or NaN.
CLI::Validator finite_number();

/// The value must not be empty: an empty one is a script's unset variable.
CLI::Validator not_empty();

/// The value must be one of these names: its error has a guess where another one is near.
CLI::Validator one_of(const std::vector<std::string>& names);

/// Declares --markdown, which prints tables for the documentation and nothing else: beside it other options are
/// refused.
void add_markdown_option(CLI::App& command, bool& markdown, const std::string& description);

/// Declares --progress, whose value `mode` is.
void add_progress_option(CLI::App& command, std::string& mode);

/// The line that --progress asks for, as make_progress_line(); null if there is to be none.
std::unique_ptr<Progress> progress_line(const std::string& mode, const std::string& counted = "tasks",
                                        std::uint64_t parts = 1);

} // namespace tangram::apps
