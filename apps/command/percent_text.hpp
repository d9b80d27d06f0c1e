#pragma once

#include <fmt/format.h>

#include <string>

namespace tangram::apps {

/// A part of one: in two digits below 10%, to the unit from there on.
inline std::string percent_text(double part) {
    const double percents = 100 * part;
    return percents < 10 ? fmt::format("{:.2g}%", percents) : fmt::format("{:.0f}%", percents);
}

} // namespace tangram::apps
