#pragma once

/// The texts that stand for distributions of speeds: what each one says. SpeedDistribution lists them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::model {

struct SpeedForm {
    enum class Kind : std::uint8_t { interval, set, given };
    Kind kind = Kind::interval;
    std::vector<double> numbers = {}; ///< low and high; or the set; or what the file has
    double change = 0;                ///< ProcessorSpeeds::change
    bool changes_add_up = false;
};

/// Throws InvalidInput for a text that is none of the forms, for numbers that are too small, too large or too far
/// apart, and for a file that cannot be read.
SpeedForm parse_speed_form(std::string_view text);

/// The forms, for errors and help.
std::string speed_forms();

} // namespace tangram::model
