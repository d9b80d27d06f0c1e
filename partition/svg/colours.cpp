#include "partition/svg/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tangram::partition::svg {

Colour colour_of(std::size_t processor) {
    constexpr std::array palette{Colour{0x00, 0x72, 0xb2}, Colour{0xe6, 0x9f, 0x00}, Colour{0x00, 0x9e, 0x73},
                                 Colour{0xcc, 0x79, 0xa7}, Colour{0xf0, 0xe4, 0x42}, Colour{0x56, 0xb4, 0xe9},
                                 Colour{0xd5, 0x5e, 0x00}, Colour{0x99, 0x99, 0x99}};
    if (processor < palette.size()) {
        return palette[processor];
    }
    const double hue = std::fmod(0.618034 * static_cast<double>(processor), 1.0);
    const double value = processor % 2 == 0 ? 0.9 : 0.65;
    const auto channel = [&](double offset) { // of the conversion from HSV
        const double position = std::fmod(offset + 6 * hue, 6.0);
        const double weight = std::clamp(std::min(position, 4 - position), 0.0, 1.0);
        return static_cast<int>(std::lround(255 * value * (1 - 0.6 * weight)));
    };
    return {channel(5), channel(3), channel(1)};
}

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
