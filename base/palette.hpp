#pragma once

/// Colours of pictures, for things that are numbered.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace tangram {

struct Colour {
    int red, green, blue; ///< 0 to 255
};

/// Okabe and Ito's palette (2008), safe for the colour-blind, with grey for black, which would swallow lines; then hues
/// by golden ratio steps, well apart for any number. O(1).
inline Colour palette_colour(std::size_t number) {
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

} // namespace tangram
