#include "model/steady_state/svg/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tangram::model::steady_state::svg {

namespace {

struct Colour {
    int red, green, blue; ///< 0 to 255
};

Colour palette_colour(std::size_t number) {
    constexpr std::array palette{Colour{0x00, 0x72, 0xb2}, Colour{0xe6, 0x9f, 0x00}, Colour{0x00, 0x9e, 0x73},
                                 Colour{0xcc, 0x79, 0xa7}, Colour{0xf0, 0xe4, 0x42}, Colour{0x56, 0xb4, 0xe9},
                                 Colour{0xd5, 0x5e, 0x00}, Colour{0x99, 0x99, 0x99}};
    if (number < palette.size()) {
        return palette[number];
    }
    const double hue = std::fmod(0.618034 * static_cast<double>(number), 1.0);
    const double value = number % 2 == 0 ? 0.9 : 0.65;
    const auto channel = [&](double offset) { // of the conversion from HSV
        const double position = std::fmod(offset + 6 * hue, 6.0);
        const double weight = std::clamp(std::min(position, 4 - position), 0.0, 1.0);
        return static_cast<int>(std::lround(255 * value * (1 - 0.6 * weight)));
    };
    return {channel(5), channel(3), channel(1)};
}

std::string to_string(const Colour& colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

} // namespace

std::string colour(std::size_t number) {
    return to_string(palette_colour(number));
}

std::string pale_colour(std::size_t number) {
    const Colour full = palette_colour(number);
    const auto tint = [](int channel) { return (channel + 2 * 255) / 3; };
    return to_string({tint(full.red), tint(full.green), tint(full.blue)});
}

std::string_view ink_on(std::string_view colour) {
    const auto channel = [&](std::size_t at) {
        int value = 0;
        std::from_chars(colour.data() + at, colour.data() + at + 2, value, 16);
        return value;
    };
    const double luma = 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5); // ITU-R BT.601
    return luma < 110 ? "#fff" : "#000";
}

} // namespace tangram::model::steady_state::svg
