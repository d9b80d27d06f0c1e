#pragma once

/// How both pictures show names, numbers, tasks and files. For the sources of this folder.

#include "model/steady_state/problem.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace tangram::model::steady_state {

/// Names that a picture has space for.
[[nodiscard]] std::string short_name(const Processor& processor);
[[nodiscard]] std::string short_name(const SharedResource& resource);
[[nodiscard]] std::string short_name(const Task& task);
[[nodiscard]] std::string short_name(const TaskTree& tree, const File& file);

/// A colour for each task.
[[nodiscard]] std::string colour_of_task(std::size_t task);

/// That of the task that reads the file, a pale one of its maker for an output.
[[nodiscard]] std::string colour_of(const File& file);

/// In `digits` significant digits, however large or small: "0.139", "7.03e+06".
[[nodiscard]] std::string decimal(const Rational& number, int digits = 3);

/// The decimal and, where it is another text of at most `longest` characters, the exact number: "0.139 (39/280)".
[[nodiscard]] std::string with_exact(const Rational& number, std::size_t longest);

/// "T1 0.0278 (1/36)": the exact number where it is short.
[[nodiscard]] std::string with_rate(std::string_view name, const Rational& rate);

/// A part of a whole: "35.7 %". Only all of it is "100 %".
[[nodiscard]] std::string percentage(const Rational& part);

} // namespace tangram::model::steady_state
