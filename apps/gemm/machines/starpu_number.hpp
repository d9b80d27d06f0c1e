#pragma once

#include "base/parsed_number.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tangram::apps {

/// What strtol and strtof, with which StarPU reads its variables, take for blanks.
inline constexpr std::string_view starpu_blanks = " \t\n\v\f\r";

/// The number that the whole text is, as StarPU reads it: blanks and a plus may stand before it. Nothing if it is none.
template <class Number> std::optional<Number> starpu_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(starpu_blanks), text.size()));
    if (text.starts_with('+') && !text.starts_with("+-")) {
        text.remove_prefix(1);
    }
    return parsed<Number>(text);
}

} // namespace tangram::apps
