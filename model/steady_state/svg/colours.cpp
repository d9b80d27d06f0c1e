#include "model/steady_state/svg/colours.hpp"

#include "base/palette.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tangram::model::steady_state::svg {

namespace {

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
