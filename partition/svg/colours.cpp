#include "partition/svg/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangram::partition::svg {

Colour shaded(Colour colour, double light) {
    const auto channel = [&](int value) { return static_cast<int>(std::lround(std::min(255.0, light * value))); };
    return {channel(colour.red), channel(colour.green), channel(colour.blue)};
}

std::string to_string(Colour colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string_view ink_on(Colour colour) {
    const double luma = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue; // ITU-R BT.601
    return luma < 110 ? "#fff" : "#000";
}

} // namespace tangram::partition::svg
