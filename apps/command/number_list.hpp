#pragma once

/// Lists of numbers as people write them: on the command line and in files.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// What a list may hold, repetitions included.
inline constexpr std::size_t most_listed = 1'000'000;

/// Numbers separated by commas or white space, or a JSON list of them. Text
/// after '#' is a comment, and 1.09x4 (or 1.09*4) stands for four times 1.09.
/// Throws InvalidInput, starting with `source` and the line, for anything that
/// is not a finite number, for commas without one between them, and for more
/// than most_listed numbers.
std::vector<double> parse_numbers(std::string_view text, const std::string& source);

/// Numbers separated by 'x', as in 20x30. Throws InvalidInput, starting with
/// `source`, unless there are two or three and all are finite.
std::vector<double> parse_sides(std::string_view text, const std::string& source);

/// A part of one: 0.05, or 5%. Throws InvalidInput, starting with `source`,
/// unless it is finite and not negative.
double parse_fraction(std::string_view text, const std::string& source);

} // namespace tangram::apps
