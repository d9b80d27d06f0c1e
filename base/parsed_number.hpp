#pragma once

/// Numbers as users write them in options, lists and variables.

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace tangram {

/// The number that the whole text is; nothing if it is none, as with blanks or a leading plus.
template <class Number> std::optional<Number> parsed(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace tangram
